package formats

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/embedding"
)

// A fastTextFile is what a model says. write makes the file of it, right or wrong.
type fastTextFile struct {
	version, model, dim, shortest, longest, buckets int32
	words, labels                                   []string
	pruned                                          int64
	quantised                                       bool
	matrix                                          [][]float32 // of words and buckets
	outputRows                                      int64
	output                                          int // bytes
}

func (f fastTextFile) write() []byte {
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			binary.Write(&b, binary.LittleEndian, v)
		}
	}
	put(int32(793712314), f.version)
	put(f.dim, int32(5), int32(5), int32(1), int32(5), int32(1), int32(2), f.model, f.buckets, f.shortest, f.longest,
		int32(100), float64(1e-4))
	put(int32(len(f.words)+len(f.labels)), int32(len(f.words)), int32(len(f.labels)), int64(1000), f.pruned)
	for kind, list := range [][]string{f.words, f.labels} {
		for _, word := range list {
			put([]byte(word), byte(0), int64(7), byte(kind))
		}
	}
	put(f.quantised, int64(len(f.matrix)), int64(f.dim))
	for _, row := range f.matrix {
		put(row)
	}
	put(false, f.outputRows, int64(f.dim), make([]byte, f.output))
	return b.Bytes()
}

// smallModel has whole numbers for vectors: word i has (i+1, 0), bucket b has (0, b).
func smallModel() fastTextFile {
	f := fastTextFile{version: 12, model: 2, dim: 2, shortest: 2, longest: 3, buckets: 1000,
		words: []string{"</s>", "cat", "straße"}, outputRows: 1, output: 8}
	for i := range f.words {
		f.matrix = append(f.matrix, []float32{float32(i + 1), 0})
	}
	for b := range f.buckets {
		f.matrix = append(f.matrix, []float32{0, float32(b)})
	}
	return f
}

func readFastText(file []byte) (*embedding.Store, Report, error) {
	return ReadFastText(context.Background(), bytes.NewReader(file), "m.bin", "m")
}

func TestReadFastText(t *testing.T) {
	f := smallModel()
	s, report, err := readFastText(f.write())
	if err != nil {
		t.Fatal(err)
	}
	if w := report.Warnings(); len(w) > 0 {
		t.Errorf("warnings %q", w)
	}
	const cat, strasse = 512 + 747 + 945 + 31 + 136 + 106 + 615, 608 + 652 + 922 + 752 + 803 + 910 + 540 + 342 + 358 +
		809 + 950 + 512 + 490
	share := func(sum float32, n int) float32 { return sum * float32(1/float64(n)) }
	if err := holds(s, f.words, [][]float32{{1, 0}, {share(2, 8), share(cat, 8)},
		{share(3, 14), share(strasse, 14)}}); err != nil {
		t.Error(err)
	}
	if got := s.Subwords(); got != (embedding.Subwords{Shortest: 2, Longest: 3, Buckets: 1000}) {
		t.Errorf("%+v", got)
	}
	dst := []float32{9, 9}
	want := share(687+587+409+157+717, 5)
	norm, ok := s.Compose("日本", dst)
	if !ok || dst[0] != 0 || dst[1] != want || norm != float64(want) {
		t.Errorf("composed %v, norm %v, %v, want 0 and %v", dst, norm, ok, want)
	}
}

func TestReadFastTextVariants(t *testing.T) {
	t.Run("labels", func(t *testing.T) {
		f := smallModel()
		f.labels = []string{"__label__a", "cat"} // a label is no word, whatever it is called
		s, _, err := readFastText(f.write())
		if err != nil || s.Len() != 3 {
			t.Fatalf("%v, error %v", s, err)
		}
	})
	t.Run("without n-grams", func(t *testing.T) {
		f := smallModel()
		f.longest = 0
		s, _, err := readFastText(f.write())
		if err != nil {
			t.Fatal(err)
		}
		if err := holds(s, f.words, f.matrix[:3]); err != nil {
			t.Error(err)
		}
		if _, ok := s.Compose("dog", make([]float32, 2)); ok || s.Subwords() != (embedding.Subwords{}) {
			t.Error("has subwords")
		}
	})
	t.Run("version 11, classifier: n-grams do not count", func(t *testing.T) {
		f := smallModel()
		f.version, f.model = 11, supervised
		if s, _, err := readFastText(f.write()); err != nil || s.Subwords() != (embedding.Subwords{}) {
			t.Errorf("%v, error %v", s, err)
		}
	})
	t.Run("words that no token can be", func(t *testing.T) {
		f := smallModel()
		f.words[1] = "c\xff"
		s, report, err := readFastText(f.write())
		if err != nil || s.Len() != 2 || s.Word(1) != "straße" || s.Row(1)[0] != 3*float32(1./14) {
			t.Fatalf("%v, error %v", s, err)
		}
		if w := report.Warnings(); len(w) != 1 ||
			w[0] != `m.bin: 1 row left out, the word is empty or not UTF-8; the first is "c\xff" in row 2` {
			t.Errorf("warnings %q", w)
		}
	})
	t.Run("words too short for an n-gram", func(t *testing.T) {
		f := smallModel()
		f.shortest, f.longest = 5, 6
		s, _, err := readFastText(f.write())
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := s.Compose("ox", make([]float32, 2)); ok {
			t.Error("<ox> has 4 characters, and an n-gram of 5")
		}
		if _, ok := s.Compose("fox", make([]float32, 2)); !ok {
			t.Error("<fox> has 5 characters, and no n-gram of 5")
		}
	})
}

func TestReadFastTextErrors(t *testing.T) {
	change := func(f func(*fastTextFile)) []byte {
		file := smallModel()
		f(&file)
		return file.write()
	}
	whole := smallModel().write()
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "m.bin: cut off before the first row: unexpected EOF"},
		{"another mark", []byte("12345678"), "m.bin: found 0x34333231 at the beginning, expected fastText's mark " +
			"0x2f4f16ba"},
		{"another version", change(func(f *fastTextFile) { f.version = 13 }),
			"m.bin: found version 13 of fastText's format, expected 11 or 12"},
		{"no dimensions", change(func(f *fastTextFile) { f.dim = 0 }),
			"m.bin: found 0 dimensions, expected 1 to 65536"},
		{"odd n-grams", change(func(f *fastTextFile) { f.longest = 1 << 20 }),
			"m.bin: found n-grams of 2 to 1048576 characters in 1000 buckets"},
		{"no words", change(func(f *fastTextFile) { f.words = nil }),
			"m.bin: found a dictionary of 0 entries with 0 words and 0 labels"},
		{"cut off in the dictionary", whole[:100], "m.bin: dictionary entry 1 of 3: unexpected EOF"},
		{"word without end", append(whole[:92:92], bytes.Repeat([]byte("x"), 2<<20)...),
			"m.bin: dictionary entry 1 of 3: found no end of the word in 65536 bytes"},
		{"quantised", change(func(f *fastTextFile) { f.quantised = true }),
			"m.bin: found a quantised model (.ftz), expected one with whole vectors (.bin)"},
		{"pruned", change(func(f *fastTextFile) { f.pruned = 3 }),
			"m.bin: found a quantised model (.ftz), expected one with whole vectors (.bin)"},
		{"fewer rows", change(func(f *fastTextFile) { f.matrix = f.matrix[1:] }),
			"m.bin: found an input matrix of 1002×2, expected 3 words and 1000 buckets of 2 components"},
		{"NaN", change(func(f *fastTextFile) { f.matrix[1][1] = float32(math.NaN()) }),
			"m.bin: row 2: component 2: found NaN, expected a finite number"},
		{"infinite bucket", change(func(f *fastTextFile) { f.matrix[9][0] = float32(math.Inf(-1)) }),
			"m.bin: row 10: component 1: found -Inf, expected a finite number"},
		{"cut off in the matrix", whole[:len(whole)-8*500], "m.bin: cut off in row 507 of 1003: unexpected EOF"},
		{"cut off in the output matrix", whole[:len(whole)-1], "m.bin: cut off in the output matrix: unexpected EOF"},
		{"overflow", change(func(f *fastTextFile) {
			for _, row := range f.matrix {
				row[0] = math.MaxFloat32
			}
		}), `m.bin: the vector of "cat" and its n-grams overflows`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := readFastText(test.file)
			refuses(t, s, err, test.want)
		})
	}
	for n := 0; n < len(whole); n += parts.Of(parts.Thorough, 13, 1) {
		if _, _, err := readFastText(whole[:n]); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("cut to %d of %d bytes: error %v", n, len(whole), err)
		}
	}
}

// TestReadFastTextMemory checks that memory follows the file, not what its head promises.
func TestReadFastTextMemory(t *testing.T) {
	f := smallModel()
	f.dim, f.buckets, f.matrix = embedding.MaxDim, 2_000_000, f.matrix[:3]
	for i := range f.matrix {
		f.matrix[i] = make([]float32, embedding.MaxDim)
	}
	file := f.write()
	at := bytes.Index(file, binary.LittleEndian.AppendUint64(nil, embedding.MaxDim))
	binary.LittleEndian.PutUint64(file[at-8:], 2_000_003)
	var err error
	got := allocated(func() { _, _, err = readFastText(file) })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	if got > 8<<20 {
		t.Errorf("%d bytes allocated for a file of %d", got, len(file))
	}
}

func FuzzReadFastText(f *testing.F) {
	small := smallModel()
	small.buckets, small.matrix = 5, small.matrix[:8]
	f.Add(small.write())
	f.Add(small.write()[:150])
	small.longest = 0
	f.Add(small.write())
	f.Fuzz(func(t *testing.T, file []byte) {
		s, report, err := ReadFastText(context.Background(), bytes.NewReader(file), "m.bin", "m")
		sane(t, s, report, err)
		if err != nil {
			return
		}
		dst := make([]float32, s.Dim())
		for _, word := range []string{"", "a", "zebra", "日本", "\xff", strings.Repeat("long", 100)} {
			if norm, ok := s.Compose(word, dst); ok && norm-norm != 0 {
				t.Fatalf("norm %v of %q", norm, word)
			}
		}
	})
}
