package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Every kernel gives the bits of the Go version, of any numbers; and writes nothing else.
func TestKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	kinds := draws(r)
	kinds["large"] = func() float32 { return float32(r.NormFloat64() * 20) }
	kinds["not a number or not"] = func() float32 {
		if r.IntN(100) == 0 {
			return float32(math.NaN())
		}
		return float32(r.NormFloat64())
	}
	for _, k := range kernels()[:len(kernels())-1] {
		for name, draw := range kinds {
			t.Run(fmt.Sprint(k.name, " ", name), func(t *testing.T) {
				for range 100 {
					n := 1 + r.IntN(100)
					compare := func(what string, once func(k *kernel, x []float32)) {
						t.Helper()
						x := filled(n+lanes, draw)
						got, want := append([]float32(nil), x...), append([]float32(nil), x...)
						once(k, got[:n])
						once(&portable, want[:n])
						for i := range got {
							if !same(got[i], want[i]) || i >= n && !same(got[i], x[i]) {
								t.Fatalf("%s of %d: %g becomes %g, in Go %g", what, n, x[i], got[i], want[i])
							}
						}
					}
					compare("GELU", func(k *kernel, x []float32) { k.allGELU(x) })
					compare("GELU by tanh", func(k *kernel, x []float32) { k.allGELUTanh(x) })
					more, gain, offset := filled(n, draw), filled(n, draw), filled(n, draw)
					compare("layer norm", func(k *kernel, x []float32) { k.normalise(x, nil, gain, offset, 1e-12) })
					compare("sum and layer norm", func(k *kernel, x []float32) {
						k.normalise(x, more, gain, offset, 1e-5)
					})
					if n >= 2*lanes {
						compare("softmax", func(k *kernel, x []float32) { k.softmax(x, n/2, 2, n/2/lanes*lanes, 0.3) })
					}
				}
			})
		}
	}
}

// The rows of a product are the same whatever stands around them.
func TestRowsByThemselves(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	const m, inputs, outputs = 40, 300, 70
	a, weights := numbers(r, m*inputs), numbers(r, inputs*outputs)
	w := Pack(outputs, inputs, func(j int, dst []float32) { copy(dst, weights[j*inputs:]) })
	eachKernel(t, func(t *testing.T, k *kernel) {
		all, one := make([]float32, m*outputs), make([]float32, outputs)
		k.multiply(all, outputs, a, inputs, m, w, nil)
		for i := range m {
			k.multiply(one, outputs, a[i*inputs:], inputs, 1, w, nil)
			for j := range one {
				if one[j] != all[i*outputs+j] {
					t.Fatalf("row %d by itself: %g, with others %g", i, one[j], all[i*outputs+j])
				}
			}
		}
	})
}
