package dot

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Every kernel gives the bits of the definition, whatever the number of cells, and writes no cell more.
func TestBlend(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	numbers := func(n int) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = r.NormFloat64()
		}
		return list
	}
	for n := range 200 {
		x, before, after, own, near := numbers(n), numbers(n), numbers(n), r.NormFloat64(), r.NormFloat64()
		row, factor, onLeft, onRight := numbers(n+2), numbers(n), numbers(n), numbers(n)
		for _, k := range kernels() {
			dst := make([]float64, n+1)
			dst[n] = 7
			k.blended(dst[:n], x, before, after, own, near)
			for j := range x {
				sum := before[j] + after[j]
				mine, theirs := float64(own*x[j]), float64(near*sum) // the conversions forbid fused multiply-adds
				if want := mine + theirs; dst[j] != want {
					t.Fatalf("%s, cell %d of %d: %v, want %v", k.name, j, n, dst[j], want)
				}
			}
			limit, below := 0.001, false
			got := k.blendedCostsOf(dst[:n], row, factor, onLeft, onRight, limit)
			for j := range x {
				p, q, s := float64(factor[j]*row[j+1]), float64(onLeft[j]*row[j]), float64(onRight[j]*row[j+2])
				cosine := p + q
				cosine += s
				want := 1 - min(max(cosine, -1), 1)
				below = below || want < limit
				if dst[j] != want {
					t.Fatalf("%s, cost %d of %d: %v, want %v", k.name, j, n, dst[j], want)
				}
			}
			if got != below {
				t.Fatalf("%s, %d cells: found a cost below the limit: %v, want %v", k.name, n, got, below)
			}
			if dst[n] != 7 {
				t.Fatalf("%s writes behind %d cells", k.name, n)
			}
		}
	}
}

// One cost below the limit is found at every place.
func TestBlendedCostsBelow(t *testing.T) {
	for _, k := range kernels() {
		for n := range 40 {
			for at := range n {
				row, own, none, dst := make([]float64, n+2), make([]float64, n), make([]float64, n), make([]float64, n)
				row[at+1], own[at] = 1, 1-0x1p-20
				if !k.blendedCostsOf(dst, row, own, none, none, 0.001) || dst[at] != 0x1p-20 {
					t.Fatalf("%s: cost %v at %d of %d not found", k.name, dst[at], at, n)
				}
				own[at] = math.Nextafter(0.999, 0)
				if k.blendedCostsOf(dst, row, own, none, none, 0.001) {
					t.Fatalf("%s: cost %v at %d of %d is not below the limit", k.name, dst[at], at, n)
				}
			}
		}
	}
}

func BenchmarkBlend(b *testing.B) {
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			const n = 100
			x, dst := make([]float64, n+2), make([]float64, n)
			for b.Loop() {
				k.blended(dst, x, x, x, 1, 1)
				k.blendedCostsOf(dst, x, x, x, x, 0.001)
			}
		})
	}
}
