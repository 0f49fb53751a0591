package rows_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/arrowipc"
	"github.com/wordrotator/wrd/internal/arrowtest"
)

var arrowFields = []arrowtest.Field{
	{Name: "candidate", Type: arrowipc.Text},
	{Name: "references", Type: arrowipc.List, Children: []arrowtest.Field{{Name: "item", Type: arrowipc.LargeText}}},
	{Name: "translation", Type: arrowipc.Struct, Children: []arrowtest.Field{{Name: "en", Type: arrowipc.TextView}}},
	{Name: "human", Type: arrowipc.Float},
	{Name: "half", Type: arrowipc.Float, Single: true},
	{Name: "id", Type: arrowipc.Int},
	{Name: "system", Type: arrowipc.Text, Dictionary: true},
}

// arrowBytes returns batches of two rows, of which the first has everything and the second nothing but a system.
func arrowBytes(o arrowtest.Options, first, batches int) []byte {
	var list [][][]any
	for n := first; n < first+batches; n++ {
		list = append(list, [][]any{
			{fmt.Sprint("c", n), []any{"r", "ä"}, []any{"s"}, 0.1, 0.1, n, "a"},
			{nil, nil, []any{nil}, nil, nil, nil, "b"}})
	}
	return arrowtest.Write(o, arrowFields, list...)
}

// said writes the rows of a table, a line each.
func said(r *rows.Rows) (list []string, err error) {
	layout, _ := rows.ParseLayout(nil)
	for {
		row, err := r.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		candidate, there, err := row.Text("candidate")
		if err != nil {
			return list, err
		}
		references, _, err := row.References(nil, []string{"references"}, layout)
		if err != nil {
			return list, err
		}
		source, _, _ := row.Text("translation.en")
		human, _ := row.Number("human")
		half, _ := row.Number("half")
		id, _ := row.Name("id")
		system, _ := row.Name("system")
		list = append(list, fmt.Sprint(row.Line, candidate, there, references, source, human, half == float64(float32(0.1)),
			id, system))
	}
}

func wantedRows(n int) (list []string) {
	for i := range n {
		if i%2 == 0 {
			list = append(list, fmt.Sprint(i+1, "c", i/2+1, true, []string{"r", "ä"}, "s", 0.1, true, i/2+1, "a"))
		} else {
			list = append(list, fmt.Sprint(i+1, "", false, []string(nil), "", math.NaN(), false, "", "b"))
		}
		list[i] = strings.ReplaceAll(list[i], " ", "")
	}
	return list
}

func unspaced(list []string) (out []string) {
	for _, s := range list {
		out = append(out, strings.ReplaceAll(s, " ", ""))
	}
	return out
}

func TestArrow(t *testing.T) {
	for name, content := range map[string][]byte{
		"stream": arrowBytes(arrowtest.Options{}, 1, 3), "file": arrowBytes(arrowtest.Options{File: true}, 1, 3),
		"polars": arrowBytes(arrowtest.Options{File: true, Polars: true}, 1, 3),
		"zstd":   arrowBytes(arrowtest.Options{Zstd: true}, 1, 3), "lz4": arrowBytes(arrowtest.Options{File: true, LZ4: true}, 1, 3),
	} {
		t.Run(name, func(t *testing.T) {
			r, err := rows.Open("-", bytes.NewReader(content), rows.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			want := []string{"candidate", "references", "translation.en", "human", "half", "id", "system"}
			if !slices.Equal(r.Columns, want) {
				t.Errorf("columns %q", r.Columns)
			}
			list, err := said(r)
			if err != nil || !slices.Equal(unspaced(list), wantedRows(6)) {
				t.Errorf("%v, rows %q, want %q", err, unspaced(list), wantedRows(6))
			}
		})
	}
}

// A column of a type that cannot be read is an error only where it is asked for.
func TestArrowUnreadable(t *testing.T) {
	content := arrowtest.Write(arrowtest.Options{}, []arrowtest.Field{{Name: "raw", Type: arrowipc.Binary},
		{Name: "candidate", Type: arrowipc.Text}}, [][]any{{"x", "a"}, {"y", "\xff"}})
	r, row := firstRow(t, bytes.NewReader(content), rows.Options{})
	if text, _, err := row.Text("candidate"); text != "a" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	const unread = `standard input:1: column "raw": found the Arrow type binary, expected texts, numbers, or lists of them: `
	if _, _, err := row.Text("raw"); err == nil || !strings.HasPrefix(err.Error(), unread) {
		t.Errorf("error %v, want %s", err, unread)
	}
	row, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	const bytes = `standard input:2: column "candidate": found `
	if _, _, err := row.Text("candidate"); err == nil || !strings.HasPrefix(err.Error(), bytes) ||
		!strings.HasSuffix(err.Error(), ", expected UTF-8") {
		t.Errorf("error %v, want %s", err, bytes)
	}
}

// firstRow opens a table until the test ends and returns its first row, too.
func firstRow(t *testing.T, table io.Reader, o rows.Options) (*rows.Rows, rows.Row) {
	t.Helper()
	r, err := rows.Open("-", table, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	row, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	return r, row
}

// The places of texts in a dictionary that is not there are no texts.
func TestArrowWithoutDictionary(t *testing.T) {
	content := arrowBytes(arrowtest.Options{File: true, Polars: true}, 1, 1)
	end := bytes.LastIndex(content, []byte(arrowipc.StreamMark))
	dictionary := bytes.LastIndex(content[:end], []byte(arrowipc.StreamMark))
	_, row := firstRow(t, bytes.NewReader(append(content[:dictionary:dictionary], content[end:]...)), rows.Options{})
	if name, err := row.Name("system"); err == nil || !strings.HasPrefix(err.Error(), `standard input:1: column "system": `) {
		t.Errorf("%q, %v", name, err)
	}
}

// A stream that breaks off anywhere is an error; what was whole before it is read.
func TestArrowCutOff(t *testing.T) {
	whole := arrowBytes(arrowtest.Options{}, 1, 2)
	for n := 4; n < len(whole); n++ {
		r, err := rows.Open("-", bytes.NewReader(whole[:n]), rows.Options{})
		if err == nil {
			_, err = said(r)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "standard input: found an Arrow file that is cut off or damaged: ") {
			t.Fatalf("%d of %d bytes: %v", n, len(whole), err)
		}
	}
}

// A folder of save_to_disk is one table; of several splits one is read.
func TestDataset(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("dataset_dict.json", []byte(`{"splits": ["train", "test"]}`))
	write("test/state.json", []byte(`{"_data_files": [{"filename": "data-00000-of-00002.arrow"}, {"filename": "data-00001-of-00002.arrow"}]}`))
	write("test/dataset_info.json", []byte(`{}`))
	write("test/data-00000-of-00002.arrow", arrowBytes(arrowtest.Options{}, 1, 2))
	write("test/data-00001-of-00002.arrow", arrowBytes(arrowtest.Options{}, 3, 1))
	for _, path := range []string{dir + "/test", dir + ":test"} {
		r, err := rows.Open(path, nil, rows.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.Restrict("candidate", "references", "translation.en", "human", "half", "id", "system")
		list, err := said(r)
		r.Close()
		if err != nil || !slices.Equal(unspaced(list), wantedRows(6)) {
			t.Errorf("%s: %v, rows %q, want %q", path, err, unspaced(list), wantedRows(6))
		}
		if files := rows.Files(path); len(files) != 2 || filepath.Base(files[1]) != "data-00001-of-00002.arrow" {
			t.Errorf("%s: files %q", path, files)
		}
	}
	_, err := rows.Open(dir, nil, rows.Options{})
	if want := "found a dataset with the splits train, test, expected one of them: write " + dir + ":train"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	write("test/data-00001-of-00002.arrow", arrowtest.Write(arrowtest.Options{}, []arrowtest.Field{{Name: "x", Type: arrowipc.Null}}))
	r, err := rows.Open(dir+"/test", nil, rows.Options{})
	if err == nil {
		_, err = said(r)
		r.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "data-00001-of-00002.arrow: found the columns x, expected those of the files before: ") {
		t.Errorf("error %v of a file with other columns", err)
	}
	write("test/state.json", []byte(`{"_data_files": [{"filename": "../../no.arrow"}]}`))
	if _, err := rows.Open(dir+"/test", nil, rows.Options{}); err == nil || !strings.Contains(err.Error(), "test/no.arrow: ") {
		t.Errorf("error %v of a file that is not there", err)
	}
}

// Damaged Arrow is rejected with the name of the file, not a panic; nothing that is read is out of its bounds.
func FuzzArrow(f *testing.F) {
	for _, content := range [][]byte{arrowBytes(arrowtest.Options{}, 1, 2), arrowBytes(arrowtest.Options{File: true}, 1, 1),
		arrowBytes(arrowtest.Options{LZ4: true}, 1, 1), arrowBytes(arrowtest.Options{Zstd: true}, 1, 1)} {
		f.Add(content, 0, byte(0))
		for at := 0; at < len(content); at += 31 {
			f.Add(content, at, byte(0xff))
		}
	}
	f.Fuzz(func(t *testing.T, content []byte, at int, flip byte) {
		content = append([]byte("\xff\xff\xff\xff"), content[min(4, len(content)):]...)
		if at >= 4 && at < len(content) {
			content[at] ^= flip
		}
		r, err := rows.Open("-", bytes.NewReader(content), rows.Options{})
		if err == nil {
			_, err = said(r)
			r.Close()
		}
		if err != nil && !strings.HasPrefix(err.Error(), "standard input") {
			t.Errorf("found the error %q, expected the name of the file", err)
		}
	})
}

func TestMTME(t *testing.T) {
	const table = "system-name\tdomain\tdoc\tseg-id\tmqm:seg\tBLEU-refA:seg\tX[noref]:seg\tmqm:doc\tmqm:sys\n" +
		"a\tnews\td1\t1\t-1\t0.5\t2\t-3\t-9\na\tchat\td2\t2\tNone\t0.25\t3\t-3\t-9\n"
	for name, preset := range map[string]rows.Preset{"by content": "", "by name": rows.MTMetricsEval} {
		r, err := rows.Open("-", strings.NewReader(table), rows.Options{Preset: preset})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer r.Close()
		if want := []string{"system", "domain", "doc", "segment", "mqm", "BLEU-refA", "X[noref]"}; !slices.Equal(r.Columns, want) {
			t.Errorf("%s: columns %q", name, r.Columns)
		}
		r.Next()
		row, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		system, _ := row.Name("system")
		segment, _ := row.Name("segment")
		doc, _ := row.Name("doc")
		mqm, _ := row.Number("mqm")
		other, _ := row.Number("X[noref]")
		if system != "a" || segment != "2" || doc != "d2" || !math.IsNaN(mqm) || other != 3 || row.Line != 3 {
			t.Errorf("%s: %s, %s, %s, %v, %v in line %d", name, system, segment, doc, mqm, other, row.Line)
		}
	}
	_, err := rows.Open("-", strings.NewReader("system-name\tdomain\tdoc\tseg-id\tmqm:sys\na\tb\tc\t1\t2\n"), rows.Options{})
	if err == nil || !strings.Contains(err.Error(), "standard input:1: found no scores by segment, expected columns such as mqm:seg") {
		t.Errorf("error %v without scores by segment", err)
	}
}
