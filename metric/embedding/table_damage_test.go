package embedding

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestTableChecksOnTouch checks that a damaged block is met by those who touch it, and by nobody else.
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
	if !slices.Equal(s.Row(0), want.Row(0)) || s.Norm(last) != want.Norm(last) || s.Word(last) != want.Word(last) ||
		s.Err() != nil {
		t.Fatalf("what is whole is not used: %v", s.Err())
	}
	if row := s.Row(last); row[0] == row[0] {
		t.Errorf("a damaged row is used: %v", row)
	}
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), "binary table: damaged in bytes ") {
		t.Errorf("error %v", err)
	}
	// From now on nothing looks like a number.
	if id, ok := s.Index("no such word"); !ok || s.Norm(id) == s.Norm(id) || s.Row(id)[0] == s.Row(id)[0] ||
		s.Rows()[0] == s.Rows()[0] {
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
		{"fails", func(error) (*Store, error) { return nil, gone }, "; it could not be rebuilt: the file is gone"},
		{"other content", func(error) (*Store, error) { return someStore(t, 299, 3), nil },
			"; the rebuilt table has the digest "},
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
		if head := headLength(table); mend && head <= len(table) && head >= headerSize {
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
		if bytes.Equal(table[headerSize:], whole[headerSize:]) && bytes.Equal(table[:40], whole[:40]) &&
			s.Err() != nil {
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
