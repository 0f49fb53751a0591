package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// IsRegular says whether there is a plain file at path: no folder, pipe or device.
func IsRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// IsFolder says whether there is a folder at path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Named says "path: what is wrong" where the standard library says "open path: what is wrong".
func Named(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return err
}

// Cause returns what went wrong without the path, which the caller names better.
func Cause(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	if linkErr, ok := errors.AsType[*os.LinkError](err); ok {
		return linkErr.Err
	}
	return err
}
