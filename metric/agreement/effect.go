package agreement

import "math"

// differing returns how many units have a difference that is not zero.
func (u unitSums) differing() (n int) {
	for _, sum := range u.sums {
		if sum != 0 {
			n++
		}
	}
	return n
}

// means returns each unit's mean difference.
func (u unitSums) means() []float64 {
	means := make([]float64, len(u.sums))
	for i, sum := range u.sums {
		means[i] = sum / u.sizes[i]
	}
	return means
}

// totals returns the sum of the differences and the number of segments.
func (u unitSums) totals() (sum, size float64) {
	for i := range u.sums {
		sum += u.sums[i]
		size += u.sizes[i]
	}
	return sum, size
}

// standardError returns that of the mean difference, a ratio of two sums over k units (Cochran 1977, equation 6.13):
// √(k/(k−1)·Σ(sᵢ − d̄·nᵢ)²)/n. For units of one segment it is the standard deviation over √n. It is 0 for one unit.
func (u unitSums) standardError() float64 {
	k := float64(len(u.sums))
	if k < 2 {
		return 0
	}
	sum, size := u.totals()
	squares := 0.0
	for i := range u.sums {
		rest := u.sums[i] - float64(sum/size*u.sizes[i])
		squares += float64(rest * rest)
	}
	return math.Sqrt(k/(k-1)*squares) / size
}

// cohenDz returns the mean of the units' differences over their standard deviation, nil where they do not vary.
func (u unitSums) cohenDz() *float64 {
	var m Mean
	for _, d := range u.means() {
		m.Add(d)
	}
	mean, _ := m.Value()
	stddev, _ := m.StdDev()
	if stddev <= u.rounding {
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
func detectable(u unitSums, alpha float64) *float64 {
	se := u.standardError()
	if se*math.Sqrt(float64(len(u.sums))) <= u.rounding {
		return nil
	}
	freedom := float64(len(u.sums) - 1)
	x := (u.quantiles.student(freedom, 1-alpha/2) + u.quantiles.student(freedom, power)) * se
	return &x
}
