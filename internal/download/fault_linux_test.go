package download

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk mounts a file system of the given size, which needs to be root.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("a small disk cannot be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// A disk without room is an error before anything is written if the length is known, and keeps the part if
// it shows only while writing.
func TestDiskFull(t *testing.T) {
	file := content(300_000, 1)
	for _, c := range []struct {
		name  string
		first answer
		want  string
		left  []string
	}{
		{"known before", answer{file: file, etag: `"a"`},
			"file.zip.part: 300000 bytes are missing, and the disk has room for", nil},
		{"found out", answer{file: file, etag: `"a"`, chunked: true}, "no space left on device",
			[]string{"file.zip.part", "file.zip.part.json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.first, answer{file: file, etag: `"a"`})
			dir := smallDisk(t, "64k")
			d, notices := fetchTo(t, s, filepath.Join(dir, "file.zip"))
			if _, err := d.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) || notices() != "" {
				t.Errorf("%v, expected %q; said %q", err, c.want, notices())
			}
			holds(t, d.Path, nil, c.left...)
			if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=1m"); err != nil {
				t.Skip("the disk cannot be made larger: ", err)
			}
			if _, err := d.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			holds(t, d.Path, file, "file.zip")
			if asked := s.asked()[1]; (c.left != nil) != strings.HasPrefix(asked, "bytes=") {
				t.Errorf("the second run asked for %q", asked)
			}
		})
	}
}
