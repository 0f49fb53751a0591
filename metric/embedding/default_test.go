package embedding

import (
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"
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

var update = flag.Bool("update", false, "write the index of the built-in vectors")

// TestDefaultSlots checks that the index in the program is that of its words, and is used as it is.
func TestDefaultSlots(t *testing.T) {
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if bigEndian() {
		t.Skip("this machine makes the index at the start")
	}
	want := bytesOf(buildSmall(s.words.text, s.words.offsets))
	if *update {
		if err := os.WriteFile("distilled-en/words.slots", want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if defaultSlots != string(want) {
		t.Error(`distilled-en/words.slots is not what "go generate" makes of the words`)
	}
	if found := bytesOf(s.words.small); unsafe.SliceData(found) != unsafe.StringData(defaultSlots) {
		t.Error("the index was made again")
	}
	plain := indexVocabulary(s.words.text, s.words.offsets)
	for id := range s.Len() {
		word := s.Word(id)
		if found, ok := s.words.find(word); !ok || found != id {
			t.Fatalf("%q: found %d, %v, expected %d", word, found, ok, id)
		}
		for _, other := range []string{word + "q", word[1:], word[:len(word)-1]} {
			found, ok := s.words.find(other)
			if want, known := plain.find(other); ok != known || found != want {
				t.Fatalf("%q: found %d, %v, expected %d, %v", other, found, ok, want, known)
			}
		}
	}
}

// TestDefaultKeptValues checks that what the file says of itself is what its content gives.
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
	s, err := openQuantized(DefaultName, defaultTable, defaultSlots)
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
		if s, err := openQuantized("v", data, defaultSlots); s != nil || err == nil ||
			!strings.HasPrefix(err.Error(), "vectors v: quantized table: ") {
			t.Errorf("%s: vectors: error %v", name, err)
		}
		if f, err := openQuantizedFrequencies("f", data); f != nil || err == nil ||
			!strings.HasPrefix(err.Error(), "frequencies f: quantized table: ") {
			t.Errorf("%s: frequencies: error %v", name, err)
		}
	}
}
