package embedding

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// someStore makes a table of n words whose rows are all different.
func someStore(t testing.TB, n, dim int) *Store {
	t.Helper()
	words := make([]string, n)
	rows := make([]float32, n*dim)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", i)
		for k := range dim {
			rows[i*dim+k] = float32(math.Sin(float64(i*dim + k)))
		}
	}
	s, err := New("some", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tableOf returns s as a binary table.
func tableOf(t testing.TB, s *Store, about string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTable(&b, s, []byte(about)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// openBytes writes a table to a file and opens it.
func openBytes(t testing.TB, table []byte, rebuild func(error) (*Store, error)) (*Store, TableInfo, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(file, table, 0o666); err != nil {
		t.Fatal(err)
	}
	s, info, err := OpenTable(file, "opened", rebuild)
	if err == nil {
		t.Cleanup(func() { s.Close() }) // before the folder is removed, which Windows asks for
	}
	return s, info, err
}

// sameContent compares all that a Store gives, bit for bit.
func sameContent(got, want *Store) error {
	if got.Len() != want.Len() || got.Dim() != want.Dim() || got.Stride() != want.Stride() {
		return fmt.Errorf("%d words of %d, stride %d, want %d of %d, %d", got.Len(), got.Dim(), got.Stride(), want.Len(), want.Dim(), want.Stride())
	}
	for id := range want.Len() {
		word := want.Word(id)
		if at, ok := got.Index(word); got.Word(id) != word || !ok || at != id {
			return fmt.Errorf("word %d is %q, and %q is found at %d, %v", id, got.Word(id), word, at, ok)
		}
		if got.Norm(id) != want.Norm(id) || !slices.Equal(got.Row(id), want.Row(id)) {
			return fmt.Errorf("row %d: norm %v, want %v, or its components differ", id, got.Norm(id), want.Norm(id))
		}
		if vec, ok := got.Lookup(word); !ok || !slices.Equal(vec, want.Row(id)) {
			return fmt.Errorf("lookup of %q: %v", word, ok)
		}
		if _, ok := got.Index(word + "\x00"); ok {
			return fmt.Errorf("%q is found", word+"\x00")
		}
	}
	if got.MedianNorm() != want.MedianNorm() || got.Digest() != want.Digest() || !slices.Equal(got.Rows(), want.Rows()) {
		return fmt.Errorf("median %v, want %v, digest %s, want %s, or the rows differ", got.MedianNorm(), want.MedianNorm(), got.Digest(), want.Digest())
	}
	return got.Err()
}

func TestTableRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		want := storeGen(rt)
		about := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(rt, "about")
		file := filepath.Join(dir, "table")
		f, err := os.Create(file)
		if err != nil {
			rt.Fatal(err)
		}
		if err := errors.Join(WriteTable(f, want, about), f.Close(), VerifyTable(context.Background(), file)); err != nil {
			rt.Fatal(err)
		}
		s, info, err := OpenTable(file, "opened", nil)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		if err := sameContent(s, want); err != nil {
			rt.Fatal(err)
		}
		if s.Name() != "opened" || info.Name != "drawn" || !bytes.Equal(info.About, about) || info.Words != want.Len() || info.Dim != want.Dim() ||
			info.Digest != want.Digest() || info.MedianNorm != want.MedianNorm() {
			rt.Fatalf("name %s, info %+v", s.Name(), info)
		}
		if stat, err := StatTable(file); err != nil || stat.Digest != info.Digest || stat.Bytes != info.Bytes {
			rt.Fatalf("stat %+v, error %v", stat, err)
		}
		if again := tableOf(t, s, string(about)); !bytes.Contains(again, []byte("opened")) || len(again) < int(info.Bytes)-64 {
			rt.Fatalf("a table of a table has %d bytes", len(again))
		}
	})
}

func TestTableOfDefault(t *testing.T) {
	want, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := openBytes(t, tableOf(t, want, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sameContent(s, want); err != nil {
		t.Error(err)
	}
	for id := range s.Len() {
		if address := uintptr(unsafe.Pointer(&s.Row(id)[0])); address%64 != 0 {
			t.Fatalf("row %d starts at %#x", id, address)
		}
	}
	if n := testing.AllocsPerRun(100, func() { s.Row(7); s.Norm(7); s.Lookup("violin"); s.Index("xyzzyx") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTableChecksOnTouch holds that a damaged block is met by those who touch it, and by nobody else.
func TestTableChecksOnTouch(t *testing.T) {
	want := someStore(t, 3000, 40)
	table := tableOf(t, want, "")
	last := want.Len() - 1
	at := bytes.Index(table, bytesOf(want.Row(last)))
	table[at] ^= 1
	s, _, err := openBytes(t, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Row(0), want.Row(0)) || s.Norm(last) != want.Norm(last) || s.Word(last) != want.Word(last) || s.Err() != nil {
		t.Fatalf("what is whole is not used: %v", s.Err())
	}
	if row := s.Row(last); row[0] == row[0] {
		t.Errorf("a damaged row is used: %v", row)
	}
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), "binary table: damaged in bytes ") {
		t.Errorf("error %v", err)
	}
	// From now on nothing looks like a number.
	if id, ok := s.Index("no such word"); !ok || s.Norm(id) == s.Norm(id) || s.Row(id)[0] == s.Row(id)[0] || s.Rows()[0] == s.Rows()[0] {
		t.Error("a lost store gives numbers")
	}
}

// TestTableFlippedByte damages every byte in turn. Whatever the byte, the damage is seen when the table is opened, or
// the store is rebuilt and gives what was written; without rebuild it is lost and says so.
func TestTableFlippedByte(t *testing.T) {
	want := someStore(t, 12, 3)
	whole := tableOf(t, want, "about")
	file := filepath.Join(t.TempDir(), "table")
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= byte(1 << (at % 8))
		if err := os.WriteFile(file, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := VerifyTable(context.Background(), file); err == nil {
			t.Errorf("byte %d: not noticed", at)
		}
		calls := 0
		s, _, err := OpenTable(file, "opened", func(error) (*Store, error) { calls++; return want, nil })
		if err != nil {
			continue
		}
		if err := sameContent(s, want); err != nil || calls != 1 {
			t.Errorf("byte %d: rebuilt %d times: %v", at, calls, err)
		}
		s.Close()
		s, _, err = OpenTable(file, "opened", nil)
		if err != nil {
			t.Fatal(err)
		}
		for id := range want.Len() {
			if norm := s.Norm(id); norm == norm && norm != want.Norm(id) {
				t.Errorf("byte %d: norm %v, want %v", at, norm, want.Norm(id))
			}
			if row := s.Row(id); row[0] == row[0] && !slices.Equal(row, want.Row(id)) {
				t.Errorf("byte %d: row %v, want %v", at, row, want.Row(id))
			}
			if word := s.Word(id); word != "" && word != want.Word(id) {
				t.Errorf("byte %d: word %q, want %q", at, word, want.Word(id))
			}
			s.Index(want.Word(id))
		}
		if s.Err() == nil {
			t.Errorf("byte %d: all was used and no error", at)
		}
		s.Close()
	}
}

func TestTableRefused(t *testing.T) {
	whole := tableOf(t, someStore(t, 12, 3), "about")
	version := bytes.Clone(whole)
	version[8]++
	for name, test := range map[string]struct {
		table []byte
		want  string
	}{
		"empty":            {nil, "binary table: 0 bytes, want at least 128"},
		"header only":      {whole[:headerSize], "binary table: 128 bytes, want "},
		"one byte short":   {whole[:len(whole)-1], fmt.Sprintf("binary table: %d bytes, want %d", len(whole)-1, len(whole))},
		"one byte long":    {append(bytes.Clone(whole), 0), fmt.Sprintf("binary table: %d bytes, want %d", len(whole)+1, len(whole))},
		"foreign":          {bytes.Repeat([]byte("word 1 2 3\n"), 100), `binary table: begins with "word 1 2", want "wrdtab\r\n"`},
		"another version":  {version, "binary table: version 2, want 1: another version of the binary table format"},
		"zeros":            {make([]byte, len(whole)), `binary table: begins with "\x00\x00`},
		"zeros after head": {append(bytes.Clone(whole[:headerSize]), make([]byte, len(whole)-headerSize)...), "binary table: the head is damaged"},
	} {
		if s, _, err := openBytes(t, test.table, nil); s != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
	}
	for n := range len(whole) {
		if _, _, _, err := readHead(bytes.NewReader(whole[:n]), int64(n)); err == nil {
			t.Errorf("cut to %d bytes: no error", n)
		}
	}
	if _, _, err := openBytes(t, version, nil); !errors.Is(err, ErrTableVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := StatTable(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestTableCutOffWhileMapped has the file shrink under the mapping, which makes the memory unreadable.
func TestTableCutOffWhileMapped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not let a mapped file be cut off")
	}
	want := someStore(t, 3000, 40)
	file := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(file, tableOf(t, want, ""), 0o666); err != nil {
		t.Fatal(err)
	}
	s, _, err := OpenTable(file, "opened", func(error) (*Store, error) { return want, nil })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := os.Truncate(file, 1<<12); err != nil {
		t.Fatal(err)
	}
	if err := sameContent(s, want); err != nil {
		t.Error(err)
	}
}

// TestTableContradictsItself opens tables whose checksums are right and whose index is not. No accident makes
// them, so what they answer does not matter; but they answer, and VerifyTable sees it.
func TestTableContradictsItself(t *testing.T) {
	want := someStore(t, 12, 3)
	tests := []struct {
		name  string
		spoil func(*vocabulary)
		seen  bool // when it is used, and not only by VerifyTable
	}{
		{"slots without a free one", func(v *vocabulary) { fill(v.slots, hashWord("word1")>>32<<32|1) }, true},
		{"slots beyond the words", func(v *vocabulary) { fill(v.slots, hashWord("word1")>>32<<32|13) }, true},
		{"slots with position 0", func(v *vocabulary) { fill(v.slots, hashWord("word1")>>32<<32) }, true},
		{"slots of other words", func(v *vocabulary) { fill(v.slots, math.MaxUint64) }, true},
		{"no words in the slots", func(v *vocabulary) { fill(v.slots, 0) }, false},
		{"offsets that fall", func(v *vocabulary) { v.offsets[2], v.offsets[3] = v.offsets[3], v.offsets[2] }, true},
		{"offsets beyond the text", func(v *vocabulary) { v.offsets[2] = math.MaxUint32 }, true},
		{"offsets of an empty word", func(v *vocabulary) { v.offsets[2] = v.offsets[1] }, true},
		{"a word that takes in the next", func(v *vocabulary) { v.offsets[2] = v.offsets[3] - 1 }, false},
	}
	for _, test := range tests {
		spoiled := someStore(t, 12, 3)
		spoiled.digest = want.digest // the real one could not be computed
		test.spoil(&spoiled.words)
		s, _, err := openBytes(t, tableOf(t, spoiled, ""), func(error) (*Store, error) { return want, nil })
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		for id := range want.Len() {
			s.Word(id)
			s.Index(want.Word(id))
		}
		if seen := s.mapped.rebuilt.Load() != nil; seen != test.seen || s.Err() != nil {
			t.Errorf("%s: seen %v, error %v", test.name, seen, s.Err())
		}
		if err := VerifyTable(context.Background(), s.mapped.file); err == nil {
			t.Errorf("%s: verified", test.name)
		}
	}
}

func fill(slots []uint64, x uint64) {
	for i := range slots {
		slots[i] = x
	}
}

// TestTableRebuild tells apart what a rebuild may return.
func TestTableRebuild(t *testing.T) {
	want := someStore(t, 300, 3)
	table := tableOf(t, want, "")
	table[len(table)-100] ^= 1
	gone := errors.New("the file is gone")
	tests := []struct {
		name    string
		rebuild func(error) (*Store, error)
		want    string
	}{
		{"none", nil, "the checksum is not the one that was written"},
		{"fails", func(error) (*Store, error) { return nil, gone }, "; it could not be made again: the file is gone"},
		{"other content", func(error) (*Store, error) { return someStore(t, 299, 3), nil }, "; what was made again has the digest "},
	}
	for _, test := range tests {
		s, _, err := openBytes(t, table, test.rebuild)
		if err != nil {
			t.Fatal(err)
		}
		s.Word(299)
		if s.Err() == nil || !strings.Contains(s.Err().Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, s.Err(), test.want)
		}
	}

	// Many goroutines meet the damage at once: one rebuilds, all get what is right.
	var calls atomic.Int32
	s, _, err := openBytes(t, table, func(damage error) (*Store, error) {
		calls.Add(1)
		if damage == nil {
			t.Error("no damage is named")
		}
		return want, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var users sync.WaitGroup
	for range 4 {
		users.Go(func() {
			if err := sameContent(s, want); err != nil {
				t.Error(err)
			}
		})
	}
	users.Wait()
	if calls.Load() != 1 {
		t.Errorf("rebuilt %d times", calls.Load())
	}
	if again := tableOf(t, s, ""); !bytes.Equal(again, tableOf(t, want, "")) {
		t.Error("the table of a rebuilt store differs")
	}
}

func TestWriteTableErrors(t *testing.T) {
	s := someStore(t, 3000, 40)
	size := len(tableOf(t, s, ""))
	full := errors.New("disk full")
	for room := 0; room < size; room += size/50 + 1 {
		if err := WriteTable(&smallDisk{room, full}, s, nil); !errors.Is(err, full) {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
	}
	if err := WriteTable(io.Discard, s, make([]byte, maxAboutBytes+1)); err == nil {
		t.Error("a note of more than 1 MiB: no error")
	}
}

// A smallDisk takes so many bytes and no more.
type smallDisk struct {
	room int
	err  error
}

func (d *smallDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return d.room, d.err
	}
	d.room -= len(p)
	return len(p), nil
}

// TestChecksum pins the definition with the check values of the catalogue of parametrised CRC algorithms:
// 0xe3069283 for CRC-32/ISCSI and 0xcbf43926 for CRC-32/ISO-HDLC, both of "123456789".
func TestChecksum(t *testing.T) {
	if got := checksum([]byte("123456789")); got != 0xe3069283cbf43926 {
		t.Errorf("%#x", got)
	}
}

// FuzzOpenTable changes a table somewhere, with or without making the head's checksum right again, and uses
// all of what opens.
func FuzzOpenTable(f *testing.F) {
	words := []string{"a", "b", "new york", "é"}
	want, err := New("some", words, 2, []float32{1, 2, 3, 4, 5, 6, 7, 8})
	if err != nil {
		f.Fatal(err)
	}
	whole := tableOf(f, want, "about")
	f.Add(uint16(0), []byte{1}, false, uint16(0))
	f.Add(uint16(12), []byte{0xff, 0xff}, true, uint16(0))
	f.Add(uint16(16), []byte{5}, true, uint16(3))
	f.Add(uint16(24), []byte{0xff, 0xff, 0xff, 0xff}, true, uint16(0))
	f.Add(uint16(700), []byte{0xff}, true, uint16(0))
	f.Fuzz(func(t *testing.T, at uint16, change []byte, mend bool, cut uint16) {
		table := bytes.Clone(whole)
		at %= uint16(len(table))
		copy(table[at:], change)
		table = table[:len(table)-min(int(cut), len(table))]
		if head := int(align64(0)) + headLength(table); mend && head <= len(table) && head >= headerSize {
			clear(table[headSumAt:headerSize])
			binary.LittleEndian.PutUint64(table[headSumAt:], checksum(table[:head]))
		}
		same := bytes.Equal(table, whole)
		s, info, err := openBytes(t, table, nil)
		if err != nil {
			if same {
				t.Fatal(err)
			}
			return
		}
		for id := range s.Len() {
			s.Row(id)
			s.Norm(id)
			s.Index(s.Word(id))
		}
		for _, word := range words {
			s.Lookup(word)
		}
		s.Rows()
		_ = info.About
		if bytes.Equal(table[headerSize:], whole[headerSize:]) && bytes.Equal(table[:40], whole[:40]) && s.Err() != nil {
			t.Fatal(s.Err())
		}
	})
}

// headLength returns how long the head is of what may be a table, 0 if its header is not one.
func headLength(table []byte) int {
	if len(table) < headerSize {
		return 0
	}
	var info TableInfo
	name, about, err := info.parseHeader(table[:headerSize])
	if err != nil {
		return 0
	}
	l := info.layout(name + about)
	return int(l.head)
}
