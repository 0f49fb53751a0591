package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Rereadable says whether a path can be read more than once: standard input and pipes cannot. A path that is not there
// can, for opening it says what is wrong.
func Rereadable(path string) bool {
	if path == Stdin {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// Same says whether two paths lead to one file, by whatever links; also to one that is yet to be made.
func Same(a, b string) bool {
	one, errOne := os.Stat(a)
	other, errOther := os.Stat(b)
	if errOne == nil && errOther == nil {
		return os.SameFile(one, other)
	}
	if !errors.Is(errOne, fs.ErrNotExist) || !errors.Is(errOther, fs.ErrNotExist) {
		return false
	}
	return whereabouts(a) == whereabouts(b)
}

// whereabouts returns the path of a file that is not there yet, without links on the way to it.
func whereabouts(path string) string {
	if t, err := find(context.Background(), path); err == nil && t.path != "" {
		path = t.path
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	dir, base := filepath.Split(path)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, base)
}

// CheckInputs rejects a target, a path that is to be written, if it leads to one of the inputs, or into one that is a
// folder. stdin is what an input "-" reads. Devices are no reason: writing to them takes nothing away.
func CheckInputs(target string, inputs []string, stdin any) error {
	written, err := os.Stat(target)
	if err != nil || written.Mode()&fs.ModeCharDevice != 0 {
		return nil
	}
	for _, input := range inputs {
		name := input
		var read fs.FileInfo
		if input == Stdin {
			if limit, ok := stdin.(*interruptible); ok {
				stdin = limit.in
			}
			f, ok := stdin.(*os.File)
			if !ok {
				continue
			}
			name = "standard input"
			read, err = f.Stat()
		} else {
			read, err = os.Stat(input)
		}
		switch {
		case err != nil:
		case os.SameFile(read, written) && name == target:
			return fmt.Errorf("%s is an input of this run too, expected another file", target)
		case os.SameFile(read, written):
			return fmt.Errorf("%s is the same file as %s, an input of this run, expected another file", target, name)
		case read.IsDir() && within(target, read):
			return fmt.Errorf("%s is in %s, an input of this run, expected another file", target, name)
		}
	}
	return nil
}

// within says whether a path that is there leads into a folder.
func within(path string, folder fs.FileInfo) bool {
	path, err := filepath.EvalSymlinks(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return false
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, folder) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
