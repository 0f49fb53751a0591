package dot

import "math"

// portable is the recipe in Go, for processors without assembly and as the reference of the assembly.
var portable = kernel{"go", 1, portablePanel, noBand, noCosineCosts, noBlend, noBlendedCosts}

func portablePanel(dst []float64, stride int, a, b [][]float32, dim int) {
	for i, x := range a {
		for j, y := range b {
			dst[i*stride+j] = float64(product(x[:dim], y[:dim]))
		}
	}
}

func noBand([]float64, [][]float32, int) int { return 0 }

func noBlend(_, _, _, _, _, _ []float64, _ int) bool { return false }

func noBlendedCosts(_, _, _, _, _ []float64, _ float64) (uint64, bool) { return 0, false }

func noCosineCosts(_, _, _ []float64, _ []int32, _ []float64, _ []int32) int { return 0 }

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
			t0 := float64(u[0])*float64(v[0]) + s0
			t1 := float64(u[1])*float64(v[1]) + s1
			t2 := float64(u[2])*float64(v[2]) + s2
			t3 := float64(u[3])*float64(v[3]) + s3
			if doubtful(t0) || doubtful(t1) || doubtful(t2) || doubtful(t3) {
				t0, t1 = roundToOdd(u[0], v[0], s0), roundToOdd(u[1], v[1], s1)
				t2, t3 = roundToOdd(u[2], v[2], s2), roundToOdd(u[3], v[3], s3)
			}
			s0, s1, s2, s3 = float64(float32(t0)), float64(float32(t1)), float64(float32(t2)), float64(float32(t3))
		}
		rest := [4]float64{s0, s1, s2, s3}
		for i := 0; i < 4 && k+i < len(x); i++ {
			rest[i] = float64(fused(x[k+i], y[k+i], float32(rest[i])))
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

// fused returns x·y + sum rounded once: what a processor's fused multiply-add does, which Go does not promise for
// float32.
//
// The product of two float32 is exact in float64, so float32(float64(x)*float64(y) + float64(sum)) rounds twice, where
// it adds and where it narrows. That differs from rounding once only if it is doubtful.
func fused(x, y, sum float32) float32 { return float32(roundToOdd(x, y, float64(sum))) }

// doubtful says whether rounding s, itself a rounded sum, to float32 may not be the same as rounding the exact sum: it
// lies halfway between two float32, or is too small for normal ones, between which the halves lie elsewhere. Zero is
// exact.
func doubtful(s float64) bool {
	const smallest = (1023 - 126) << 52 // the bits of 2⁻¹²⁶
	b := math.Float64bits(s)
	return b<<35 == 1<<63 || b<<1-1 < smallest<<1-1
}

// roundToOdd returns x·y + q rounded to float64 such that rounding that to float32 is the same as rounding the exact
// sum: an inexact sum gets the neighbour whose last bit is 1 (Boldo and Melquiond 2008).
func roundToOdd(x, y float32, q float64) float64 {
	p := float64(x) * float64(y)
	s := p + q
	// Knuth's two-sum: s + e is p + q exactly, and p is x·y.
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
