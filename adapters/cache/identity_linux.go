package cache

import "syscall"

// changed returns the time of the last change.
func changed(s *syscall.Stat_t) *syscall.Timespec { return &s.Ctim }
