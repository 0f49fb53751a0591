//go:build unix

package file

import (
	"errors"
	"io/fs"
	"syscall"
)

// noFollow makes opening a symbolic link an error.
const noFollow = syscall.O_NOFOLLOW

var errOtherNames = errors.New("found a file that has another name too (a hard link), expected one of its own")

// hasOtherNames says whether a file is hard-linked.
func hasOtherNames(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}
