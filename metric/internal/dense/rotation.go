package dense

import "math"

// A Rotation turns the pairs of components k and k + d/2 of queries and keys by angles that grow with the position of
// their piece, so that their products depend on how far apart pieces are (Su et al. 2021, RoFormer; which components
// are pairs, as in GPT-NeoX). It grows with use and must not be shared between goroutines.
type Rotation struct {
	frequencies []float32 // how much an angle grows with each position
	cos, sin    []float32 // of a position, one behind the other, all angles
}

// NewRotation returns the rotation of d components, an even number. The angle of pair k grows by 1/theta^(2k/d).
func NewRotation(d int, theta float64) *Rotation {
	r := &Rotation{frequencies: make([]float32, d/2)}
	for k := range r.frequencies {
		// Rounded as PyTorch does: later positions would show it.
		r.frequencies[k] = 1 / float32(math.Pow(theta, float64(float32(2*k)/float32(d))))
	}
	return r
}

// Turn turns d components of each head in x at a position, counted from 0.
func (r *Rotation) Turn(x []float32, position int) {
	half := len(r.frequencies)
	for len(r.cos) <= position*half {
		at := float32(len(r.cos) / half)
		for _, f := range r.frequencies {
			sin, cos := sincos(float64(at * f))
			r.cos, r.sin = append(r.cos, float32(cos)), append(r.sin, float32(sin))
		}
	}
	cos, sin := r.cos[position*half:][:half], r.sin[position*half:][:half]
	for ; len(x) >= 2*half; x = x[2*half:] {
		first, second := x[:half], x[half:2*half]
		for k, a := range first {
			b := second[k]
			first[k] = float32(a*cos[k]) - float32(b*sin[k])
			second[k] = float32(b*cos[k]) + float32(a*sin[k])
		}
	}
}

// sincos is math.Sincos for 0 ≤ x < 2²⁰, to 10⁻¹³, with the same bits on all processors: there is nothing that a compiler
// may fuse.
func sincos(x float64) (sin, cos float64) {
	// Taken down to |x| ≤ π/4, π/2 being the sum of a float64 and what it lacks.
	const quarter, rest = 1.5707963267948966, 6.123233995736766e-17
	n := math.Round(x / quarter)
	x = math.FMA(-n, quarter, x)
	x = math.FMA(-n, rest, x)
	sin, cos = taylor(x, 17), taylor(x, 16)
	switch int(n) % 4 {
	case 1:
		return cos, -sin
	case 2:
		return -sin, -cos
	case 3:
		return -cos, sin
	}
	return sin, cos
}

// taylor is the Taylor series of the sine, if the last power is odd, or of the cosine.
func taylor(x float64, last int) float64 {
	square, sum := x*x, 1.
	for n := last; n > 1; n -= 2 {
		sum = math.FMA(-square/float64(n*(n-1)), sum, 1)
	}
	if last%2 == 1 {
		return x * sum
	}
	return sum
}
