package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/arrowipc"
	"github.com/wordrotator/wrd/internal/arrowtest"
	"github.com/wordrotator/wrd/internal/parts"
)

// A sameTable is a table that every format can hold. A cell is a string, a float64, or nil where there is none.
type sameTable struct {
	columns []string
	rows    [][]any
}

// delimited writes the table with a character between fields.
func (s sameTable) delimited(comma rune, lineEnd string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write := func(cells []string) {
		if comma == '\t' {
			b.WriteString(strings.Join(cells, "\t") + lineEnd)
			return
		}
		if len(cells) == 1 && cells[0] == "" { // as DuckDB and polars write it
			b.WriteString(lineEnd)
			return
		}
		w.Write(cells)
		w.Flush()
		if lineEnd != "\n" {
			b.Truncate(b.Len() - 1)
			b.WriteString(lineEnd)
		}
	}
	write(s.columns)
	for _, row := range s.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			switch v := cell.(type) {
			case string:
				cells[i] = v
			case float64:
				cells[i] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		write(cells)
	}
	return b.Bytes()
}

// json writes the table as objects, with or without the cells that are nil.
func (s sameTable) json(nulls bool, begin, between, end string) []byte {
	var objects []string
	for _, row := range s.rows {
		object := map[string]any{}
		for i, cell := range row {
			if cell != nil || nulls {
				object[s.columns[i]] = cell
			}
		}
		b, _ := json.Marshal(object)
		objects = append(objects, string(b))
	}
	return []byte(begin + strings.Join(objects, between) + end)
}

func (s sameTable) parquet() []byte {
	group := pq.Group{}
	for i, name := range s.columns {
		group[name] = pq.Optional(pq.String())
		for _, row := range s.rows {
			if _, ok := row[i].(float64); ok {
				group[name] = pq.Optional(pq.Leaf(pq.DoubleType))
			}
		}
	}
	var b bytes.Buffer
	w := pq.NewGenericWriter[any](&b, pq.NewSchema("table", group), pq.Compression(&pq.Lz4Raw))
	for _, row := range s.rows {
		values := make(pq.Row, len(row))
		for i, cell := range row {
			at := slices.Index(slices.Sorted(slices.Values(s.columns)), s.columns[i]) // as a Group has them
			if values[at] = pq.NullValue().Level(0, 0, at); cell != nil {
				values[at] = pq.ValueOf(cell).Level(0, 1, at)
			}
		}
		w.WriteRows([]pq.Row{values})
	}
	w.Close()
	return b.Bytes()
}

func (s sameTable) arrow() []byte {
	var fields []arrowtest.Field
	for i, name := range s.columns {
		field := arrowtest.Field{Name: name, Type: arrowipc.Text}
		for _, row := range s.rows {
			if _, ok := row[i].(float64); ok {
				field.Type = arrowipc.Float
			}
		}
		fields = append(fields, field)
	}
	return arrowtest.Write(arrowtest.Options{}, fields, s.rows)
}

// files returns the table in every format, by the ending of its name.
func (s sameTable) files() map[string][]byte {
	files := map[string][]byte{
		"csv": s.delimited(',', "\n"), "jsonl": s.json(false, "", "\n", "\n"),
		"json": s.json(true, "[", ",\n", "]"), "parquet": s.parquet(),
		"arrow": s.arrow(),
	}
	marked := map[string][]byte{
		"mark.csv": files["csv"], "mark.jsonl": files["jsonl"], "mark.json": files["json"],
	}
	if !strings.Contains(string(files["jsonl"]), `\n`) { // else a line end would be lost, or not fit
		files["tsv"], files["crlf.tsv"] = s.delimited('\t', "\n"), s.delimited('\t', "\r\n")
		files["crlf.csv"] = s.delimited(',', "\r\n")
		marked["mark.tsv"] = files["tsv"]
	}
	for ending, content := range marked {
		files[ending] = append([]byte("\ufeff"), content...)
	}
	return files
}

// packed returns content plain and in each form of compression, by the ending of the name.
func packed(t *testing.T, content []byte) map[string][]byte {
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	return map[string][]byte{"": content, ".gz": gz.Bytes(), ".zst": zst.Bytes()}
}

// The same table gives the same bytes in every format, plain and compressed.
func TestSameTable(t *testing.T) {
	const references = "The cat sat.\nIt rained.\nThe end.\n"
	const others = "m\n0.5\n0.25\n0.125\n1\n2\n"
	for _, c := range []struct {
		name    string
		table   sameTable
		command []string // TABLE stands for the file
	}{
		{"texts", sameTable{[]string{"system", "id", "doc", "candidate", "reference", "reference_2", "human"}, [][]any{
			{"a", "1", "d", `He said "no", and went.`, "He said no.", nil, 1.5},
			{"a", "2", nil, "", "It rained.", "Rain, rain.", nil},
			{"b", "1", "d", "# no comment", "He said no.", nil, 0.1},
			{"b", "2", nil, " spaces ", "It rained.", "Rain, rain.", -3.0}}},
			[]string{"score", "--format", "jsonl", "TABLE"}},
		{"line breaks", sameTable{[]string{"candidate", "reference"}, [][]any{
			{"The cat\nsat\n\non \"the\" mat.", "The\tcat"}, {"\n", "x"}, {"a\n", "\nb"}}},
			[]string{"score", "--format", "jsonl", "TABLE"}},
		{"one row", sameTable{[]string{"candidate", "references"}, [][]any{{"The cat.", `["A cat, or \"two\"", "x"]`}}},
			[]string{"score", "--format", "jsonl", "TABLE"}},
		{"one column of texts", sameTable{[]string{"candidate"}, [][]any{{""}, {"It rained."}, {""}}},
			[]string{"score", "--format", "jsonl", "-c", "TABLE", "-r", "references.txt"}},
		{"one column of one row", sameTable{[]string{"reference"}, [][]any{{"A \"cat\""}}},
			[]string{"score", "--format", "jsonl", "-c", "table.txt", "-r", "TABLE"}},
		{"scores", sameTable{[]string{"doc", "m", "n", "segment", "system"}, [][]any{
			{"d", 0.5, 1e-9, "1", "a"}, {nil, nil, 1.0, "2", "a"}, {"e", 0.1, 2.0, "3", "a"},
			{"d", 0.25, 3.0, "1", "b"}, {nil, 0.3, nil, "2", "b"}, {"e", -7e20, 4.0, "3", "b"}}},
			[]string{"compare", "--table", "TABLE", "--measure", "m,n", "--format", "json"}},
		{"one column of scores", sameTable{[]string{"human"}, [][]any{{0.5}, {nil}, {3.0}, {4.0}, {nil}}},
			[]string{"correlate", "--table", "TABLE", "--table", "m/table.csv", "--human", "human", "--measure", "m",
				"--format", "json"}},
		{"only missing scores but for the end", sameTable{[]string{"human"}, [][]any{{nil}, {nil}, {1.0}, {2.0}, {3.5}}},
			[]string{"correlate", "--table", "TABLE", "--table", "m/table.csv", "--human", "human", "--measure", "m",
				"--format", "json"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, content := range map[string]string{"references.txt": references, "m/table.csv": others, "table.txt": "A cat\n"} {
				os.MkdirAll(filepath.Dir(name), 0o777)
				if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			first, seen := "", 0
			for ending, content := range c.table.files() {
				for compressed, bytes := range packed(t, content) {
					ending := ending + compressed
					got := runOnTable(t, "table."+ending[strings.LastIndex(strings.TrimSuffix(ending, compressed), ".")+1:], bytes, c.command)
					if first == "" {
						first = got
					}
					if got != first {
						t.Errorf("%s: got\n%s\nwhere another format gave\n%s", ending, got, first)
					}
					seen++
				}
			}
			if seen < 21 || !strings.HasPrefix(first, "0\n") || len(first) < 100 {
				t.Errorf("%d files gave %s", seen, first)
			}
			parts.Count(t, seen, "the same table in every format: "+c.name)
		})
	}
}

// runOnTable returns the exit status and standard output of a command on a file of that content.
func runOnTable(t *testing.T, name string, content []byte, command []string) string {
	t.Helper()
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"wrd"}
	for _, arg := range command {
		args = append(args, strings.ReplaceAll(arg, "TABLE", name))
	}
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
	if code != 0 {
		return fmt.Sprint(code, "\n", errs.String())
	}
	return fmt.Sprint(code, "\n", out.String())
}
