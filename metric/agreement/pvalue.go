package agreement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// PValue returns the two-sided p-value of the hypothesis that x and y, columns of independent scores, are unrelated.
// It is never 0.
//
// It is exact wherever no more than 50 scores can be paired in no more than 9! ways: the share of the pairings whose
// statistic is at least as far from 0. Otherwise it is of Pearson and Spearman by Student's t with n − 2 degrees of
// freedom, and of Kendall's taus as [kendallP] says. pdp of one column is Pearson. Student's t takes one of the two
// columns as normally distributed; see [Permutes].
//
// It is undefined, and ok false, for other statistics, fewer than three pairs, and constant columns.
func PValue(s Statistic, x, y []float64) (p float64, ok bool) {
	if len(x) < 3 || constant(x) || constant(y) {
		return 0, false
	}
	switch s {
	case StatisticKendallB, StatisticKendallC:
		return kendallP(x, y)
	case StatisticSpearman:
		x, y = Ranks(x), Ranks(y)
	case StatisticPearson, StatisticPDP:
	default:
		return 0, false
	}
	if p, ok := pairingsP(x, y, products); ok {
		return p, true
	}
	r, _ := Pearson(x, y)
	return studentP(r, len(x)), true
}

// Permutes says whether a permutation test is to be preferred to [PValue] of x and y: for a Pearson of up to 50 scores
// that can be paired in too many ways for all of them to be looked at. Of scores with a few that lie far out, such as
// 10 of a Cauchy distribution, Student's t gives 8 % of p-values below 5 %.
func Permutes(s Statistic, x, y []float64) bool {
	return (s == StatisticPearson || s == StatisticPDP) && len(x) <= mostPaired && !constant(x) && !constant(y) &&
		min(pairings(x), pairings(y)) > mostPairings
}

// studentP is the p-value of a correlation r of n pairs, two of which are normally distributed, by Student's t.
func studentP(r float64, n int) float64 {
	freedom := float64(n - 2)
	t := math.Abs(r) * math.Sqrt(freedom/((1-r)*(1+r)))
	return max(2*distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Survival(t), math.SmallestNonzeroFloat64)
}

// exactKendall is up to how many pairs without ties the distribution of tau is computed exactly, as SciPy does.
const exactKendall = 33

// kendallP returns the two-sided p-value of Kendall's tau being 0: exact for up to 33 pairs without ties, and for up
// to 50 with ties that can be made in no more than 9! ways; else by the normal distribution with the variance that
// ties leave (Kendall 1970), as scipy.stats.kendalltau does. It is undefined, and ok false, for fewer than three
// pairs and constant columns.
func kendallP(x, y []float64) (p float64, ok bool) {
	n := len(x)
	if n < 3 || constant(x) || constant(y) {
		return 0, false
	}
	c := CountPairs(x, y, 0)
	if c.Concordant+c.Discordant == c.Pairs() && n <= exactKendall {
		return inversionsP(n, min(c.Concordant, c.Discordant)), true
	}
	if p, ok := pairingsP(Ranks(x), Ranks(y), orders); ok {
		return p, true
	}
	x0, x1, x2 := tieSums(x)
	y0, y1, y2 := tieSums(y)
	m := float64(n) * float64(n-1)
	variance := (m*float64(2*n+5)-x2-y2)/18 + x0*y0/(2*m) + x1*y1/(9*m*float64(n-2))
	z := math.Abs(float64(c.Concordant-c.Discordant)) / math.Sqrt(variance)
	return max(2*distuv.UnitNormal.Survival(z), math.SmallestNonzeroFloat64), true
}

// inversionsP returns the share of the permutations of n that have inversions or fewer, or as many too many.
func inversionsP(n, inversions int) float64 {
	if 4*inversions >= n*(n-1) { // in the middle both tails are everything
		return 1
	}
	shares := make([]float64, inversions+1) // of permutations of so many inversions
	shares[0] = 1
	for size := 2; size <= n; size++ {
		// Number size goes before 0 to size−1 of the smaller ones.
		next := make([]float64, len(shares))
		for k := range next {
			for before := 0; before < size && before <= k; before++ {
				next[k] += shares[k-before] / float64(size)
			}
		}
		shares = next
	}
	tail := 0.0
	for _, share := range shares {
		tail += share
	}
	return min(1, 2*tail)
}

// tieSums returns Σt(t−1), Σt(t−1)(t−2) and Σt(t−1)(2t+5) over the sizes t of sets of equal values.
func tieSums(x []float64) (pairs, triples, weighted float64) {
	for _, size := range tieSizes(x) {
		t := float64(size)
		pairs += t * (t - 1)
		triples += t * (t - 1) * (t - 2)
		weighted += t * (t - 1) * (2*t + 5)
	}
	return pairs, triples, weighted
}

// tieSizes returns how many values there are of each size, from the least value up.
func tieSizes(x []float64) (sizes []int) {
	sorted := slices.Sorted(slices.Values(x))
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		sizes = append(sizes, to-from)
		from = to
	}
	return sizes
}
