package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
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

// Exists says whether there is anything at path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Named says "path: what is wrong" where the standard library says "open path: what is wrong". A path that begins
// or ends in white space stands in quotes.
func Named(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		path := pathErr.Path
		if strings.TrimSpace(path) != path {
			path = strconv.Quote(path)
		}
		return fmt.Errorf("%s: %w", path, pathErr.Err)
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
