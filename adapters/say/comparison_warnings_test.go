package say_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// scoresOf are those of systems a, b, …, a row for each.
func scoresOf(t *testing.T, rows ...[]float64) *evaluation.Scores {
	t.Helper()
	s := &evaluation.Scores{Segments: make([]evaluation.Segment, len(rows[0]))}
	for i := range rows {
		s.Systems = append(s.Systems, string(rune('a'+i)))
	}
	for i := range s.Segments {
		s.Segments[i].ID = fmt.Sprint(i + 1)
	}
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	s.Columns = []evaluation.Column{{Name: "x", Grid: grid}}
	return s
}

// compared compares systems, with what is said of it.
func compared(t *testing.T, design compare.Design, scores *evaluation.Scores) *compare.Report {
	t.Helper()
	report, err := compare.Run(t.Context(), design, scores)
	if err != nil {
		t.Fatal(err)
	}
	say.Compared(report)
	return report
}

// What a reader should know about a number stands next to it.
func TestCompareWarnings(t *testing.T) {
	nan, steady := math.NaN(), []float64{1, 1, 1, 1, 1, 1, 1, 1}
	for _, c := range []struct {
		name    string
		a, b    []float64
		systemA []string
		pair    []string
	}{
		{"missing", []float64{nan, nan, nan, nan, 5, 1, 2, 9}, []float64{1, 2, 3, 4, 4, 0, 1, 7},
			[]string{"a has no score for 4 of 8 segments: segments 1, 2, 3, …"},
			[]string{"only 4 of 8 segments have scores of both systems",
				"too few segments that differ: with them no test can give a p below 0.125 (docs/odd-output.md#p-is-1)"}},
		{"equal", steady, steady, []string{"a has the same score for all segments (docs/odd-output.md#the-same-score-everywhere)"},
			[]string{"both systems have the same scores (docs/odd-output.md#p-is-1)"}},
		{"one segment", []float64{1}, []float64{2}, []string{},
			[]string{"too few segments that differ: with them no test can give a p below 1 (docs/odd-output.md#p-is-1)",
				"one segment: there is no interval"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			column := compared(t, compare.Design{}, scoresOf(t, c.a, c.b)).Measures[0]
			if got := column.Systems[0].Warnings; !slices.Equal(got, c.systemA) {
				t.Errorf("of a: %q, want %q", got, c.systemA)
			}
			if got := column.Pairs[0].Warnings; !slices.Equal(got, c.pair) {
				t.Errorf("of the pair: %q, want %q", got, c.pair)
			}
		})
	}
}

// Where draws are fixed and too few for so many pairs, the report says how many would do, once.
func TestTooFewDraws(t *testing.T) {
	for _, c := range []struct {
		name     string
		tests    significance.Options
		systems  int
		segments int
		want     string
	}{
		{"default", significance.Options{}, 8, 40, ""},
		{"enough", significance.Options{Draws: 11_199}, 8, 40, ""},
		{"as many as one too few", significance.Options{Draws: 11_198}, 8, 40,
			"11198 samples are few for 28 pairs: the smallest corrected p that they can give is 0.0025, and alpha is 0.05; " +
				"11199 are enough, and the default has enough"},
		{"one pair", significance.Options{Draws: 100}, 2, 40,
			"100 samples are few for 1 pair: the smallest p that they can give is 0.0099, and alpha is 0.05; 399 are enough, and the " +
				"default has enough"},
		{"bootstrap", significance.Options{Draws: 100, Test: significance.TestBootstrap, Correction: significance.CorrectionBH},
			3, 40, "100 samples are few for 3 pairs: the smallest corrected p that they can give is 0.03, and alpha is 0.05; " +
				"1199 are enough, and the default has enough"},
		{"not corrected", significance.Options{Draws: 400, Correction: significance.CorrectionNone}, 8, 40, ""},
		{"none is drawn", significance.Options{Draws: 100}, 8, 6, ""},
		{"Wilcoxon's", significance.Options{Draws: 1, Test: significance.TestWilcoxon}, 8, 40, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			rows := make([][]float64, c.systems)
			for i := range rows {
				for range c.segments {
					rows[i] = append(rows[i], random.NormFloat64())
				}
			}
			scores := scoresOf(t, rows...)
			scores.Columns = append(scores.Columns, scores.Columns[0])
			report := compared(t, compare.Design{Tests: c.tests}, scores)
			if got := strings.Join(report.Warnings, "\n"); got != c.want {
				t.Errorf("warnings %q, want %q", got, c.want)
			}
		})
	}
}

// hint follows where there are no texts.
const hint = " Compare texts, or a file with them, to see an example."

func TestWhy(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name    string
		lower   bool
		domains []string
		scores  []float64 // of a, then of b
		want    []string
	}{
		{"the better system is named first", false, []string{"", "", ""}, []float64{1, 2, 3, 2, 2, 5},
			[]string{"b is furthest ahead of a in segment 3 (5.0000, 3.0000)." + hint}},
		{"a distance", true, []string{"", "", ""}, []float64{1, 2, 3, 2, 2, 2.5},
			[]string{"a is furthest ahead of b in segment 1 (1.0000, 2.0000) and furthest behind in segment 3 (3.0000, 2.5000)." + hint}},
		{"a segment without a score", false, []string{"", "", ""}, []float64{1, 2, nan, 0, 0, 9},
			[]string{"a is furthest ahead of b in segment 2 (2.0000, 0.0000)." + hint}},
		{"equal scores", false, []string{"", "", ""}, []float64{1, 2, 3, 1, 2, 3}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			scores := &evaluation.Scores{Systems: []string{"a", "b"}, Columns: []evaluation.Column{{Name: "x", LowerIsBetter: test.lower,
				Grid: agreement.Grid{Systems: 2, Segments: 3, Values: test.scores}}}}
			for i, domain := range test.domains {
				scores.Segments = append(scores.Segments, evaluation.Segment{ID: string(rune('1' + i)), Domain: domain})
			}
			report := compared(t, compare.Design{}, scores)
			if got := report.Measures[0].Why; !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// Domains of 20 segments or more are named, the largest lead first, and those in which the first system is behind apart.
func TestWhyByDomain(t *testing.T) {
	lead := map[string]float64{"news": 1, "chat": 2, "": 0, "law": -0.5, "few": 9}
	scores := &evaluation.Scores{Systems: []string{"b", "a"}}
	var a []float64
	for _, domain := range []string{"news", "chat", "", "law", "few"} {
		few := 0
		if domain == "few" {
			few = 1
		}
		for range 20 - few {
			scores.Segments = append(scores.Segments, evaluation.Segment{ID: fmt.Sprint(len(a)), Domain: domain})
			a = append(a, lead[domain])
		}
	}
	scores.Columns = []evaluation.Column{{Name: "x", Grid: agreement.Grid{Systems: 2, Segments: len(a),
		Values: slices.Concat(make([]float64, len(a)), a)}}}
	report := compared(t, compare.Design{}, scores)
	want := []string{"a's lead over b by domain: chat +2.0000, news +1.0000, none +0.0000.",
		"a is behind b in the domains: law -0.5000."}
	if got := report.Measures[0].Why; !slices.Equal(got[:2], want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// An example takes the place of numbers of segments, and is that of the better system against the other in the scores,
// whichever is the baseline.
func TestWhyByExample(t *testing.T) {
	example := &evaluation.Example{Reference: "a reference"}
	broken := errors.New("broken")
	tests := []struct {
		name    string
		found   *evaluation.Example
		err     error
		why     []string
		failing error
	}{
		{"an example", example, nil, nil, nil},
		{"none that can be read", nil, nil, []string{"b is furthest ahead of a in segment 2 (2.0000, 0.0000)."}, nil},
		{"no texts", nil, evaluation.ErrNoTexts, []string{"b is furthest ahead of a in segment 2 (2.0000, 0.0000)." + hint}, nil},
		{"an error", nil, broken, nil, broken},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			scores := scoresOf(t, []float64{1, 0, 3}, []float64{1, 2, 3})
			scores.Examples = func(asked []evaluation.Contrast) ([]*evaluation.Example, error) {
				if want := []evaluation.Contrast{{First: 1, Second: 0}}; !slices.Equal(asked, want) {
					t.Errorf("asked for %v, want %v", asked, want)
				}
				return []*evaluation.Example{test.found}, test.err
			}
			report, err := compare.Run(t.Context(), compare.Design{Baseline: "b"}, scores)
			if !errors.Is(err, test.failing) {
				t.Fatal(err)
			}
			if err != nil {
				return
			}
			say.Compared(report)
			if got := report.Measures[0]; got.Example != test.found || !slices.Equal(got.Why, test.why) {
				t.Errorf("got %v and %q, want %v and %q", got.Example, got.Why, test.found, test.why)
			}
		})
	}
}
