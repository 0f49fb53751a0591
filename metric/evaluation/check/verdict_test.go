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
		drop, half, margin   float64 // half of the interval of the drop; 0 for none
		adjusted, leastP     float64
		detectable           *float64
		worse, equal, better int
		want                 Verdict
		reason               MeanReason
		differing, deciding  int
	}{
		{"a drop beyond chance and margin", 0.1, 0.04, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, Regression, MeanDropped, 0, 0},
		{"a drop that is the margin, and may be more", 0.05, 0.02, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, Inconclusive, MeanOpen, 0, 600000},
		{"a drop within the margin with its interval", 0.03, 0.02, 0.05, 0.01, 1e-9, detectable(0.03), 50, 0, 10, Pass,
			MeanDroppedWithin, 0, 0},
		{"alpha itself is significant", 0.1, 0.1, 0.05, 0.05, 1e-9, detectable(0.03), 50, 0, 10, Regression, MeanDropped, 0, 0},
		{"better", -0.1, 0.05, 0, 0.01, 1e-9, detectable(0.03), 10, 0, 50, Pass, MeanRose, 0, 0},
		{"chance, and the whole interval within the margin", 0.01, 0.03, 0.05, 0.4, 1e-9, detectable(0.03), 30, 0, 30, Pass,
			MeanWithin, 0, 0},
		{"chance, and the interval passes the margin", 0.01, 0.03, 0.02, 0.4, 1e-9, detectable(0.03), 30, 0, 30, Inconclusive,
			MeanOpen, 0, 540},
		{"a large drop in too small a set", 0.3, 0.4, 0.02, 0.06, 0.06, detectable(0.5), 5, 0, 0, Inconclusive, MeanOpen, 0, 9},
		{"a large drop that is not significant", 0.3, 0.32, 0.2, 0.06, 0.06, detectable(0.1), 5, 40, 0, Inconclusive,
			MeanOpen, 0, 52},
		{"nothing changed", 0, 0, 0, 1, 1, nil, 0, 60, 0, Pass, MeanUnchanged, 0, 0},
		{"all changed alike, too few", 0.2, 0, 0.1, 0.5, 0.5, nil, 2, 0, 0, Inconclusive, MeanTooFew, 2, 0},
		{"all changed alike, enough", 0.2, 0, 0.1, 0.002, 0.002, nil, 10, 0, 0, Regression, MeanDropped, 0, 0},
		{"significant ranks around equal means", 0, 0.2, 0.1, 0.01, 1e-9, detectable(0.3), 10, 0, 50, Pass, MeanEqual, 0, 0},
		{"significant by a test that cannot be", 0.2, 0.3, 0.1, 0.01, 0.5, detectable(0.3), 2, 0, 0, Inconclusive, MeanOpen, 0, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			test := Test{
				Drop: c.drop, Margin: c.margin, Adjusted: c.adjusted,
				Segments: c.worse + c.equal + c.better, Worse: c.worse, Equal: c.equal, Better: c.better,
				difference: significance.Difference{LeastP: c.leastP, Detectable: c.detectable},
			}
			if c.half > 0 {
				test.CILow, test.CIHigh = new(c.drop-c.half), new(c.drop+c.half)
			}
			test.conclude(0.05, 0.05, &Version{}, 0)
			want := MeanConclusion{Verdict: c.want, Reason: c.reason, Differing: c.differing, Deciding: c.deciding}
			if test.Verdict != c.want || test.Mean != want {
				t.Errorf("%s (%+v), want %+v", test.Verdict, test.Mean, want)
			}
			if test.Detectable != nil && math.IsNaN(*test.Detectable) {
				t.Error("NaN")
			}
		})
	}
}
