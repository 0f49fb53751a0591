package args

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/wordrotator/wrd/internal/file"
)

// What a run reads and writes, by its flags: nothing that it reads may be written over, and no pipe can be read twice.

// A NamedFile is a file that a flag names. Of one to be written, Path is "" if the flag is not given.
type NamedFile struct{ Flag, Path string }

// place is where the file system has the file.
func (f NamedFile) place() string {
	if f.Path == file.Stdin {
		return "/dev/stdin" // not there on systems without such names
	}
	return f.Path
}

// CheckReadable fails if an input that can be read only once is given twice.
func CheckReadable(inputs []NamedFile) error {
	for i, input := range inputs {
		for _, other := range inputs[:i] {
			switch {
			case input.Path == file.Stdin && other.Path == file.Stdin:
				return errors.New("standard input is given twice, expected at most one -")
			case is(input.place(), fs.ModeNamedPipe) && file.Same(input.place(), other.place()):
				return fmt.Errorf("%s is given twice, and a pipe can be read only once: expected two files", input.Path)
			}
		}
	}
	return nil
}

// KeepInputs rejects outputs that would replace an input of the run, or one another. A flag may name a file that
// is both read and written.
func KeepInputs(inputs []NamedFile, stdin io.Reader, outputs ...NamedFile) error {
	for i, output := range outputs {
		if output.Path == "" {
			continue
		}
		var paths []string
		for _, input := range inputs {
			if input.Flag != output.Flag {
				paths = append(paths, input.Path)
			}
		}
		if err := file.CheckInputs(output.Path, paths, stdin); err != nil {
			return fmt.Errorf("--%s: %w", output.Flag, err)
		}
		for _, other := range outputs[:i] {
			if other.Path != "" && !is(output.Path, fs.ModeDevice) && file.Same(output.Path, other.Path) {
				return fmt.Errorf("--%s: %s is also what --%s writes (%s), expected another file",
					output.Flag, output.Path, other.Flag, other.Path)
			}
		}
	}
	return nil
}

// is says whether a path is a file of some kind.
func is(path string, kind fs.FileMode) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&kind != 0
}
