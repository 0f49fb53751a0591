package check

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// A verdict follows from the drop, what the test says of it, and what the set could have shown.
func TestVerdicts(t *testing.T) {
	detectable := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		name                 string
		drop, margin         float64
		adjusted, leastP     float64
		detectable           *float64
		worse, equal, better int
		want                 Verdict
	}{
		{"a drop beyond chance and margin", 0.1, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, Regression},
		{"the drop is the margin", 0.05, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, Pass},
		{"alpha itself is significant", 0.1, 0.05, 0.05, 1e-9, detectable(0.03), 50, 0, 10, Regression},
		{"better", -0.1, 0, 0.01, 1e-9, detectable(0.03), 10, 0, 50, Pass},
		{"chance, in a set that shows enough", 0.01, 0.05, 0.4, 1e-9, detectable(0.03), 30, 0, 30, Pass},
		{"chance, in a set that is too small", 0.01, 0.02, 0.4, 1e-9, detectable(0.03), 30, 0, 30, Inconclusive},
		{"a large drop in too small a set", 0.3, 0.02, 0.06, 0.06, detectable(0.5), 5, 0, 0, Inconclusive},
		{"a large drop that a set would show, but where few differ", 0.3, 0.2, 0.06, 0.06, detectable(0.1), 5, 40, 0,
			Inconclusive},
		{"nothing changed", 0, 0, 1, 1, nil, 0, 60, 0, Pass},
		{"all changed alike, too few", 0.2, 0.1, 0.5, 0.5, nil, 2, 0, 0, Inconclusive},
		{"all changed alike, within the margin, too few", 0.2, 0.3, 0.5, 0.5, nil, 2, 0, 0, Inconclusive},
		{"all changed alike, enough", 0.2, 0.1, 0.002, 0.002, nil, 10, 0, 0, Regression},
		{"significant ranks around equal means", 0, 0.1, 0.01, 1e-9, detectable(0.3), 10, 0, 50, Pass},
		{"significant by a test that cannot be", 0.2, 0.1, 0.01, 0.5, detectable(0.3), 2, 0, 0, Inconclusive},
	} {
		t.Run(c.name, func(t *testing.T) {
			test := Test{
				Drop: c.drop, Margin: c.margin, Adjusted: c.adjusted,
				Segments: c.worse + c.equal + c.better, Worse: c.worse, Equal: c.equal, Better: c.better,
				difference: significance.Difference{LeastP: c.leastP, Detectable: c.detectable},
			}
			test.conclude(0.05, 0.05)
			if test.Verdict != c.want {
				t.Errorf("%s (%s), want %s", test.Verdict, test.Reason, c.want)
			}
			if test.Detectable != nil && math.IsNaN(*test.Detectable) {
				t.Error("NaN")
			}
		})
	}
}
