package agreement

import "context"

// PermBothFormed is PermBoth in the general way, which forms the swapped scores.
func (s Spec) PermBothFormed(human, a, b Grid, p Permutation) (MetricTest, error) {
	var e evaluator
	r, reason := e.newPairedMetrics(s, human, a, b, p.Units)
	if reason != (Reason{}) {
		return MetricTest{Reason: reason}, nil
	}
	return r.permute(context.Background(), func(swaps []uint64) float64 { return e.swapScores(s, r, swaps) }, p), nil
}

// CorrelateCut is Correlate with a tie calibration that cuts the range of differences above so many pairs.
func (s Spec) CorrelateCut(human, metric Grid, whole int) Value {
	var e evaluator
	e.whole = whole
	sample := newSample(human, metric)
	return e.evaluate(s, &sample)
}

// BootstrapFormed is Bootstrap in the general way, which forms the grid of each draw.
func (s Spec) BootstrapFormed(human, metric Grid, b GridBootstrap) (Distribution, error) {
	whole := newSample(human, metric)
	return s.bootstrapFormed(context.Background(), &whole, b)
}

// PermuteFormed is Permute in the general way, which forms the grid of each draw.
func (s Spec) PermuteFormed(human, metric Grid, p GridPermutation) (Distribution, error) {
	whole := newSample(human, metric)
	return s.permuteFormed(context.Background(), &whole, p)
}

// Percentiles returns the middle share of the draws that are defined.
func (d Distribution) Percentiles(share float64) Interval { return middle(d.sorted(), share) }

// SoftPatterns returns the sign patterns that draws of soft pairwise accuracy take for n scores: draws × n.
func SoftPatterns(n, draws int, seed uint64) [][]float64 {
	whole := sample{systems: n, segments: n, human: make([]float64, n*n)}
	d := drawnSoft{whole: &whole, signs: newSoftSigns(draws, seed)}
	for i := range n { // each score alone
		whole.human[i*n+i] = 1
		d.systems, d.columns = append(d.systems, i), append(d.columns, i)
	}
	d.project(0, whole.human)
	patterns := make([][]float64, d.signs.patterns)
	for k := range patterns {
		for i := range n {
			patterns[k] = append(patterns[k], d.sums[0][i*(len(patterns)+1)+k])
		}
	}
	return patterns
}
