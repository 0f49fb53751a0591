package significance

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
)

// maxExactRanks is how many differences the exact signed-rank distribution is computed for; beyond, the normal one is
// as good (SciPy draws the line there too).
const maxExactRanks = 50

// SignedRank returns the two-sided p-value of Wilcoxon's signed-rank test (1945) of differences that are symmetric
// round zero, and whether it is exact. Differences of zero are left out. Up to 50 differences have the exact
// distribution of the ranks at hand, with ties among their sizes or without: the share of the 2ⁿ assignments of signs.
// Beyond, it is the normal one, with corrections for ties and for continuity.
func SignedRank(differences []float64) (p float64, exact bool) { return signedRank(differences, 0) }

// signedRank is SignedRank of differences whose sizes may be so far apart and tie.
func signedRank(differences []float64, ties float64) (p float64, exact bool) {
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
	if ties > 0 {
		tie(sizes, ties)
	}
	ranks := agreement.Ranks(sizes)
	var up, squares float64 // the sum of the ranks of positive differences, and of all squared ranks
	for i, rank := range ranks {
		if nonzero[i] > 0 {
			up += rank
		}
		squares += rank * rank
	}
	mean := float64(n) * float64(n+1) / 4
	if n <= maxExactRanks {
		return exactSignedRank(ranks, math.Min(up, 2*mean-up)), true
	}
	// The variance of Σ±rᵢ/2 is Σrᵢ²/4, which holds with ties as well.
	z := math.Max(0, math.Abs(up-mean)-0.5) / math.Sqrt(squares/4)
	return math.Erfc(z / math.Sqrt2), false
}

// tie makes sizes equal that are no further apart, each from the next smaller one.
func tie(sizes []float64, ties float64) {
	order := make([]int, len(sizes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sizes[a], sizes[b]) })
	least, last := sizes[order[0]], sizes[order[0]]
	for _, i := range order {
		if sizes[i]-last > ties {
			least = sizes[i]
		}
		last, sizes[i] = sizes[i], least
	}
}

// exactSignedRank returns min(1, 2·P(W ≤ w)) for the sum W of those of the ranks whose fair coin shows heads. Ranks of
// ties are means, so twice a rank is a whole number.
func exactSignedRank(ranks []float64, w float64) float64 {
	most := int(2 * w)
	ways := make([]float64, most+1) // ways[s] subsets of the ranks so far sum to s/2; whole numbers up to 2⁵⁰
	ways[0] = 1
	for _, r := range ranks {
		rank := int(2 * r)
		for s := most; s >= rank; s-- {
			ways[s] += ways[s-rank]
		}
	}
	sum := 0.0
	for _, count := range ways {
		sum += count
	}
	return math.Min(1, math.Ldexp(2*sum, -len(ranks)))
}
