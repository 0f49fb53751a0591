package dot

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCosineCosts(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name             string
		product          float64
		inverse, another float64
		id, other        int32
		want             float64
	}{
		{"orthogonal", 0, 2, 3, 1, 2, 1},
		{"half", 1, 0.5, 1, 1, 2, 0.5},
		{"opposite", -1, 1, 1, 1, 2, 2},
		{"rounded above one", 1 + 0x1p-40, 1, 1, 1, 2, 0},
		{"rounded below minus one", -1 - 0x1p-40, 1, 1, 1, 2, 2},
		{"the same vector", 1 - 0x1p-20, 1, 1, 7, 7, 0},
		{"the same vector, whatever the product", nan, 1, 1, 0, 0, 0},
		{"no names", 0.5, 1, 1, -1, -1, 0.5},
		{"no names, the least number", 0.5, 1, 1, math.MinInt32, math.MinInt32 + 1, 0.5},
		{"no number", nan, 1, 1, 1, 2, nan},
		{"zero by infinity", 0, inf, 1, 1, 2, nan},
		{"tiny and huge", 0x1p-600, 0x1p300, 0x1p300, 1, 2, 0},
		{"inverses that underflow", 0x1p1000, 0x1p-600, 0x1p-600, 1, 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, k := range kernels() {
				for n := range 20 {
					got := cosineCosts(t, k, n, c.inverse, c.id,
						func(int) (float64, float64, int32) { return c.product, c.another, c.other })
					for _, x := range got {
						if !same(x, c.want) {
							t.Fatalf("%s, %d cells: %v, want %v", k.name, n, x, c.want)
						}
					}
				}
			}
		})
	}
}

func TestCosineCostsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for n := range 300 {
		products, inverses, ids := make([]float64, n), make([]float64, n), make([]int32, n)
		for i := range products {
			products[i], inverses[i], ids[i] = r.NormFloat64()/8, 5*r.Float64(), int32(r.IntN(5)-2)
		}
		cell := func(i int) (float64, float64, int32) { return products[i], inverses[i], ids[i] }
		id, inverse := int32(r.IntN(5)-2), 2*r.Float64()
		want := cosineCosts(t, &portable, n, inverse, id, cell)
		for _, k := range kernels() {
			for j, got := range cosineCosts(t, k, n, inverse, id, cell) {
				if !same(got, want[j]) {
					t.Fatalf("%s, cell %d of %d: %v, want %v", k.name, j, n, got, want[j])
				}
			}
		}
	}
}

// cosineCosts runs one kernel on three rows of n cells, of which the middle one is that of inverse and id, and returns
// that.
func cosineCosts(t *testing.T, k *kernel, n int, inverse float64, id int32,
	cell func(i int) (product, inverse float64, id int32)) []float64 {
	t.Helper()
	products, others, otherIDs, dst := make([]float64, 3*n), make([]float64, n), make([]int32, n), make([]float64, 3*n)
	for i := range others {
		products[n+i], others[i], otherIDs[i] = cell(i)
		products[i], products[2*n+i] = 0.25, -0.25
	}
	k.costs(dst, products, []float64{1, inverse, 1}, []int32{-1, id, -1}, others, otherIDs)
	for i, other := range others {
		if first, last := 1-min(0.25*other, 1), 1+min(0.25*other, 1); dst[i] != first || dst[2*n+i] != last {
			t.Fatalf("%s, cell %d of %d: %v above and %v below, want %v and %v", k.name, i, n, dst[i], dst[2*n+i],
				first, last)
		}
	}
	return dst[n : 2*n]
}

func TestCosineCostsOfNothing(t *testing.T) {
	CosineCosts(nil, nil, nil, nil, nil, nil)
	CosineCosts(nil, nil, []float64{1}, []int32{1}, nil, nil)
	CosineCosts(nil, nil, nil, nil, []float64{1}, []int32{1})
}

func BenchmarkCosineCosts(b *testing.B) {
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			const n = 12
			dst, products, inverses, ids := make([]float64, n*n), make([]float64, n*n), make([]float64, n),
				make([]int32, n)
			for b.Loop() {
				k.costs(dst, products, inverses, ids, inverses, ids)
			}
		})
	}
}
