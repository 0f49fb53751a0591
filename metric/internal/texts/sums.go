package texts

import "math"

// A sum is a text as one vector. Words without a vector add a coordinate of their own each, which vector leaves out.
type sum struct {
	vector []float64 // len dim, the known words; scratch of a text that is spelled
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

func (s *Text) SumUp(what, dim int) {
	t := &s.sums[what]
	if s.Spelled {
		t.vector = Resized(t.vector, len(s.Words))
		t.norm = math.Sqrt(spelledSums(t.vector, what, s, s))
		return
	}
	t.vector = Resized(t.vector, dim)
	clear(t.vector)
	for i, row := range s.Rows[:s.Known] {
		factor := float64(s.Counts[i])
		if what == DirectionSum {
			if s.Norms[i] == 0 {
				continue
			}
			factor /= s.Norms[i]
		}
		x := t.vector[:len(row)]
		for k, v := range row {
			x[k] += float64(factor * float64(v))
		}
	}
	square := Dot64(t.vector, t.vector)
	for i := s.Known; i < len(s.Words); i++ {
		own := s.share(what, i)
		square += float64(own * own)
		for j := s.Known; s.Separate && j < i; j++ {
			if s.Words[i] == s.Words[j] {
				square += 2 * float64(own*s.share(what, j))
			}
		}
	}
	t.norm = math.Sqrt(square)
	if what == DirectionSum && t.norm <= cancelledDirections*float64(s.Tokens) {
		t.norm = 0
	}
}

// cancelledDirections is the length, for each token, below which a sum of directions is zero but for the rounding of
// w/‖w‖, which is off by less than 2⁻⁵¹. Directions of float32 vectors that are not opposite leave far more, and
// without this bound -3 and 49, of one dimension, would be as similar to any text as can be.
const cancelledDirections = 0x1p-50

// CosineOfSums returns the cosine of the sums of two texts, which are not zero.
func CosineOfSums(what int, a, b *Text) float64 {
	return min(max(productOfSums(what, a, b)/(a.sums[what].norm*b.sums[what].norm), -1), 1)
}

// productOfSums returns the inner product of the sums of two texts.
func productOfSums(what int, a, b *Text) float64 {
	if a.Spelled {
		b.sums[what].vector = Resized(b.sums[what].vector, len(b.Words))
		return spelledSums(b.sums[what].vector, what, a, b)
	}
	product := Dot64(a.sums[what].vector, b.sums[what].vector)
	for i := a.Known; i < len(a.Words); i++ {
		for j := b.Known; j < len(b.Words); j++ {
			if a.Words[i] == b.Words[j] {
				product += float64(a.share(what, i) * b.share(what, j))
			}
		}
	}
	return product
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
func CentroidBound(a, b *Text) float64 {
	na, nb := a.Distributions[ByNorm].Total, b.Distributions[ByNorm].Total
	ca, cb := a.sums[VectorSum].norm/na, b.sums[VectorSum].norm/nb
	return (ca*ca+cb*cb)/2 - productOfSums(VectorSum, a, b)/(na*nb)
}
