package rows

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/text"
)

// said lists what a reader of a file says: all it can be asked for of each row, and the error at the end.
func said(content []byte, flat bool) (list []string) {
	r, err := openObjects(text.NewReader(bytes.NewReader(content), "f"), "f", flat)
	if err != nil {
		return []string{err.Error()}
	}
	list = append(list, fmt.Sprintf("%q", r.Columns))
	for {
		o, err := r.next()
		if err != nil {
			return append(list, err.Error())
		}
		columns := o.(jsonRow).columns(nil)
		slices.Sort(columns)
		row := fmt.Sprintf("%d %q late %q:", o.line(), columns, r.late())
		for _, column := range append(columns, "none") {
			c := o.cell(column)
			name, nameErr := c.name()
			text, ok, textErr := c.text()
			texts, isList, textsErr := c.texts()
			number, numberErr := c.number()
			row += fmt.Sprintf(" %s: %q %v, %q %v %v, %q %v %v, %x %v;", column, name, nameErr, text, ok, textErr, texts, isList,
				textsErr, math.Float64bits(number), numberErr)
		}
		list = append(list, row)
	}
}

var jsonFiles = map[string]string{
	"flat rows":          `{"a": "x", "b": 1.50, "c": null}` + "\n" + `{"a":"y","b":-0e+3,"c":true}`,
	"escapes":            `{"a": "\"\\\/\b\f\n\r\t\u00e9\u4f60", "b": "\ud83d\ude00"}`,
	"half a pair":        `{"a": "\ud83d"}`,
	"lists":              `{"a": [], "b": ["x", "y\n"], "c": ["x", null], "d": ["x", 1], "e": [["x"]]}`,
	"other columns":      `{"a": 1}` + "\n" + `{"b": 1, "a": 2}` + "\n\n" + `{"a": 1, "b": 3, "c": 4}`,
	"a column twice":     `{"a": 1}` + "\n" + `{"a": 1, "a": 2}`,
	"in each other":      `{"a": {"b": 1, "c": {}}, "d.e": 2}` + "\n" + `{"a": "flat again"}` + "\n" + `{"a.b": 1, "a": {"b": 2}}`,
	"NaN":                `{"a": NaN, "b": "NaN", "c": [NaN]}` + "\n" + `{"a": -NaN}`,
	"two in a line":      `{"a": 1} {"a": 2}` + "\n" + `{"a": 3}`,
	"over several lines": "{\"a\": 1}\n{\"a\":\n2}\n{\"a\": 3}\n[1]",
	"no object":          `{"a": 1}` + "\n" + `"text"`,
	"broken off":         `{"a": 1}` + "\n" + `{"a": "x`,
	"damaged":            `{"a": 1}` + "\n\n" + `{"a": 01}`,
	"an array":           `[{"a": 1}, {"a": 2}]`,
	"not UTF-8":          "{\"a\": 1}\n{\"a\": \"\xff\"}",
	"control characters": "{\"a\": \"\t\"}",
	"blank lines":        "\n \n{\"a\": 1}\r\n\r\n",
	"nothing":            "{}\n{}",
	"damaged values":     `{"a": tru}` + "\n",
	"comma at the end":   `{"a": ["x",],}`,
	"number and more":    `{"a": 1.e5}`,
	"escape at the end":  `{"a": "\`,
	"short escape":       `{"a": "\u00`,
}

// Rows in a line each are read by a parser of their own: it says what the decoder of any JSON says, row for row and error
// for error.
func TestFlatRows(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(jsonFiles)) {
		t.Run(name, func(t *testing.T) {
			content := []byte(jsonFiles[name])
			if diff := cmp.Diff(said(content, false), said(content, true)); diff != "" {
				t.Errorf("(-decoder +lines):\n%s", diff)
			}
		})
	}
}

func FuzzFlatRows(f *testing.F) {
	for _, content := range jsonFiles {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		content = bytes.TrimLeft(content, " \t\r\n") // after blank lines the decoder may name the line before a number
		if diff := cmp.Diff(said(content, false), said(content, true)); diff != "" {
			t.Errorf("(-decoder +lines):\n%s", diff)
		}
	})
}

// BenchmarkJSONLines reads rows of two short texts.
func BenchmarkJSONLines(b *testing.B) {
	const row = `{"candidate": "A man is playing a large flute.", "reference": "A man is playing a \"flute\".", "human": 0.5}` + "\n"
	content := strings.Repeat(row, 1000)
	for _, flat := range []bool{false, true} {
		b.Run(fmt.Sprintf("flat=%v", flat), func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := openObjects(text.NewReader(strings.NewReader(content), "f"), "f", flat)
				for err == nil {
					_, err = r.next()
				}
				if err != io.EOF {
					b.Fatal(err)
				}
			}
		})
	}
}
