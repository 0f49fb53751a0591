package adapters_test

import (
	"bytes"
	"compress/gzip"
	"math"
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

func TestPairsRead(t *testing.T) {
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

func TestPairsReadErrors(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"two fields", "1\ta\tb\n2\tc\n", "standard input:2: found 2 fields, expected 3: gold⇥sentence1⇥sentence2"},
		{"four fields", "1\ta\tb\tc\n", "standard input:1: found 4 fields, expected 3"},
		{"an empty line", "1\ta\tb\n\n", "standard input:2: found 1 field, expected 3"},
		{"a header", "gold\ta\tb\n", `standard input:1: found "gold", expected a number`},
		{"the other layout", "tiger\tcat\t7.35\n", `standard input:1: found "tiger", expected a number`},
		{"not a number", "high\ta\tb\n", `standard input:1: found "high", expected a number`},
		{"nothing judged", "NaN\ta\tb\n\tc\td\n", "standard input: found no pairs with a gold score"},
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

// A table has its columns by name, lines have them by number, and a pair that nobody judged has no gold score.
func TestPairsColumns(t *testing.T) {
	want := []similarity.Pair{pair(4.5, "A, b.", "c"), pair(math.NaN(), "d", "e"), pair(0, "f", "g")}
	for _, c := range []struct{ name, file, content, columns string }{
		{"CSV", "x.csv", "sentence1,sentence2,score\n\"A, b.\",c,4.5\nd,e,\nf,g,0\n", ""},
		{"other names", "x.csv", "a,b,c\n4.5,\"A, b.\",c\nNA,d,e\n0,f,g\n", "gold=a,sentence1=b,sentence2=c"},
		{"lines with a header", "x.tsv", "pair_ID\tsentence_A\tsentence_B\trelatedness_score\n1\tA, b.\tc\t4.5\n" +
			"2\td\te\t\n3\tf\tg\t0\n", ""},
		{"other names, by TABs", "x.txt", "id\tl\tr\tlabel\n1\tA, b.\tc\t4.5\n2\td\te\tNaN\n3\tf\tg\t0\n", "sentence1=l,sentence2=r"},
		{"numbers of fields", "x.csv", "main\t2012\t4.5\tA, b.\tc\tnote\nmain\t2012\t\td\te\nmain\t2012\t0\tf\tg\n",
			"gold=3,sentence1=4,sentence2=5"},
		{"lines in the usual order", "x", "4.5\tA, b.\tc\n\td\te\n0\tf\tg\n", ""},
		{"JSON", "x.jsonl", `{"sentence1":"A, b.","sentence2":"c","label":4.5}` + "\n" +
			`{"sentence1":"d","sentence2":"e","label":null}` + "\n" + `{"sentence1":"f","sentence2":"g","label":0}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			layout, err := pairs.Sentences, error(nil)
			if c.columns != "" {
				layout, err = layout.With(strings.Split(c.columns, ","))
			}
			if err != nil {
				t.Fatal(err)
			}
			var notices []string
			got, err := pairs.Open(path, nil, layout, func(s string) { notices = append(notices, s) })
			same := func(a, b similarity.Pair) bool {
				return a.First == b.First && a.Second == b.Second && (a.Gold == b.Gold || a.Gold != a.Gold && b.Gold != b.Gold)
			}
			if err != nil || !slices.EqualFunc(got, want, same) {
				t.Errorf("got %+v, %v; want %+v", got, err, want)
			}
			if want := []string{path + ": left out 1 pair without a gold score"}; !slices.Equal(notices, want) {
				t.Errorf("notices %q, want %q", notices, want)
			}
		})
	}
}

func TestPairsColumnsErrors(t *testing.T) {
	for _, c := range []struct{ columns, want string }{
		{"gold", `found "gold", expected one of: gold=COLUMN, sentence1=COLUMN, sentence2=COLUMN`},
		{"word1=a", `found "word1=a", expected one of: gold=COLUMN, sentence1=COLUMN, sentence2=COLUMN`},
		{"gold=a,gold=b", "found gold= twice, expected it once"},
		{"gold=5", "found the number of a field and not that of each, expected gold=NUMBER, sentence1=NUMBER, sentence2=NUMBER"},
	} {
		if _, err := pairs.Sentences.With(strings.Split(c.columns, ",")); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.columns, err, c.want)
		}
	}
	layout, err := pairs.Words.With([]string{"gold=rating"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = pairs.Open("-", strings.NewReader("word1,word2,gold\na,b,1\n"), layout, func(string) {})
	if want := `standard input: found no column "rating", expected one; the columns are: word1, word2, gold`; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestPairsOpen(t *testing.T) {
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
func FuzzPairsOpen(f *testing.F) {
	f.Add([]byte("5.0\ta b\tc d\n"), false)
	f.Add([]byte("tiger\tcat\t7.35\r\n"), true)
	f.Add([]byte("score\tsentence1\tsentence2\n1\ta\tb\n\tc\td\n"), false)
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
