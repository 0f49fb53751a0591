package corpus_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric"
	"pgregory.net/rapid"
)

// read opens files and returns all lines and sentences. A system is written as for -c.
func read(systems, references []string, stdin string) (c *corpus.Corpus, lines []metric.Line, sentences []string,
	err error) {
	var list []text.SystemFile
	for _, arg := range systems {
		system, err := text.ParseSystem(arg)
		if err != nil {
			return nil, nil, nil, err
		}
		list = append(list, system)
	}
	c, err = corpus.Open(context.Background(), list, references, corpus.Options{Stdin: strings.NewReader(stdin)})
	if err != nil {
		return nil, nil, nil, err
	}
	defer c.Close()
	const ahead = 3 // references that are looked at before, which changes nothing
	first := slices.Concat(c.FirstReferences(1), c.FirstReferences(ahead)[min(1, len(c.FirstReferences(1))):])
	defer func() {
		var references []string
		for _, line := range lines {
			references = append(references, line.References...)
		}
		if !slices.Equal(first, references[:min(ahead, len(references))]) && err == nil {
			err = fmt.Errorf("the first references are %q, of all %q", first, references)
		}
	}()
	for s, err := range c.Sentences() {
		if err != nil {
			return c, nil, nil, err
		}
		sentences = append(sentences, s)
	}
	for line, err := range c.Lines() {
		if err != nil {
			return c, lines, sentences, err
		}
		lines = append(lines, line)
	}
	return c, lines, sentences, nil
}

// Tables and files of lines with the same texts are the same corpus, however the rows of systems are mixed.
func TestSameTexts(t *testing.T) {
	dir := t.TempDir()
	write := func(t *rapid.T, name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	word := rapid.StringMatching(`[a-z,"'{\[; é]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		segments := rapid.IntRange(1, 5).Draw(t, "segments")
		names := []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "systems")]
		of := func(what string) []string {
			texts := rapid.SliceOfN(word, segments, segments).Draw(t, what)
			texts[0] = "x" + texts[0] // a file of lines may begin like JSON
			return texts
		}
		references := [][]string{of("r0"), of("r1")}
		for i := range references[1] {
			references[1][i] += "z" // a blank one would be no reference in a table
		}
		var plain, plainReferences []string
		for i, texts := range references {
			plainReferences = append(plainReferences, write(t, fmt.Sprintf("r%d.txt", i), []byte(strings.Join(texts, "\n")+
				"\n")))
		}
		var order []int // of rows: the system of each
		candidates := map[string][]string{}
		for i, name := range names {
			candidates[name] = of(name)
			plain = append(plain, name+"="+write(t, name+".txt", []byte(strings.Join(candidates[name], "\n")+"\n")))
			order = append(order, slices.Repeat([]int{i}, segments)...)
		}
		order = rapid.Permutation(order).Draw(t, "order")
		var objects, cells bytes.Buffer
		rows := csv.NewWriter(&cells)
		rows.Write([]string{"candidate", "id", "system", "reference", "reference_2"})
		next := make([]int, len(names))
		for _, i := range order {
			n := next[i]
			next[i]++
			candidate := candidates[names[i]][n]
			object, err := json.Marshal(map[string]any{"system": names[i], "id": fmt.Sprint(n), "candidate": candidate,
				"references": []string{references[0][n], references[1][n]}})
			if err != nil {
				t.Fatal(err)
			}
			objects.Write(append(object, '\n'))
			rows.Write([]string{candidate, fmt.Sprint(n), names[i], references[0][n], references[1][n]})
		}
		rows.Flush()
		_, want, wantSentences, err := read(plain, plainReferences, "")
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, c *corpus.Corpus, got []metric.Line, sentences []string, err error) {
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			for i := range got {
				got[i].ID = ""
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: -want +got:\n%s", what, diff)
			}
			if diff := cmp.Diff(wantSentences, sentences); diff != "" {
				t.Errorf("%s: sentences, -want +got:\n%s", what, diff)
			}
			if !slices.Equal(c.Systems(), names) || c.References() != 2 || c.FewestReferences() != 2 || !c.Tabled() {
				t.Errorf("%s: %v, %d to %d references", what, c.Systems(), c.FewestReferences(), c.References())
			}
		}
		c, got, sentences, err := read([]string{"-"}, nil, objects.String())
		check("JSONL", c, got, sentences, err)
		c, got, sentences, err = read([]string{write(t, "t.csv", cells.Bytes())}, nil, "")
		check("CSV", c, got, sentences, err)
	})
}

// More rows than are kept in memory go through a file of which nothing is left.
func TestManyRows(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	var table strings.Builder
	const rows = 3000
	text := func(system string, n int) string { return system + strings.Repeat(fmt.Sprint(n, " "), 600) }
	for _, system := range []string{"a", "b"} { // one after the other
		for n := range rows {
			fmt.Fprintf(&table, `{"system":%q,"candidate":%q,"references":["r %d"]}`+"\n", system, text(system, n), n)
		}
	}
	c, lines, _, err := read([]string{"-"}, nil, table.String())
	if err != nil || len(lines) != rows {
		t.Fatalf("got %d lines, %v", len(lines), err)
	}
	for n, line := range lines {
		want := metric.Line{Candidates: []string{text("a", n), text("b", n)}, References: []string{fmt.Sprint("r ", n)}}
		if diff := cmp.Diff(want, line); diff != "" {
			t.Fatalf("line %d: -want +got:\n%s", n, diff)
		}
	}
	if done, total := c.Progress(); done != total || total < 16<<20 {
		t.Errorf("read %d of %d bytes, expected all of more than stay in memory", done, total)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lines.txt")
	if err := os.WriteFile(path, []byte("east\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := read([]string{path}, nil, ""); !errors.Is(err, corpus.ErrNoReferences) {
		t.Errorf("no references: got %v", err)
	}
	if _, _, _, err := read([]string{"-"}, []string{"-"}, ""); err == nil ||
		!strings.Contains(err.Error(), "standard input is given twice") {
		t.Errorf("standard input twice: got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := corpus.Open(ctx, []text.SystemFile{{Name: "s", Path: "-"}}, nil,
		corpus.Options{Stdin: strings.NewReader(`{"candidate":"a","reference":"b"}`)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: got %v", err)
	}
}

// Marked errors come with the systems and segments of the corpus, for those who ask; those that cannot be are refused with
// their line.
func TestSpans(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, table string
		want        []corpus.Spans
		refused     string
	}{
		{"two systems with ids", `{"system":"a","id":"x","candidate":"bad","reference":"r","spans":[{"start":0,"end":3}]}` + "\n" +
			`{"system":"b","id":"x","candidate":"good","reference":"r","spans":[]}` + "\n" +
			`{"system":"b","id":"y","candidate":"a 😀 bad","reference":"r","spans":[{"start_i":5,"end_i":7,"severity":"minor"}]}` + "\n" +
			`{"system":"a","id":"y","candidate":"fine","reference":"r"}`,
			[]corpus.Spans{{System: "a", ID: "x", List: []rows.Span{{End: 3}}},
				{System: "b", ID: "y", Place: 1, List: []rows.Span{{Start: 4, End: 7, Severity: "minor"}}}}, ""},
		{"marks", `{"candidate":"good","reference":"r","spans":"good"}` + "\n" + `{"candidate":"bad","reference":"r","spans":"<v>bad</v>"}`,
			[]corpus.Spans{{System: "t", Place: 1, List: []rows.Span{{End: 3, Text: "bad"}}}}, ""},
		{"past the end", `{"candidate":"good","reference":"r"}` + "\n" + `{"candidate":"bad","reference":"r","spans":[{"start":0,"end":4}]}`,
			nil, `t.jsonl:2: column "spans": found a span from 0 to 4, expected its end at 3 or before, where the candidate ends`},
		{"an object", `{"candidate":"bad","reference":"r","spans":{"start":0,"end":3}}`,
			nil, `t.jsonl: found an object in the column "spans", expected a text with <v>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile("t.jsonl", []byte(c.table), 0o666); err != nil {
				t.Fatal(err)
			}
			systems := []text.SystemFile{{Name: "t", Path: "t.jsonl"}}
			for _, asked := range []bool{true, false} {
				found, err := corpus.Open(context.Background(), systems, nil, corpus.Options{ReadSpans: asked})
				if asked && c.refused != "" {
					if err == nil || !strings.HasPrefix(err.Error(), c.refused) {
						t.Errorf("found %v, want %s", err, c.refused)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				defer found.Close()
				want := c.want
				if !asked {
					want = nil
				}
				if diff := cmp.Diff(want, found.Spans()); diff != "" {
					t.Errorf("asked %v: -want +got:\n%s", asked, diff)
				}
			}
		})
	}
}

// Each system takes kilobytes, however short its row is.
func TestTooManySystems(t *testing.T) {
	var table strings.Builder
	for i := range limit.Default + 2 {
		fmt.Fprintf(&table, `{"system":"s%d","candidate":"a","references":["a"]}`+"\n", i)
	}
	_, _, _, err := read([]string{"-"}, nil, table.String())
	if _, ok := errors.AsType[*limit.Error](err); !ok || !strings.Contains(err.Error(), ":10001: found 10001 systems") {
		t.Errorf("got %v, expected that line 10001 has a system too many", err)
	}
}
