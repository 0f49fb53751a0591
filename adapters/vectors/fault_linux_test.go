package vectors_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache/storetest"
)

// mount mounts a file system of so many bytes in memory, and skips the test where that is not allowed.
func mount(t *testing.T, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("tmpfs cannot be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestDiskFull fills a real file system.
func TestDiskFull(t *testing.T) {
	text := storetest.Text(3000, 40, 1)
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, text)
	dir := mount(t, "256k")
	c, said := openIn(dir)
	for range 2 {
		opened(t, c, path, storetest.Read(t, text))
		if list := said.Take(); len(list) != 1 || !strings.Contains(list[0],
			"no space left on device; going on without the cache") {
			t.Errorf("notices %q", list)
		}
		if list, _ := os.ReadDir(dir); len(list) > 1 || len(tables(t, c)) > 0 {
			t.Errorf("left behind: %v", list)
		}
	}
}

// TestReadOnlyFolder checks that a folder that cannot be written is still read.
func TestReadOnlyFolder(t *testing.T) {
	text, other := storetest.Text(300, 4, 1), storetest.Text(300, 4, 2)
	dir := mount(t, "8m")
	path, otherPath := filepath.Join(t.TempDir(), "v.vec"), filepath.Join(t.TempDir(), "w.vec")
	storetest.WriteFile(t, path, text)
	storetest.WriteFile(t, otherPath, other)
	c, said := openIn(dir)
	opened(t, c, path, storetest.Read(t, text))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("tmpfs cannot be made read-only: %v", err)
	}
	opened(t, c, path, storetest.Read(t, text))
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
	opened(t, c, otherPath, storetest.Read(t, other))
	if list := said.Take(); len(list) != 1 || !strings.Contains(list[0],
		"read-only file system; going on without the cache") {
		t.Errorf("notices %q", list)
	}
}
