package formats

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

func readGloVe(text string) (*embedding.Store, Report, error) {
	return ReadGloVe(context.Background(), strings.NewReader(text), "g.txt", "g")
}

func TestReadGloVe(t *testing.T) {
	tests := []struct {
		name, text string
		words      []string
		rows       [][]float32
		warnings   []string
	}{
		{"plain", "the 0.1 -2\n, 3 4e-2\n", []string{"the", ","}, [][]float32{{0.1, -2}, {3, 0.04}}, nil},
		{"one row", "the 0.1 -2 7", []string{"the"}, [][]float32{{0.1, -2, 7}}, nil},
		{"one component", "the 0.1\na 2\n", []string{"the", "a"}, [][]float32{{0.1}, {2}}, nil},
		{"words with spaces, as in glove.840B", "the 1 2\n. . . 3 4\nat name@domain.com 5 6\n. 7 8\n",
			[]string{"the", ". . .", "at name@domain.com", "."},
			[][]float32{{1, 2}, {3, 4}, {5, 6}, {7, 8}}, nil},
		{"a word with spaces first", ". . . 3 4\nthe 1 2\n", []string{". . .", "the"}, [][]float32{{3, 4}, {1, 2}},
			nil},
		{"two spaces are a word with a space", "the 1 2\na  3 4\n", []string{"the", "a "}, [][]float32{{1, 2}, {3, 4}},
			nil},
		{"numbers as words", "1 2 3\n2.5 3 4\n-1e5 0 1\n", []string{"1", "2.5", "-1e5"},
			[][]float32{{2, 3}, {3, 4}, {0, 1}}, nil},
		{"nan and inf as words", "nan 2 3\ninf 3 4\n", []string{"nan", "inf"}, [][]float32{{2, 3}, {3, 4}}, nil},
		{"odd spaces in words", "a\u0085 2 3\n\u00a0 3 4\n", []string{"a\u0085", "\u00a0"}, [][]float32{{2, 3}, {3, 4}},
			nil},
		{"byte order mark, CRLF, spaces at the end", "\ufeffa 1 2 \r\nb 3 4\r\n", []string{"a", "b"},
			[][]float32{{1, 2}, {3, 4}},
			[]string{"g.txt: byte order mark dropped", "g.txt: carriage return dropped at the end of 2 lines"}},
		{"duplicates", "a 1\nb 2\na 3\n", []string{"a", "b"}, [][]float32{{1}, {2}},
			[]string{`g.txt: 1 row left out, the word came before; the first is "a" in line 3`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, report, err := readGloVe(test.text)
			reads(t, s, report, err, test.words, test.rows, test.warnings)
		})
	}
}

func TestReadGloVeErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty file", "", "g.txt: found an empty file, expected lines of a word and its components"},
		{"no numbers", "once upon\na time\n", `g.txt:1: found "once upon", expected a word and its components`},
		{"short row", "a 1 2\nb 3\nc 4 5\n", "g.txt:2: found 1 component, expected 2"},
		{"long row", "a 1 2\nb 3 4 5\nc 4 5\n", "g.txt:2: found 3 components, expected 2"},
		{"rows grown together", "a 1 2\nb 3 4 c 5 6\nd 4 5\n", "g.txt:2: found 5 components, expected 2"},
		{"NaN", "a 1 2\nb nan 4\n", `g.txt:2: component 1: found "nan", expected a finite number`},
		{"NaN first", "b 3 nan\n", `g.txt:1: component 2: found "nan", expected a finite number`},
		{"NaN behind a word with spaces", "a 1 2\n. . 3 inf\n",
			`g.txt:2: component 2: found "inf", expected a finite number`},
		{"overflow", "a 1 2\nb 1e39 4\n", `g.txt:2: component 1: found "1e39", expected one that float32 holds`},
		{"letters", "a 1 2\nb 1 x\n", `g.txt:2: component 2: found "x", expected a number`},
		{"empty word", "a 1 2\n 1 2\n", "g.txt:2: empty word"},
		{"empty line", "a 1 2\n\nb 1 2\n", "g.txt:2: found an empty line, expected a word and 2 components"},
		{"invalid UTF-8", "a 1 2\nb\xff 1 2\n", `g.txt:2: invalid UTF-8 at byte 2 of the word "b\xff"`},
		{"invalid UTF-8 behind a space", "a 1 2\nb c\xff 1 2\n",
			`g.txt:2: invalid UTF-8 at byte 4 of the word "b c\xff"`},
		{"too many dimensions", "a" + strings.Repeat(" 1", embedding.MaxDim+1),
			"g.txt:1: found 65537 dimensions, expected 1 to 65536"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := readGloVe(test.text)
			refuses(t, s, err, test.want)
		})
	}
}

// progressReader says how far it is.
type progressReader struct {
	*bytes.Reader
}

func (r progressReader) Progress() (done, total int64) { return r.Size() - int64(r.Len()), r.Size() }

// TestReadGloVeMemory checks that a reader that knows how far it is saves the copies of a growing table.
func TestReadGloVeMemory(t *testing.T) {
	var text bytes.Buffer
	const rows, dim = 40_000, 64
	for i := range rows {
		fmt.Fprintf(&text, "word%d", i)
		for k := range dim {
			fmt.Fprintf(&text, " %.5f", math.Sin(float64(i*dim+k)))
		}
		text.WriteByte('\n')
	}
	table := uint64(rows * dim * 4)
	got := allocated(func() {
		s, _, err := ReadGloVe(context.Background(), progressReader{bytes.NewReader(text.Bytes())}, "g.txt", "g")
		if err != nil || s.Len() != rows {
			t.Errorf("%v words, error %v", s, err)
		}
	})
	// The table once, its small beginnings, the vocabulary and its index, and a few pieces of text.
	if got > 2*table {
		t.Errorf("%d bytes allocated for a table of %d", got, table)
	}
}

func FuzzReadGloVe(f *testing.F) {
	for _, seed := range []string{
		"", "a 1 2\nb 3 4\n", ". . . 1 2\nb 3 4\n", "\ufeffa 1 \r\n", "a 1\na 2\n", "a nan\n", "1 2 3 4\n1 2\n",
		"\xff 1\n", "a  1\n", " 1 1\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, report, err := ReadGloVe(context.Background(), bytes.NewReader(text), "g.txt", "g")
		sane(t, s, report, err)
		if err != nil {
			return
		}
		var again bytes.Buffer // the same rows, so that the dimension is found again, if no word is a puzzle
		for id := range s.Len() {
			if strings.Contains(s.Word(id), " ") {
				return
			}
			fmt.Fprintf(&again, "%s", s.Word(id))
			for _, x := range s.Row(id) {
				fmt.Fprintf(&again, " %v", x)
			}
			again.WriteByte('\n')
		}
		back, _, err := ReadGloVe(context.Background(), &again, "g.txt", "g")
		if err != nil || back.Digest() != s.Digest() {
			t.Fatalf("what was written differs, error %v", err)
		}
	})
}
