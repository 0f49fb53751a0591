package agreement_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// The patterns of draws are signs, each score's as often plus as minus, and within a part any two patterns agree on as
// many scores as they differ on.
func TestSoftPatterns(t *testing.T) {
	const n, draws = 40, 16 // three parts
	patterns := agreement.SoftPatterns(n, draws, 4)
	if len(patterns) != draws {
		t.Fatalf("%d patterns, want %d", len(patterns), draws)
	}
	for i := range n {
		sum := 0.0
		for _, p := range patterns {
			if math.Abs(p[i]) != 1 {
				t.Fatalf("a sign is %v", p[i])
			}
			sum += p[i]
		}
		if sum != 0 && math.Abs(sum) != draws { // one score of each part has one sign in all of its patterns
			t.Errorf("the signs of score %d add up to %v", i, sum)
		}
	}
	for k, p := range patterns {
		for _, q := range patterns[:k] {
			product := 0.0
			for i := range draws { // the first part is whole
				product += p[i] * q[i]
			}
			if product != 0 {
				t.Errorf("two patterns of a part have the product %v", product)
			}
		}
	}
	if other := agreement.SoftPatterns(n, draws, 5); slices.EqualFunc(patterns, other, slices.Equal) {
		t.Error("another seed gives the same patterns")
	}
}

// A draw is the statistic's definition, with these patterns, of the systems and segments drawn.
func TestBootstrapSoft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(1, 5).Draw(t, "systems"), rapid.IntRange(1, 40).Draw(t, "segments")
		score := rapid.OneOf(rapid.SampledFrom([]float64{-1, 0, 0.1, 0.2, 0.7}), // further apart than rounding
			rapid.Map(rapid.IntRange(-1e6, 1e6), func(x int) float64 { return float64(x) / 1e6 }))
		grid := func(name string) agreement.Grid {
			values := rapid.SliceOfN(score, systems*segments, systems*segments).Draw(t, name)
			if rapid.Bool().Draw(t, "gap") {
				values[len(values)/2] = math.NaN()
			}
			return agreement.Grid{Systems: systems, Segments: segments, Values: values}
		}
		human, metric := grid("human"), grid("metric")
		s := agreement.Spec{Statistic: rapid.SampledFrom([]agreement.Statistic{"spa", "spa_midp"}).Draw(t, "statistic"),
			Draws: 16, Seed: 3}
		const draws, seed = 3, 7
		got, err := s.Bootstrap(t.Context(), human, metric,
			agreement.GridBootstrap{Draws: draws, Over: agreement.ResampleBoth, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for draw := range draws {
			rows := choice(human.Systems, rand.NewPCG(seed, 2*uint64(draw)))
			columns := choice(human.Segments, rand.NewPCG(seed, 2*uint64(draw)+1))
			want, exact := drawnSoftByHand(s, human, metric, rows, columns)
			if exact { // all patterns are enumerated
				continue
			}
			if math.IsNaN(got[draw]) != math.IsNaN(want) || math.Abs(got[draw]-want) > 1e-12 {
				t.Fatalf("draw %d: %v, want %v", draw, got[draw], want)
			}
		}
	})
}

func choice(n int, source rand.Source) (drawn []int) {
	rng := rand.New(source)
	for range n {
		drawn = append(drawn, rng.IntN(n))
	}
	return drawn
}

// drawnSoftByHand returns NaN for draws that have no value, and whether there are so few segments that all patterns are
// enumerated.
func drawnSoftByHand(s agreement.Spec, human, metric agreement.Grid, rows, columns []int) (value float64, exact bool) {
	columns = slices.DeleteFunc(columns, func(j int) bool {
		return slices.ContainsFunc(rows, func(i int) bool {
			return math.IsNaN(human.At(i, j)) || math.IsNaN(metric.At(i, j))
		})
	})
	if len(columns) <= 12 && s.Statistic == "spa_midp" && len(columns) > 0 {
		return 0, true
	}
	patterns := agreement.SoftPatterns(len(columns), s.Draws, s.Seed)
	p := func(g agreement.Grid, a, b int) (p float64) {
		observed := 0.0
		for _, j := range columns {
			observed += g.At(a, j) - g.At(b, j)
		}
		for _, pattern := range patterns {
			sum := 0.0
			for k, j := range columns {
				sum += pattern[k] * (g.At(a, j) - g.At(b, j))
			}
			switch same := math.Abs(sum-observed) < 1e-9; {
			case same && s.Statistic == "spa_midp":
				p += 0.5
			case same || sum > observed:
				p++
			}
		}
		return p / float64(len(patterns))
	}
	total, pairs := 0.0, 0.0
	for at, a := range rows {
		for _, b := range rows[at+1:] {
			if a != b && len(columns) > 0 {
				total += math.Abs(p(human, a, b) - p(metric, a, b))
				pairs++
			}
		}
	}
	if pairs == 0 {
		return math.NaN(), false
	}
	return 1 - total/pairs, false
}
