package formats

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

// npy makes a file of version 1.0 from the dictionary of its header and the numbers.
func npy(header string, numbers ...any) []byte {
	var b bytes.Buffer
	header += strings.Repeat(" ", 63-(len(numPyMagic)+4+len(header))%64) + "\n"
	b.WriteString(numPyMagic + "\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	for _, n := range numbers {
		binary.Write(&b, binary.LittleEndian, n)
	}
	return b.Bytes()
}

func numPyHeader(descr, order, shape string) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
}

func readNumPy(file []byte, words string) (*embedding.Store, Report, error) {
	return ReadNumPy(context.Background(), bytes.NewReader(file), "v.npy", strings.NewReader(words), "v.words", "v")
}

func TestReadNumPy(t *testing.T) {
	rows := [][]float32{{1, -2, 0.5}, {0, 3, 65504}}
	swapped := func(numbers any) []byte {
		var b bytes.Buffer
		binary.Write(&b, binary.BigEndian, numbers)
		return b.Bytes()
	}
	tests := []struct {
		name  string
		file  []byte
		words string
		want  [][]float32
		warn  []string
	}{
		{"f4", npy(numPyHeader("<f4", "False", "(2, 3)"), rows[0], rows[1]), "a\nnew york\n", rows, nil},
		{"f8", npy(numPyHeader("<f8", "False", "(2, 3)"), []float64{1, -2, 0.5, 0, 3, 65504}), "a\nnew york", rows,
			nil},
		{"f8 is rounded", npy(numPyHeader("<f8", "False", "(2, 1)"), []float64{0.1, 1e-60}), "a\nnew york",
			[][]float32{{0.1}, {0}}, nil},
		{"f2", npy(numPyHeader("<f2", "False", "(2, 3)"), []uint16{0x3c00, 0xc000, 0x3800, 0, 0x4200, 0x7bff}),
			"a\nnew york", rows, nil},
		{"big-endian", npy(numPyHeader(">f4", "False", "(2, 3)"), swapped(append(slices.Clone(rows[0]), rows[1]...))),
			"a\nnew york", rows, nil},
		{"Fortran's order", npy(numPyHeader("<f4", "True", "(2, 3)"), []float32{1, 0, -2, 3, 0.5, 65504}),
			"a\nnew york", rows, nil},
		{"Python 2 wrote", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }", rows[0], rows[1]),
			"a\nnew york", rows, nil},
		{"list with byte order mark and CRLF", npy(numPyHeader("<f4", "False", "(2, 3)"), rows[0], rows[1]),
			"\ufeffa\r\nnew york\r\n", rows,
			[]string{"v.npy: byte order mark dropped", "v.npy: carriage return dropped at the end of 2 lines"}},
		{"duplicates", npy(numPyHeader("<f4", "False", "(3, 3)"), rows[0], rows[0], rows[1]), "a\na\nnew york", rows,
			[]string{`v.npy: 1 row left out, the word came before; the first is "a" in line 2`}},
		{"duplicates in Fortran's order", npy(numPyHeader("<f4", "True", "(3, 2)"), []float32{1, 7, 2, 3, 7, 4}),
			"a\na\nnew york", [][]float32{{1, 3}, {2, 4}},
			[]string{`v.npy: 1 row left out, the word came before; the first is "a" in line 2`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, report, err := readNumPy(test.file, test.words)
			if err != nil {
				t.Fatal(err)
			}
			if err := holds(s, []string{"a", "new york"}, test.want); err != nil {
				t.Error(err)
			}
			if got := report.Warnings(); !slices.Equal(got, test.warn) {
				t.Errorf("warnings %q, want %q", got, test.warn)
			}
		})
	}
}

func TestReadNumPyErrors(t *testing.T) {
	good := numPyHeader("<f4", "False", "(2, 2)")
	four := []float32{1, 2, 3, 4}
	tests := []struct {
		name  string
		file  []byte
		words string
		want  string
	}{
		{"empty", nil, "a", "v.npy: cut off before the first row: unexpected EOF"},
		{"another mark", []byte("\x93NUMPI\x01\x00"), "a",
			`v.npy: found "\x93NUMPI" at the beginning, expected NumPy's mark "\x93NUMPY"`},
		{"another version", []byte(numPyMagic + "\x09\x00"),
			"a", "v.npy: found version 9 of NumPy's format, expected 1 to 3"},
		{"long header", []byte(numPyMagic + "\x02\x00\xff\xff\xff\xff"),
			"a", "v.npy: found a header of 4294967295 bytes, expected at most 1048576"},
		{"no dictionary", npy("{}"), "a", "v.npy: found the header \"{}                                      \"…, " +
			"expected 'descr', 'fortran_order' and 'shape'"},
		{"whole numbers", npy(numPyHeader("<i4", "False", "(2, 2)"), four), "a\nb",
			"v.npy: found numbers of another type in the header \"{'descr': '<i4', 'fortran_order': False,\"…, " +
				"expected f2, f4 or f8"},
		{"records", npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2), }", four), "a\nb",
			"v.npy: found numbers of another type in the header \"{'descr': [('a', '<f4')], 'fortran_order\"…, " +
				"expected f2, f4 or f8"},
		{"one dimension", npy(numPyHeader("<f4", "False", "(4,)"), four), "a",
			"v.npy: found an array of the shape (4,), expected two dimensions, words and components"},
		{"three dimensions", npy(numPyHeader("<f4", "False", "(1, 2, 2)"), four), "a",
			"v.npy: found an array of the shape (1, 2, 2), expected two dimensions, words and components"},
		{"a trillion rows", npy(numPyHeader("<f4", "False", "(1000000000000, 300)"), four), "a",
			"v.npy: found an array of 1000000000000 words, expected 1 to 4294967294"},
		{"more rows than 64 bits count", npy(numPyHeader("<f4", "True", "(99999999999999999999, 300)"), four), "a",
			"v.npy: found an array of 99999999999999999999 words, expected 1 to 4294967294"},
		{"four billion rows", npy(numPyHeader("<f4", "True", "(4000000000, 300)"), four), "a",
			"v.words: found 1 word, expected one for each of the 4000000000 rows of v.npy"},
		{"many components", npy(numPyHeader("<f4", "False", "(1, 1000000000000)"), four), "a",
			"v.npy: found an array of 1000000000000 dimensions, expected 1 to 65536"},
		{"no rows", npy(numPyHeader("<f4", "False", "(0, 2)")), "a",
			"v.npy: found an array of 0 words, expected 1 to 4294967294"},
		{"no components", npy(numPyHeader("<f4", "False", "(2, 0)")), "a\nb",
			"v.npy: found an array of 0 dimensions, expected 1 to 65536"},
		{"cut off", npy(good, four[:3]), "a\nb", "v.npy: cut off in row 2 of 2: unexpected EOF"},
		{"more", npy(good, four, four), "a\nb", "v.npy: found more bytes than an array of 2×2 has"},
		{"NaN", npy(good, four[:3], float32(math.NaN())), "a\nb",
			"v.npy: row 2: component 2: found NaN, expected a finite number"},
		{"NaN in Fortran's order", npy(numPyHeader("<f4", "True", "(2, 2)"), four[:3], float32(math.NaN())), "a\nb",
			"v.npy: row 2: component 2: found NaN, expected a finite number"},
		{"too large", npy(numPyHeader("<f8", "False", "(1, 1)"), 1e300),
			"a", "v.npy: row 1: component 1: found 1e+300, expected one that float32 holds"},
		{"no list", npy(good, four), "", "v.words: found an empty file, expected a word on each line"},
		{"fewer words", npy(good, four), "a\n", "v.words: found 1 word, expected one for each of the 2 rows of v.npy"},
		{"more words", npy(good, four), "a\nb\nc", "v.words: found 3 words, expected one for each of the 2 rows " +
			"of v.npy"},
		{"empty word", npy(good, four), "a\n\n", "v.words:2: empty word"},
		{"invalid UTF-8", npy(good, four), "a\nb\xff\n", `v.words:2: invalid UTF-8 at byte 2 of the word "b\xff"`},
		{"long line", npy(good, four), strings.Repeat("x", 2<<20), "v.words:1: line of 1048576 bytes or more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := readNumPy(test.file, test.words)
			refuses(t, s, err, test.want)
		})
	}
	whole := npy(good, four)
	for n := range len(whole) {
		if _, _, err := readNumPy(whole[:n], "a\nb"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("cut to %d of %d bytes: error %v", n, len(whole), err)
		}
	}
}

// TestReadNumPyMemory checks that memory follows the file, not what its header promises, in both orders.
func TestReadNumPyMemory(t *testing.T) {
	words := strings.Repeat("x\n", 10) + strings.Join(strings.Fields(fmt.Sprint(make([]int, 9990))), "\n")
	for _, order := range []string{"False", "True"} {
		file := npy(numPyHeader("<f4", order, "(10000, 65536)"), make([]float32, embedding.MaxDim))
		var err error
		got := allocated(func() { _, _, err = readNumPy(file, words) })
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
		if got > 8<<20 {
			t.Errorf("order %s: %d bytes allocated for a file of %d", order, got, len(file))
		}
	}
}

func FuzzReadNumPy(f *testing.F) {
	f.Add(npy(numPyHeader("<f4", "False", "(2, 2)"), []float32{1, 2, 3, 4}), "a\nb")
	f.Add(npy(numPyHeader(">f8", "True", "(2, 2)"), []float64{1, 2, 3, 4}), "a\na")
	f.Add(npy(numPyHeader("<f2", "True", "(1, 65536)"), []uint16{1, 2, 3, 4}), "\ufeffa\r\n")
	f.Fuzz(func(t *testing.T, file []byte, words string) {
		s, report, err := readNumPy(file, words)
		sane(t, s, report, err)
	})
}
