package dot

import "github.com/wordrotator/wrd/metric/internal/fma"

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

func noBlendedCosts(_, _, _, _, _ []float64, _ []uint64, _ float64) bool { return false }

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
			if fma.Doubtful(t0) || fma.Doubtful(t1) || fma.Doubtful(t2) || fma.Doubtful(t3) {
				t0, t1 = fma.RoundToOdd(u[0], v[0], s0), fma.RoundToOdd(u[1], v[1], s1)
				t2, t3 = fma.RoundToOdd(u[2], v[2], s2), fma.RoundToOdd(u[3], v[3], s3)
			}
			s0, s1, s2, s3 = float64(float32(t0)), float64(float32(t1)), float64(float32(t2)), float64(float32(t3))
		}
		rest := [4]float64{s0, s1, s2, s3}
		for i := 0; i < 4 && k+i < len(x); i++ {
			rest[i] = float64(fma.Float32(x[k+i], y[k+i], float32(rest[i])))
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
