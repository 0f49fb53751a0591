package agreement_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

// ordering returns scores that only tell systems apart: system i has scores[i] on every segment.
func ordering(segments int, scores ...float64) agreement.Grid {
	g := agreement.Grid{Systems: len(scores), Segments: segments}
	for _, score := range scores {
		for range segments {
			g.Values = append(g.Values, score)
		}
	}
	return g
}

// drawnWith permutes and resamples a grid's systems, with a seed of its own and numbers of its systems.
func drawnWith(t *testing.T, g agreement.Grid, draws int, seed uint64, numbers []int,
	same bool) (of [2]agreement.Distribution) {
	t.Helper()
	s := agreement.Spec{Statistic: agreement.StatisticPearson, SystemLevel: true, Averaging: agreement.AverageNone}
	var common *agreement.CommonSystems
	if numbers != nil {
		common = &agreement.CommonSystems{Numbers: numbers, Seed: 3, Same: same}
	}
	var err error
	if of[0], err = s.Permute(t.Context(), g, g,
		agreement.GridPermutation{Draws: draws, Seed: seed, Common: common}); err != nil {
		t.Fatal(err)
	}
	// The metric has the opposite of some scores, so that draws differ.
	other := agreement.Grid{Systems: g.Systems, Segments: g.Segments}
	for i, x := range g.Values {
		other.Values = append(other.Values, math.Mod(float64(i/g.Segments)*x+x*x, 5))
	}
	if of[1], err = s.Bootstrap(t.Context(), g, other, agreement.GridBootstrap{Draws: draws, Seed: seed,
		Over: agreement.ResampleSystems, Common: common}); err != nil {
		t.Fatal(err)
	}
	return of
}

// Draws from grids with the same systems agree on them, whatever their segments; with some in common they are alike,
// and with none they have nothing to do with each other.
func TestCommonSystems(t *testing.T) {
	const draws = 2000
	scores := []float64{0, 1, 3, 4, 8, 9, 15}
	for _, c := range []struct {
		name        string
		numbers     []int
		same        bool
		least, most float64 // of the correlation of draws
	}{
		{"the same", []int{0, 1, 2, 3, 4, 5, 6}, true, 1, 1},
		{"the same, next to grids with some of them", []int{0, 1, 2, 3, 4, 5, 6}, false, 1, 1},
		{"all but one", []int{0, 1, 2, 3, 4, 5, 7}, false, 0.3, 0.99},
		{"none", []int{7, 8, 9, 10, 11, 12, 13}, false, -0.08, 0.08},
		{"none, next to grids with the same", []int{7, 8, 9, 10, 11, 12, 13}, true, -0.08, 0.08},
		{"not known", nil, false, -0.08, 0.08},
	} {
		one := drawnWith(t, ordering(3, scores...), draws, 1, []int{0, 1, 2, 3, 4, 5, 6}, c.same)
		other := drawnWith(t, ordering(5, scores...), draws, 2, c.numbers, c.same)
		for kind, name := range []string{"permutation", "bootstrap"} {
			var a, b []float64
			for i, x := range one[kind] {
				if y := other[kind][i]; !math.IsNaN(x) && !math.IsNaN(y) {
					a, b = append(a, x), append(b, y)
				}
			}
			if r, ok := agreement.Pearson(a, b); !ok || r < c.least-1e-9 || r > c.most+1e-9 {
				t.Errorf("%s, %s: the draws correlate by %.3f, expected from %v to %v", c.name, name, r, c.least,
					c.most)
			}
		}
	}
}

// Of one grid, all orders and draws are as likely as without common systems.
func TestCommonSystemsAreDrawnEvenly(t *testing.T) {
	const draws = 30_000
	g, numbers := ordering(2, 0, 1, 5, 7), []int{4, 9, 11, 30}
	without := drawnWith(t, g, draws, 1, nil, false)
	shares := func(d agreement.Distribution) map[float64]float64 {
		of := map[float64]float64{}
		for _, v := range d {
			if !math.IsNaN(v) {
				of[math.Round(1e6*v)] += 1 / float64(draws)
			}
		}
		return of
	}
	for _, same := range []bool{false, true} {
		with, again := drawnWith(t, g, draws, 1, numbers, same), drawnWith(t, g, 50, 8, numbers, same)
		for kind, name := range []string{"permutation", "bootstrap"} {
			got, want := shares(with[kind]), shares(without[kind])
			if len(want) < 10 {
				t.Fatalf("%s: %d values: the test is blind", name, len(want))
			}
			for v, share := range want {
				// Both are simulated: 4.5 deviations of their difference.
				if math.Abs(got[v]-share) > 4.5*math.Sqrt(2*share*(1-share)/draws)+1e-9 {
					t.Errorf("%s, same %v: %v in %.4f of the draws, %.4f without", name, same, v/1e6, got[v], share)
				}
			}
			if !slices.EqualFunc(with[kind][:50], again[kind], func(a, b float64) bool {
				return a == b || math.IsNaN(a) && math.IsNaN(b)
			}) {
				t.Errorf("%s, same %v: depends on the seed of the segments", name, same)
			}
		}
	}
}
