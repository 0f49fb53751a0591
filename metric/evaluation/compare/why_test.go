package compare_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

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
			[]string{"b is furthest ahead of a in segment 3 (5.0000, 3.0000)."}},
		{"a distance", true, []string{"", "", ""}, []float64{1, 2, 3, 2, 2, 2.5},
			[]string{"a is furthest ahead of b in segment 1 (1.0000, 2.0000) and furthest behind in segment 3 (3.0000, 2.5000)."}},
		{"domains, the largest difference first", false, []string{"news", "chat", ""}, []float64{1, 2, 3, 0, 0, 3},
			[]string{"By domain, a against b: chat +2.0000, news +1.0000, none +0.0000.",
				"a is furthest ahead of b in segment 2 (2.0000, 0.0000)."}},
		{"a segment without a score", false, []string{"", "", ""}, []float64{1, 2, nan, 0, 0, 9},
			[]string{"a is furthest ahead of b in segment 2 (2.0000, 0.0000)."}},
		{"equal scores", false, []string{"", "", ""}, []float64{1, 2, 3, 1, 2, 3}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			scores := &evaluation.Scores{Systems: []string{"a", "b"}, Columns: []evaluation.Column{{Name: "x", LowerIsBetter: test.lower,
				Grid: agreement.Grid{Systems: 2, Segments: 3, Values: test.scores}}}}
			for i, domain := range test.domains {
				scores.Segments = append(scores.Segments, evaluation.Segment{ID: string(rune('1' + i)), Domain: domain})
			}
			report, err := compare.Run(t.Context(), compare.Settings{}, scores)
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Measures[0].Why; !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
