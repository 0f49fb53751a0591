package cache

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache/storetest"
)

// TestClear checks that everything of ours goes, whatever its state, and nothing else.
func TestClear(t *testing.T) {
	dir := t.TempDir()
	c, _ := open(dir)
	if n, bytes, err := c.Clear(); n != 0 || bytes != 0 || err != nil {
		t.Errorf("an empty cache: %d, %d, %v", n, bytes, err)
	}
	text := storetest.Text(20, 3, 1)
	s := storetest.Read(t, text)
	key := keep(c, text, s, "v.vec")
	entry := tables(t, c)[0]
	zeros := strings.Repeat("0", 64)
	old, unfinished := "vectors-99.7-"+zeros+"-12.wrdtab", ".converted-1.1-"+zeros+".wrdtab.0123abcd.tmp"
	foreign := []string{"notes.txt", "vectors.wrdtab", "vectors-1.1-" + zeros + ".wrdtab.bak",
		filepath.Join(recordFolder, "mine.json")}
	storetest.WriteFile(t, filepath.Join(dir, old), []byte("old"))
	storetest.WriteFile(t, filepath.Join(dir, unfinished), []byte("new"))
	if err := os.MkdirAll(filepath.Join(dir, recordFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(foreign, filepath.Join(recordFolder, zeros+".json")) {
		storetest.WriteFile(t, filepath.Join(dir, name), []byte("x"))
	}
	n, bytes, err := c.Clear()
	if n != 2 || bytes != entry.Bytes+3 || err != nil {
		t.Errorf("%d tables, %d bytes, error %v", n, bytes, err)
	}
	var left []string
	filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if rel, _ := filepath.Rel(dir, file); !d.IsDir() {
			left = append(left, rel)
		}
		return err
	})
	if len(left) != len(foreign) {
		t.Errorf("left %q, want %q", left, foreign)
	}
	keep(c, text, s, "v.vec")
	if err := storetest.Same(get(t, c, key), s); err != nil {
		t.Error(err)
	}
	if list := tables(t, c); len(list) != 1 {
		t.Errorf("entries %+v", list)
	}
}

// TestVerify checks that damage in any state is listed, and that List sees what a head shows.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	c, said := open(dir)
	for seed := range 3 {
		text := storetest.Text(20, 3, seed)
		keep(c, text, storetest.Read(t, text), "v.vec")
	}
	list, err := c.Verify(context.Background())
	if err != nil || len(list) != 3 {
		t.Fatalf("entries %+v, error %v", list, err)
	}
	for _, e := range list {
		if e.Damage != nil || e.Made.IsZero() {
			t.Errorf("entry %+v", e)
		}
	}
	for i, at := range []int64{70, list[1].Bytes - 300} {
		table, err := os.ReadFile(list[i].File)
		if err != nil {
			t.Fatal(err)
		}
		os.Remove(list[i].File)
		storetest.WriteFile(t, list[i].File, flipped(table, int(at)))
	}
	listed := tables(t, c)
	verified, err := c.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ listed, verified bool }{{true, true}, {false, true}, {false, false}} {
		if (listed[i].Damage != nil) != want.listed || (verified[i].Damage != nil) != want.verified {
			t.Errorf("entry %d: damage %v when listed, %v when verified", i, listed[i].Damage, verified[i].Damage)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Verify(ctx); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if n := len(said.Take()); n > 0 {
		t.Errorf("%d notices", n)
	}
	missing, _ := open(filepath.Join(dir, "none"))
	if list, err := missing.List(); len(list) > 0 || err != nil {
		t.Errorf("a folder that does not exist: %+v, error %v", list, err)
	}
}
