package tokenvectors

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

// A row is a text as the Parquet files of these tests have it.
type row struct {
	Segment   int64       `parquet:"segment"`
	Side      string      `parquet:"side"`
	System    string      `parquet:"system"`
	Reference int64       `parquet:"reference"`
	Tokens    []string    `parquet:"tokens,list"`
	Vectors   [][]float32 `parquet:"vectors,list"`
}

func parquetFile[Row any](t testing.TB, rows ...Row) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pq.NewGenericWriter[Row](&b, pq.Compression(&pq.Zstd), pq.MaxRowsPerRowGroup(3))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An array is a tensor of these tests.
type array struct {
	kind    string
	shape   []int
	numbers any
}

// safeTensorsFile writes tensors in the order of names.
func safeTensorsFile(t testing.TB, names []string, arrays map[string]array) []byte {
	t.Helper()
	var body bytes.Buffer
	header := map[string]any{"__metadata__": map[string]string{"made by": "a test"}}
	for _, name := range names {
		begin := body.Len()
		if err := binary.Write(&body, binary.LittleEndian, arrays[name].numbers); err != nil {
			t.Fatal(err)
		}
		header[name] = map[string]any{"dtype": arrays[name].kind, "shape": arrays[name].shape,
			"data_offsets": []int{begin, body.Len()}}
	}
	head, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(head))), head...), body.Bytes()...)
}

// small is one segment of one system and one reference, and a second one whose candidate is empty.
func small() (names []string, arrays map[string]array) {
	return []string{"candidate/vectors", "candidate/lengths", "candidate/tokens", "reference/vectors",
			"reference/lengths", "reference/tokens"}, map[string]array{
			"candidate/vectors": {"F32", []int{2, 2}, []float32{1, 2, 3, 4}},
			"candidate/lengths": {"I64", []int{2}, []int64{2, 0}},
			"candidate/tokens":  {"U8", []int{6}, []byte("é\nbad")},
			"reference/vectors": {"F32", []int{3, 2}, []float32{5, 6, 7, 8, 9, 10}},
			"reference/lengths": {"I64", []int{2}, []int64{1, 2}},
			"reference/tokens":  {"U8", []int{5}, []byte("c\nd\ne")},
		}
}

func smallRows() []row {
	return []row{
		{0, "candidate", "x", 0, []string{"é", "bad"}, [][]float32{{1, 2}, {3, 4}}},
		{0, "reference", "", 0, []string{"c"}, [][]float32{{5, 6}}},
		{1, "reference", "", 0, []string{"d", "e"}, [][]float32{{7, 8}, {9, 10}}},
		{1, "candidate", "x", 0, nil, nil},
	}
}

var smallLines = []metric.Line{
	{
		Candidates: []string{"é bad"}, References: []string{"c"},
		CandidateVectors: []metric.TokenVectors{{Tokens: []string{"é", "bad"}, Vectors: [][]float32{{1, 2}, {3, 4}}}},
		ReferenceVectors: []metric.TokenVectors{{Tokens: []string{"c"}, Vectors: [][]float32{{5, 6}}}},
	},
	{
		Candidates: []string{""}, References: []string{"d e"},
		CandidateVectors: []metric.TokenVectors{{}},
		ReferenceVectors: []metric.TokenVectors{{Tokens: []string{"d", "e"}, Vectors: [][]float32{{7, 8}, {9, 10}}}},
	},
}

// openBytes opens a file of these bytes.
func openBytes(t testing.TB, name string, b []byte) (*File, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Open(t.Context(), path)
	if err == nil {
		t.Cleanup(func() { f.Close() })
	}
	return f, err
}

// all reads the lines of a file.
func all(f *File) (lines []metric.Line, err error) {
	for line, err := range f.Lines() {
		if err != nil {
			return lines, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// equal compares lines; a slice without elements may be nil.
func equal(a, b []metric.Line) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestFormats(t *testing.T) {
	type flat struct {
		Segment int32     `parquet:"segment"`
		Side    string    `parquet:"side,dict"`
		Tokens  []string  `parquet:"tokens"`
		Vectors []float64 `parquet:"vectors"`
	}
	type optional struct {
		Extra     string      `parquet:"extra"`
		Vectors   [][]float32 `parquet:"vectors,list"`
		Tokens    []string    `parquet:"tokens,optional,list"`
		Reference float64     `parquet:"reference"` // as pandas has integers where there are nulls
		System    *string     `parquet:"system"`
		Side      *string     `parquet:"side"`
		Segment   *int64      `parquet:"segment"`
	}
	at := func(n int64) *int64 { return &n }
	is := func(s string) *string { return &s }
	names, arrays := small()
	half := map[string]array{}
	for name, a := range arrays {
		half[strings.Replace(name, "candidate", "candidate/x", 1)] = a
	}
	half["candidate/x/vectors"] = array{"F16", []int{2, 2}, []uint16{0x3c00, 0x4000, 0x4200, 0x4400}}
	half["candidate/x/lengths"] = array{"I32", []int{2}, []int32{2, 0}}
	halfNames := []string{"reference/lengths", "reference/tokens", "candidate/x/tokens", "candidate/x/lengths",
		"reference/vectors", "candidate/x/vectors"}
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"Parquet", parquetFile(t, smallRows()...)},
		{"flat vectors of double, one system", parquetFile(t,
			flat{0, "candidate", []string{"é", "bad"}, []float64{1, 2, 3, 4}},
			flat{0, "reference", []string{"c"}, []float64{5, 6}},
			flat{1, "candidate", nil, nil}, flat{1, "reference", []string{"d", "e"}, []float64{7, 8, 9, 10}})},
		{"columns that may be null", parquetFile(t,
			optional{"", [][]float32{{1, 2}, {3, 4}}, []string{"é", "bad"}, math.NaN(), is("x"), is("candidate"),
				at(0)},
			optional{"", [][]float32{{5, 6}}, []string{"c"}, 0, nil, is("reference"), at(0)},
			optional{"", nil, nil, math.NaN(), is("x"), is("candidate"), at(1)},
			optional{"", [][]float32{{7, 8}, {9, 10}}, []string{"d", "e"}, 0, nil, is("reference"), at(1)})},
		{"safetensors", safeTensorsFile(t, names, arrays)},
		{"safetensors of half floats, in another order", safeTensorsFile(t, halfNames, half)},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := openBytes(t, "x.parquet", c.file)
			if err != nil {
				t.Fatal(err)
			}
			if f.Name() != "x" || !reflect.DeepEqual(f.Systems(), []string{"x"}) || f.References() != 1 {
				t.Errorf("name %s, systems %q, %d references", f.Name(), f.Systems(), f.References())
			}
			for range 2 { // each time from the first line
				lines, err := all(f)
				if err != nil || !equal(lines, smallLines) {
					t.Errorf("%v: %v\nwant %v", err, lines, smallLines)
				}
			}
			var references []string
			for tokens, err := range f.ReferenceTokens() {
				if err != nil {
					t.Fatal(err)
				}
				references = append(references, strings.Join(tokens, " "))
			}
			if !reflect.DeepEqual(references, []string{"c", "d e"}) {
				t.Errorf("references %q", references)
			}
			if done, total := f.Progress(); total != int64(len(c.file)) || done < total/2 {
				t.Errorf("read %d of %d bytes", done, total)
			}
		})
	}
}

// TestFormatsAgree checks that both formats give back what was written, for any texts of any systems and references.
func TestFormatsAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		systems := rapid.IntRange(1, 3).Draw(rt, "systems")
		references := rapid.IntRange(1, 3).Draw(rt, "references")
		segments := rapid.IntRange(1, 5).Draw(rt, "segments")
		dim := rapid.SampledFrom([]int{1, 3, 700}).Draw(rt, "dim")
		vectors := func() (v metric.TokenVectors) {
			for range rapid.IntRange(0, 4).Draw(rt, "tokens") {
				v.Tokens = append(v.Tokens, rapid.StringMatching(`[^\n]{0,3}`).Draw(rt, "token"))
				x := make([]float32, dim)
				for k := range x {
					x[k] = float32(k%7) - float32(len(v.Tokens))/3
				}
				v.Vectors = append(v.Vectors, x)
			}
			return v
		}
		var want []metric.Line
		var rows []row
		var names []string
		arrays := map[string]array{}
		for i := range systems + references {
			set := fmt.Sprintf("candidate/s%d", i)
			if i >= systems {
				set = fmt.Sprintf("reference/%d", i-systems)
			}
			var numbers []float32
			var lengths []int64
			var tokens []string
			for n := range segments {
				if i == 0 {
					want = append(want, metric.Line{})
				}
				v := vectors()
				for _, x := range v.Vectors {
					numbers = append(numbers, x...)
				}
				lengths, tokens = append(lengths, int64(len(v.Tokens))), append(tokens, v.Tokens...)
				line := &want[n]
				if i < systems {
					line.Candidates, line.CandidateVectors = append(line.Candidates, v.Text()),
						append(line.CandidateVectors, v)
				} else {
					line.References, line.ReferenceVectors = append(line.References, v.Text()),
						append(line.ReferenceVectors, v)
				}
			}
			text := []byte(strings.Join(tokens, "\n"))
			arrays[set+"/vectors"] = array{"F32", []int{len(tokens), dim}, numbers}
			arrays[set+"/lengths"] = array{"I64", []int{segments}, lengths}
			arrays[set+"/tokens"] = array{"U8", []int{len(text)}, text}
			names = append(names, set+"/vectors", set+"/lengths", set+"/tokens")
		}
		for n, line := range want {
			var texts []row
			for i, v := range line.CandidateVectors {
				texts = append(texts, row{int64(n), "candidate", fmt.Sprintf("s%d", i), 0, v.Tokens, v.Vectors})
			}
			for i, v := range line.ReferenceVectors {
				texts = append(texts, row{int64(n), "reference", "", int64(i), v.Tokens, v.Vectors})
			}
			rows = append(rows, rapid.Permutation(texts).Draw(rt, "order")...)
		}
		for name, file := range map[string][]byte{"Parquet": parquetFile(t, rows...),
			"safetensors": safeTensorsFile(t, names, arrays)} {
			f, err := openBytes(t, "x", file)
			if err != nil {
				rt.Fatal(name, err)
			}
			lines, err := all(f)
			if err != nil || !equal(lines, want) || len(f.Systems()) != systems || f.References() != references {
				rt.Fatalf("%s: %v: %v\nwant %v", name, err, lines, want)
			}
			f.Close()
		}
	})
}

// fails checks that a file cannot be read, and that the error says where it is and what is wrong.
func fails(t *testing.T, file []byte, want string) {
	t.Helper()
	f, err := openBytes(t, "x.parquet", file)
	if err == nil {
		_, err = all(f)
	}
	if err == nil || !strings.Contains(err.Error(), "x.parquet:") || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

// TestCutOff checks that no beginning of a file passes for a file.
func TestCutOff(t *testing.T) {
	names, arrays := small()
	for _, whole := range [][]byte{safeTensorsFile(t, names, arrays), parquetFile(t, smallRows()...)} {
		for n := 0; n < len(whole); n += parts.Of(parts.Thorough, 7, 1) {
			if lines, err := readBytes(whole[:n]); err == nil {
				t.Fatalf("cut to %d of %d bytes: no error, %d lines", n, len(whole), len(lines))
			}
		}
	}
}

// readBytes reads a file of these bytes.
func readBytes(b []byte) (lines []metric.Line, err error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "x")
	if err := os.WriteFile(path, b, 0o666); err != nil {
		return nil, err
	}
	f, err := Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return all(f)
}

func TestOpenErrors(t *testing.T) {
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) ||
		strings.Count(err.Error(), "none") != 1 {
		t.Errorf("no file: %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "found a directory or a pipe") {
		t.Errorf("a folder: %v", err)
	}
}
