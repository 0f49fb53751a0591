package agreement_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
	"pgregory.net/rapid"
)

// drawnPatterns are the sign patterns of mt-metrics-eval, [draw][segment].
func drawnPatterns(draws, segments int, seed uint64) [][]int {
	rng := numpy.NewRandom(seed)
	patterns := make([][]int, draws)
	for d := range patterns {
		for range segments {
			sign := -1
			if rng.Float32() > 0.5 {
				sign = 1
			}
			patterns[d] = append(patterns[d], sign)
		}
	}
	return patterns
}

// allPatterns are all of them.
func allPatterns(segments int) [][]int {
	patterns := make([][]int, 1<<segments)
	for d := range patterns {
		for j := range segments {
			patterns[d] = append(patterns[d], 2*(d>>j&1)-1)
		}
	}
	return patterns
}

// softPairwise is soft pairwise accuracy by its definition, on scores that are whole numbers, whose sums are exact.
func softPairwise(human, metric [][]int, patterns [][]int) float64 {
	p := func(a, b []int) float64 {
		var count int
		for _, signs := range patterns {
			over := 0
			for j, sign := range signs {
				over += (sign - 1) * (a[j] - b[j])
			}
			if over >= 0 {
				count++
			}
		}
		return float64(count) / float64(len(patterns))
	}
	var distance, pairs float64
	for a := range human {
		for b := a + 1; b < len(human); b++ {
			distance += math.Abs(p(human[a], human[b]) - p(metric[a], metric[b]))
			pairs++
		}
	}
	return 1 - distance/pairs
}

// scoresOf returns the scores that whole numbers of 1/unit stand for.
func scoresOf(rows [][]int, unit float64) agreement.Grid {
	g := agreement.Grid{Systems: len(rows), Segments: len(rows[0])}
	for _, row := range rows {
		for _, x := range row {
			g.Values = append(g.Values, float64(x)/unit)
		}
	}
	return g
}

// Decimal fractions have sums that are equal and yet not as binary numbers. mt-metrics-eval adds them in float32 and
// loses such ties; the definition, counted in whole numbers over its draws and over all sign patterns, keeps them.
func TestTiesOfSoftPairwiseAccuracy(t *testing.T) {
	for _, c := range []struct {
		name          string
		human, metric [][]int // in hundredths and tenths
		draws         float64 // by definition on the draws of mt-metrics-eval, computed with NumPy's integers
		all           float64 // by definition on all patterns
		eval          float64 // mt-metrics-eval at commit 1b47eab
	}{
		{"two systems", [][]int{{34, 41}, {19, 29}}, [][]int{{7, 7}, {9, 7}}, 0.236, 0.25, 0.478},
		{"three systems", [][]int{{78, 51, 64}, {77, 29, 90}, {10, 33, 13}}, [][]int{{6, 1, 10}, {8, 1, 8}, {9, 1, 8}},
			0.4946666666666667, 0.5, 0.5766666666666667},
	} {
		t.Run(c.name, func(t *testing.T) {
			human, metric := scoresOf(c.human, 100), scoresOf(c.metric, 10)
			if got := (agreement.Spec{Statistic: "spa"}).Correlate(human, metric).Value; !within(got, c.draws, 1e-12) {
				t.Errorf("%v, want %v (mt-metrics-eval: %v)", got, c.draws, c.eval)
			}
			if all := softPairwise(c.human, c.metric, allPatterns(human.Segments)); all != c.all {
				t.Errorf("all patterns: %v, want %v", all, c.all)
			}
			many := agreement.Spec{Statistic: "spa", Draws: 100_000, Seed: 1}.Correlate(human, metric).Value
			if !within(many, c.all, 0.01) { // five standard deviations of 100,000 draws are less
				t.Errorf("%v with many draws, want %v", many, c.all)
			}
		})
	}
}

// Whatever the scores of one or two decimals, the value is that of the definition on the same draws.
func TestSoftPairwiseAccuracyByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(2, 4).Draw(t, "systems"), rapid.IntRange(1, 12).Draw(t, "segments")
		rows := func(most int, label string) [][]int {
			return rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, most), segments, segments), systems, systems).Draw(t,
				label)
		}
		human, metric := rows(100, "human"), rows(10, "metric")
		want := softPairwise(human, metric, drawnPatterns(1000, segments, 4))
		got := agreement.Spec{Statistic: "spa"}.Correlate(scoresOf(human, 100), scoresOf(metric, 10))
		if !got.Defined || !within(got.Value, want, 1e-12) {
			t.Fatalf("%+v, want %v", got, want)
		}
	})
}
