package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// open makes a Cache in dir that says what it has to say to the returned list.
func open(dir string) (*Cache, *storetest.Notices) {
	n := new(storetest.Notices)
	return Open(dir, n.Add), n
}

// tables returns the entries of a cache.
func tables(t testing.TB, c *Cache) []Entry {
	t.Helper()
	list, err := c.List()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// keep puts the vectors of a text under a key, as a reader of a file would.
func keep(c *Cache, text []byte, store *embedding.Store, source string) Key {
	sum := sha256.Sum256(text)
	key := Key{Kind: KindVectors, Hash: hex.EncodeToString(sum[:]), Size: int64(len(text))}
	c.Put(key, store, Note{Source: source, Report: &formats.Report{File: source}})
	return key
}

// get opens the table of a key that has to be good.
func get(t testing.TB, c *Cache, key Key) *embedding.Store {
	t.Helper()
	s, _, ok := c.Get(key, "v", nil)
	if !ok {
		t.Fatalf("found no table of %+v", key)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestGetPut checks that what was put under a key is what comes back, and nothing else.
func TestGetPut(t *testing.T) {
	c, said := open(filepath.Join(t.TempDir(), "new", "cache"))
	text := storetest.Text(200, 7, 1)
	store := storetest.Read(t, text)
	if c.HasSize(int64(len(text))) {
		t.Error("an empty cache has tables")
	}
	key := keep(c, text, store, "v.vec")
	s, note, ok := c.Get(key, "called so", nil)
	if !ok {
		t.Fatal("what was put is not there")
	}
	t.Cleanup(func() { s.Close() })
	if err := storetest.Same(s, store); err != nil || s.Name() != "called so" {
		t.Errorf("called %q, %v", s.Name(), err)
	}
	if note.Source != "v.vec" || note.Report == nil || note.Report.File != "v.vec" {
		t.Errorf("note %+v", note)
	}
	if !c.HasSize(key.Size) || c.HasSize(key.Size+1) {
		t.Error("the size is not found, or another one is")
	}
	for name, other := range map[string]Key{
		"another kind":    {Kind: KindConverted, Hash: key.Hash},
		"another content": {Kind: KindVectors, Hash: strings.Repeat("0", 64), Size: key.Size},
		"another size":    {Kind: KindVectors, Hash: key.Hash, Size: key.Size + 1},
	} {
		if _, _, ok := c.Get(other, "v", nil); ok {
			t.Errorf("%s: found a table", name)
		}
	}
	none := None(said.Add)
	none.Put(key, store, Note{})
	if _, _, ok := none.Get(key, "v", nil); ok || none.Usable() {
		t.Error("a cache that keeps nothing has a table")
	}
	if _, err := none.List(); err == nil {
		t.Error("a cache without a folder has entries")
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
}

// TestOpenFile shows that the hash is that of the bytes that were read, and that it is remembered while the file is the
// same.
func TestOpenFile(t *testing.T) {
	c, _ := open(t.TempDir())
	path := filepath.Join(t.TempDir(), "v.vec")
	text := storetest.Text(20, 3, 1)
	storetest.WriteFile(t, path, text)
	time.Sleep(100 * time.Millisecond) // a file that was written this moment is not remembered
	f, err := c.OpenFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadFull(f, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if done, total := f.Position(); done != 10 || total != int64(len(text)) {
		t.Errorf("%d of %d bytes", done, total)
	}
	want := fmt.Sprintf("%x", sha256.Sum256(text))
	if sum, size, err := f.Finish(); sum != want || size != int64(len(text)) || err != nil {
		t.Errorf("sum %s of %d bytes, error %v", sum, size, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if sum, ok := c.Recall(path, info); info.ModTime().Nanosecond() != 0 && (sum != want || !ok) {
		t.Errorf("recalled %q, %v", sum, ok)
	}
	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	if f, err = c.OpenFile(ctx, path); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := f.Finish(); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestRemembered holds which hashes are remembered and which records are believed.
func TestRemembered(t *testing.T) {
	c, _ := open(t.TempDir())
	path := filepath.Join(t.TempDir(), "v.vec")
	text := storetest.Text(20, 3, 1)
	storetest.WriteFile(t, path, text)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Recall(path, info); ok {
		t.Error("remembered before it was read")
	}
	key := strings.Repeat("0a", 32)
	c.remember(path, key, time.Now(), info, info)
	if _, ok := c.Recall(path, info); ok {
		t.Error("a file that was written this moment is remembered")
	}
	c.remember(path, key, time.Now().Add(3*time.Second), info, info)
	if got, ok := c.Recall(path, info); got != key || !ok {
		t.Errorf("recalled %q, %v", got, ok)
	}
	storetest.WriteFile(t, path, append(text, '\n'))
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Recall(path, after); ok {
		t.Error("a file that changed is remembered")
	}
	os.Remove(c.recordFile(path))
	c.remember(path, key, time.Now().Add(3*time.Second), info, after)
	if _, ok := c.Recall(path, after); ok {
		t.Error("a file that changed while it was read is remembered")
	}
	for _, record := range []string{"", "{", `{"path":"x"}`, "null", strings.Repeat("x", 1000)} {
		storetest.WriteFile(t, c.recordFile(path), []byte(record))
		if _, ok := c.Recall(path, info); ok {
			t.Errorf("the record %q is believed", record)
		}
	}
}

// Sum believes what it remembers as long as the file system says the same of the file, and reads it otherwise.
func TestSum(t *testing.T) {
	c, _ := open(t.TempDir())
	path := filepath.Join(t.TempDir(), "weights")
	sum := func(c *Cache) string {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		sum, size, err := c.Sum(context.Background(), f)
		if err != nil || size != 5 {
			t.Fatalf("%d bytes, error %v", size, err)
		}
		return sum
	}
	of := func(content string) string {
		sum := sha256.Sum256([]byte(content))
		return hex.EncodeToString(sum[:])
	}
	storetest.WriteFile(t, path, []byte("first"))
	if got := sum(None(nil)); got != of("first") {
		t.Errorf("without a cache: got %s", got)
	}
	if got := sum(c); got != of("first") {
		t.Errorf("got %s", got)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	c.remember(path, of("other"), time.Now().Add(3*time.Second), before, before)
	if got := sum(c); got != of("other") {
		t.Errorf("what is remembered is not believed: got %s", got)
	}
	time.Sleep(20 * time.Millisecond)                                       // longer than the tick of a clock
	storetest.WriteFile(t, path, []byte("again"))                           // of the same size, in the same file
	if err := os.Chtimes(path, time.Time{}, before.ModTime()); err != nil { // which claims to be as old
		t.Fatal(err)
	}
	if got := sum(c); len(identity(before)) > 0 && got != of("again") {
		t.Errorf("of a file that changed: got %s", got)
	}
}

func TestDefaultDir(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "xdg"))
	t.Setenv("LocalAppData", filepath.Join(home, "xdg"))
	dir, err := DefaultDir()
	if err != nil || filepath.Base(dir) != "wrd" || !strings.HasPrefix(dir, home) || Open("", nil).Dir() != dir {
		t.Errorf("%s, error %v", dir, err)
	}
}

func TestDerived(t *testing.T) {
	c, said := open(t.TempDir())
	stores := map[string]*embedding.Store{"A of x": storetest.Read(t, storetest.Text(20, 3, 1)),
		"B of x": storetest.Read(t, storetest.Text(20, 3, 2))}
	builds := 0
	for range 2 {
		for key, store := range stores {
			s, err := c.Derived("converted", key, func() (*embedding.Store, error) { builds++; return store, nil })
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			if err := storetest.Same(s, store); err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
	if builds != len(stores) {
		t.Errorf("%d builds", builds)
	}
	if list := tables(t, c); len(list) != 2 || list[0].Kind != KindConverted || stores[list[0].Source] == nil {
		t.Errorf("entries %+v", list)
	}
	failed := errors.New("no convergence")
	if _, err := c.Derived("converted", "C", func() (*embedding.Store, error) { return nil, failed }); !errors.Is(err,
		failed) {
		t.Errorf("a build that fails: %v", err)
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
}

// TestDerivedDamaged checks that a converted table is computed again.
func TestDerivedDamaged(t *testing.T) {
	store := storetest.Read(t, storetest.Text(3000, 40, 1))
	builds := 0
	build := func() (*embedding.Store, error) { builds++; return store, nil }
	c, said := open(t.TempDir())
	if _, err := c.Derived("converted", "key", build); err != nil {
		t.Fatal(err)
	}
	entry := tables(t, c)[0].File
	table, err := os.ReadFile(entry)
	if err != nil {
		t.Fatal(err)
	}
	storetest.WriteFile(t, entry, flipped(table, len(table)/2))
	s, err := c.Derived("converted", "key", build)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := storetest.Same(s, store); err != nil || builds != 2 || len(said.Take()) != 1 {
		t.Errorf("%d builds, error %v", builds, err)
	}
}

// TestUnfinishedAreRemoved checks that what a killed run left goes when it is old, and nothing else does.
func TestUnfinishedAreRemoved(t *testing.T) {
	dir := t.TempDir()
	c, _ := open(dir)
	entry := filepath.Base(c.entryFile(Key{Kind: KindVectors, Hash: strings.Repeat("0", 64), Size: 5}))
	stale, fresh, foreign := "."+entry+".0123abcd.tmp", "."+entry+".89abcdef.tmp", ".notes.tmp"
	old := time.Now().Add(-2 * abandoned)
	for _, name := range []string{stale, fresh, foreign} {
		storetest.WriteFile(t, filepath.Join(dir, name), []byte("x"))
		if name != fresh {
			if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := storetest.Text(20, 3, 1)
	keep(c, text, storetest.Read(t, text), "v.vec")
	for name, stays := range map[string]bool{stale: false, fresh: true, foreign: true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: stays %v, want %v", name, err == nil, stays)
		}
	}
}

func flipped(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 0x10
	return b
}
