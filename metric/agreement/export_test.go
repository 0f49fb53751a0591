package agreement

import "context"

// PermBothFormed is PermBoth in the general way, which forms the swapped scores.
func (s Spec) PermBothFormed(human, a, b Grid, p Permutation) (MetricTest, error) {
	var e evaluator
	r, reason := e.newRivals(s, human, a, b)
	if reason != "" {
		return MetricTest{Reason: reason}, nil
	}
	return permute(context.Background(), func(swaps []uint64) float64 { return e.swapScores(s, r, swaps) }, r.scores, r.delta, p), nil
}
