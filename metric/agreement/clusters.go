package agreement

import "slices"

// Clusters ranks metrics that are sorted from the best correlation to the worst: p(i, j), for i < j, is the p-value of metric i
// being better than metric j. Metrics of one rank are not significantly worse than any before them of that rank, that is, no such
// p is alpha or less; the first one that is begins the next rank (as in mt-metrics-eval). Ranks begin at 1.
func Clusters(n int, p func(i, j int) float64, alpha float64) []int {
	ranks := make([]int, n)
	rank, first := 1, 0
	for j := range ranks {
		for i := first; i < j; i++ {
			if p(i, j) <= alpha {
				rank, first = rank+1, j
				break
			}
		}
		ranks[j] = rank
	}
	return ranks
}

// PartialConjunction returns how many of several data sets show an effect at least, with confidence 1 − alpha, given a p-value for
// each, and which: those with the least p-values. It asks for each u whether fewer than u effects are ruled out, by Bonferroni's
// bound (n−u+1)·p₍ᵤ₎, which holds for dependent data sets too (Dror, Baumer, Bogomolov and Reichart 2017).
func PartialConjunction(p []float64, alpha float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case p[i] < p[j]:
			return -1
		case p[i] > p[j]:
			return 1
		}
		return 0
	})
	for u, i := range order {
		if float64(len(p)-u)*p[i] > alpha { // the maximum over smaller u is implied by stopping here
			return order[:u]
		}
	}
	return order
}
