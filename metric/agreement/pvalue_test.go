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
	for _, c := range []struct {
		name                       string
		x, y                       []float64
		pearson, spearman, kendall float64 // SciPy 1.17
	}{
		{"three", []float64{1, 2, 3}, []float64{1, 3, 2}, 2. / 3, 2. / 3, 1},
		{"seven", []float64{1, 2, 3, 4, 5, 6, 7}, []float64{2, 1, 4, 3, 7, 5, 6}, 0.023448808345691453, 0.0234488083456915, 0.06904761904761905},
		{"eight, falling", []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{8, 7, 6, 5, 4, 3, 2, 1}, 0, 0, 4.96031746031746e-05},
		{"ties", []float64{1, 2, 2, 3, 4}, []float64{2, 1, 1.5, 5, 3}, 0.3318414060545035, 0.3217233358243003, 0.44848886103153174},
		{"many ties", []float64{1, 1, 2, 2, 3, 3, 4, 4, 5, 5}, []float64{5, 1, 3, 2, 4, 6, 6, 7, 8, 3}, 0.07243746441918827, 0.06991875361633766, 0.04303606354311653},
		{"in the middle", []float64{1, 2, 3, 4}, []float64{2, 4, 1, 3}, 1, 1, 1},
		{"forty", many, shuffled, math.NaN(), math.NaN(), 0.030227807155613382},
	} {
		t.Run(c.name, func(t *testing.T) {
			for statistic, want := range map[agreement.Statistic]float64{"pearson": c.pearson, "spearman": c.spearman, "kendall_b": c.kendall} {
				if p, ok := agreement.PValue(statistic, c.x, c.y); !ok || math.Abs(p-want) > 1e-9 {
					t.Errorf("%s: p %v, want %v", statistic, p, want)
				}
			}
		})
	}
	for _, c := range []struct {
		name string
		x, y []float64
	}{{"none", nil, nil}, {"two", []float64{1, 2}, []float64{1, 2}}, {"constant", []float64{1, 1, 1}, []float64{1, 2, 3}}, {"constant y", []float64{1, 2, 3}, []float64{1, 1, 1}}} {
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
	for _, c := range []struct {
		spec agreement.Spec
		want float64
	}{{agreement.Spec{Statistic: "pearson", SystemLevel: true}, 0.4877542916}, {agreement.Spec{Statistic: "pearson", Averaging: "none"}, 0.8641895869}} {
		if p, ok := c.spec.PValue(human, metric); !ok || !within(p, c.want, 1e-9) {
			t.Errorf("%+v: p %v, want %v", c.spec, p, c.want)
		}
	}
}
