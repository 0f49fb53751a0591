package evaluation_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// likeScores returns scores of two systems that are as good as each other: alike, with ties, or equal on most segments.
func likeScores(rng *rand.Rand, kind string, segments int) (a, b []float64) {
	a, b = make([]float64, segments), make([]float64, segments)
	for i := range a {
		hard := rng.NormFloat64()
		a[i], b[i] = hard+rng.NormFloat64(), hard+rng.NormFloat64()
		switch {
		case kind == "ties":
			a[i], b[i] = float64(rng.IntN(4)), float64(rng.IntN(4))
		case kind == "mostly equal" && rng.Float64() < 0.7:
			b[i] = a[i]
		}
	}
	return a, b
}

// Where two systems are as good as each other, compare finds one significantly better in at most 6 % of the cases, by
// the tests that enumerate or draw exchanges and by Wilcoxon's, on a few segments and many; and a check finds a
// regression in at most 3 %, as only one direction is one. Intervals of the difference of three segments or more hold 0
// in 93 %.
func TestCompareAndCheckAreCalibrated(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, sizes := 150, []int{1, 3, 6, 20, 200}
	if os.Getenv(longCalibration) != "" {
		experiments, sizes = 3000, []int{1, 2, 3, 4, 5, 6, 8, 12, 20, 40, 200}
	}
	simulated := 0
	for _, segments := range sizes {
		for _, kind := range []string{"alike", "ties", "mostly equal"} {
			rng := rand.New(rand.NewPCG(uint64(segments), 7))
			found := map[significance.Test]int{}
			regressions, held := 0, 0
			for e := range experiments {
				a, b := likeScores(rng, kind, segments)
				before, now := side(t, "before", "score", a), side(t, "now", "score", b)
				o := significance.Options{Draws: 199, Seed: uint64(e)}
				report, err := check.Run(t.Context(), check.Rules{Margins: map[string]float64{"score": 0}, Tests: o}, before, now)
				if err != nil {
					t.Fatal(err)
				}
				if report.Verdict == check.Regression {
					regressions++
				}
				grid := agreement.Grid{Systems: 2, Segments: segments, Values: append(a, b...)}
				for _, test := range []significance.Test{significance.TestRandomisation, significance.TestWilcoxon} {
					o.Test = test
					comparison, err := significance.Compare(t.Context(), grid, o)
					if err != nil {
						t.Fatal(err)
					}
					d := comparison.Differences[0]
					if d.Significant {
						found[test]++
					}
					if test == significance.TestRandomisation && d.Interval.Low <= 1e-12 && d.Interval.High >= -1e-12 {
						held++
					}
				}
			}
			simulated += experiments
			share := func(n int) float64 { return float64(n) / float64(experiments) }
			for test, n := range found {
				if share(n) > 0.06+far*deviationOf(0.06, experiments) {
					t.Errorf("%d segments, %s, %s: %.3f significant", segments, kind, test, share(n))
				}
			}
			if share(regressions) > 0.03+far*deviationOf(0.03, experiments) {
				t.Errorf("%d segments, %s: %.3f regressions", segments, kind, share(regressions))
			}
			// Of two segments with ties, the differences are often equal, and their interval has no width.
			if segments > 2 && share(held) < 0.93-far*deviationOf(0.93, experiments) {
				t.Errorf("%d segments, %s: %.3f intervals hold 0", segments, kind, share(held))
			}
			t.Logf("%d segments, %s: significant %v, regressions %d, intervals that hold 0 %d of %d", segments, kind,
				found, regressions, held, experiments)
		}
	}
	parts.Count(t, simulated, "simulated comparisons of equal systems")
}

// side returns the scores of one column, a row for each system. Systems are called a, b, …, segments 0, 1, ….
func side(t testing.TB, name, column string, rows ...[]float64) *check.Version {
	t.Helper()
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	in := &check.Version{Scores: evaluation.Scores{Name: name, Columns: []evaluation.Column{
		{Name: column, LowerIsBetter: column == "wrd", Grid: grid},
	}}}
	for i := range rows {
		in.Systems = append(in.Systems, string(rune('a'+i)))
	}
	for k := range rows[0] {
		in.Segments = append(in.Segments, evaluation.Segment{ID: fmt.Sprint(k)})
	}
	return in
}
