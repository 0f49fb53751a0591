package formats

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wordrotator/wrd/metric/embedding"
)

func readWord2VecBinary(file string) (*embedding.Store, Report, error) {
	return ReadWord2VecBinary(context.Background(), strings.NewReader(file), "v.bin", "v")
}

// IEEE 754 single precision, little-endian.
const (
	one      = "\x00\x00\x80\x3f"
	minusTwo = "\x00\x00\x00\xc0"
	half     = "\x00\x00\x00\x3f"
	notANum  = "\x00\x00\xc0\x7f"
	infinite = "\x00\x00\x80\xff"
)

func TestReadWord2VecBinary(t *testing.T) {
	tests := []struct {
		name, file string
		words      []string
		rows       [][]float32
		warnings   []string
	}{
		{"as the original program writes", "2 2\na " + one + minusTwo + "\nné " + half + one + "\n",
			[]string{"a", "né"}, [][]float32{{1, -2}, {0.5, 1}}, nil},
		{"as gensim writes", "2 2\na " + one + minusTwo + "né " + half + one, []string{"a", "né"},
			[][]float32{{1, -2}, {0.5, 1}}, nil},
		{"a component that looks like a line end and a space", "2 1\na \n \n\x00b " + one, []string{"a", "b"},
			[][]float32{{math.Float32frombits(0x000a200a)}, {1}}, nil},
		{"duplicates", "3 1\na " + one + "a " + half + "b " + half, []string{"a", "b"}, [][]float32{{1}, {0.5}},
			[]string{`v.bin: 1 row left out, the word came before; the first is "a" in row 2`}},
		{"words cut off in a character, and none", "3 1\na\xc3 " + one + " " + one + "b " + half, []string{"b"},
			[][]float32{{0.5}},
			[]string{`v.bin: 2 rows left out, the word is empty or not UTF-8; the first is "a\xc3" in row 1`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, report, err := readWord2VecBinary(test.file)
			reads(t, s, report, err, test.words, test.rows, test.warnings)
		})
	}
}

func TestReadWord2VecBinaryErrors(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"empty", "", `v.bin: found "", expected the word2vec header "count dimensions"`},
		{"header that cannot be", "0 1\n", "v.bin: header: found 0 words, expected 1 to 4294967294"},
		{"header only", "2 1\n", "v.bin: cut off in row 1 of 2: unexpected EOF"},
		{"cut off in a word", "2 1\na " + one + "b", "v.bin: cut off in row 2 of 2: unexpected EOF"},
		{"cut off in a number", "2 1\na " + one + "b \x00\x00\x80", "v.bin: cut off in row 2 of 2: unexpected EOF"},
		{"more rows", "1 1\na " + one + "\nb " + half, "v.bin: found more bytes after row 1, the header says 1 row"},
		{"NaN", "2 2\na " + one + one + "b " + one + notANum,
			`v.bin: row 2: "b": component 2: found NaN, expected a finite number`},
		{"infinity", "1 1\na " + infinite, `v.bin: row 1: "a": component 1: found -Inf, expected a finite number`},
		{"no space", "1 1\n" + strings.Repeat("x", 3<<20),
			"v.bin: row 1: found no space in 65536 bytes, expected a word and a space"},
		{"no usable word", "1 1\n\xff " + one, "v.bin: found no word that is UTF-8 in 1 row"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := readWord2VecBinary(test.file)
			refuses(t, s, err, test.want)
		})
	}
}

func TestReadWord2VecBinaryPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("3 1\na "+one+"b"), iotest.ErrReader(broken))
	if _, _, err := ReadWord2VecBinary(context.Background(), r, "v.bin", "v"); !errors.Is(err, broken) ||
		err.Error() != "v.bin: row 2: broken" {
		t.Errorf("broken reader: error %v", err)
	}
	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	_, _, err := ReadWord2VecBinary(ctx, strings.NewReader("100 1\n"+strings.Repeat("a "+one, 100)), "v.bin", "v")
	if !errors.Is(err, stop) {
		t.Errorf("cancelled: error %v", err)
	}
}

// TestReadWord2VecBinaryMemory checks that memory follows the rows that come in, not what the header promises.
func TestReadWord2VecBinaryMemory(t *testing.T) {
	var err error
	got := allocated(func() { _, _, err = readWord2VecBinary("4294967294 65536\na " + strings.Repeat(one, embedding.MaxDim)) })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	if got > 4<<20 {
		t.Errorf("%d bytes allocated for one row", got)
	}
}

func FuzzReadWord2VecBinary(f *testing.F) {
	for _, seed := range []string{
		"", "2 2\na " + one + one + "\nb " + half + half + "\n", "1 1\na " + notANum, "2 1\na " + one + "a " + one,
		"1 1\n\xff " + one, "4294967294 65536\na ",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		s, report, err := ReadWord2VecBinary(context.Background(), bytes.NewReader(file), "v.bin", "v")
		sane(t, s, report, err)
	})
}
