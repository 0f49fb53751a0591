package rows

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/text"
)

var jsonFiles = []struct{ name, content, rows, err string }{
	{"flat rows", `{"a": "x", "b": 1.50, "c": null}` + "\n" + `{"a":"y","b":-0e+3,"c":true}`,
		`[{"a":"x","b":1.50},{"a":"y","b":-0e+3,"c":true}]`, ""},
	{"escapes", `{"a": "\"\\\/\b\f\n\r\t\u00e9\u4f60", "b": "\ud83d\ude00"}`,
		`[{"a":"\"\\/\b\f\n\r\té你","b":"😀"}]`, ""},
	{"half a pair", `{"a": "\ud83d"}`,
		"null", `f:1: found JSON that breaks off or is damaged: invalid surrogate pair "\\ud83d\"}\n" in string`},
	{"lists", `{"a": [], "b": ["x", "y\n"], "c": ["x", null], "d": ["x", 1], "e": [["x"]]}`,
		`[{"a":[],"b":["x","y\n"],"c":["x",null],"d":["x",1],"e":[["x"]]}]`, ""},
	{"other columns", `{"a": 1}` + "\n" + `{"b": 1, "a": 2}` + "\n\n" + `{"a": 1, "b": 3, "c": 4}`,
		`[{"a":1},{"a":2,"b":1},{"a":1,"b":3,"c":4}]`, ""},
	{"a column twice", `{"a": 1}` + "\n" + `{"a": 1, "a": 2}`,
		`[{"a":1}]`, `f:2: found the member "a" twice in one object, expected different names`},
	{"in each other", `{"a": {"b": 1, "c": {}}, "d.e": 2}` + "\n" + `{"a": "flat again"}` + "\n" + `{"a.b": 1, "a": {"b": 2}}`,
		`[{"a.b":1,"d.e":2},{"a":"flat again"}]`, `f:3: found the column "a.b" twice in one object, where a dot leads into inner objects, expected different names`},
	{"NaN", `{"a": NaN, "b": "NaN", "c": [NaN]}` + "\n" + `{"a": -NaN}`,
		`[{"b":"NaN","c":[null]}]`, "f:2: found JSON that breaks off or is damaged: invalid character 'n' in number (expecting digit)"},
	{"two in a line", `{"a": 1} {"a": 2}` + "\n" + `{"a": 3}`,
		`[{"a":1},{"a":2},{"a":3}]`, ""},
	{"over several lines", "{\"a\": 1}\n{\"a\":\n2}\n{\"a\": 3}\n[1]",
		`[{"a":1},{"a":2},{"a":3}]`, "f:5: found an array, expected an object"},
	{"no object", `{"a": 1}` + "\n" + `"text"`,
		`[{"a":1}]`, `f:2: found the text "text", expected an object`},
	{"broken off", `{"a": 1}` + "\n" + `{"a": "x`,
		`[{"a":1}]`, `f:2: found JSON that breaks off or is damaged: invalid character '\n' in string (expecting non-control character)`},
	{"damaged", `{"a": 1}` + "\n\n" + `{"a": 01}`,
		`[{"a":1}]`, "f:3: found JSON that breaks off or is damaged: invalid character '1' after object value (expecting ',' or '}')"},
	{"an array", `[{"a": 1}, {"a": 2}]`,
		`[{"a":1},{"a":2}]`, ""},
	{"not UTF-8", "{\"a\": 1}\n{\"a\": \"\xff\"}",
		`[{"a":1}]`, "f:2: found the byte 0xff at byte 7 of the line (byte 16 of the text), expected UTF-8"},
	{"control characters", "{\"a\": \"\t\"}",
		"null", `f:1: found JSON that breaks off or is damaged: invalid character '\t' in string (expecting non-control character)`},
	{"blank lines", "\n \n{\"a\": 1}\r\n\r\n",
		`[{"a":1}]`, ""},
	{"nothing", "{}\n{}",
		"[{},{}]", ""},
	{"damaged values", `{"a": tru}` + "\n",
		"null", "f:1: found JSON that breaks off or is damaged: invalid character '}' in literal true (expecting 'e')"},
	{"comma at the end", `{"a": ["x",],}`,
		"null", "f:1: found JSON that breaks off or is damaged: invalid character ']' after object value (expecting ',' or '}')"},
	{"number and more", `{"a": 1.e5}`,
		"null", "f:1: found JSON that breaks off or is damaged: invalid character 'e' in number (expecting digit)"},
	{"escape at the end", `{"a": "\`,
		"null", `f:1: found JSON that breaks off or is damaged: invalid escape sequence "\\\n" in string`},
	{"short escape", `{"a": "\u00`,
		"null", `f:1: found JSON that breaks off or is damaged: invalid escape sequence "\\u00\n" in string`},
}

// Rows have the columns that were read so far, those of inner objects with dots, and what stands there as it is written.
func TestJSON(t *testing.T) {
	for _, c := range jsonFiles {
		t.Run(c.name, func(t *testing.T) {
			rows, err := readJSON([]byte(c.content))
			if err == io.EOF {
				err = errors.New("")
			}
			got, _ := json.Marshal(rows)
			if string(got) != c.rows || err.Error() != c.err {
				t.Errorf("got %s, %v\nwant %s, %s", got, err, c.rows, c.err)
			}
		})
	}
}

// readJSON returns the rows of a file, up to the error at its end.
func readJSON(content []byte) (rows []map[string]any, err error) {
	r, err := openJSON(text.NewReader(bytes.NewReader(content), "f"), "f")
	if err != nil {
		return nil, err
	}
	for columns := r.Columns; ; {
		o, err := r.next()
		if err != nil {
			return rows, err
		}
		columns = append(columns, r.late()...)
		row := map[string]any{}
		for _, column := range columns {
			v := o.(*jsonRow).value(column)
			if _, isObject := v.(map[string]any); v != nil && !isObject {
				row[column] = v
			}
		}
		rows = append(rows, row)
	}
}

// A line of a megabyte takes some megabytes, also where objects stand inside one another, whose names add up.
func TestJSONNamesAddUp(t *testing.T) {
	long := `{"` + strings.Repeat("x", 1000) + `":`
	content := strings.Repeat(long, 1000) + "1" + strings.Repeat("}", 1000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	rows, err := readJSON([]byte(content))
	runtime.ReadMemStats(&after)
	if err != io.EOF || len(rows) != 1 || after.TotalAlloc-before.TotalAlloc > 100<<20 {
		t.Errorf("read %d rows by %d MB, then %v", len(rows), (after.TotalAlloc-before.TotalAlloc)>>20, err)
	}
	twice := strings.Replace(content, "1}", `{"a": 1, "a": 2}}`, 1)
	if _, err := readJSON([]byte(twice)); err == nil || !strings.Contains(err.Error(), `"a" twice`) {
		t.Errorf("found %v, expected an error about the name", err)
	}
}

// Whatever the bytes, the rows are what encoding/json makes of them, up to the first error. What it lets pass, though nobody
// can tell what is meant, is an error, too.
func FuzzJSON(f *testing.F) {
	for _, c := range jsonFiles {
		f.Add([]byte(c.content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := readJSON(content)
		if err != io.EOF && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("found the error %q, expected one that begins with file and line", err)
		}
		if !utf8.Valid(content) || bytes.Contains(content, nan) {
			return // the line is refused, or NaN read, which encoding/json does not know
		}
		want, damage := decodeJSON(bytes.TrimPrefix(content, []byte("\ufeff")))
		if err == io.EOF && (damage != io.EOF || len(got) < len(want)) {
			t.Errorf("read %d rows, but encoding/json %d, and then %v", len(got), len(want), damage)
		}
		if err != io.EOF && damage == io.EOF && !deliberate.MatchString(err.Error()) {
			t.Errorf("found the error %q, expected none", err)
		}
		for i, row := range got {
			if diff := cmp.Diff(leaves(map[string]any{}, "", want[i].(map[string]any)), row); diff != "" {
				t.Errorf("row %d (-encoding/json +rows):\n%s", i+1, diff)
			}
		}
	})
}

// deliberate are the errors of files that encoding/json reads.
var deliberate = regexp.MustCompile("twice in one object|invalid surrogate pair|expected an object$|after the array")

// decodeJSON returns the elements of an array, or values one after another, up to the error at the end.
func decodeJSON(content []byte) (values []any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	inArray := bytes.HasPrefix(bytes.TrimLeft(content, " \t\r\n"), []byte("["))
	if inArray {
		decoder.Token()
	}
	for {
		if inArray && !decoder.More() {
			inArray = false
			if _, err := decoder.Token(); err != nil {
				return values, io.ErrUnexpectedEOF
			}
		}
		var value any
		if err := decoder.Decode(&value); err == io.EOF && inArray {
			return values, io.ErrUnexpectedEOF
		} else if err != nil {
			return values, err
		}
		values = append(values, value)
	}
}

// leaves adds what is not an object below members, and not null, to a row.
func leaves(row map[string]any, prefix string, members map[string]any) map[string]any {
	for name, value := range members {
		inner, ok := value.(map[string]any)
		if ok && len(prefix+name) < mostPrefix {
			leaves(row, prefix+name+".", inner)
		} else if !ok && value != nil {
			row[prefix+name] = value
		}
	}
	return row
}

// BenchmarkJSONLines reads rows of two short texts.
func BenchmarkJSONLines(b *testing.B) {
	const row = `{"candidate": "A man is playing a large flute.", "reference": "A man is playing a \"flute\".", "human": 0.5}` + "\n"
	content := strings.Repeat(row, 1000)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := openJSON(text.NewReader(strings.NewReader(content), "f"), "f")
		for err == nil {
			_, err = r.next()
		}
		if err != io.EOF {
			b.Fatal(err)
		}
	}
}
