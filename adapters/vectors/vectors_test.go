package vectors_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric/embedding"
)

// openIn returns a location with a cache in dir, which says what it has to say to the returned list.
func openIn(dir string) (vectors.Location, *storetest.Notices) {
	n := new(storetest.Notices)
	return vectors.Location{CacheDir: dir, Notify: n.Add}, n
}

// at returns a location of other vectors.
func at(s vectors.Location, name string) vectors.Location {
	s.Name = name
	return s
}

func zipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// opened opens a file and checks that everything it gives is what was written.
func opened(t testing.TB, c vectors.Location, path string, want *embedding.Store) *embedding.Store {
	t.Helper()
	s, err := at(c, path).Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := storetest.Same(s, want); err != nil {
		t.Error(err)
	}
	return s
}

// tables returns the entries of the cache.
func tables(t testing.TB, c vectors.Location) []cache.Entry {
	t.Helper()
	list, err := cache.Open(c.CacheDir, nil).List()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVectors(t *testing.T) {
	text := storetest.Text(200, 7, 1)
	store := storetest.Read(t, text)
	for name, content := range map[string][]byte{"plain.vec": text, "packed.txt.gz": zipped(t, text)} {
		called, _, _ := strings.Cut(name, ".")
		t.Run(name, func(t *testing.T) {
			c, said := openIn(filepath.Join(t.TempDir(), "new", "cache"))
			path := filepath.Join(t.TempDir(), name)
			storetest.WriteFile(t, path, content)
			for range 3 {
				s := opened(t, c, path, store)
				if s.Name() != called {
					t.Errorf("name %q", s.Name())
				}
			}
			list := tables(t, c)
			if len(list) != 1 || list[0].Kind != cache.KindVectors || list[0].Source != path || list[0].Words != 200 ||
				list[0].Dim != 7 ||
				list[0].Name != called || list[0].Digest != store.Digest() || list[0].Damage != nil {
				t.Errorf("entries %+v", list)
			}
			if info, err := os.Stat(list[0].File); err != nil || info.Size() != list[0].Bytes {
				t.Errorf("size %d, error %v", list[0].Bytes, err)
			}
			if list := said.Take(); len(list) > 0 {
				t.Errorf("notices %q", list)
			}
		})
	}
}

// TestVectorsKey checks that content alone decides which table is used.
func TestVectorsKey(t *testing.T) {
	c, said := openIn(t.TempDir())
	dir := t.TempDir()
	first, second := storetest.Text(50, 3, 1), storetest.Text(50, 3, 2)
	if len(first) != len(second) {
		t.Fatal("the files must have one size")
	}
	path, copied := filepath.Join(dir, "a.vec"), filepath.Join(dir, "b.vec")
	storetest.WriteFile(t, path, first)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	opened(t, c, path, storetest.Read(t, first))
	storetest.WriteFile(t, copied, first)
	if s := opened(t, c, copied, storetest.Read(t, first)); s.Name() != "b" {
		t.Errorf("a second file of the same content is called %q", s.Name())
	}
	if n := len(tables(t, c)); n != 1 {
		t.Errorf("%d entries for one content", n)
	}
	// Another content of the same size, in place, by rename, and with the old time put back.
	for _, change := range []func(content []byte){
		func(content []byte) { storetest.WriteFile(t, path, content) },
		func(content []byte) {
			storetest.WriteFile(t, path+".new", content)
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		},
		func(content []byte) {
			if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
				return // nothing would show it here
			}
			storetest.WriteFile(t, path, content)
			if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, content := range [][]byte{second, first} {
			change(content)
			opened(t, c, path, storetest.Read(t, content))
			opened(t, c, path, storetest.Read(t, content))
		}
	}
	if n := len(tables(t, c)); n != 2 {
		t.Errorf("%d entries for two contents", n)
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
}

// TestVectorsChangedAtOnce writes the file over and over as fast as it can be opened, which a time
// that stands still would hide.
func TestVectorsChangedAtOnce(t *testing.T) {
	c, _ := openIn(t.TempDir())
	path := filepath.Join(t.TempDir(), "v.vec")
	texts := [][]byte{storetest.Text(20, 3, 1), storetest.Text(20, 3, 2), storetest.Text(20, 3, 3)}
	stores := []*embedding.Store{storetest.Read(t, texts[0]), storetest.Read(t, texts[1]), storetest.Read(t, texts[2])}
	for i := range 60 {
		storetest.WriteFile(t, path, texts[i%3])
		opened(t, c, path, stores[i%3])
	}
}

// TestWarningsAreRepeated checks that what a reader tolerated is reported on every use.
func TestWarningsAreRepeated(t *testing.T) {
	c, said := openIn(t.TempDir())
	dir := t.TempDir()
	text := []byte("\ufeff3 1\r\na 1\nb 2\na 3\n")
	for _, name := range []string{"first.vec", "first.vec", "second.vec"} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			storetest.WriteFile(t, path, text)
		}
		opened(t, c, path, storetest.Read(t, text))
		want := []string{
			path + ": byte order mark dropped",
			path + ": carriage return dropped at the end of 1 line",
			path + `: 1 row left out, the word came before; the first is "a" in line 4`,
		}
		if got := said.Take(); !slices.Equal(got, want) {
			t.Errorf("notices %q, want %q", got, want)
		}
	}
}

func TestVectorsNotKept(t *testing.T) {
	text := storetest.Text(20, 3, 1)
	store := storetest.Read(t, text)
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, text)

	c, said := openIn(t.TempDir())
	c.Name, c.Stdin = "-", bytes.NewReader(text)
	s, err := c.Open(context.Background())
	if err != nil || storetest.Same(s, store) != nil || s.Name() != "-" || len(tables(t, c)) != 0 {
		t.Errorf("standard input: error %v, %d entries", err, len(tables(t, c)))
	}
	c.Stdin = nil
	if _, err := c.Open(context.Background()); err == nil ||
		err.Error() != "standard input: found an empty file, expected vectors" {
		t.Errorf("no standard input: %v", err)
	}
	c.NoCache = true
	opened(t, c, path, store)
	if len(tables(t, c)) != 0 {
		t.Error("a table is kept without the cache")
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}

	// A folder that cannot be: its path goes through a file.
	for _, dir := range []string{path, filepath.Join(path, "cache")} {
		c, said := openIn(dir)
		opened(t, c, path, store)
		if list := said.Take(); len(list) != 1 || !strings.HasSuffix(list[0], "; going on without the cache") {
			t.Errorf("notices %q", list)
		}
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("LocalAppData", "")
	c, said = openIn("")
	opened(t, c, path, store)
	if list := said.Take(); len(list) != 1 || !strings.HasPrefix(list[0], "no cache: ") {
		t.Errorf("no home: notices %q", list)
	}
}

func TestVectorsErrors(t *testing.T) {
	dir := t.TempDir()
	c, _ := openIn(t.TempDir())
	packed := zipped(t, storetest.Text(20, 3, 1))
	for _, test := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"garbled.vec", []byte("2 3\na 1 2 3\nb 1 x 3\n"), `:3: component 2: found "x", expected a number`},
		{"cut.vec.gz", packed[:len(packed)-9], "the gzip stream is cut off after"},
		{"head.gz", packed[:4], "the gzip stream is cut off after 4 compressed bytes"},
		{"empty.vec", nil, ": found an empty file, expected vectors"},
	} {
		path := filepath.Join(dir, test.name)
		storetest.WriteFile(t, path, test.content)
		for range 2 {
			_, err := at(c, path).Open(context.Background())
			if err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %s", test.name, err, test.want)
			}
		}
	}
	if _, err := at(c, filepath.Join(dir, "none")).Open(context.Background()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := at(c, dir).Open(context.Background()); err == nil ||
		!strings.Contains(err.Error(), "found a directory") {
		t.Errorf("a folder: %v", err)
	}
	if n := len(tables(t, c)); n != 0 {
		t.Errorf("%d entries of bad files", n)
	}
	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	path := filepath.Join(dir, "good.vec")
	storetest.WriteFile(t, path, storetest.Text(20, 3, 1))
	if _, err := at(c, path).Open(ctx); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestProgress(t *testing.T) {
	c, _ := openIn(t.TempDir())
	path := filepath.Join(t.TempDir(), "v.vec")
	text := storetest.Text(20, 3, 1)
	storetest.WriteFile(t, path, text)
	var shown []string
	progress := func(what string, position func() (int64, int64)) func() {
		return func() {
			done, total := position()
			shown = append(shown, fmt.Sprintf("%s: %d of %d", what, done, total))
		}
	}
	for range 2 {
		c.Name, c.Progress = path, progress
		s, err := c.Open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		os.RemoveAll(filepath.Join(c.CacheDir, "files"))
	}
	want := []string{
		fmt.Sprintf("reading %s: %d of %[2]d", path, len(text)),
		fmt.Sprintf("checking %s: %d of %[2]d", path, len(text)),
	}
	if !slices.Equal(shown, want) {
		t.Errorf("shown %q, want %q", shown, want)
	}
}
