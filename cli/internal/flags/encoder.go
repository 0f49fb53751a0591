package flags

import (
	"errors"
	"fmt"

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
		return "--" + EncoderFlag.Name + " takes " + encoder.ContextENName + ", " +
			encoder.ContextENLargeName + ", a name that wrd vectors pull --list shows, or a folder"
	}
	return ""
}

// TellWindows says how many segments hold a text that was read in several windows.
func TellWindows(notify func(string), n int64, of string) {
	if n > 0 {
		notify(fmt.Sprintf("%s: %d hold a text longer than the encoder reads at once, which was read in overlapping "+
			"windows", of, n))
	}
}

// TellLongTexts says how many texts were read in several windows.
func TellLongTexts(notify func(string), n int) {
	if n > 0 {
		notify(fmt.Sprintf("%d texts are longer than the encoder reads at once and were read in overlapping windows", n))
	}
}

// LongSegments counts segments, each once for all systems, with a text that was read in several windows.
type LongSegments int64

// Count is an evaluation.LineSink.
func (n *LongSegments) Count(line evaluation.ScoredLine) error {
	for i := range line.Results {
		if r := &line.Results[i]; r.CandidateWindows > 1 || r.ReferenceWindows > 1 {
			*n++
			break
		}
	}
	return nil
}

// Tell says how many there are, if there are any.
func (n LongSegments) Tell(notify func(string)) { TellWindows(notify, int64(n), "segments") }
