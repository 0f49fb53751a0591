//go:build unix

package download_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/internal/download"
)

// Whatever somebody put under the names of the part and its note, only files of ours are written.
func TestPlanted(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("vectors"))
	}))
	defer server.Close()
	for _, ending := range []string{download.PartEnding, ".part.json"} {
		for _, c := range []struct {
			name, want string
			plant      func(victim, path string) error
		}{
			{"a link", "found a symbolic link, expected a file", os.Symlink},
			{"a dangling link", "found a symbolic link, expected a file",
				func(victim, path string) error { return os.Symlink(victim+"2", path) }},
			{"a hard link", "found a file that has another name too", os.Link},
			{"a pipe", "found a pipe, expected a file",
				func(_, path string) error { return syscall.Mkfifo(path, 0o666) }},
			{"a folder", "found a directory, expected a file",
				func(_, path string) error { return os.Mkdir(path, 0o777) }},
		} {
			t.Run(c.name+ending, func(t *testing.T) {
				elsewhere, dir := t.TempDir(), t.TempDir()
				victim, path := filepath.Join(elsewhere, "victim"), filepath.Join(dir, "vectors.txt")
				if err := os.WriteFile(victim, []byte("precious"), 0o666); err != nil {
					t.Fatal(err)
				}
				if err := c.plant(victim, path+ending); err != nil {
					t.Fatal(err)
				}
				d := download.Download{URL: server.URL, Path: path, Tries: 1}
				_, err := d.Run(context.Background())
				if err == nil || !strings.HasPrefix(err.Error(), path+ending+": "+c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if b, _ := os.ReadFile(victim); string(b) != "precious" {
					t.Errorf("the victim holds %q", b)
				}
				if entries, _ := os.ReadDir(elsewhere); len(entries) != 1 {
					t.Errorf("found %v next to the victim", entries)
				}
				if _, err := os.Lstat(path + ending); err != nil {
					t.Errorf("what was planted: %v", err)
				}
			})
		}
	}
}
