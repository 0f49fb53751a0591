package metric_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/tokenize"
)

// Texts in which nothing is normalised have the same bits as without.
func TestNormalTextsKeepTheirScores(t *testing.T) {
	read := func(name string) []string {
		data, err := os.ReadFile("../testdata/mt/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	candidates, references := read("system-a.txt"), read("reference.txt")
	for name, options := range map[string]metric.Options{
		"words": {Measures: referenceMeasures()}, "encoder": {Encoder: builtIn(t), ContextWeight: 0.7},
	} {
		given := options
		given.Normalize = tokenize.NormalizeNone
		normal, asGiven := newScorer(t, options), newScorer(t, given)
		same := 0
		for i := range candidates[:40] {
			if tokenize.NormalizeUnicode.Of(candidates[i]) != candidates[i] || tokenize.NormalizeUnicode.Of(references[i]) != references[i] {
				continue
			}
			segment := metric.Segment{Candidate: candidates[i], References: []string{references[i]}}
			got, err := normal.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			want, err := asGiven.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			if same++; !slices.Equal(values(got), values(want)) {
				t.Errorf("%s, line %d: %v, want %v", name, i+1, values(got), values(want))
			}
		}
		if same < 20 {
			t.Errorf("only %d lines are compared", same)
		}
	}
}

// Every way to compare texts reads their normal forms, and shows where words stand in the texts that were given.
func TestNormalFormsAreRead(t *testing.T) {
	given, normal := "It doesn’t\nco\u00adoperate: cafe\u0301, ＡＢＣ", "It doesn't cooperate: café, ABC"
	for name, options := range map[string]metric.Options{"words": {}, "encoder": {Encoder: builtIn(t)}} {
		t.Run(name, func(t *testing.T) {
			s := newScorer(t, options)
			r, err := s.Score(metric.Segment{Candidate: given, References: []string{normal}})
			if err != nil || value(r, metric.WRD) != 0 {
				t.Errorf("Score: %v (%v)", value(r, metric.WRD), err)
			}
			m, err := s.Matrix(metric.Group{Candidates: []string{given}, References: []string{normal}})
			if err != nil || m.Values(metric.WRD)[0] != 0 {
				t.Errorf("Matrix: %v (%v)", m, err)
			}
			c, err := s.Choose(metric.Group{Candidates: []string{"no", given}, References: []string{normal}}, false)
			if err != nil || c.Best != 1 || c.Utility != 1 {
				t.Errorf("Choose: %+v (%v)", c, err)
			}
			one, _ := s.Tokens(given)
			other, _ := s.Tokens(normal)
			if !slices.Equal(one, other) {
				t.Errorf("Tokens: %q and %q", one, other)
			}
			idf := learnIDF(t, options, given)
			if want := learnIDF(t, options, normal); idf.Digest() != want.Digest() {
				t.Error("IDF learns other words")
			}
			e, err := s.Explain(given, normal)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range e.Candidate {
				if shown := given[w.Start:w.End]; name == "words" && !strings.EqualFold(tokenize.NormalizeUnicode.Of(shown), w.Text) &&
					w.Text != "not" {
					t.Errorf("%q stands for %q", w.Text, shown)
				}
			}
			as := options
			as.Normalize = tokenize.NormalizeNone
			if r, err := newScorer(t, as).Score(metric.Segment{Candidate: given, References: []string{normal}}); err != nil ||
				value(r, metric.WRD) < 0.01 {
				t.Errorf("without: %v (%v)", value(r, metric.WRD), err)
			}
		})
	}
}
