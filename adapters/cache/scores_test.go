package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/wordrotator/wrd/internal/parts" // fewer cases of laws
	"pgregory.net/rapid"
)

// keyOf and valueOf are the key and the value of a number, which nothing else has.
func keyOf(i int) (key ScoreKey) {
	binary.LittleEndian.PutUint64(key[:], uint64(i)*0x9e3779b97f4a7c15)
	return key
}

func valueOf(i, size int) []byte {
	return append(bytes.Repeat([]byte{byte(i)}, size-8), binary.LittleEndian.AppendUint64(nil, uint64(i))...)
}

// found returns which of the numbers below n have a value, each of which must be its own.
func found(t interface{ Fatalf(string, ...any) }, s *Scores, n, size int) map[int]bool {
	all := map[int]bool{}
	for i := range n {
		if value, ok := s.Get(keyOf(i)); ok {
			if !bytes.Equal(value, valueOf(i, size)) {
				t.Fatalf("value %d: found %x", i, value)
			}
			all[i] = true
		}
	}
	return all
}

// scoresFile returns the path of the only file of scores in a folder.
func scoresFile(t testing.TB, dir string) string {
	t.Helper()
	list, _ := filepath.Glob(filepath.Join(dir, scoresFolder, "*"))
	if len(list) != 1 {
		t.Fatalf("found %v, expected one file", list)
	}
	return list[0]
}

// TestScores checks that values come back, under their key, their setting and their size alone.
func TestScores(t *testing.T) {
	dir := t.TempDir()
	c, said := open(dir)
	s := c.Scores("a setting", "about it", 30)
	for i := range 100 {
		s.Put(keyOf(i), valueOf(i, 30))
	}
	if n := len(found(t, s, 200, 30)); n != 100 {
		t.Errorf("before anything was written: found %d values, expected 100", n)
	}
	s.Flush()
	s.Close()
	if n := len(found(t, c.Scores("a setting", "", 30), 200, 30)); n != 100 {
		t.Errorf("opened again: found %d values, expected 100", n)
	}
	if n := len(found(t, c.Scores("another setting", "", 30), 200, 30)); n != 0 {
		t.Errorf("another setting: found %d values, expected none", n)
	}
	list, err := c.List()
	if err != nil || len(list) != 1 || list[0].Kind != KindScores || list[0].Source != "about it" {
		t.Errorf("list: found %+v, %v", list, err)
	}
	if n, _, err := c.Clear(); n != 1 || err != nil {
		t.Errorf("clear: found %d, %v", n, err)
	}
	if n := len(found(t, c.Scores("a setting", "", 30), 200, 30)); n != 0 {
		t.Errorf("cleared: found %d values, expected none", n)
	}
	if list := said.Take(); len(list) > 0 {
		t.Errorf("notices %q", list)
	}
}

// TestScoresTogether checks that several writers do not lose what the others write.
func TestScoresTogether(t *testing.T) {
	c, _ := open(t.TempDir())
	var writers []*Scores
	for range 3 {
		writers = append(writers, c.Scores("s", "", 29))
	}
	for i := range 300 {
		writers[i%3].Put(keyOf(i), valueOf(i, 29))
		if i%7 == 0 {
			writers[i%3].Flush()
		}
	}
	for _, s := range writers {
		s.Flush()
	}
	if n := len(found(t, c.Scores("s", "", 29), 300, 29)); n != 300 {
		t.Errorf("found %d values, expected 300", n)
	}
}

// TestDamagedScores checks that a damaged file gives no wrong value, loses none that was not damaged, and takes more.
func TestDamagedScores(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		const n, size = 20, 17
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			r.Fatal(err)
		}
		c, _ := open(dir)
		s := c.Scores("s", "about", size)
		for i := range n {
			s.Put(keyOf(i), valueOf(i, size))
		}
		s.Flush()
		path := scoresFile(t, dir)
		data, err := os.ReadFile(path)
		if err != nil {
			r.Fatal(err)
		}
		length := len(recordMark) + len(ScoreKey{}) + size + sumSize
		at := rapid.IntRange(0, len(data)-1).Draw(r, "at")
		end := rapid.IntRange(at+1, min(len(data), at+3*length)).Draw(r, "end")
		other := rapid.SliceOfN(rapid.Byte(), 0, 2*length).Draw(r, "other")
		damaged := append(append(bytes.Clone(data[:at]), other...), data[end:]...)
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			r.Fatal(err)
		}
		left := found(r, c.Scores("s", "", size), n, size)
		for i := range n {
			start := len("about\n") + i*length
			if (start+length <= at || start >= end) && !left[i] {
				r.Fatalf("value %d is lost, whose record was not touched", i)
			}
		}
		again := c.Scores("s", "", size)
		for i := range n {
			again.Put(keyOf(i), valueOf(i, size))
		}
		again.Flush()
		if left := found(r, c.Scores("s", "", size), n, size); len(left) != n {
			r.Fatalf("written again: found %d values, expected %d", len(left), n)
		}
	})
}

// TestVerifyScores checks that any changed byte of a record, and a record that is cut off, is damage.
func TestVerifyScores(t *testing.T) {
	c, _ := open(t.TempDir())
	for _, about := range []string{"about", "about"} { // begun twice, as two processes may
		s := c.Scores("s", about, 17)
		for i := range 4 {
			s.Put(keyOf(i), valueOf(i, 17))
		}
		s.pending = append([]byte(about+"\n"), s.pending...)
		s.Flush()
		s.Close()
	}
	path := scoresFile(t, c.Dir())
	damage := func() error {
		list, err := c.Verify(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("found %v, %v, expected one entry", list, err)
		}
		return list[0].Damage
	}
	if err := damage(); err != nil {
		t.Errorf("as written: %v", err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := bytes.Index(good, []byte(recordMark)); at < len(good); at += 5 {
		data := bytes.Clone(good)
		data[at] ^= 4
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if damage() == nil {
			t.Errorf("byte %d changed: found no damage", at)
		}
	}
	if err := os.Truncate(path, int64(len(good)-3)); err != nil {
		t.Fatal(err)
	}
	if err := damage(); err == nil || !strings.Contains(err.Error(), "are damaged") {
		t.Errorf("cut off: %v", err)
	}
}

// TestScoresAreBounded checks that files and memory stop growing, and that what is asked for stays.
func TestScoresAreBounded(t *testing.T) {
	const size, limit = 29, 10_000
	dir := t.TempDir()
	c, _ := open(dir)
	s := c.Scores("s", "", size)
	s.limit = limit
	for i := range 5000 {
		if _, ok := s.Get(keyOf(0)); !ok && i > 0 {
			t.Fatalf("after %d values the one that is always asked for is gone", i)
		}
		s.Put(keyOf(i), valueOf(i, size))
		s.Flush()
	}
	var bytes int64
	for _, e := range c.scoresFiles() {
		bytes += e.Bytes
	}
	if bytes > 2*limit+1000 || len(s.young.values)+len(s.old.values) > 2*limit {
		t.Errorf("found %d bytes in files and %d in memory, expected no more than about %d", bytes,
			len(s.young.values)+len(s.old.values), 2*limit)
	}
	if left := found(t, c.Scores("s", "", size), 5000, size); !left[4999] || !left[0] || len(left) < 100 {
		t.Errorf("found %d values, expected the last ones and the first", len(left))
	}
}

// TestOldScoresGo checks that all files together are bounded, and that the ones written to least lately go.
func TestOldScoresGo(t *testing.T) {
	dir := t.TempDir()
	c, _ := open(dir)
	for i, setting := range []string{"first", "second", "third"} {
		s := c.Scores(setting, setting, 9)
		s.Put(keyOf(1), valueOf(1, 9))
		s.Flush()
		if err := os.Truncate(s.path, scoresBytes/2-1); err != nil { // of nothing: it takes no room
			t.Skipf("large files cannot be made here: %v", err)
		}
		written := time.Now().Add(time.Duration(i-3) * time.Hour)
		if err := os.Chtimes(s.path, written, written); err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	c.removeOldScores()
	var left []string
	for _, e := range c.scoresFiles() {
		left = append(left, scoresLine(e.File))
	}
	if len(left) != 2 || strings.Contains(fmt.Sprint(left), "first") {
		t.Errorf("found %v, expected second and third", left)
	}
}

// TestScoresNowhere checks that scores are kept in memory where there is no folder, and where it is not one.
func TestScoresNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	linked := t.TempDir()
	c, _ := open(linked)
	s := c.Scores("s", "", 9)
	if err := os.MkdirAll(filepath.Dir(s.path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, s.path); err != nil {
		t.Skip("links cannot be made here")
	}
	for name, dir := range map[string]string{
		"a file for a folder": path, "a link for a file": linked, "no folder can be made": filepath.Join(path, "below"),
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := open(dir)
			s := c.Scores("s", "", 9)
			if err := s.Check(); err == nil {
				t.Error("Check found nothing wrong")
			}
			failures := 0
			for i := range 3 {
				s.Put(keyOf(i), valueOf(i, 9))
				if s.Flush() != nil {
					failures++
				}
			}
			if n := len(found(t, s, 3, 9)); n != 3 {
				t.Errorf("found %d values, expected 3", n)
			}
			if failures != 1 {
				t.Errorf("it was said %d times that they are not kept, expected once", failures)
			}
			if written, err := os.ReadFile(path); err != nil || len(written) > 0 {
				t.Errorf("the file holds %q, %v", written, err)
			}
		})
	}
}

// TestScoresCheckLeavesNothing checks a folder that can be written, before and after there is a file.
func TestScoresCheckLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	c, _ := open(dir)
	s := c.Scores("s", "", 9)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(filepath.Join(dir, scoresFolder)); err != nil || len(list) > 0 {
		t.Errorf("left behind: %v, %v", list, err)
	}
	killed := filepath.Join(dir, scoresFolder, ".trial.123.tmp")
	if err := os.WriteFile(killed, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Clear(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(killed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("clear: what a killed check left is still there (%v)", err)
	}
	s.Put(keyOf(1), valueOf(1, 9))
	if err := errors.Join(s.Flush(), c.Scores("s", "", 9).Check()); err != nil {
		t.Error(err)
	}
	if n := len(found(t, c.Scores("s", "", 9), 2, 9)); n != 1 {
		t.Errorf("found %d values, expected 1", n)
	}
}

// A file of any bytes gives only records that a writer of the same setting could have made, and counts the rest.
func FuzzScores(f *testing.F) {
	var setting [32]byte
	record := func(i int) []byte {
		key := keyOf(i)
		body := append(key[:], valueOf(i, 9)...)
		sum := recordSum(setting, body)
		return append(append([]byte(recordMark), body...), sum[:]...)
	}
	f.Add(append(record(1), record(2)...))
	f.Add(append([]byte("about\n"+recordMark), record(3)...))
	f.Add(record(4)[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		records := func(data []byte, each func(ScoreKey, []byte)) int { return records(data, setting, 9, each) }
		var whole []byte
		n := 0
		other := records(data, func(key ScoreKey, value []byte) {
			body := append(key[:], value...)
			sum := recordSum(setting, body)
			whole = append(append(append(whole, recordMark...), body...), sum[:]...)
			n++
		})
		if other+len(whole) != len(data) {
			t.Errorf("%d bytes of records and %d others, expected %d", len(whole), other, len(data))
		}
		again := 0
		if records(whole, func(ScoreKey, []byte) { again++ }) != 0 || again != n {
			t.Errorf("found %d records, then %d", n, again)
		}
	})
}
