package parquet_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// full is a disk that has room for so many more bytes.
type full int

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > int(*f) {
		return int(*f), errFull
	}
	*f -= full(len(p))
	return len(p), nil
}

// However early the disk is full, writing or closing says so.
func TestDiskFull(t *testing.T) {
	for _, room := range []full{0, 4, 100, 1000, 2000} {
		w := parquet.NewSegmentWriter(&room, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures, Alignments: true})
		err := writeAll(w)
		if !errors.Is(err, errFull) {
			t.Errorf("got %v, want %v", err, errFull)
		}
		var rest full
		if err := parquet.WriteSystems(&rest, parquet.Run{Signature: "wrd|test"}, nil, nil); !errors.Is(err, errFull) {
			t.Errorf("systems: got %v, want %v", err, errFull)
		}
	}
}

func writeAll(w *parquet.SegmentWriter) error {
	for _, s := range segments() {
		if err := w.Write(s); err != nil {
			return err
		}
	}
	return w.Close()
}

func TestResults(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a", "b")
	create := func() *parquet.Results {
		r, err := parquet.CreateResults(t.Context(), dir, parquet.Run{Signature: "wrd|test"}, outcome.Shape{Measures: measures})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Rows.Write(segments()[0]); err != nil {
			t.Fatal(err)
		}
		return r
	}

	create().Abort()
	if names := list(t, parent); len(names) != 0 {
		t.Errorf("Abort left %v", names)
	}
	r := create()
	if names := list(t, dir); slices.Contains(names, "segments.parquet") {
		t.Errorf("before Commit there is %v", names)
	}
	if err := r.Commit(nil); err != nil {
		t.Fatal(err)
	}
	r.Abort()
	want := []string{"segments.parquet", "systems.parquet"}
	if names := list(t, dir); !slices.Equal(names, want) {
		t.Errorf("after Commit there is %v, want %v", names, want)
	}
	create().Abort()
	if names := list(t, dir); !slices.Equal(names, want) {
		t.Errorf("after a second run was aborted there is %v, want %v", names, want)
	}
}

func TestResultsErrors(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{taken, filepath.Join(taken, "below")} {
		if _, err := parquet.CreateResults(t.Context(), path, parquet.Run{}, outcome.Shape{Measures: measures}); err == nil {
			t.Errorf("%s was accepted", path)
		}
	}
	if names := list(t, dir); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
