package compare_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

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
			report, err := compare.Run(t.Context(), compare.Design{}, scores)
			if err != nil {
				t.Fatal(err)
			}
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
	report, err := compare.Run(t.Context(), compare.Design{}, scores)
	if err != nil {
		t.Fatal(err)
	}
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
			if got := report.Measures[0]; got.Example != test.found || !slices.Equal(got.Why, test.why) {
				t.Errorf("got %v and %q, want %v and %q", got.Example, got.Why, test.found, test.why)
			}
		})
	}
}
