package agreement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// FisherInterval returns the interval of a correlation r of n independent pairs that holds the share confidence, by
// Fisher's z,
//
//	tanh(atanh r ± q·c/√(n − b)),
//
// with c = 1 and b = 3 for Pearson (and pdp, which it is for one column), c = √(1 + r²/2), b = 3 for Spearman and c =
// √0.437, b = 4 for Kendall's taus (Bonett and Wright 2000). q is the quantile of the normal distribution, for
// Kendall that of Student's t with n − 2 degrees of freedom: in simulations with few pairs the normal one holds a tau
// of 0.7 or more in 88 % of the cases instead of 95 %.
//
// It is undefined, and ok false, for other statistics, for b pairs or fewer, and for a perfect correlation, which
// shows no spread.
func FisherInterval(s Statistic, r float64, n int, confidence float64) (_ Interval, ok bool) {
	var c, b float64
	var q interface{ Quantile(float64) float64 } = distuv.UnitNormal
	switch s {
	case StatisticPearson, StatisticPDP:
		c, b = 1, 3
	case StatisticSpearman:
		c, b = math.Sqrt(1+r*r/2), 3
	case StatisticKendallB, StatisticKendallC:
		c, b = math.Sqrt(0.437), 4
		q = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 2)}
	default:
		return Interval{}, false
	}
	if float64(n) <= b || Perfect(r) {
		return Interval{}, false
	}
	half := q.Quantile((1+confidence)/2) * c / math.Sqrt(float64(n)-b)
	z := math.Atanh(r)
	return Interval{Low: math.Tanh(z - half), High: math.Tanh(z + half)}, true
}

// Perfect says whether a correlation is 1 or −1, up to rounding.
func Perfect(r float64) bool { return math.Abs(r) >= 1-sameValue }

// sameValue is how near two values of a statistic are that differ by rounding only.
const sameValue = 1e-12
