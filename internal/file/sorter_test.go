package file_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/file"
	"pgregory.net/rapid"
)

// Records come in the order of their keys, equal ones as they were added, in memory and beyond it.
func TestSorter(t *testing.T) {
	type pair struct{ key, value []byte }
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom([]byte("\x00ab\xff")), 0, 12)
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pair {
			return pair{some.Draw(t, "key"), some.Draw(t, "value")}
		}), 0, 60).Draw(t, "records")
		s := file.Sorter{Memory: rapid.SampledFrom([]int{0, 1, 40, 200}).Draw(t, "memory")}
		defer s.Close()
		for _, p := range pairs {
			if err := s.Add(p.key, p.value); err != nil {
				t.Fatal(err)
			}
		}
		want := slices.Clone(pairs)
		slices.SortStableFunc(want, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
		var got []pair
		for r, err := range s.Sorted() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, pair{bytes.Clone(r.Key), bytes.Clone(r.Value)})
		}
		same := func(a, b pair) bool { return bytes.Equal(a.key, b.key) && bytes.Equal(a.value, b.value) }
		if !slices.EqualFunc(want, got, same) {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

// What does not fit into memory goes through a file of which nothing is left, records longer than any buffer, too.
func TestSorterSpills(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	s := file.Sorter{Memory: 1 << 20}
	const n = 300
	for i := range n {
		value := strings.Repeat("x", 80_000+i)
		if err := s.Add([]byte{byte((i * 7) % 10), byte(i >> 8), byte(i)}, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	var last []byte
	count := 0
	for r, err := range s.Sorted() {
		if err != nil {
			t.Fatal(err)
		}
		i := int(r.Key[1])<<8 | int(r.Key[2])
		if bytes.Compare(last, r.Key) >= 0 || len(r.Value) != 80_000+i {
			t.Fatalf("record %d after %v: %v with %d bytes", count, last, r.Key, len(r.Value))
		}
		last = append(last[:0], r.Key...)
		count++
	}
	if count != n {
		t.Errorf("got %d records, want %d", count, n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
