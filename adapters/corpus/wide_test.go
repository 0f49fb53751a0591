package corpus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A table may have columns for each system, and a list of one text where a text is expected.
func TestTextsOfOtherShapes(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		columns             []string
		want                []string // system, candidate and references of each row
	}{
		{"a column for each system", "x.csv", "source,ref,sysA,sysB\nq,the cat,a cat,\"a, dog\"\nr,the dog,,the dog\n",
			[]string{"candidate=sysA+sysB", "reference=ref"},
			[]string{"sysA|a cat|the cat", "sysB|a, dog|the cat", "sysA||the dog", "sysB|the dog|the dog"}},
		{"columns of systems by pattern", "x.tsv", "ref1\tA.mt\tref2\tB.mt\nr\ta\ts\tb\n",
			[]string{"candidate=*.mt", "reference=ref*"}, []string{"A|a|r+s", "B|b|r+s"}},
		{"members of systems", "x.jsonl", `{"ref":"r","mt":{"gpt-4":"a","gpt-4.1":"b"}}`,
			[]string{"candidate=mt.*", "reference=ref"}, []string{"gpt-4|a|r", "gpt-4.1|b|r"}},
		{"one system of WMT25", "x.jsonl", `{"doc_id":"d","src_text":"q","tgt_text":{"A":"a","refA":"r"},"scores":{}}`,
			[]string{"candidate=tgt_text.A", "reference=tgt_text.refA"}, []string{"|a|r"}},
		{"all systems of WMT25", "x.jsonl", `{"doc_id":"d","src_text":"q","tgt_text":{"A":"a","B":"b","refA":"r"},"scores":{}}`,
			nil, []string{"A|a|r", "B|b|r"}},
		{"a list of one text", "x.jsonl", `{"target":"t","resps":[["a"]],"filtered_resps":["a"]}`,
			[]string{"candidate=filtered_resps", "reference=target"}, []string{"|a|t"}},
		{"a list of a list of one text", "x.jsonl", `{"target":"t","resps":[["a"]]}`,
			[]string{"candidate=resps", "reference=target"}, []string{"|a|t"}},
		{"an element of a list", "x.jsonl", `{"target":["t","u"],"resps":[["a","b"],["c"]]}`,
			[]string{"candidate=resps.0.1", "reference=target.1"}, []string{"|b|u"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			list, _, err := readTexts(path, nil, c.columns...)
			var got []string
			for _, row := range list {
				got = append(got, fmt.Sprintf("%s|%s|%s", row.System, row.Candidate, strings.Join(row.References, "+")))
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
	for _, c := range []struct{ content, column, want string }{
		{`{"references":["r"],"x":["a","b"]}`, "x", `:1: column "x": found a list of 2, expected one text; its column's name with .0 is the first of them`},
		{`{"references":["r"],"x":[]}`, "x", `:1: column "x": found nothing, expected a text, which may be empty`},
		{`{"references":["r"],"x":["a"]}`, "x.1", `:1: column "x.1": found nothing, expected a text, which may be empty`},
		{`{"references":["r"],"x":["a"]}`, "y.0", `found no column "y.0", expected one for the role candidate`},
	} {
		if _, _, err := readTexts("-", strings.NewReader(c.content), "candidate="+c.column); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.content, err, c.want)
		}
	}
}
