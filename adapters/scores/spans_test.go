package scores_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Spans of errors come with the texts: those of ESA, whose end_i is the last character and which count as browsers do, of
// marks in the candidate, which is read without them, and of a table without candidates. One beyond its candidate is
// refused.
func TestSpansOfTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		name, table string
		columns     []string
		candidate   string
		want        []inspection.Span
		refused     string
	}{
		{"ESA", `{"system": "a", "id": 1, "m": 1, "candidate": "😀 a bad end", ` +
			`"esa_spans": [{"start_i": 5, "end_i": 7, "severity": "major"}, {"start_i": "missing", "end_i": "missing"}]}`, nil,
			"😀 a bad end", []inspection.Span{{Start: 4, End: 7, Severity: "major"}}, ""}, // "bad"
		{"the last character", `{"system": "a", "id": 1, "m": 1, "candidate": "bad", "esa_spans": [{"start_i": 0, "end_i": 2}]}`,
			nil, "bad", []inspection.Span{{End: 3}}, ""},
		{"a list", `{"system": "a", "id": 1, "m": 1, "candidate": "a bad end", "spans": [{"start": 2, "end": 5, "category": "x"}]}`, nil,
			"a bad end", []inspection.Span{{Start: 2, End: 5, Category: "x"}}, ""},
		{"marks", `{"system": "a", "id": 1, "m": 1, "target": "a <v>bad</v> end"}`, []string{"candidate=target", "spans=target"},
			"a bad end", []inspection.Span{{Start: 2, End: 5, Text: "bad"}}, ""},
		{"without candidates", `{"system": "a", "id": 1, "m": 1, "spans": [{"start": 2, "end": 500}]}`, nil,
			"", []inspection.Span{{Start: 2, End: 500}}, ""},
		{"beyond the candidate", `{"system": "a", "id": 1, "m": 1, "candidate": "bad", "spans": [{"start": 0, "end": 4}]}`, nil, "", nil,
			`t.jsonl:1: column "spans": found a span from 0 to 4, expected its end at 3 or before, where the candidate ends`},
		{"ESA beyond it", `{"system": "a", "id": 1, "m": 1, "candidate": "bad", "esa_spans": [{"start_i": 0, "end_i": 4}]}`, nil, "", nil,
			`t.jsonl:1: column "esa_spans": found a span from 0 to 5, expected its end at 3 or before, where the candidate ends`},
		{"an object", `{"system": "a", "id": 1, "m": 1, "candidate": "bad", "spans": {"start": 0, "end": 3}}`, nil, "", nil,
			`t.jsonl: found an object in the column "spans", expected a text with <v> and </v> around errors, or a list such as ` +
				`[{"start": 0, "end": 4, "severity": "major"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile("t.jsonl", []byte(c.table), 0o666); err != nil {
				t.Fatal(err)
			}
			layout, err := rows.ParseLayout(c.columns)
			if err != nil {
				t.Fatal(err)
			}
			input := scores.File{Path: "t.jsonl", Options: scores.Options{Layout: layout}}
			tab, err := scores.Open(input.Path, nil, input.Options, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			var got []inspection.OutputTexts
			err = textsOf(tab, input, func(texts inspection.OutputTexts) { got = append(got, texts) })
			if c.refused != "" {
				if err == nil || err.Error() != c.refused {
					t.Errorf("found %v, want %s", err, c.refused)
				}
				return
			}
			if err != nil || len(got) != 1 || got[0].Candidate != c.candidate {
				t.Fatalf("found %+v, %v, want the candidate %q", got, err, c.candidate)
			}
			if diff := cmp.Diff(c.want, got[0].Spans); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
