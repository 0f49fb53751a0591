package dot

import "math"

// portable is the recipe in Go, for processors without assembly and as what the assembly is held against.
var portable = kernel{"go", 1, portablePanel, noCosineCosts}

func portablePanel(dst []float64, stride int, a, b [][]float32, dim int) {
	for i, x := range a {
		for j, y := range b {
			dst[i*stride+j] = float64(product(x[:dim], y[:dim]))
		}
	}
}

func noCosineCosts(_, _ []float64, _ float64, _ []float64, _ int32, _ []int32) int { return 0 }

// lanes is the number of sums that a product is made of.
const lanes = 16

// product returns ⟨x, y⟩. Four sums at a time hide the latency of one another.
func product(x, y []float32) float32 {
	var sums [lanes]float32
	for l := 0; l < lanes; l += 4 {
		var s0, s1, s2, s3 float64
		k := l
		for ; k+4 <= len(x); k += lanes {
			u, v := x[k:k+4:k+4], y[k:k+4:k+4]
			s0 = fused(u[0], v[0], s0)
			s1 = fused(u[1], v[1], s1)
			s2 = fused(u[2], v[2], s2)
			s3 = fused(u[3], v[3], s3)
		}
		rest := [4]float64{s0, s1, s2, s3}
		for i := 0; i < 4 && k+i < len(x); i++ {
			rest[i] = fused(x[k+i], y[k+i], rest[i])
		}
		for i, s := range rest {
			if filled := len(x) % lanes; filled > 0 && l+i >= filled {
				s += 0 // a zero that fills up the row makes +0 of −0
			}
			sums[l+i] = float32(s)
		}
	}
	for width := lanes / 2; width > 0; width /= 2 {
		for l := range width {
			sums[l] += sums[l+width]
		}
	}
	return sums[0]
}

// fused returns x·y + sum rounded once to float32, for a sum that is a float32: what a processor's fused multiply-add
// does, which Go does not promise for float32.
//
// The product of two float32 is exact in float64, so there are two roundings, that of the addition to float64 and
// that to float32. They differ from one only if the first one ends halfway between two float32, or where these are
// subnormal and lie elsewhere.
func fused(x, y float32, sum float64) float64 {
	s := float64(x)*float64(y) + sum
	if b := math.Float64bits(s); b<<35 == 1<<63 || b<<1-1 < smallest<<1-1 {
		s = roundToOdd(float64(x)*float64(y), sum)
	}
	return float64(float32(s))
}

// smallest holds the bits of 2⁻¹²⁶, the smallest normal float32. Zero, which is exact, wraps around in the comparison.
const smallest = (1023 - 126) << 52

// roundToOdd returns p + q rounded to float64 such that rounding that to float32 is the same as rounding the exact sum:
// an inexact sum gets the neighbour whose last bit is 1 (Boldo and Melquiond 2008).
func roundToOdd(p, q float64) float64 {
	s := p + q
	// Knuth's two-sum: s + e is p + q exactly.
	t := s - p
	e := (p - (s - t)) + (q - t)
	b := math.Float64bits(s)
	if e == 0 || e != e || b&1 == 1 {
		return s
	}
	if (e > 0) == (s > 0) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}
