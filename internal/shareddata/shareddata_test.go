package shareddata

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFind(t *testing.T) {
	base := t.TempDir()
	inside := filepath.Join(base, "clone", "metric", "convert")
	for _, dir := range []string{inside, filepath.Join(base, "shared", "data")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{filepath.Join("clone", "go.mod"), filepath.Join("shared", "data", "dev.tsv")} {
		if err := os.WriteFile(filepath.Join(base, file), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(inside)
	if path, err := Find("data/dev.tsv"); err != nil || filepath.Base(path) != "dev.tsv" {
		t.Errorf("found %q, %v", path, err)
	}
	const want = "found no shared/data/test.tsv next to the repository, which this needs"
	if path, err := Find("data/test.tsv"); err == nil || err.Error() != want {
		t.Errorf("found %q, %v, want the error %q", path, err, want)
	}
	skipped := filepath.Join(base, "skipped")
	t.Setenv(SkippedVariable, skipped)
	t.Run("absent", func(t *testing.T) {
		defer func() {
			if !t.Skipped() {
				t.Error("a test without its file goes on")
			}
		}()
		Path(t, "data/test.tsv")
	})
	if content, err := os.ReadFile(skipped); string(content) != "TestFind/absent\n" {
		t.Errorf("recorded %q, %v", content, err)
	}
}
