package embedding

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
)

func TestDefault(t *testing.T) {
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Default(); again != s {
		t.Error("opened twice")
	}
	if s.Name() != "distilled-en" || s.Len() != 80000 || s.Dim() != 128 {
		t.Errorf("%s: %d words of %d", s.Name(), s.Len(), s.Dim())
	}
	if s.Word(0) != "the" {
		t.Errorf("the first word is %q", s.Word(0))
	}
	for _, word := range []string{"violin", "n't", "not", "u.s", "señor"} {
		if vec, ok := s.Lookup(word); !ok || len(vec) != 128 {
			t.Errorf("%q: %d components, %v", word, len(vec), ok)
		}
	}
	for _, word := range []string{"", "The", "well-known", "xyzzyx"} {
		if _, ok := s.Index(word); ok {
			t.Errorf("%q has a vector", word)
		}
	}
}

// TestDefaultKeptValues holds that what the file says of itself is what its content gives.
func TestDefaultKeptValues(t *testing.T) {
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	words := make([]string, s.Len())
	rows := make([]float32, 0, s.Len()*s.Dim())
	for id := range words {
		words[id] = s.Word(id)
		rows = append(rows, s.Row(id)...)
	}
	plain, err := New("copy", words, s.Dim(), rows)
	if err != nil {
		t.Fatal(err)
	}
	if s.Digest() != plain.Digest() {
		t.Errorf("digest %s, content %s", s.Digest(), plain.Digest())
	}
	if s.MedianNorm() != plain.MedianNorm() {
		t.Errorf("median norm %v, content %v", s.MedianNorm(), plain.MedianNorm())
	}
	for id := range words {
		if s.Norm(id) != plain.Norm(id) {
			t.Fatalf("norm of %q %v, content %v", words[id], s.Norm(id), plain.Norm(id))
		}
	}

	f, err := DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	var counts []int64
	for word, count := range f.All() {
		all, counts = append(all, word), append(counts, count)
	}
	same, err := NewFrequencies("copy", all, counts, f.Total())
	if err != nil {
		t.Fatal(err)
	}
	if f.Digest() != same.Digest() {
		t.Errorf("digest of the frequencies %s, content %s", f.Digest(), same.Digest())
	}
}

func TestDefaultFrequencies(t *testing.T) {
	f, err := DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	if f.Name() != "distilled-en" || f.Len() != 80000 || f.Total() != 1_000_000_000 {
		t.Errorf("%s: %d words, total %d", f.Name(), f.Len(), f.Total())
	}
	for word, want := range map[string]int64{"the": 53700000, "'s": 8949234, "s": 9156078, "señor": 9075} {
		if count, ok := f.Count(word); !ok || count != want {
			t.Errorf("%q: %d, %v, want %d", word, count, ok, want)
		}
	}
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	for id := range s.Len() {
		if _, ok := f.Count(s.Word(id)); !ok {
			t.Fatalf("%q has a vector and no count", s.Word(id))
		}
	}
}

// TestDefaultSharedByGoroutines opens rows from all sides at once; the race detector watches.
func TestDefaultSharedByGoroutines(t *testing.T) {
	s, err := openQuantized(DefaultName, defaultTable)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for start := range 4 {
		readers.Go(func() {
			for id := start; id < s.Len(); id += 7 {
				if !slices.Equal(s.Row(id), want.Row(id)) {
					t.Errorf("row %d differs", id)
					return
				}
			}
		})
	}
	readers.Go(func() { s.Rows() })
	readers.Wait()
	if !slices.Equal(s.Rows(), want.Rows()) {
		t.Error("rows differ")
	}
}

func TestOpenQuantizedDamaged(t *testing.T) {
	for name, data := range map[string]string{
		"empty":   "",
		"cut off": defaultTable[:len(defaultTable)-1],
		"foreign": "PK" + defaultTable[2:],
	} {
		if s, err := openQuantized("v", data); s != nil || err == nil ||
			!strings.HasPrefix(err.Error(), "vectors v: quantized table: ") {
			t.Errorf("%s: vectors: error %v", name, err)
		}
		if f, err := openQuantizedFrequencies("f", data); f != nil || err == nil ||
			!strings.HasPrefix(err.Error(), "frequencies f: quantized table: ") {
			t.Errorf("%s: frequencies: error %v", name, err)
		}
	}
}

// TestDefaultNearOriginal compares with the float32 file that the default was quantized from.
func TestDefaultNearOriginal(t *testing.T) {
	original := readShared(t, "vectors/distilled-en.vec.gz")
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != original.Len() || s.Dim() != original.Dim() {
		t.Fatalf("%d words of %d, want %d of %d", s.Len(), s.Dim(), original.Len(), original.Dim())
	}
	for id := range s.Len() {
		if s.Word(id) != original.Word(id) {
			t.Fatalf("word %d is %q, want %q", id, s.Word(id), original.Word(id))
		}
		row, want := s.Row(id), original.Row(id)
		largest, worst, dot := 0.0, 0.0, 0.0
		for k := range row {
			largest = max(largest, math.Abs(float64(want[k])))
			worst = max(worst, math.Abs(float64(row[k])-float64(want[k])))
			dot += float64(row[k]) * float64(want[k])
		}
		// Half a step of the scale, which is up to 2⁻¹⁴ above largest/127, and a little for rounding.
		if limit := 0.5 * largest / 127 * (1 + 0x1p-14) * (1 + 1e-6); worst > limit {
			t.Errorf("%q: a component is off by %v, limit %v", s.Word(id), worst, limit)
		}
		if cosine := dot / (s.Norm(id) * original.Norm(id)); cosine < 0.999 {
			t.Errorf("%q: cosine %v with the original", s.Word(id), cosine)
		}
	}
}

// readShared reads vectors from the shared data, and skips the test where there are none.
func readShared(t *testing.T, name string) *Store {
	t.Helper()
	s, report, err := ReadWord2Vec(context.Background(), bytes.NewReader(shareddata.Read(t, name)), name, "original")
	if err != nil || len(report.Warnings()) > 0 {
		t.Fatalf("error %v, warnings %q", err, report.Warnings())
	}
	return s
}
