package significance_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"pgregory.net/rapid"
)

// The p of few differences, with ties and without, is the share of all assignments of signs whose sum of ranks is as
// far from the middle, and so never below that of the most extreme one.
func TestSignedRankEnumerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 12).Draw(t, "differences")
		var differences, sizes []float64
		for _, d := range x {
			differences = append(differences, float64(d)/8)
			if d != 0 {
				sizes = append(sizes, math.Abs(float64(d)))
			}
		}
		ranks, middle := agreement.Ranks(sizes), 0.0
		for _, r := range ranks {
			middle += r / 2
		}
		far := func(up float64) float64 { return math.Abs(up - middle) }
		observed, at := 0.0, 0
		for _, d := range x {
			if d > 0 {
				observed += ranks[at]
			}
			if d != 0 {
				at++
			}
		}
		count := 0
		for signs := range 1 << len(ranks) {
			up := 0.0
			for k, r := range ranks {
				if signs>>k&1 == 1 {
					up += r
				}
			}
			if far(up) >= far(observed) {
				count++
			}
		}
		want := float64(count) / float64(int(1)<<len(ranks))
		p, exact := significance.SignedRank(differences)
		if !exact || math.Abs(p-want) > 1e-12 {
			t.Fatalf("p %v, exact %v, want %v", p, exact, want)
		}
		if least := math.Min(1, math.Ldexp(2, -len(ranks))); p < least {
			t.Fatalf("p %v is below %v, the least that so many differences can show", p, least)
		}
	})
}
