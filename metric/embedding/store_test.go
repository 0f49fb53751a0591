package embedding

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

func TestNew(t *testing.T) {
	words := []string{"a", "b", "new york"}
	rows := []float32{3, 4, 0, 0, -1, 0}
	s, err := New("mine", words, 2, rows)
	if err != nil {
		t.Fatal(err)
	}
	words[0], rows[0] = "changed", 99 // New copies
	if s.Name() != "mine" || s.Len() != 3 || s.Dim() != 2 || s.Stride() != 16 {
		t.Errorf("%s: %d words of %d, stride %d", s.Name(), s.Len(), s.Dim(), s.Stride())
	}
	if s.Word(0) != "a" || !slices.Equal(s.Row(0), []float32{3, 4}) || s.Norm(0) != 5 || s.Norm(1) != 0 {
		t.Errorf("%q %v, norms %v %v", s.Word(0), s.Row(0), s.Norm(0), s.Norm(1))
	}
	if vec, ok := s.Lookup("new york"); !ok || !slices.Equal(vec, []float32{-1, 0}) {
		t.Errorf("new york: %v, %v", vec, ok)
	}
	if vec, ok := s.Lookup("A"); ok || vec != nil {
		t.Errorf("A: %v, %v", vec, ok)
	}
	if len(s.Rows()) != 3*16 || s.Rows()[16*2] != -1 {
		t.Errorf("rows %v", s.Rows())
	}
}

func TestNewErrors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	tests := []struct {
		name  string
		words []string
		dim   int
		rows  []float32
		want  string
	}{
		{"no words", nil, 1, nil, "vectors v: no words"},
		{"no dimensions", []string{"a"}, 0, nil, "vectors v: found 0 dimensions, expected 1 to 65536"},
		{"negative dimensions", []string{"a"}, -1, nil, "vectors v: found -1 dimensions, expected 1 to 65536"},
		{"too many dimensions", []string{"a"}, 65537, nil, "vectors v: found 65537 dimensions, expected 1 to 65536"},
		{"short rows", []string{"a", "b"}, 2, []float32{1, 2, 3},
			"vectors v: found 3 components, expected 2 words of 2"},
		{"long rows", []string{"a"}, 2, []float32{1, 2, 3, 4}, "vectors v: found 4 components, expected 1 words of 2"},
		{"empty word", []string{"a", ""}, 1, []float32{1, 2}, "vectors v: word 2: empty word"},
		{"repeated word", []string{"a", "b", "a"}, 1, []float32{1, 2, 3}, `vectors v: word 3: "a" is also word 1`},
		{"invalid UTF-8", []string{"a\xff"}, 1, []float32{1},
			`vectors v: word 1: invalid UTF-8 at byte 2 of the word "a\xff"`},
		{"NaN", []string{"a", "b"}, 2, []float32{1, 2, 3, nan}, `vectors v: word 2, "b": component 2 is NaN`},
		{"infinity", []string{"a"}, 1, []float32{inf}, `vectors v: word 1, "a": component 1 is -Inf`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := New("v", test.words, test.dim, test.rows)
			if s != nil || err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// TestDigest pins the definition: SHA-256 by Python's hashlib over the bytes that the comment lists.
func TestDigest(t *testing.T) {
	s, err := New("v", []string{"a", "é"}, 2, []float32{1, -2, 0.5, 0})
	if err != nil {
		t.Fatal(err)
	}
	if want := "b88a665a9b97901c64dafad77f0fcf390dc7c1a615617a5f56828af3ac3f98a7"; s.Digest() != want {
		t.Errorf("vectors %s, want %s", s.Digest(), want)
	}
	f, err := NewFrequencies("f", []string{"a", "é"}, []int64{7, 300}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if want := "bafcfe95d4d74ad5527ad5561cfba64faceeb596fbc512993da3d2d02caffb66"; f.Digest() != want {
		t.Errorf("frequencies %s, want %s", f.Digest(), want)
	}
}

// TestDigestDistinguishes checks that each part of the content, and nothing else, is in the digest.
func TestDigestDistinguishes(t *testing.T) {
	digest := func(name string, words []string, dim int, rows ...float32) string {
		s, err := New(name, words, dim, rows)
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest()
	}
	base := digest("v", []string{"ab", "c"}, 1, 1, 2)
	if other := digest("w", []string{"ab", "c"}, 1, 1, 2); other != base {
		t.Error("the name is in the digest")
	}
	for name, other := range map[string]string{
		"component":     digest("v", []string{"ab", "c"}, 1, 1, 3),
		"word":          digest("v", []string{"ab", "d"}, 1, 1, 2),
		"word boundary": digest("v", []string{"a", "bc"}, 1, 1, 2),
		"order":         digest("v", []string{"c", "ab"}, 1, 2, 1),
		"length":        digest("v", []string{"ab"}, 1, 1),
		"dimension":     digest("v", []string{"ab"}, 2, 1, 2),
	} {
		if other == base {
			t.Errorf("another %s, the same digest", name)
		}
	}
}

// TestMedianNorm has its values from numpy.median.
func TestMedianNorm(t *testing.T) {
	tests := []struct {
		name  string
		norms []float32
		want  float64
	}{
		{"one", []float32{3}, 3},
		{"two", []float32{3, 4}, 3.5},
		{"odd", []float32{9, 1, 4}, 4},
		{"even", []float32{9, 1, 4, 2}, 3},
		{"equal", []float32{2, 2, 2, 2}, 2},
		{"sign does not count", []float32{-5, 1, -3}, 3},
	}
	for _, test := range tests {
		words := make([]string, len(test.norms))
		for i := range words {
			words[i] = fmt.Sprint(i)
		}
		s, err := New("v", words, 1, test.norms)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.MedianNorm(); got != test.want || s.MedianNorm() != got {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestLayout holds what vector kernels rely on: 64-byte rows, zero padding, views that cannot be grown
// into their neighbours.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := storeGen(t)
		rows := s.Rows()
		if s.Stride()%16 != 0 || s.Stride() < s.Dim() || s.Stride() >= s.Dim()+16 || len(rows) != s.Len()*s.Stride() {
			t.Fatalf("%d words of %d, stride %d, %d floats", s.Len(), s.Dim(), s.Stride(), len(rows))
		}
		for id := range s.Len() {
			padded := rows[id*s.Stride() : (id+1)*s.Stride()]
			if address := uintptr(unsafe.Pointer(&padded[0])); address%64 != 0 {
				t.Fatalf("row %d starts at %#x", id, address)
			}
			row := s.Row(id)
			if len(row) != s.Dim() || cap(row) != s.Dim() || &row[0] != &padded[0] {
				t.Fatalf("row %d is no view of Rows, or can be grown", id)
			}
			for _, x := range padded[s.Dim():] {
				if x != 0 {
					t.Fatalf("padding of row %d is %v", id, padded[s.Dim():])
				}
			}
		}
	})
}

func TestNorm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := storeGen(t)
		for id := range s.Len() {
			sum := 0.0
			for _, x := range s.Row(id) {
				sum += float64(x) * float64(x)
			}
			// Two orders of at most 20 positive terms differ by less than 20 units in the last place.
			if want := math.Sqrt(sum); math.Abs(s.Norm(id)-want) > 20*0x1p-52*want {
				t.Fatalf("norm %v, want %v", s.Norm(id), want)
			}
		}
	})
}

// TestIndex checks that the index finds every word at its place and no other word.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := storeGen(t)
		known := make(map[string]bool)
		for id := range s.Len() {
			known[s.Word(id)] = true
			if at, ok := s.Index(s.Word(id)); !ok || at != id {
				t.Fatalf("%q is found at %d, %v, want %d", s.Word(id), at, ok, id)
			}
		}
		others := rapid.SliceOf(wordGen).Draw(t, "others")
		for word := range known {
			others = append(others, word+"x", word[1:], "x"+word)
		}
		for _, word := range append(others, "") {
			if _, ok := s.Index(word); ok != known[word] {
				t.Fatalf("%q is found: %v", word, ok)
			}
		}
	})
}

func TestIndexAllocatesNothing(t *testing.T) {
	s, err := New("v", []string{"violin", "orchestra"}, 1, []float32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	text := "a violin in an orchestra"
	if n := testing.AllocsPerRun(100, func() {
		s.Index(text[2:8])
		s.Lookup("flute")
		s.Row(1)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// wordGen draws words.
var wordGen = rapid.StringMatching(`[^ \n\x{FEFF}]{1,12}`)

// storeGen draws small tables.
func storeGen(t *rapid.T) *Store {
	words := rapid.SliceOfNDistinct(wordGen, 1, 40, rapid.ID).Draw(t, "words")
	dim := rapid.IntRange(1, 20).Draw(t, "dim")
	rows := rapid.SliceOfN(rapid.Float32Range(-math.MaxFloat32, math.MaxFloat32), len(words)*dim,
		len(words)*dim).Draw(t, "rows")
	s, err := New("drawn", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
