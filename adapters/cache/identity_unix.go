//go:build linux || darwin

package cache

import (
	"io/fs"
	"syscall"
	"time"
)

// identity returns the inode's number and the time it was last changed, which cannot be set as the time of
// the last modification can.
func identity(info fs.FileInfo) []int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return []int64{int64(s.Ino), changed(s).Nano()}
	}
	return nil
}

// changeTime returns when the file was last changed in any way, by the clock and not by what somebody set.
func changeTime(info fs.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		at := changed(s)
		return time.Unix(at.Unix())
	}
	return time.Time{}
}
