package agreement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// PValue returns the two-sided p-value of the hypothesis that x and y, columns of independent scores, are unrelated: of Pearson and
// Spearman by Student's t with n − 2 degrees of freedom, of Kendall's taus by Kendall's own distribution, as KendallP says. It is
// undefined, and ok false, for other statistics, fewer than three pairs, and constant columns.
func PValue(s Statistic, x, y []float64) (p float64, ok bool) {
	switch s {
	case StatisticPearson:
		r, ok := Pearson(x, y)
		return correlationP(r, len(x), ok)
	case StatisticSpearman:
		r, ok := Spearman(x, y)
		return correlationP(r, len(x), ok)
	case StatisticKendallB, StatisticKendallC:
		return KendallP(x, y)
	}
	return 0, false
}

// PValue is [PValue] of the scores that both have, or of the means of systems. Scores of several systems on the same segments are not
// independent, and should not be asked about.
func (s Spec) PValue(human, metric Grid) (p float64, ok bool) {
	whole := newSample(human, metric)
	if s.SystemLevel {
		whole = whole.systemMeans()
	}
	var g grouper
	all := g.split(&whole, AverageNone)[0]
	return PValue(s.Statistic, all.human, all.metric)
}

func correlationP(r float64, n int, ok bool) (float64, bool) {
	if !ok || n < 3 {
		return 0, false
	}
	if math.Abs(r) == 1 {
		return 0, true
	}
	freedom := float64(n - 2)
	t := math.Abs(r) * math.Sqrt(freedom/((1-r)*(1+r)))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Survival(t), true
}

// exactKendall is up to how many pairs without ties the distribution of tau is computed exactly, as SciPy does.
const exactKendall = 33

// KendallP returns the two-sided p-value of Kendall's tau being 0: exact for up to 33 pairs without ties, else by the normal
// distribution with the variance that ties leave (Kendall 1970), as scipy.stats.kendalltau does. It is undefined, and ok false, for
// fewer than three pairs and constant columns.
func KendallP(x, y []float64) (p float64, ok bool) {
	n := len(x)
	if n < 3 || constant(x) || constant(y) {
		return 0, false
	}
	c := CountPairs(x, y, 0)
	if c.Concordant+c.Discordant == c.Pairs() && n <= exactKendall {
		return inversionsP(n, min(c.Concordant, c.Discordant)), true
	}
	x0, x1, x2 := tieSums(x)
	y0, y1, y2 := tieSums(y)
	m := float64(n) * float64(n-1)
	variance := (m*float64(2*n+5)-x2-y2)/18 + x0*y0/(2*m) + x1*y1/(9*m*float64(n-2))
	z := math.Abs(float64(c.Concordant-c.Discordant)) / math.Sqrt(variance)
	return 2 * distuv.UnitNormal.Survival(z), true
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
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		t := float64(to - from)
		pairs += t * (t - 1)
		triples += t * (t - 1) * (t - 2)
		weighted += t * (t - 1) * (2*t + 5)
		from = to
	}
	return pairs, triples, weighted
}
