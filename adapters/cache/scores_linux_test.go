package cache

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestScoresOnFullDisk fills a real file system: what fits is kept, what does not is said once, nothing is wrong, and
// when there is room again more is kept.
func TestScoresOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("tmpfs cannot be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	c, said := open(dir)
	s := c.Scores("s", "about", 50)
	var failures []error
	for i := range 3000 {
		s.Put(keyOf(i), valueOf(i, 50))
		if i%100 == 99 {
			if err := s.Flush(); err != nil {
				failures = append(failures, err)
			}
		}
	}
	if n := len(found(t, s, 3000, 50)); n != 3000 {
		t.Errorf("in memory: found %d values, expected 3000", n)
	}
	if len(failures) != 1 || !errors.Is(failures[0], syscall.ENOSPC) {
		t.Errorf("failures %v, expected one: no space left", failures)
	}
	kept := len(found(t, c.Scores("s", "", 50), 3000, 50))
	if kept == 0 || kept == 3000 {
		t.Errorf("in the file: found %d values, expected some", kept)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=1m"); err != nil {
		t.Skipf("tmpfs cannot be made larger: %v", err)
	}
	s = c.Scores("s", "", 50)
	s.Put(keyOf(3000), valueOf(3000, 50))
	if err := s.Flush(); err != nil {
		t.Error(err)
	}
	if n := len(found(t, c.Scores("s", "", 50), 3001, 50)); n != kept+1 {
		t.Errorf("with room again: found %d values, expected %d", n, kept+1)
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}
