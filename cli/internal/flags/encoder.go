package flags

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// encoderFiles are the files that an encoder is read from.
func encoderFiles(c *cli.Context, values []string) (files []string) {
	for _, name := range values {
		files = append(files, EnvironmentOf(c).EncoderSettings(name).Files()...)
	}
	return files
}

// EncoderHint says what to do about an error of an encoder's name, "" if nothing is known.
func EncoderHint(err error) string {
	if e, ok := errors.AsType[*encoders.DamagedError](err); ok {
		return "remove the file, and wrd vectors pull " + e.Set.Name + " downloads it again"
	}
	if _, ok := errors.AsType[*encoders.NotFoundError](err); ok {
		var names strings.Builder
		for _, b := range encoder.BuiltIns() {
			names.WriteString(b.Name + ", ")
		}
		return "--" + EncoderFlag.Name + " takes " + names.String() + "a name that wrd vectors pull --list shows, or a folder"
	}
	return ""
}

// TellWindows says how many segments or pairs of something have a text that was read in several windows.
func TellWindows(notify func(string), n int64, what, of string) {
	switch {
	case n == 1:
		notify(fmt.Sprintf("1 %s%s has a text longer than the limit of the encoder: it was read in overlapping "+
			"windows", what, of))
	case n > 1:
		notify(fmt.Sprintf("%d %ss%s have texts longer than the limit of the encoder: they were read in overlapping "+
			"windows", n, what, of))
	}
}

// TellLongTexts says how many texts were read in several windows.
func TellLongTexts(notify func(string), n int) {
	switch {
	case n == 1:
		notify("1 text is longer than the limit of the encoder, and was read in overlapping windows")
	case n > 1:
		notify(fmt.Sprintf("%d texts are longer than the limit of the encoder, and were read in overlapping windows", n))
	}
}

// LongSegments counts segments, each once for all systems, with a text that was read in several windows.
type LongSegments int64

// Count is an evaluation.LineSink.
func (n *LongSegments) Count(line evaluation.ScoredLine) error {
	for i := range line.Results {
		if r := &line.Results[i]; max(r.CandidateWindows, r.ReferenceWindows, r.SourceWindows) > 1 {
			*n++
			break
		}
	}
	return nil
}

// Tell says how many there are, if there are any.
func (n LongSegments) Tell(notify func(string)) { TellWindows(notify, int64(n), "segment", "") }
