package corpus_test

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/limit"
)

// readTexts reads all rows of a table, or says that the file is prose.
func readTexts(path string, stdin io.Reader, pairs ...string) (list []corpus.TextRow, prose bool, err error) {
	layout, err := rows.ParseLayout(pairs)
	if err != nil {
		return nil, false, err
	}
	texts, err := corpus.OpenTexts(path, stdin, layout, rows.Candidate, rows.Spans)
	if err != nil {
		return nil, false, err
	}
	defer texts.Close()
	if texts.AreLines() {
		return nil, true, nil
	}
	for {
		var row corpus.TextRow
		err := texts.Next(&row)
		if err == io.EOF {
			return list, false, nil
		}
		if err != nil {
			return list, false, err
		}
		row.References = slices.Clone(row.References)
		list = append(list, row)
	}
}

// What a file holds says what it is, not its name alone.
func TestTextsRecognised(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		prose               bool
	}{
		{"lines", "a.txt", "The cat sat.\nIt rained.\n", true},
		{"nothing", "a.txt", "", true},
		{"a brace that begins no object", "a.txt", "{laughs} no\n", true},
		{"a bracket", "a.txt", "[Music]\n", true},
		{"a quote in brackets", "a.txt", "[\"Yes\"] he said\n", true},
		{"a quote", "a.txt", "\"candidate\", he said\n", true},
		{"commas around the word", "a.txt", "A reference, candidate or not, is a text\n", true},
		{"the word alone", "a.txt", "candidate\neast\n", true},
		{"other columns", "a.txt", "a\tb\n1\t2\n", true},
		{"objects", "a.txt", `{"candidate": "a"}`, false},
		{"after a mark and lines", "a", "\ufeff{ \"candidate\" : \"a\"}", false},
		{"an array on many lines", "a", "[\n{\n\"candidate\": \"a\"\n}\n]", false},
		{"an object on many lines", "a", "{\n\"candidate\": \"a\"\n}\n", false},
		{"an array", "a", `[{"candidate":"a"}]`, false},
		{"a quoted name", "a", "{\"a \\\" b\": 1, \"candidate\": \"a\"}", false},
		{"CSV", "a.txt", "id,candidate\n1,a\n", false},
		{"quoted CSV", "a.txt", "\"id\",\"candidate\"\n1,a\n", false},
		{"CSV of one column, by its name", "a.csv", "candidate\na\n", false},
		{"TSV", "a", "candidate\treference_2\na\tb\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			rows, prose, err := readTexts(path, nil)
			if err != nil || prose != c.prose || !prose && (len(rows) != 1 || rows[0].Candidate != "a") {
				t.Errorf("got %+v, prose %v, %v", rows, prose, err)
			}
		})
	}
}

// A file that is called a table is never prose.
func TestNamedTables(t *testing.T) {
	for _, c := range []struct{ file, content, want string }{
		{"a.jsonl", "The cat sat.\n", "a.jsonl:1: found JSON that breaks off or is damaged"},
		{"a.ndjson", "{'candidate': 'a'}\n", "a.ndjson:1: found JSON that breaks off or is damaged"},
		{"a.JSON", "", "a.JSON: found no rows, expected at least one"},
		{"a.csv", "The cat sat.\n", "a.csv: found no rows, expected at least one"},
		{"a.tsv", "", "a.tsv: found no rows, expected at least one"},
		{"a.parquet", "The cat sat.\n", "a.parquet: found a file that is not Parquet, expected Parquet, as its name says"},
	} {
		t.Run(c.file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			if rows, prose, err := readTexts(path, nil); err == nil || prose || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %+v, prose %v, %v, want %s", rows, prose, err, c.want)
			}
		})
	}
}

func TestTexts(t *testing.T) {
	row := func(line int64, candidate string, references ...string) corpus.TextRow {
		return corpus.TextRow{Candidate: candidate, References: references, Line: line}
	}
	for _, c := range []struct {
		name, content string
		columns       []string
		want          []corpus.TextRow
	}{
		{"references in columns", "candidate,reference_3,reference,reference_2\na,d,b,c\na,,,\na,d,b,\n", nil,
			[]corpus.TextRow{row(2, "a", "b", "c", "d"), row(3, "a", ""), row(4, "a", "b", "", "d")}},
		{"a list in a cell", "candidate\treferences\na\t[\"b\", \"c\"]\na\t[b] c\na\t[\"[b]\"]\n", nil,
			[]corpus.TextRow{row(2, "a", "b", "c"), row(3, "a", "[b] c"), row(4, "a", "[b]")}},
		{"a list in a text of JSON", `{"candidate":"a","references":"[\"b\", \"c\"]"}`, nil, []corpus.TextRow{row(1, "a", "b", "c")}},
		{"null among references", `{"candidate":"a","references":["b", null]}` + "\n" + `{"candidate":"a","references":[null]}`, nil,
			[]corpus.TextRow{row(1, "a", "b"), row(2, "a")}},
		{"null in a text of JSON", `{"candidate":"a","references":"[\"b\", null]"}`, nil, []corpus.TextRow{row(1, "a", "b")}},
		{"null for a reference", `{"candidate":"a","reference":null,"reference_2":"b"}`, nil, []corpus.TextRow{row(1, "a", "", "b")}},
		{"texts of one reference", `{"candidate":"[a]","reference":"['b', 'c']","reference_2":"[\"d\"]"}`, nil,
			[]corpus.TextRow{row(1, "[a]", "['b', 'c']", `["d"]`)}},
		{"a list by another name", "candidate,ref\na,\"[\"\"b\"\"]\"\n", []string{"references=ref"}, []corpus.TextRow{row(2, "a", "b")}},
		{"a text by another name", "candidate,references\na,[b]\n", []string{"reference=references"},
			[]corpus.TextRow{row(2, "a", "[b]")}},
		{"blank lines of one column", "candidate\n\n\"a\n\nb\"\n\n", nil,
			[]corpus.TextRow{row(2, ""), row(3, "a\n\nb"), row(6, "")}},
		{"JSON", `{"candidate":"","reference":["b",""]}` + "\n" + `{"candidate":"a","reference":"5.0"}`, nil,
			[]corpus.TextRow{row(1, "", "b"), row(2, "a", "5.0")}},
		{"columns that come late", `{"candidate":"a"}` + "\n" + `{"candidate":"a","reference":"b","id":7}`, nil,
			[]corpus.TextRow{row(1, "a"), {Candidate: "a", References: []string{"b"}, ID: "7", Line: 2}}},
		{"other names", `{"out":{"mt":"a"},"ref":["b"],"sys":"s","human":2,"system":"no"}`,
			[]string{"candidate=out.mt", "reference=ref", "system=sys"},
			[]corpus.TextRow{{Candidate: "a", References: []string{"b"}, System: "s", Line: 1,
				Humans: []float64{2}}}},
		{"quoted line ends", "candidate,doc,seg_id,human\r\n\"a\nb\",d,x,1e0\r\nc,,y,\r\n", nil,
			[]corpus.TextRow{{Candidate: "a\nb", Doc: "d", ID: "x", Line: 2, Humans: []float64{1}},
				{Candidate: "c", ID: "y", Line: 4, Humans: []float64{-1}}}},
		{"several human scores", `{"candidate":"a","human":{"fluency":2}}` + "\n" + `{"candidate":"b","human":{"fluency":3,"note":"x"}}`,
			nil, []corpus.TextRow{{Candidate: "a", Line: 1, Humans: []float64{2}},
				{Candidate: "b", Line: 2, Humans: []float64{3, -1}}}},
		{"TSV of pandas", "id\tcandidate\treference\n1\t\"say \"\"hi\"\"\"\tb\n2\t\"two\nlines\"\t\"a\tTAB\"\n3\t\"c\"\td\n", nil,
			[]corpus.TextRow{{ID: "1", Candidate: `say "hi"`, References: []string{"b"}, Line: 2},
				{ID: "2", Candidate: "two\nlines", References: []string{"a\tTAB"}, Line: 3},
				{ID: "3", Candidate: "c", References: []string{"d"}, Line: 5}}},
		{"TSV with all fields in quotes", "\"candidate\"\t\"reference\"\n\"a\"\t\"b\"\n", nil, []corpus.TextRow{row(2, "a", "b")}},
		{"TSV with quotes that are texts", "candidate\treference\n\"a\"\tb\n\"\"c\"\" d\te\n", nil,
			[]corpus.TextRow{row(2, `"a"`, "b"), row(3, `""c"" d`, "e")}},
		{"TSV with one quote", "candidate\treference\nc\td\n\"a b\td\ne\t\"\"\"f\"\n", nil,
			[]corpus.TextRow{row(2, "c", "d"), row(3, `"a b`, "d"), row(4, "e", `"""f"`)}},
		{"marks of errors", "target,reference\na <v>bad</v> end,<v>b\n", []string{"candidate=target", "spans=target"},
			[]corpus.TextRow{{Candidate: "a bad end", References: []string{"<v>b"}, Line: 2,
				Spans: []rows.Span{{Start: 2, End: 5, Text: "bad"}}}}},
		{"marks that nobody named", "candidate\ta\na <v>bad</v> end\tb\n", nil, []corpus.TextRow{row(2, "a <v>bad</v> end")}},
		{"one of several", "candidate,human.fluency,human.adequacy\na,2,3\n", []string{"human=human.adequacy"},
			[]corpus.TextRow{{Candidate: "a", Line: 2, Humans: []float64{3}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := "-"
			if strings.Contains(c.name, "one column") { // which its name must say
				path = filepath.Join(t.TempDir(), "x.csv")
				if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			rows, prose, err := readTexts(path, strings.NewReader(c.content), c.columns...)
			for i := range rows {
				for k, x := range rows[i].Humans {
					if math.IsNaN(x) {
						rows[i].Humans[k] = -1
					}
				}
			}
			if diff := cmp.Diff(c.want, rows); err != nil || prose || diff != "" {
				t.Errorf("prose %v, %v, -want +got:\n%s", prose, err, diff)
			}
		})
	}
}

// Whatever the bytes, a table of texts is read or rejected with the name of the file: no panic, no text that is not
// UTF-8.
func FuzzTexts(f *testing.F) {
	for _, seed := range append([]string{"x\n1\n2\n", "a\t1\nb\tNone\n"}, "candidate,reference\n\"a\nb\",c\n", "candidate\treferences\na\t[\"b\"]\n",
		"candidate\treference\n\"a\"\"b\"\tc\n\"d\ne\"\tf\n",
		`{"candidate":"a","references":["b","c"],"system":"s","doc":"d","id":1,"human":0.5}`, `[{"candidate":"a"}]`,
		`{"doc_id":"d","src_text":["q","p"],"tgt_text":{"A":["a","b"],"A.b":"c","refA":["r","s"]},"scores":{"A":[{"human":1},{}]}}`,
		`{"model":"m","statistical_results":[],"translations":[{"name":"a","mt":["x"],"scores":[1]}],"reference":["r"]}`,
		"reference;candidate\na;b\n", "PAR1", "segment,doc,output,candidate,human\n1,d,A,'=1+1,\n1,d,B,''=1,-5\n",
		`{"candidate":"😀 bad","spans":[{"start":2,"end":5,"severity":"major"}]}`, `{"candidate":"a","spans":[{"start":0,"end":2}]}`,
		`{"candidate":"a","spans":[{"start":-1,"end":1.5},{"start":1},{"start":1,"end":0}]}`, `{"candidate":"a","spans":{"start":0}}`,
		`{"candidate":"a","esa_spans":[{"start_i":"missing","end_i":5}]}`, `{"candidate":"ab","spans":"a<v><v>b</v></v>"}`,
		`{"candidate":"a","references":["b"`+strings.Repeat(`,"b"`, limit.Default)+"]}",
		"candidate,reference"+strings.Repeat(",", limit.Default)+"\n") {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		rows, _, err := readTexts("-", bytes.NewReader(content))
		if err != nil && !strings.HasPrefix(err.Error(), "standard input") {
			t.Errorf("found the error %q, expected the name of the file", err)
		}
		for _, row := range rows {
			for _, text := range append(slices.Clone(row.References), row.Candidate, row.System, row.ID, row.Doc) {
				if !utf8.ValidString(text) {
					t.Errorf("found %q, expected UTF-8", text)
				}
			}
			for _, s := range row.Spans {
				if s.Start < 0 || s.End < s.Start || s.End > utf8.RuneCountInString(row.Candidate) {
					t.Errorf("found %+v in %q", s, row.Candidate)
				}
			}
			for _, x := range row.Humans {
				if math.IsInf(x, 0) {
					t.Errorf("found %v", x)
				}
			}
		}
	})
}

// What programs print for a list that is not JSON is never one text, nor a guess at several.
func TestListsInTexts(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"Python", `{"candidate":"a","references":"['b', 'c']"}`, `1: column "references": found "['b', 'c']", which looks ` +
			`like a list that is not JSON, expected ["…", "…"]`},
		{"Python in CSV", "candidate,references\na,\"['b', \"\"c's\"\"]\"\n", `2: column "references": found "['b', \"c's\"]"`},
		{"DuckDB", "candidate\treferences\na\t[b, c]\n", `2: column "references": found "[b, c]", which`},
		{"NumPy", "candidate\treferences\na\t['b' 'c']\n", `2: column "references": found "['b' 'c']", which`},
		{"white space around", "candidate\treferences\na\t [b] \n", `2: column "references": found " [b] ", which`},
		{"numbers", `[{"candidate":"a","references":"[1, 2]"}]`, `1: column "references": found the number 1 in a list`},
		{"half a character", `{"candidate":"a","references":"[\"\\ud800\"]"}`, `1: column "references": found "[\"\\ud800\"]", which`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := readTexts("-", strings.NewReader(c.content))
			if err == nil || !strings.Contains(err.Error(), "standard input:"+c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// A column with a name near to that of human scores holds them, unless several may, or it holds words.
func TestNearHuman(t *testing.T) {
	for _, c := range []struct {
		name, header, values string
		want                 []float64
		notice               bool
	}{
		{"in capitals", "Human", "3", []float64{3}, true},
		{"with what it holds", "human_score", "3", []float64{3}, true},
		{"beside human", "human,Human", "3,4", []float64{3}, false},
		{"several", "Human,human_score", "3,4", nil, false},
		{"words", "Human", "A dog.", []float64{math.NaN()}, false},
	} {
		texts, err := corpus.OpenTexts("-", strings.NewReader("candidate,reference,"+c.header+"\na,b,"+c.values+"\n"), rows.Layout{}, rows.Candidate)
		if err != nil {
			t.Fatal(err)
		}
		var row corpus.TextRow
		err = texts.Next(&row)
		said := strings.Contains(strings.Join(texts.Notices(), "\n"), "as human; --columns says otherwise")
		if !cmp.Equal(row.Humans, c.want, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()) || err != nil || said != c.notice {
			t.Errorf("%s: got %v, %v, notices %q, want %v", c.name, row.Humans, err, texts.Notices(), c.want)
		}
		texts.Close()
	}
}

// A null in place of a list of references is a reference that is missing, in Parquet as in JSON; an empty list is an error.
func TestNullLists(t *testing.T) {
	type row struct {
		Candidate  string   `parquet:"candidate"`
		References []string `parquet:"references,list,optional"`
	}
	write := func(list ...row) string {
		var b bytes.Buffer
		if err := pq.Write(&b, list); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const none = "found no reference, expected at least one"
	for _, c := range []struct{ name, file, content, want string }{
		{"null in Parquet", "a.parquet", write(row{"a", nil}, row{"b", []string{"c"}}), ""},
		{"null in JSON", "a.jsonl", `{"candidate":"a","references":null}` + "\n" + `{"candidate":"b","references":["c"]}`, ""},
		{"no element in Parquet", "a.parquet", write(row{"a", []string{}}, row{"b", []string{"c"}}), none},
		{"no element in JSON", "a.jsonl", `{"candidate":"a","references":[]}`, none},
	} {
		path := folder(t, map[string]string{c.file: c.content})(c.file)
		texts, err := openLines([]text.SystemFile{{Name: "a", Path: path}}, nil, nil)
		if err == nil {
			if got := all(t, texts.Lines()); len(got) != 2 || !slices.Equal(got[0].References, []string{""}) {
				t.Errorf("%s: got %v", c.name, got)
			}
			texts.Close()
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// A file that holds no text is said to be what it is, not to lack references.
func TestNoTextWithoutReferences(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a spreadsheet", "PK\x03\x04\x14\x00xl/workbook.xml", "it looks like a spreadsheet"},
		{"UTF-16", "\xff\xfec\x00a\x00", "it looks like UTF-16"},
		{"lines", "a cat\n", corpus.ErrNoReferences.Error()},
		{"nothing", "", corpus.ErrNoReferences.Error()},
	} {
		_, err := openLines([]text.SystemFile{{Name: "a", Path: folder(t, map[string]string{"a": c.content})("a")}}, nil, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
