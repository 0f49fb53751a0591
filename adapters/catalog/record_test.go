package catalog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/download"
)

// Whatever stands in the place of a record, it is rejected with its path, or gives checksums that a download can have.
func FuzzRecord(f *testing.F) {
	set, _, _ := Find("mmBERT-small")
	sum := strings.Repeat("0f", 32)
	for _, seed := range []string{`{}`, `{"commit": "` + set.Commit + `", "sha256": {"config.json": "` + sum + `"}}`,
		`{"commit": "` + set.Commit + `", "sha256": {"config.json": "0F"}}`, `{"commit": 1}`, `[`, ``} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	path := filepath.Join(dir, recordFile)
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		known, err := set.AsRecorded(dir)
		if err != nil {
			if !strings.HasPrefix(err.Error(), path+": ") {
				t.Errorf("%v does not begin with the path", err)
			}
			return
		}
		for _, file := range known.Files {
			if sum, err := download.ParseChecksum(file.SHA256); file.SHA256 != "" &&
				(err != nil || sum.Algorithm != download.SHA256) {
				t.Errorf("%s: found %q, %v", file.Name, file.SHA256, err)
			}
		}
		if set.Files[0].SHA256 != "" {
			t.Error("the set itself was changed")
		}
	})
}
