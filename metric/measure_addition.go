package metric

import "math"

// A sum is a text as one vector. Words without a vector add a coordinate of their own each, which vector leaves out.
type sum struct {
	vector []float64 // len dim, the known words; scratch of a text that is spelled
	norm   float64   // the length, unknown words included
}

// What is summed up.
const (
	vectorSum    = iota // w, as often as it occurs
	directionSum        // w/‖w‖

	numSums
)

// additionMeasure is the cosine of two sums.
func additionMeasure(m Measure, column Column, what int) definition {
	return definition{
		measure: m,
		columns: []Column{column},
		main:    column,
		unbound: true,
		prepare: func(w *worker, s *text) { s.sumUp(what, w.dim) },
		defined: func(s *text) bool { return s.sums[what].norm > 0 },
		compare: func(_ *worker, a, b *text, values *[numColumns]float64) error {
			values[column] = cosineOfSums(what, a, b)
			return nil
		},
	}
}

// share returns the factor of the direction of word i in a sum.
func (s *text) share(what, i int) float64 {
	if what == directionSum {
		return float64(s.counts[i])
	}
	return float64(s.counts[i]) * s.norms[i]
}

func (s *text) sumUp(what, dim int) {
	t := &s.sums[what]
	if s.spelled {
		t.vector = resized(t.vector, len(s.words))
		t.norm = math.Sqrt(spelledSums(t.vector, what, s, s))
		return
	}
	t.vector = resized(t.vector, dim)
	clear(t.vector)
	for i, row := range s.rows[:s.known] {
		factor := float64(s.counts[i])
		if what == directionSum {
			if s.norms[i] == 0 {
				continue
			}
			factor /= s.norms[i]
		}
		x := t.vector[:len(row)]
		for k, v := range row {
			x[k] += float64(factor * float64(v))
		}
	}
	square := dot64(t.vector, t.vector)
	for i := s.known; i < len(s.words); i++ {
		own := s.share(what, i)
		square += float64(own * own)
		for j := s.known; s.separate && j < i; j++ {
			if s.words[i] == s.words[j] {
				square += 2 * float64(own*s.share(what, j))
			}
		}
	}
	t.norm = math.Sqrt(square)
	if what == directionSum && t.norm <= cancelledDirections*float64(s.tokens) {
		t.norm = 0
	}
}

// cancelledDirections is the length, for each token, below which a sum of directions is zero but for the rounding of
// w/‖w‖, which is off by less than 2⁻⁵¹. Directions of float32 vectors that are not opposite leave far more, and
// without this bound -3 and 49, of one dimension, would be as similar to any text as can be.
const cancelledDirections = 0x1p-50

// cosineOfSums returns the cosine of the sums of two texts, which are not zero.
func cosineOfSums(what int, a, b *text) float64 {
	return min(max(productOfSums(what, a, b)/(a.sums[what].norm*b.sums[what].norm), -1), 1)
}

// productOfSums returns the inner product of the sums of two texts.
func productOfSums(what int, a, b *text) float64 {
	if a.spelled {
		b.sums[what].vector = resized(b.sums[what].vector, len(b.words))
		return spelledSums(b.sums[what].vector, what, a, b)
	}
	product := dot64(a.sums[what].vector, b.sums[what].vector)
	for i := a.known; i < len(a.words); i++ {
		for j := b.known; j < len(b.words); j++ {
			if a.words[i] == b.words[j] {
				product += float64(a.share(what, i) * b.share(what, j))
			}
		}
	}
	return product
}

// dot64 returns the dot product of x and y, summed in order.
func dot64(x, y []float64) (sum float64) {
	y = y[:len(x)]
	for k, v := range x {
		sum += float64(v * y[k])
	}
	return sum
}
