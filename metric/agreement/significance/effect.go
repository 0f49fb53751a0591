package significance

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// cohenDz returns the mean of the segments' differences over their standard deviation, nil where they do not vary by more
// than rounding. It is of segments where documents are taken whole, too: so it has the sign of the mean difference, and
// says the same whatever is resampled.
func cohenDz(differences *agreement.Mean, rounding float64) *float64 {
	mean, _ := differences.Value()
	stddev, _ := differences.StdDev()
	if stddev <= rounding {
		return nil
	}
	dz := mean / stddev
	return &dz
}

// power is the probability with which a difference of the detectable size is found.
const power = 0.8

// detectable returns the smallest difference that k units with this spread can show: the one that a two-sided t-test at
// alpha finds with probability 0.8, (t(1−alpha/2) + t(0.8))·SE with the quantiles of Student's t of k−1 degrees of
// freedom. It is nil where the differences do not vary.
func detectable(u unitsums.Sums, alpha float64) *float64 {
	se := u.StandardError()
	if se*math.Sqrt(float64(len(u.Sums))) <= u.Rounding {
		return nil
	}
	freedom := float64(len(u.Sums) - 1)
	x := (u.Quantiles.Student(freedom, 1-alpha/2) + u.Quantiles.Student(freedom, power)) * se
	return &x
}
