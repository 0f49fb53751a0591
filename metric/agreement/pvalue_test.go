package agreement_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

func TestPValue(t *testing.T) {
	many, shuffled := make([]float64, 40), make([]float64, 40)
	for i := range many {
		many[i], shuffled[i] = float64(i), float64(i*17%41)+float64(i)*0.5
	}
	// SciPy 1.17: kendalltau, and permutation_test of |statistic| with all pairings for the
	// others.
	for _, c := range []struct {
		name                       string
		x, y                       []float64
		pearson, spearman, kendall float64
	}{
		{"three", []float64{1, 2, 3}, []float64{1, 3, 2}, 1, 1, 1},
		{"three systems", []float64{0.1, 0.2, 0.35}, []float64{0.5, 0.1, 0.3}, 1, 1, 1},
		{"perfect order of five", []float64{1, 2, 3, 4, 5}, []float64{2, 4, 7, 8, 30}, 2. / 120, 2. / 120,
			2. / 120},
		{"seven", []float64{1, 2, 3, 4, 5, 6, 7}, []float64{2, 1, 4, 3, 7, 5, 6}, 0.034126984126984124,
			0.034126984126984124, 0.06904761904761905},
		{"eight, falling", []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{8, 7, 6, 5, 4, 3, 2, 1}, 2. / 40320, 2. / 40320,
			2. / 40320},
		{"ties", []float64{1, 2, 2, 3, 4}, []float64{2, 1, 1.5, 5, 3}, 0.4, 0.36666666666666664, 0.6333333333333333},
		// by hand
		{"one error each, the same", []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
			0.1, 0.1, 0.1},
		{"in the middle", []float64{1, 2, 3, 4}, []float64{2, 4, 1, 3}, 1, 1, 1},
		{"forty", many, shuffled, math.NaN(), math.NaN(), 0.030227807155613382},
	} {
		t.Run(c.name, func(t *testing.T) {
			for statistic, want := range map[agreement.Statistic]float64{"pearson": c.pearson, "spearman": c.spearman,
				"kendall_b": c.kendall} {
				if p, ok := agreement.PValue(statistic, c.x, c.y); !ok || math.Abs(p-want) > 1e-9 {
					t.Errorf("%s: p %v, want %v", statistic, p, want)
				}
			}
		})
	}
	for _, c := range []struct {
		name string
		x, y []float64
	}{{"none", nil, nil}, {"two", []float64{1, 2}, []float64{1, 2}},
		{"constant", []float64{1, 1, 1}, []float64{1, 2, 3}}, {"constant y", []float64{1, 2, 3}, []float64{1, 1, 1}}} {
		for _, statistic := range []agreement.Statistic{"pearson", "spearman", "kendall_b", "kendall_c", "acc23"} {
			if p, ok := agreement.PValue(statistic, c.x, c.y); ok {
				t.Errorf("%s of %s: p %v", statistic, c.name, p)
			}
		}
	}
}

// sacrerouge's tests.
func TestPValueOfGrids(t *testing.T) {
	human, metric := grid(3, 1, 9, 2, 4, 5, 2, 6, 7, 2), grid(3, 11, 12, 13, 14, 15, 16, 17, 18, 19)
	means := agreement.Spec{Statistic: "pearson", SystemLevel: true}
	x, y, ok := means.IndependentScores(human, metric, agreement.Units{})
	if p, defined := agreement.PValue("pearson", x, y); !ok || !defined || !within(p, 2./3, 1e-9) {
		t.Errorf("of system means: p %v", p)
	}
	all := agreement.Spec{Statistic: "pearson", Averaging: "none"}
	if x, _, ok := all.IndependentScores(human, metric, agreement.Units{}); ok {
		t.Errorf("scores that depend on each other: %v", x)
	}
}
