package agreement

// Clusters ranks metrics that are sorted from the best correlation to the worst: p(i, j), for i < j, is the p-value of
// metric i being better than metric j. Metrics of one rank are not significantly worse than any before them of that
// rank, that is, no such p is alpha or less; the first one that is begins the next rank (as in mt-metrics-eval). Ranks
// begin at 1.
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
