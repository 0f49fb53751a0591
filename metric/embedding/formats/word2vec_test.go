package formats

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

func read(text string) (*embedding.Store, Report, error) {
	return ReadWord2Vec(context.Background(), strings.NewReader(text), "v.txt", "v")
}

func TestReadWord2Vec(t *testing.T) {
	tests := []struct {
		name, text string
		words      []string
		rows       [][]float32
		warnings   []string
	}{
		{"plain", "2 3\na 1 2 3\nb -0.5 1e-3 +.25\n", []string{"a", "b"}, [][]float32{{1, 2, 3}, {-0.5, 1e-3, 0.25}},
			nil},
		{"no end of the last line", "1 2\na 1 2", []string{"a"}, [][]float32{{1, 2}}, nil},
		{"space before the line end", "2 1 \na 1 \nb 2 \n", []string{"a", "b"}, [][]float32{{1}, {2}}, nil},
		{"CRLF", "1 2\r\na 1 2\r\n", []string{"a"}, [][]float32{{1, 2}},
			[]string{"v.txt: carriage return dropped at the end of 2 lines"}},
		{"space and CRLF", "1 1\na 1 \r\n", []string{"a"}, [][]float32{{1}},
			[]string{"v.txt: carriage return dropped at the end of 1 line"}},
		{"byte order mark", "\ufeff1 1\na 1\n", []string{"a"}, [][]float32{{1}},
			[]string{"v.txt: byte order mark dropped"}},
		{"duplicates", "4 1\na 1\nb 2\na 3\na 4\n", []string{"a", "b"}, [][]float32{{1}, {2}},
			[]string{`v.txt: 2 rows left out, the word came before; the first is "a" in line 4`}},
		{"odd words", "4 1\n# 1\né\u00a0x 2\n1 3\n\t\r\x00 4\n", []string{"#", "é\u00a0x", "1", "\t\r\x00"},
			[][]float32{{1}, {2}, {3}, {4}}, nil},
		{"smallest and largest", "1 2\na 1e-45 -3.4028235e38\n", []string{"a"},
			[][]float32{{math.SmallestNonzeroFloat32, -math.MaxFloat32}}, nil},
		{"below the smallest", "1 1\na 1e-60\n", []string{"a"}, [][]float32{{0}}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, report, err := read(test.text)
			reads(t, s, report, err, test.words, test.rows, test.warnings)
		})
	}
}

func TestReadWord2VecErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty file", "", `v.txt: found an empty file, expected the word2vec header "count dimensions"`},
		{"only a byte order mark", "\ufeff", `v.txt:1: found "", expected the word2vec header "count dimensions"`},
		{"empty first line", "\n", `v.txt:1: found "", expected the word2vec header "count dimensions"`},
		{"no header", "the 0.418 0.24968 -0.41242 0.1217 0.34527 -0.044457\n",
			`v.txt:1: found "the 0.418 0.24968 -0.41242 0.1217 0.3452"…, expected the word2vec header "count dimensions"`},
		{"header with a sign", "+1 3\n", `v.txt:1: found "+1 3", expected the word2vec header "count dimensions"`},
		{"header with two spaces", "1  3\n", `v.txt:1: found "1  3", expected the word2vec header "count dimensions"`},
		{"header with words", "one two\n", `v.txt:1: found "one two", expected the word2vec header "count dimensions"`},
		{"header with three numbers", "1 2 3\n",
			`v.txt:1: found "1 2 3", expected the word2vec header "count dimensions"`},
		{"count beyond int64", "9223372036854775808 1\n",
			`v.txt:1: found "9223372036854775808 1", expected the word2vec header "count dimensions"`},
		{"no words", "0 3\n", "v.txt:1: header: found 0 words, expected 1 to 4294967294"},
		{"too many words", "4294967295 3\n", "v.txt:1: header: found 4294967295 words, expected 1 to 4294967294"},
		{"no dimensions", "1 0\n", "v.txt:1: header: found 0 dimensions, expected 1 to 65536"},
		{"too many dimensions", "1 65537\n", "v.txt:1: header: found 65537 dimensions, expected 1 to 65536"},
		{"header only", "2 3\n", "v.txt: found 0 rows, header says 2"},
		{"fewer rows", "3 1\na 1\nb 2\n", "v.txt: found 2 rows, header says 3"},
		{"more rows", "1 1\na 1\nb 2\nc 3", "v.txt: found 3 rows, header says 1"},
		{"fewer rows than promised, with duplicates", "3 1\na 1\na 2\n", "v.txt: found 2 rows, header says 3"},
		{"short row", "2 3\na 1 2 3\nb 1 2\n", "v.txt:3: found 2 components, expected 3"},
		{"long row", "1 3\na 1 2 3 4\n", "v.txt:2: found 4 components, expected 3"},
		{"word only", "1 3\na\n", "v.txt:2: found 0 components, expected 3"},
		{"word and space", "1 3\na \n", "v.txt:2: found 0 components, expected 3"},
		{"one component", "1 2\na 1\n", "v.txt:2: found 1 component, expected 2"},
		{"a word of two", "1 2\nnew york 1 2\n", "v.txt:2: found 3 components, expected 2"},
		{"NaN", "1 3\na 1 nan 3\n", `v.txt:2: component 2: found "nan", expected a finite number`},
		{"negative NaN", "1 1\na -NaN(0x8000)\n",
			`v.txt:2: component 1: found "-NaN(0x8000)", expected a finite number`},
		{"infinity", "1 3\na 1 2 -Inf\n", `v.txt:2: component 3: found "-Inf", expected a finite number`},
		{"infinity in full", "1 1\na Infinity\n", `v.txt:2: component 1: found "Infinity", expected a finite number`},
		{"overflow", "1 2\na 1 3.5e38\n", `v.txt:2: component 2: found "3.5e38", expected one that float32 holds`},
		{"letters", "1 2\na 1 x\n", `v.txt:2: component 2: found "x", expected a number`},
		{"letters after a number", "1 2\na 1x 2\n", `v.txt:2: component 1: found "1x", expected a number`},
		{"comma", "1 2\na 1,5 2\n", `v.txt:2: component 1: found "1,5", expected a number`},
		{"hexadecimal", "1 1\na 0x1p3\n", `v.txt:2: component 1: found "0x1p3", expected a number`},
		{"lone sign", "1 1\na -\n", `v.txt:2: component 1: found "-", expected a number`},
		{"lone point", "1 1\na .\n", `v.txt:2: component 1: found ".", expected a number`},
		{"no exponent", "1 1\na 1e\n", `v.txt:2: component 1: found "1e", expected a number`},
		{"tab", "1 2\na 1\t2 3\n", `v.txt:2: component 1: found "1\t2", expected a number`},
		{"two spaces", "1 2\na 1  2\n", "v.txt:2: found 3 components, expected 2"},
		{"two spaces in place of a number", "1 3\na 1  2\n", `v.txt:2: component 2: found "", expected a number`},
		{"two spaces at the end", "1 2\na 1 2  \n", "v.txt:2: found 3 components, expected 2"},
		{"two carriage returns", "1 1\na 1\r\r\n", `v.txt:2: component 1: found "1\r", expected a number`},
		{"empty word", "1 2\n 1 2\n", "v.txt:2: empty word"},
		{"empty line", "2 2\na 1 2\n\nb 1 2\n", "v.txt:3: found an empty line, expected a word and 2 components"},
		{"empty line at the end", "2 1\na 1\n\n", "v.txt:3: found an empty line, expected a word and 1 component"},
		{"invalid UTF-8", "2 1\na 1\nb\xc3( 1\n", `v.txt:3: invalid UTF-8 at byte 2 of the word "b\xc3("`},
		{"cut-off UTF-8", "1 1\n\ufffdx\xe2\x82 1\n", `v.txt:2: invalid UTF-8 at byte 5 of the word "�x\xe2\x82"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _, err := read(test.text)
			refuses(t, s, err, test.want)
		})
	}
}

func TestReadWord2VecLongLine(t *testing.T) {
	body := "2 1\na 1\n" + strings.Repeat("x", maxLine)
	_, _, err := read(body)
	if err == nil || err.Error() != "v.txt:3: line of 16777216 bytes or more" {
		t.Errorf("error %v", err)
	}
	long := strings.Repeat("x", maxLine-100) // longer than a piece, and allowed
	s, _, err := read("2 1\n" + long + " 1\nb 2\n")
	if err != nil || s.Word(0) != long || s.Word(1) != "b" {
		t.Errorf("error %v", err)
	}
}

// TestReadWord2VecPieces checks that neither the size of the pieces nor of the reads shows in the result.
func TestReadWord2VecPieces(t *testing.T) {
	var text bytes.Buffer
	const rows, dim = 3000, 40
	fmt.Fprintf(&text, "%d %d\n", rows, dim)
	for i := range rows {
		fmt.Fprintf(&text, "word%d", i)
		for k := range dim {
			fmt.Fprintf(&text, " %.6f", math.Sin(float64(i*dim+k)))
		}
		text.WriteByte('\n')
	}
	if text.Len() < 3*chunkSize {
		t.Fatalf("%d bytes are too few for several pieces", text.Len())
	}
	want, _, err := read(text.String())
	if err != nil {
		t.Fatal(err)
	}
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte":        iotest.OneByteReader,
		"half":            iotest.HalfReader,
		"error with data": iotest.DataErrReader,
	} {
		s, _, err := ReadWord2Vec(context.Background(), wrap(bytes.NewReader(text.Bytes())), "v.txt", "v")
		if err != nil || s.Digest() != want.Digest() {
			t.Errorf("%s: differs, error %v", name, err)
		}
	}
	// The line of an error is right beyond the first piece.
	damaged := strings.Replace(text.String(), "word2900 ", "word2900 x", 1)
	if _, _, err := read(damaged); err == nil || !strings.HasPrefix(err.Error(), "v.txt:2902: component 1: found \"x") {
		t.Errorf("error %v", err)
	}
}

func TestReadWord2VecPassesErrorsOn(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "2 1\na 1\nb 2\n")
	z.Close()
	whole, err := gzip.NewReader(bytes.NewReader(packed.Bytes()[:packed.Len()-6]))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = ReadWord2Vec(context.Background(), whole, "v.gz", "v")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut-off gzip: error %v", err)
	}

	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("3 1\na 1\nb"), iotest.ErrReader(broken))
	_, _, err = ReadWord2Vec(context.Background(), r, "v.txt", "v")
	if !errors.Is(err, broken) || err.Error() != "v.txt: after line 2: broken" {
		t.Errorf("broken reader: error %v", err)
	}

	_, _, err = ReadWord2Vec(context.Background(), idleReader{}, "v.txt", "v")
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("idle reader: error %v", err)
	}

	stop := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	_, _, err = ReadWord2Vec(ctx, strings.NewReader("1 1\na 1\n"), "v.txt", "v")
	if !errors.Is(err, stop) {
		t.Errorf("cancelled: error %v", err)
	}
}

type idleReader struct{}

func (idleReader) Read([]byte) (int, error) { return 0, nil }

// TestReadWord2VecMemory checks that memory follows the rows that come in, not what the header promises.
func TestReadWord2VecMemory(t *testing.T) {
	row := strings.Repeat(" 1", embedding.MaxDim) + "\n"
	var err error
	got := allocated(func() { _, _, err = read("4294967294 65536\na" + row) })
	if err == nil || err.Error() != "v.txt: found 1 row, header says 4294967294" {
		t.Errorf("error %v", err)
	}
	if got > 4<<20 {
		t.Errorf("%d bytes allocated for one row", got)
	}

	var text strings.Builder
	const rows = 100
	fmt.Fprintf(&text, "%d %d\n", rows, embedding.MaxDim)
	for i := range rows {
		fmt.Fprint(&text, i, row)
	}
	table := uint64(rows * embedding.MaxDim * 4)
	got = allocated(func() { _, _, err = read(text.String()) })
	if err != nil {
		t.Error(err)
	}
	// The table once, its smaller beginnings that were outgrown, and a few pieces of text.
	if got > 2*table {
		t.Errorf("%d bytes allocated for a table of %d", got, table)
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestWriteWord2Vec(t *testing.T) {
	s, err := embedding.New("v", []string{"a", "é"}, 2, []float32{0.1, -2, 1e-45, 3.4028235e38})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := WriteWord2Vec(context.Background(), &out, s); err != nil {
		t.Fatal(err)
	}
	if want := "2 2\na 0.1 -2\né 1e-45 3.4028235e+38\n"; out.String() != want {
		t.Errorf("wrote %q, want %q", out.String(), want)
	}

	spaced, err := embedding.New("v", []string{"a", "new york"}, 1, []float32{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := WriteWord2Vec(context.Background(), &out, spaced); err == nil || out.Len() > 0 {
		t.Errorf("a word with a space: error %v, wrote %q", err, out.String())
	}

	full := errors.New("disk full")
	if err := WriteWord2Vec(context.Background(), failingWriter{full}, s); !errors.Is(err, full) {
		t.Errorf("failing writer: error %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// wordGen draws words that the text format can hold.
var wordGen = rapid.StringMatching(`[^ \n\x{FEFF}]{1,12}`)

// storeGen draws small tables.
func storeGen(t *rapid.T) *embedding.Store {
	words := rapid.SliceOfNDistinct(wordGen, 1, 40, rapid.ID).Draw(t, "words")
	dim := rapid.IntRange(1, 20).Draw(t, "dim")
	rows := rapid.SliceOfN(rapid.Float32Range(-math.MaxFloat32, math.MaxFloat32), len(words)*dim,
		len(words)*dim).Draw(t, "rows")
	s, err := embedding.New("drawn", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWord2VecRoundTrip(t *testing.T) {
	for _, format := range []struct {
		name  string
		write func(context.Context, io.Writer, *embedding.Store) error
		read  func(context.Context, io.Reader, string, string) (*embedding.Store, Report, error)
	}{{"text", WriteWord2Vec, ReadWord2Vec}, {"binary", WriteWord2VecBinary, ReadWord2VecBinary}} {
		t.Run(format.name, rapid.MakeCheck(func(t *rapid.T) {
			s := storeGen(t)
			var file bytes.Buffer
			if err := format.write(context.Background(), &file, s); err != nil {
				t.Fatal(err)
			}
			back, report, err := format.read(context.Background(), &file, "v", "other")
			if err != nil || len(report.Warnings()) > 0 {
				t.Fatalf("error %v, warnings %q", err, report.Warnings())
			}
			if back.Digest() != s.Digest() {
				t.Fatal("digest differs")
			}
			for id := range s.Len() {
				if back.Word(id) != s.Word(id) || !slices.Equal(back.Row(id), s.Row(id)) || back.Norm(id) != s.Norm(id) {
					t.Fatalf("row %d differs", id)
				}
			}
		}))
	}
}

func FuzzReadWord2Vec(f *testing.F) {
	for _, seed := range []string{
		"", "2 3\na 1 2 3\nb 4 5 6\n", "\ufeff1 1\r\na 1 \r\n", "3 1\na 1\na 2\nb 1e-3", "1 1\na nan\n",
		"4294967294 65536\na 1\n", "1 1\n\xff 1\n", "1 2\na 1\n", "1 1\na 123456789012345678901234567890e-29\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, report, err := ReadWord2Vec(context.Background(), bytes.NewReader(text), "v.txt", "v")
		sane(t, s, report, err)
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := WriteWord2Vec(context.Background(), &written, s); err != nil {
			t.Fatal(err)
		}
		back, _, err := ReadWord2Vec(context.Background(), &written, "w.txt", "w")
		if err != nil || back.Digest() != s.Digest() {
			t.Fatalf("what was written differs, error %v", err)
		}
	})
}
