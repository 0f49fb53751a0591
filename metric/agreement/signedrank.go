package agreement

import (
	"math"
)

// maxExactRanks is how many differences the exact signed-rank distribution is computed for; beyond, the normal one is
// as good (SciPy draws the line there too).
const maxExactRanks = 50

// SignedRank returns the two-sided p-value of Wilcoxon's signed-rank test (1945) of differences that are symmetric
// round zero, and whether it is exact. Differences of zero are left out. Up to 50 differences without ties among their
// sizes have the exact distribution; else the normal one is used, with corrections for ties and for continuity.
func SignedRank(differences []float64) (p float64, exact bool) {
	var sizes, nonzero []float64
	for _, d := range differences {
		if d != 0 {
			nonzero = append(nonzero, d)
			sizes = append(sizes, math.Abs(d))
		}
	}
	n := len(nonzero)
	if n == 0 {
		return 1, true
	}
	ranks := Ranks(sizes)
	var up, squares float64 // the sum of the ranks of positive differences, and of all squared ranks
	tied := false
	for i, rank := range ranks {
		if nonzero[i] > 0 {
			up += rank
		}
		squares += rank * rank
		tied = tied || rank != math.Trunc(rank)
	}
	// A group of ties of odd size has whole ranks; squares then sum to less than 1² + … + n².
	tied = tied || squares != float64(n)*float64(n+1)*float64(2*n+1)/6
	mean := float64(n) * float64(n+1) / 4
	if !tied && n <= maxExactRanks {
		return exactSignedRank(n, int(math.Min(up, 2*mean-up))), true
	}
	// The variance of Σ±rᵢ/2 is Σrᵢ²/4, which holds with ties as well.
	z := math.Max(0, math.Abs(up-mean)-0.5) / math.Sqrt(squares/4)
	return math.Erfc(z / math.Sqrt2), false
}

// exactSignedRank returns min(1, 2·P(W ≤ w)) for the sum W of those of the ranks 1…n whose fair coin shows heads.
func exactSignedRank(n, w int) float64 {
	ways := make([]float64, w+1) // ways[s] subsets of the ranks so far sum to s; whole numbers below 2⁵⁰
	ways[0] = 1
	for rank := 1; rank <= n; rank++ {
		for s := w; s >= rank; s-- {
			ways[s] += ways[s-rank]
		}
	}
	sum := 0.0
	for _, count := range ways {
		sum += count
	}
	return math.Min(1, math.Ldexp(2*sum, -n))
}
