package vectors_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/parts"
)

// TestMain lets the test binary be the other process of the tests below: with childVariable set, it opens the
// vectors given as arguments through the cache in that folder, says their digest, and ends.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		s, err := vectors.Location{Name: os.Args[1], CacheDir: dir,
			Notify: func(notice string) { fmt.Println("notice:", notice) }}.Open(context.Background())
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(s.Digest())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const childVariable = "WRD_TEST_CACHE_CHILD"

// child prepares a process that opens path through the cache in dir.
func child(t *testing.T, dir, path string) (cmd *exec.Cmd, out *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, path)
	cmd.Env = append(os.Environ(), childVariable+"="+dir)
	out = new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// TestKilled kills a process at many moments of reading, writing and renaming. Whatever it left, the next one
// opens the right vectors and has nothing to complain of.
func TestKilled(t *testing.T) {
	text := storetest.Text(12_000, 50, 1)
	store := storetest.Read(t, text)
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, text)

	began := time.Now()
	cmd, out := child(t, filepath.Join(t.TempDir(), "whole"), path)
	if err := cmd.Run(); err != nil || out.String() != store.Digest()+"\n" {
		t.Fatalf("error %v, output %s", err, out)
	}
	whole := time.Since(began)

	runs := parts.Of(parts.Thorough, 8, 40)
	finished, unfinished := 0, 0
	for i := range runs {
		dir := filepath.Join(t.TempDir(), "cache")
		cmd, out := child(t, dir, path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// where it falls does not matter, only that it varies
		time.Sleep(whole * time.Duration(i) / time.Duration(runs))
		cmd.Process.Kill()
		if cmd.Wait() == nil {
			finished++
		}
		left, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
		unfinished += len(left)
		c, said := openIn(dir)
		opened(t, c, path, store)
		opened(t, c, path, store)
		if list := said.Take(); len(list) > 0 {
			t.Errorf("after a kill: notices %q, output %s", list, out)
		}
		if list, err := verified(c); err != nil || len(list) != 1 || list[0].Damage != nil {
			t.Errorf("after a kill: entries %+v, error %v", list, err)
		}
	}
	t.Logf("%d runs: %d finished before the kill, %d left an unfinished entry", runs, finished, unfinished)
}

// TestProcessesAtOnce has several processes make the same entry.
func TestProcessesAtOnce(t *testing.T) {
	text := storetest.Text(6000, 50, 1)
	store := storetest.Read(t, text)
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, text)
	dir := filepath.Join(t.TempDir(), "cache")
	var running []*exec.Cmd
	var outputs []*bytes.Buffer
	for range 5 {
		cmd, out := child(t, dir, path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running, outputs = append(running, cmd), append(outputs, out)
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil || outputs[i].String() != store.Digest()+"\n" {
			t.Errorf("process %d: error %v, output %s", i, err, outputs[i])
		}
	}
	c, said := openIn(dir)
	opened(t, c, path, store)
	if list, err := verified(c); err != nil || len(list) != 1 || list[0].Damage != nil || len(said.Take()) > 0 {
		t.Errorf("entries %+v, error %v", list, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestDamagedEntry spoils an entry in many ways. Each time everything that is used is right, the damage is
// said, and the entry is good again afterwards.
func TestDamagedEntry(t *testing.T) {
	// The first word comes twice, which is said once a run.
	text := storetest.Text(3000, 40, 1)
	text = bytes.Replace(text, []byte("word1 "), []byte("word0 "), 1)
	store := storetest.Read(t, text)
	path := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, path, text)
	c, said := openIn(t.TempDir())
	opened(t, c, path, store)
	if list := said.Take(); len(list) != 1 || !strings.HasPrefix(list[0], path) {
		t.Fatalf("notices %q", list)
	}
	entry := tables(t, c)[0].File
	whole, err := os.ReadFile(entry)
	if err != nil {
		t.Fatal(err)
	}
	other, otherSaid := openIn(t.TempDir())
	otherPath := filepath.Join(t.TempDir(), "v.vec")
	storetest.WriteFile(t, otherPath, storetest.Text(3000, 40, 2))
	opened(t, other, otherPath, storetest.Read(t, storetest.Text(3000, 40, 2)))
	foreign, err := os.ReadFile(tables(t, other)[0].File)
	if err != nil || len(otherSaid.Take()) > 0 {
		t.Fatal(err)
	}

	damages := map[string][]byte{
		"empty": nil, "one byte": whole[:1], "half": whole[:len(whole)/2], "longer": append(bytes.Clone(whole), 'x'),
		"text": text, "zeros": make([]byte, len(whole)), "table of another file": foreign,
		"tail of zeros": append(bytes.Clone(whole[:len(whole)/3]), make([]byte, len(whole)-len(whole)/3)...),
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range parts.Of(parts.Thorough, 10, 60) {
		at := random.IntN(len(whole))
		damages[fmt.Sprint("byte ", at)] = flipped(whole, at)
	}
	for _, at := range []int{0, 8, 16, 60, 130, 500, len(whole) - 1} {
		damages[fmt.Sprint("byte ", at)] = flipped(whole, at)
	}
	for name, content := range damages {
		os.Remove(entry) // not written over: an earlier Store may still have it mapped
		storetest.WriteFile(t, entry, content)
		opened(t, c, path, store)
		list := said.Take() // which of the two comes first depends on when the damage is met
		if len(list) != 2 || !isDamage(list[0], entry) && !isDamage(list[1], entry) {
			t.Errorf("%s: notices %q", name, list)
		}
		if list, err := verified(c); err != nil || len(list) != 1 || list[0].Damage != nil {
			t.Errorf("%s: afterwards %+v, error %v", name, list, err)
		}
	}
}

func isDamage(notice, entry string) bool {
	return strings.HasPrefix(notice, entry) && strings.HasSuffix(notice,
		"; this cache entry is not used and is rebuilt")
}

func flipped(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 0x10
	return b
}

// TestDamagedAndSourceGone has nothing left to take the vectors from: no number may come out.
func TestDamagedAndSourceGone(t *testing.T) {
	text := storetest.Text(3000, 40, 1)
	store := storetest.Read(t, text)
	for name, spoil := range map[string]func(path string) error{
		"removed": os.Remove,
		"changed": func(path string) error { return os.WriteFile(path, storetest.Text(3000, 40, 2), 0o666) },
	} {
		path := filepath.Join(t.TempDir(), "v.vec")
		storetest.WriteFile(t, path, text)
		c, _ := openIn(t.TempDir())
		opened(t, c, path, store)
		entry := tables(t, c)[0].File
		table, err := os.ReadFile(entry)
		if err != nil {
			t.Fatal(err)
		}
		storetest.WriteFile(t, entry, flipped(table, len(table)/2))
		s, err := at(c, path).Open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		if err := spoil(path); err != nil {
			t.Fatal(err)
		}
		if err := storetest.Same(s, store); err == nil || s.Err() == nil {
			t.Errorf("%s: damaged vectors are used: %v", name, s.Err())
		}
		if row := s.Row(0); row[0] == row[0] {
			t.Errorf("%s: a number came out: %v", name, row[0])
		}
	}
}

// verified lists the entries of the cache after reading every one whole.
func verified(c vectors.Location) ([]cache.Entry, error) {
	return cache.Open(c.CacheDir, nil).Verify(context.Background())
}
