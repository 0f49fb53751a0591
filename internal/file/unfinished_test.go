package file_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/wordrotator/wrd/internal/file"
)

// What a program has begun to write is gone when it ends before it has finished, and what it finished stays. Nothing can be
// written after that, so another process does it.
func TestRemoveUnfinished(t *testing.T) {
	const folder = "WRD_UNFINISHED"
	if dir := os.Getenv(folder); dir != "" {
		finished, err := file.Create(t.Context(), filepath.Join(dir, "finished"))
		if err != nil || finished.Commit() != nil {
			t.Fatal(err)
		}
		begun, err := file.Create(t.Context(), filepath.Join(dir, "begun"))
		if err != nil {
			t.Fatal(err)
		}
		defer begun.Abort() // removed before
		temporary, err := file.TemporaryFolder("wrd-")
		if err != nil || os.WriteFile(filepath.Join(temporary.Path, "a"), nil, 0o666) != nil {
			t.Fatal(err)
		}
		file.RemoveUnfinished()
		os.Exit(0)
	}
	dir := t.TempDir()
	run := exec.Command(os.Args[0], "-test.run", "^TestRemoveUnfinished$")
	run.Env = append(os.Environ(), folder+"="+dir, "TMPDIR="+dir, "TMP="+dir)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "finished" {
		t.Errorf("found %v, %v, want the finished file", left, err)
	}
}
