package scores_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/inspection"
	"pgregory.net/rapid"
)

func TestJoin(t *testing.T) {
	human := read(t, "human", "system\tsegment\tdoc\thuman\nb\t2\td2\t5\na\t1\td1\t1\na\t2\td2\t2\n", scores.Options{})
	ours := read(t, "ours", "system\tsegment\twrd\na\t1\t0.1\na\t2\t0.2\na\t3\t0.3\n", scores.Options{})
	more := read(t, "more", "system\tsegment\twrd\nb\t1\t0.4\nb\t2\t0.5\n", scores.Options{})
	_, _, err := scores.Join(false, human, ours, more)
	if _, ok := errors.AsType[*pairing.OtherSegmentsError](err); !ok || err.Error() !=
		"found different segments, expected the same ids in all inputs: 1 only in ours (segment 3)" {
		t.Errorf("error %v, want that human lacks a segment", err)
	}
	joined, notices, err := scores.Join(true, human, ours, more)
	if err != nil {
		t.Fatal(err)
	}
	want := []evaluation.Segment{{ID: "2", Doc: "d2"}, {ID: "1", Doc: "d1"}}
	if !slices.Equal(joined.Segments, want) || !slices.Equal(joined.Systems, []string{"a", "b"}) {
		t.Errorf("systems %q, segments %v", joined.Systems, joined.Segments)
	}
	if got, want := grid(t, joined, "human"), []float64{2, 1, 5, -1}; !slices.Equal(got, want) {
		t.Errorf("human %v, want %v", got, want)
	}
	if got, want := grid(t, joined, "wrd"), []float64{0.2, 0.1, 0.5, 0.4}; !slices.Equal(got, want) {
		t.Errorf("wrd %v, want %v", got, want)
	}
	if want := []string{"took the 2 segments that all inputs have, of up to 3 in one",
		"human: no row for 1 of 4 outputs that others have: system b, segment 1"}; !slices.Equal(notices, want) {
		t.Errorf("notices %q, want %q", notices, want)
	}
}

func TestJoinByLine(t *testing.T) {
	ids := read(t, "ids", "system\tsegment\tx\na\t7\t1\na\t9\t2\nb\t7\t3\nb\t9\t4\n", scores.Options{})
	lines := read(t, "lines", "b\t30\nb\t40\na\t10\na\t20\n", scores.Options{Columns: []string{"lines"}})
	for _, order := range [][]*scores.Table{{ids, lines}, {lines, ids}} {
		joined, notices, err := scores.Join(false, order...)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"lines has no ids: its segments are paired with those of ids by number"}
		if !slices.Equal(notices, want) || joined.Segments[0].ID != "7" || joined.Segments[1].ID != "9" || joined.ByLine {
			t.Errorf("told of %q, segments %v", notices, joined.Segments)
		}
		if x, y := grid(t, joined, "x"), grid(t, joined, "lines"); !slices.Equal(x, []float64{1, 2, 3, 4}) ||
			!slices.Equal(y, []float64{10, 20, 30, 40}) {
			t.Errorf("%v and %v", x, y)
		}
	}
}

func TestJoinErrors(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"a number twice", "system\tsegment\tx\na\t1\t1\n", "system\tsegment\tx\na\t2\t1\na\t1\t2\n",
			`second:3: found system "a", segment "1" a second time, first at first:2; expected one row for each`},
		{"by line, of different length", "system\tsegment\tx\na\t1\t1\na\t2\t1\n", "a\t1\n",
			"found 2 segments in first and 1 in second, expected the same number: second has no ids, so rows are joined " +
				"by their order"},
		{"documents", "system\tsegment\tdoc\tx\na\t1\td\t1\n", "system\tsegment\tdoc\ty\na\t1\te\t1\n",
			`second: found segment 1 in document "e", elsewhere it is in "d"`},
		{"nothing in common", "system\tsegment\tx\na\t1\t1\n", "system\tsegment\ty\na\t01\t1\n",
			"found different segments, expected the same ids in all inputs: 1 only in first (segment 1), 1 only in second " +
				"(segment 01)"},
		{"no system in common", "system\tsegment\tx\na\t1\t1\n", "system\tsegment\ty\nb\t1\t1\n",
			"found no row that first and second have both, expected the same systems and segments: system a, segment " +
				"1; system b, segment 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := scores.Join(false, read(t, "first", c.first, scores.Options{}),
				read(t, "second", c.second, scores.Options{}))
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// The file that wrd score writes reads with its signature, and with null where there is no score.
func TestOwnParquet(t *testing.T) {
	dir := t.TempDir()
	results, err := parquet.CreateResults(t.Context(), dir, parquet.Run{Signature: "wrd|of:this"},
		outcome.Shape{Measures: []metric.Column{metric.WRD, metric.Add}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 600 {
		for k, system := range []string{"b", "a"} {
			var r metric.Result
			if i%3 > 0 {
				r.SetValue(metric.WRD, float64(i)+float64(k)/2)
			}
			r.SetValue(metric.Add, 0.25)
			s := outcome.Row{System: system, Number: int64(i), Candidate: fmt.Sprint("c", i),
				References: []string{"r", fmt.Sprint("r", i)}, Result: r}
			if err := results.Rows.Write(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := results.Commit(nil); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "segments.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "segments.parquet"), "-"} {
		tab, err := scores.Open(path, bytes.NewReader(content), scores.Options{Columns: []string{"wrd", "elsewhere"}},
			func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(tab.Systems, []string{"a", "b"}) || len(tab.Segments) != 600 ||
			tab.Segments[599].ID != "599" || tab.ByLine {
			t.Errorf("%s: systems %q, %d segments", path, tab.Systems, len(tab.Segments))
		}
		if got := tab.Columns(); !slices.Equal(got, []string{"wrd"}) || tab.Signature("wrd") != "wrd|of:this" {
			t.Errorf("%s: columns %q, signature %q", path, got, tab.Signature("wrd"))
		}
		g, err := tab.Grid("wrd")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 600 {
			if a, b := g.At(0, i), g.At(1, i); i%3 == 0 && (!math.IsNaN(a) || !math.IsNaN(b)) || i%3 > 0 &&
				(a != float64(i)+0.5 || b != float64(i)) {
				t.Fatalf("%s: segment %d: %v and %v", path, i, a, b)
			}
		}
	}
	seen := 0
	err = eachText(t, dir, func(o inspection.OutputTexts) {
		i := seen / 2
		if o.System != []string{"b", "a"}[seen%2] || o.Segment.ID != fmt.Sprint(i) ||
			o.Candidate != fmt.Sprint("c", i) || !slices.Equal(o.References, []string{"r", fmt.Sprint("r", i)}) {
			t.Errorf("row %d: %+v", seen, o)
		}
		seen++
	})
	if err != nil || seen != 1200 {
		t.Errorf("%d rows, %v", seen, err)
	}
}

func TestTestSet(t *testing.T) {
	dir := t.TempDir()
	for path, content := range map[string]string{
		"human-scores/en-de.mqm.seg.score":            "b\t-1\nb\tNone\na\t0\na\t-2\n",
		"human-scores/en-de.mqm.sys.score":            "b\t-1\na\t-1\n",
		"human-scores/zh-en.mqm.seg.score":            "b\t-1\n",
		"metric-scores/en-de/BLEU-refA.seg.score":     "a\t1\na\t2\nb\t3\nb\t4\n",
		"metric-scores/en-de/BLEU-refA.sys.score":     "a\t1\nb\t3\n",
		"metric-scores/en-de/COMET-22-refA.seg.score": "a\t5\na\t6\nb\t7\nb\t8\n",
		"documents/en-de.docs":                        "news\tdoc1\nchat\tdoc2\n",
		"sources/en-de.txt":                           "one\ntwo\n",
		"references/en-de.refA.txt":                   "eins\nzwei\n",
		"references/en-de.refB.txt":                   "1\n2\n",
		"references/zh-en.refA.txt":                   "a line\n",
		"system-outputs/en-de/a.txt":                  "ein\n\n",
		"system-outputs/en-de/b.txt":                  "eins\ndrei\n",
		"system-outputs/zh-en/b.txt":                  "two\nlines\n",
	} {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tab, err := scores.Open(dir+":en-de", nil, scores.Options{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := tab.Columns(); !slices.Equal(got, []string{"mqm", "BLEU-refA", "COMET-22-refA"}) {
		t.Errorf("columns %q", got)
	}
	if want := []evaluation.Segment{{ID: "1", Domain: "news", Doc: "doc1"},
		{ID: "2", Domain: "chat", Doc: "doc2"}}; !slices.Equal(tab.Segments, want) {
		t.Errorf("segments %v", tab.Segments)
	}
	if got := grid(t, tab, "mqm"); !slices.Equal(got, []float64{0, -2, -1, -1}) {
		t.Errorf("mqm %v", got)
	}
	if tab.HumanSystems == nil || len(tab.HumanSystems) > 0 {
		t.Errorf("human systems %q, expected to know that there is none", tab.HumanSystems)
	}
	judged := "a\t1\na\t2\nrefB\t3\nrefB\t4\n"
	if err := os.WriteFile(filepath.Join(dir, "metric-scores", "en-de", "X-src.seg.score"), []byte(judged), 0o666); err != nil {
		t.Fatal(err)
	}
	reference, err := scores.Open(dir+":en-de", nil, scores.Options{Columns: []string{"mqm", "X-src"}}, func(string) {})
	if err != nil || !slices.Equal(reference.HumanSystems, []string{"refB"}) {
		t.Errorf("human systems %q, %v, expected refB", reference.HumanSystems, err)
	}
	if err := os.Remove(filepath.Join(dir, "metric-scores", "en-de", "X-src.seg.score")); err != nil {
		t.Fatal(err)
	}
	one, err := scores.Open(dir+":en-de", nil, scores.Options{Columns: []string{"mqm"}}, func(string) {})
	if err != nil || !slices.Equal(one.Columns(), []string{"mqm"}) {
		t.Errorf("columns %q, %v", one.Columns(), err)
	}
	_, err = tab.Grid("BLEU")
	if want := `:en-de: found no column "BLEU" of scores, expected one of: mqm, BLEU-refA, COMET-22-refA; did you mean BLEU-refA?`; err == nil ||
		!strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	var texts []string
	err = eachText(t, dir+":en-de", func(o inspection.OutputTexts) {
		texts = append(texts, fmt.Sprint(o.System, o.Segment, " ", o.Segment.Doc, o.Source, o.References, o.Candidate))
	})
	if want := []string{"a1 doc1one[eins 1]ein", "a2 doc2two[zwei 2]", "b1 doc1one[eins 1]eins",
		"b2 doc2two[zwei 2]drei"}; err != nil || !slices.Equal(texts, want) {
		t.Errorf("texts %q, %v", texts, err)
	}
	err = eachText(t, dir+":zh-en", func(inspection.OutputTexts) {})
	if err == nil || !strings.Contains(err.Error(), "b.txt: found 2 lines, expected 1 as there are segments in ") {
		t.Errorf("found %v of a file with a line too many", err)
	}
	for _, c := range []struct {
		path string
		o    scores.Options
		want string
	}{
		{dir, scores.Options{}, ": found the language pairs en-de, zh-en, expected one: write "},
		{dir + ":de-en", scores.Options{}, `: found no language pair "de-en", expected one of: en-de, zh-en`},
		{t.TempDir(), scores.Options{}, ": found a folder without scores, expected a file, a dataset of Hugging " +
			"Face, or a test set of mt-metrics-eval with human-scores or metric-scores"},
	} {
		if _, err := scores.Open(c.path, nil, c.o, func(string) {}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
}

// Whatever the scores, all formats say the same.
func TestFormatsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems := rapid.IntRange(1, 3).Draw(t, "systems")
		segments := rapid.IntRange(1, 4).Draw(t, "segments")
		var tsv, csv, jsonl strings.Builder
		tsv.WriteString("segment\tsystem\tx\n")
		csv.WriteString("segment,system,x\n")
		want := make([]float64, systems*segments)
		for j := range segments {
			for i := range systems {
				v := rapid.OneOf(rapid.Float64Range(-1e9, 1e9), rapid.Just(math.NaN())).Draw(t, "x")
				want[i*segments+j] = v
				number, null := fmt.Sprint(v), fmt.Sprint(v)
				if math.IsNaN(v) {
					number, null = rapid.SampledFrom([]string{"", "NaN", "None"}).Draw(t, "none"), "null"
				}
				fmt.Fprintf(&tsv, "s%d\tsystem %d\t%s\n", j, i, number)
				fmt.Fprintf(&csv, "s%d,\"system %d\",%s\n", j, i, number)
				fmt.Fprintf(&jsonl, `{"segment":"s%d","system":"system %d","x":%s}`+"\n", j, i, null)
			}
		}
		for name, content := range map[string]string{"tsv": tsv.String(), "csv": csv.String(),
			"jsonl": jsonl.String()} {
			tab, err := scores.Open("-", strings.NewReader(content), scores.Options{Columns: []string{"x"}}, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			g, err := tab.Grid("x")
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if g.Values[i] != want[i] && !(math.IsNaN(g.Values[i]) && math.IsNaN(want[i])) {
					t.Fatalf("%s: %v, want %v", name, g.Values, want)
				}
			}
		}
	})
}

// A column that two files have is one column, as long as only one of them has a number for an output.
func TestJoinColumnOfSeveralFiles(t *testing.T) {
	o := scores.Options{Columns: []string{"x", "y"}}
	ours := read(t, "ours", "system\tsegment\tx\ty\na\t1\t\t1\na\t2\t\t2\n", o)
	people := read(t, "people", "system\tsegment\tx\na\t1\t3\na\t2\t4\n", o)
	joined, _, err := scores.Join(false, ours, people)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := grid(t, joined, "x"), []float64{3, 4}; !slices.Equal(got, want) {
		t.Errorf("x is %v, want %v", got, want)
	}
	again := read(t, "again", "system\tsegment\tx\na\t2\t5\n", o)
	_, _, err = scores.Join(false, ours, people, again)
	if want := `again:2: found system "a", segment "2" a second time, first at people:3; expected one row for each`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Ids that count from 0 are not those that count from 1, though most of them are the same.
func TestCounting(t *testing.T) {
	zero := read(t, "zero", "system\tsegment\tx\na\t0\t1\na\t1\t2\na\t2\t3\n", scores.Options{})
	for _, c := range []struct {
		name, content, want string
	}{
		{"from 1", "system\tsegment\ty\na\t3\t1\na\t1\t2\na\t2\t3\n",
			"found the segments 0 to 2 in zero and 1 to 3 in f, expected both to be counted from the same number; " +
				"without the column of ids rows are joined by their order"},
		{"from 0", "system\tsegment\ty\na\t0\t1\na\t1\t2\na\t2\t3\n", ""},
		{"some of them", "system\tsegment\ty\na\t1\t1\na\t2\t2\n", ""},
		{"with a gap", "system\tsegment\ty\na\t1\t1\na\t2\t2\na\t4\t3\n", ""},
		{"without ids", "system\ty\na\t1\na\t2\na\t3\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := scores.Join(true, zero, read(t, "f", c.content, scores.Options{}))
			if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
				t.Errorf("error %s, want %q", got, c.want)
			}
		})
	}
}

// Who leaves the ids out knows that rows are used in their order, and is not told of it.
func TestIDsLeftOut(t *testing.T) {
	const content = "system\tsegment\tx\na\t5\t1\na\t6\t2\n"
	var notices []string
	tab, err := readFile(t, []byte(content), "f", scores.Options{Layout: layout(t, "segment=")},
		func(s string) { notices = append(notices, s) })
	if err != nil || !tab.ByLine || tab.Segments[1].ID != "2" || notices != nil {
		t.Errorf("%+v, %v, told of %q; want segments 1 and 2, and nothing told", tab, err, notices)
	}
}
