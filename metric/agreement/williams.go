package agreement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Williams returns the one-sided p-value of Williams' test (1959) that two correlations which share a variable differ:
// r1 and r2 of two metrics with people and r12 of the metrics with each other, over n items,
//
//	t = (r1 − r2) √((n−1)(1+r12)) / √(2K(n−1)/(n−3) + ((r1+r2)/2)² (1−r12)³),
//	K = 1 − r1² − r2² − r12² + 2 r1 r2 r12,
//
// with n − 3 degrees of freedom. It says whether the higher of the two is really higher. The correlations are signed,
// as in mt-metrics-eval; sacrerouge takes absolute values first, which gives another p where one is negative. It is
// undefined, and ok false, for three items or fewer and for metrics that cannot be told apart.
func Williams(r1, r2, r12 float64, n int) (p float64, ok bool) {
	if n <= 3 {
		return 0, false
	}
	items := float64(n)
	k := max(0, 1-r1*r1-r2*r2-r12*r12+2*r1*r2*r12) // a determinant, which rounding may turn negative
	mean := (r1 + r2) / 2
	over := (r1 - r2) * math.Sqrt((items-1)*(1+r12))
	under := math.Sqrt(2*k*(items-1)/(items-3) + mean*mean*(1-r12)*(1-r12)*(1-r12))
	if under == 0 {
		return 0, false
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: items - 3}.Survival(math.Abs(over / under)), true
}
