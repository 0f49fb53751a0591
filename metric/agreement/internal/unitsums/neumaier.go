package unitsums

import "math"

// A Neumaier is a compensated sum (Neumaier 1974): equal values in another order give the same sum, but for the last
// bit.
type Neumaier struct {
	sum, lost float64 // lost is what rounding took from sum
}

// Add adds a number.
func (s *Neumaier) Add(x float64) {
	sum := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.lost += (s.sum - sum) + x
	} else {
		s.lost += (x - sum) + s.sum
	}
	s.sum = sum
}

// Value returns the sum.
func (s *Neumaier) Value() float64 { return s.sum + s.lost }
