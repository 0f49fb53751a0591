package pairs_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

func pair(gold float64, first, second string) similarity.Pair {
	return similarity.Pair{Gold: gold, First: first, Second: second}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, content string
		layout        pairs.Layout
		want          []similarity.Pair
		notices       int
	}{
		{name: "sentences", content: "5.000\tA b.\tA c.\n0\td\te\n",
			want: []similarity.Pair{pair(5, "A b.", "A c."), pair(0, "d", "e")}},
		{name: "words", content: "tiger\tcat\t7.35", layout: pairs.Words,
			want: []similarity.Pair{pair(7.35, "tiger", "cat")}},
		{name: "quotes and spaces are text", content: "1\t\"a\" \"\t b \n",
			want: []similarity.Pair{pair(1, "\"a\" \"", " b ")}},
		{name: "an empty sentence", content: "-1e0\t\tb\n", want: []similarity.Pair{pair(-1, "", "b")}},
		{name: "byte-order mark and CR", content: "\ufeff1\ta\tb\r\n", want: []similarity.Pair{pair(1, "a", "b")},
			notices: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			notices := 0
			got, err := pairs.Open("-", strings.NewReader(c.content), c.layout, func(string) { notices++ })
			if err != nil || !slices.Equal(got, c.want) || notices != c.notices {
				t.Errorf("got %+v, %d notices, %v; want %+v, %d", got, notices, err, c.want, c.notices)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"two fields", "1\ta\tb\n2\tc\n", "standard input:2: found 2 fields, expected 3: gold⇥sentence1⇥sentence2"},
		{"four fields", "1\ta\tb\tc\n", "standard input:1: found 4 fields, expected 3"},
		{"an empty line", "1\ta\tb\n\n", "standard input:2: found 1 field, expected 3"},
		{"a header", "gold\ta\tb\n", `standard input:1: found "gold", expected a number`},
		{"the other layout", "tiger\tcat\t7.35\n", `standard input:1: found "tiger", expected a number`},
		{"not a number", "NaN\ta\tb\n", `standard input:1: found "NaN", expected a number`},
		{"infinite", "1e999\ta\tb\n", `standard input:1: found "1e999", expected a number`},
		{"not UTF-8", "1\ta\t\xff\n", "standard input:1: found the byte 0xff"},
		{"empty", "", "standard input: found no pairs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := pairs.Open("-", strings.NewReader(c.content), pairs.Sentences, func(string) {})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte("1\ta\tb\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.tsv.gz")
	if err := os.WriteFile(path, zipped.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{path, "-"} {
		got, err := pairs.Open(from, bytes.NewReader(zipped.Bytes()), pairs.Sentences, func(string) {})
		if err != nil || !slices.Equal(got, []similarity.Pair{pair(1, "a", "b")}) {
			t.Errorf("%s: got %v, %v", from, got, err)
		}
	}
	if _, err := pairs.Open(path+"x", nil, pairs.Sentences, func(string) {}); err == nil {
		t.Error("a missing file was accepted")
	}
}

// Whatever the bytes, Open ends with pairs or an error that names the input.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("5.0\ta b\tc d\n"), false)
	f.Add([]byte("tiger\tcat\t7.35\r\n"), true)
	f.Fuzz(func(t *testing.T, content []byte, words bool) {
		layout := pairs.Sentences
		if words {
			layout = pairs.Words
		}
		pairs, err := pairs.Open("-", bytes.NewReader(content), layout, func(string) {})
		switch {
		case err != nil && !strings.HasPrefix(err.Error(), "standard input"):
			t.Errorf("error %v does not name the input", err)
		case err == nil && (len(pairs) == 0 || len(pairs) > bytes.Count(content, []byte("\n"))+1):
			t.Errorf("%d pairs", len(pairs))
		}
	})
}
