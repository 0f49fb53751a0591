package agreement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// FisherInterval returns the interval of a correlation r of n independent pairs that holds the share confidence, by Fisher's z,
//
//	tanh(atanh r ± q·c/√(n − b)),
//
// with q the normal quantile, c = 1 and b = 3 for Pearson; c = √(1 + r²/2), b = 3 for Spearman and c = √0.437, b = 4 for
// Kendall's taus (Bonett and Wright 2000). It is undefined, and ok false, for other statistics and for b pairs or fewer.
func FisherInterval(s Statistic, r float64, n int, confidence float64) (_ Interval, ok bool) {
	var c, b float64
	switch s {
	case StatisticPearson:
		c, b = 1, 3
	case StatisticSpearman:
		c, b = math.Sqrt(1+r*r/2), 3
	case StatisticKendallB, StatisticKendallC:
		c, b = math.Sqrt(0.437), 4
	default:
		return Interval{}, false
	}
	if float64(n) <= b {
		return Interval{}, false
	}
	q := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	z := math.Atanh(min(max(r, -1), 1)) // tau-c of unbalanced tables may leave [−1, 1] by rounding
	half := q * c / math.Sqrt(float64(n)-b)
	return Interval{Low: math.Tanh(z - half), High: math.Tanh(z + half)}, true
}
