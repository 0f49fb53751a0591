package main

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
		files = append(files, environmentOf(c).EncoderSettings(name).Files()...)
	}
	return files
}

// encoderHint says what to do about an error of an encoder's name, "" if nothing is known.
func encoderHint(err error) string {
	if e, ok := errors.AsType[*encoders.DamagedError](err); ok {
		return "remove the file, and wrd vectors pull " + e.Set.Name + " downloads it again"
	}
	if _, ok := errors.AsType[*encoders.NotFoundError](err); ok {
		return "--" + encoderFlag.Name + " takes " + encoder.ContextENName +
			", a name that wrd vectors pull --list shows, or a folder"
	}
	return ""
}

// tellWindows says how many segments hold a text that was read in several windows.
func tellWindows(notify func(string), n int64, of string) {
	if n > 0 {
		notify(fmt.Sprintf("%s: %d hold a text longer than the encoder reads at once, which was read in overlapping "+
			"windows", of, n))
	}
}

// tellLongTexts says how many texts were read in several windows.
func tellLongTexts(notify func(string), n int) {
	if n > 0 {
		notify(fmt.Sprintf("%d texts are longer than the encoder reads at once and were read in overlapping windows", n))
	}
}

// longSegments counts segments, each once for all systems, with a text that was read in several windows.
type longSegments int64

// count is an evaluation.LineSink.
func (n *longSegments) count(line evaluation.ScoredLine) error {
	for i := range line.Results {
		if r := &line.Results[i]; r.CandidateWindows > 1 || r.ReferenceWindows > 1 {
			*n++
			break
		}
	}
	return nil
}

func (n longSegments) tell(notify func(string)) { tellWindows(notify, int64(n), "segments") }
