package flags

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric/encoder"
)

// encoderFiles are the files that an encoder is read from.
func encoderFiles(c *cli.Context, values []string) (files []string) {
	for _, name := range values {
		files = append(files, EnvironmentOf(c).EncoderLocation(name).Files()...)
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
