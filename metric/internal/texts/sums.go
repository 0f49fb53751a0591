package texts

// A sum is a text as one vector. Words without a vector add a coordinate of their own each, which vector leaves out.
type sum struct {
	vector []float64 // len dim, the known words; of counted ones scratch
	norm   float64   // the length, unknown words included
}

// What is summed up.
const (
	VectorSum    = iota // w, as often as it occurs
	DirectionSum        // w/‖w‖

	numSums
)

// HasSum says whether the sum of a text is not zero.
func (s *Text) HasSum(what int) bool { return s.sums[what].norm > 0 }

// share returns the factor of the direction of word i in a sum.
func (s *Text) share(what, i int) float64 {
	if what == DirectionSum {
		return float64(s.Counts[i])
	}
	return float64(s.Counts[i]) * s.Norms[i]
}

// SumUp computes a sum of a text.
func (r *Reader) SumUp(s *Text, what int) { r.sumUp(r, s, what) }

// cancelledDirections is the length, for each token, below which a sum of directions is zero but for the rounding of
// w/‖w‖, which is off by less than 2⁻⁵¹. Directions of float32 vectors that are not opposite leave far more, and
// without this bound -3 and 49, of one dimension, would be as similar to any text as can be.
const cancelledDirections = 0x1p-50

// CosineOfSums returns the cosine of the sums of two texts, which are not zero.
func (r *Reader) CosineOfSums(what int, a, b *Text) float64 {
	return min(max(r.multiplySums(what, a, b)/(a.sums[what].norm*b.sums[what].norm), -1), 1)
}

// Dot64 returns the dot product of x and y, summed in order.
func Dot64(x, y []float64) (sum float64) {
	y = y[:len(x)]
	for k, v := range x {
		sum += float64(v * y[k])
	}
	return sum
}

// CentroidBound returns ½‖c − c′‖² of two texts that have a distribution and whose vectors are summed up.
func (r *Reader) CentroidBound(a, b *Text) float64 {
	na, nb := a.Distributions[ByNorm].Total, b.Distributions[ByNorm].Total
	ca, cb := a.sums[VectorSum].norm/na, b.sums[VectorSum].norm/nb
	return (ca*ca+cb*cb)/2 - r.multiplySums(VectorSum, a, b)/(na*nb)
}
