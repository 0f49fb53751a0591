package vectors_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/vectors"
)

// Whatever a file holds, in an archive or not, Open opens vectors or says what is wrong with the file.
func FuzzOpen(f *testing.F) {
	const text = "2 2\neast 1 0\nnorth 0 2\n"
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for _, name := range []string{"a.txt", "b.txt"} {
		w, err := z.Create(name)
		if err != nil {
			f.Fatal(err)
		}
		w.Write([]byte(text))
	}
	if err := z.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(archive.Bytes(), "a.txt")
	f.Add(archive.Bytes(), "")
	f.Add(zipped(f, []byte(text)), "")
	f.Add([]byte(text), "")
	path := filepath.Join(f.TempDir(), "fuzzed")
	f.Fuzz(func(t *testing.T, content []byte, member string) {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		location := vectors.Location{Name: path, NoCache: true}
		if member != "" {
			location.Name += ":" + member
		}
		s, err := location.Open(t.Context())
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("found the error %q, expected the name of the file", err)
			}
			return
		}
		for i := range s.Len() {
			for _, v := range s.Row(i) {
				if v-v != 0 {
					t.Fatalf("row %d has %v", i, v)
				}
			}
		}
		s.Close()
	})
}
