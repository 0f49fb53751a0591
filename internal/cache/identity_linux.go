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
		return []int64{int64(s.Ino), s.Ctim.Nano()}
	}
	return nil
}

// changeTime returns when the file was last changed in any way, by the clock and not by what somebody set.
func changeTime(info fs.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix())
	}
	return time.Time{}
}
