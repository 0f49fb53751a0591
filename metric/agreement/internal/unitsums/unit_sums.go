package unitsums

import "math"

// RoundingShare bounds how far two orders of adding the same numbers may take a sum apart, as a share of the sum of
// their absolute values: a million additions stay below it.
const RoundingShare = 1e-12

// Sums are values, or differences of two systems, by the unit that they come from: the sum of each unit's, and
// their number. Means that are no further apart than rounding count as equal.
type Sums struct {
	Sums, Sizes []float64
	Rounding    float64
	Quantiles   *Quantiles // nil: none are kept
}

// Interval returns the interval of the mean, or false if there are fewer than two units that hold values.
func (u Sums) Interval(confidence float64) (low, high float64, ok bool) {
	sum, size := u.totals()
	s := Spread{Mean: sum / size, quantiles: u.Quantiles}
	apart := func(i int) float64 { return u.Sums[i] - float64(s.Mean*u.Sizes[i]) }
	units, largest := 0, 0.0 // the largest keeps powers from overflowing
	for i, n := range u.Sizes {
		if n > 0 {
			units++
			largest = max(largest, math.Abs(apart(i)))
		}
	}
	if units < 2 {
		return 0, 0, false
	}
	if largest <= u.Rounding*size {
		return s.Mean, s.Mean, true
	}
	var squares, cubes, sizes, corrected, fourth float64
	for i, n := range u.Sizes {
		rest := 1 - n/size
		e := apart(i) / largest / math.Sqrt(rest)
		squares += float64(e * e)
		cubes += float64(e * e * e)
		sizes += float64(n * n)
		corrected += float64(n * n / rest)
		fourth += float64(n * n / rest * (n * n / rest))
	}
	s.StandardError = largest * math.Sqrt(squares) / size
	s.Skewness = cubes / math.Pow(squares, 1.5)
	s.Freedom = size * size / (sizes + (float64(corrected*corrected)-fourth)/(size*size))
	low, high = s.Interval(confidence)
	return low, high, true
}

// Differing returns how many units have a difference that is not zero.
func (u Sums) Differing() (n int) {
	for _, sum := range u.Sums {
		if sum != 0 {
			n++
		}
	}
	return n
}

// Means returns each unit's mean difference.
func (u Sums) Means() []float64 {
	means := make([]float64, len(u.Sums))
	for i, sum := range u.Sums {
		means[i] = sum / u.Sizes[i]
	}
	return means
}

// totals returns the sum of the differences and the number of segments.
func (u Sums) totals() (sum, size float64) {
	for i := range u.Sums {
		sum += u.Sums[i]
		size += u.Sizes[i]
	}
	return sum, size
}

// StandardError returns that of the mean difference, a ratio of two sums over k units (Cochran 1977, equation 6.13):
// √(k/(k−1)·Σ(sᵢ − d̄·nᵢ)²)/n. For units of one segment it is the standard deviation over √n. It is 0 for one unit.
func (u Sums) StandardError() float64 {
	k := float64(len(u.Sums))
	if k < 2 {
		return 0
	}
	sum, size := u.totals()
	squares := 0.0
	for i := range u.Sums {
		rest := u.Sums[i] - float64(sum/size*u.Sizes[i])
		squares += float64(rest * rest)
	}
	return math.Sqrt(k/(k-1)*squares) / size
}
