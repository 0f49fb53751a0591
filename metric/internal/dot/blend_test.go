package dot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every kernel gives the bits of the definition, whatever the number of rows and cells, and writes no cell more.
func TestBlend(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	numbers := func(n int) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = r.NormFloat64()
		}
		return list
	}
	for n := range 80 {
		rows := 1 + r.IntN(5)
		x, before, after, ofX, ofOthers := numbers(rows*n), numbers(rows*n), numbers(rows*n), numbers(rows),
			numbers(rows)
		own, onLeft, onRight := numbers(n), numbers(n), numbers(n)
		for _, k := range kernels() {
			blended := make([]float64, rows*(n+2)+1)
			for i := range blended {
				blended[i] = math.Pi // left alone behind the rows
			}
			k.blended(blended, x, before, after, ofX, ofOthers, n)
			for i := range rows {
				for j := range n {
					sum := before[i*n+j] + after[i*n+j]
					mine, theirs := float64(ofX[i]*x[i*n+j]), float64(ofOthers[i]*sum) // no fused multiply-adds
					if got, want := blended[i*(n+2)+1+j], mine+theirs; got != want {
						t.Fatalf("%s, row %d, cell %d of %d: %v, want %v", k.name, i, j, n, got, want)
					}
				}
				if n > 0 && (blended[i*(n+2)] != 0 || blended[(i+1)*(n+2)-1] != 0) {
					t.Fatalf("%s leaves what stood on either side of %d cells", k.name, n)
				}
			}
			if blended[rows*(n+2)] != math.Pi {
				t.Fatalf("%s writes behind %d rows of %d cells", k.name, rows, n)
			}

			const limit = 0.01
			costs := make([]float64, rows*n+1)
			costs[rows*n] = math.Pi
			low, wantLow := make([]uint64, rows), make([]uint64, rows)
			low[0] = math.MaxUint64
			k.blendedCostsOf(costs[:rows*n], blended, own, onLeft, onRight, low, limit)
			for i := range rows {
				for j := range n {
					row := blended[i*(n+2):]
					p, q, s := float64(own[j]*row[j+1]), float64(onLeft[j]*row[j]), float64(onRight[j]*row[j+2])
					want := 1 - min(max(p+q+s, -1), 1)
					if want > 0 && want < limit {
						wantLow[i] |= 1 << (j % 64)
					}
					if costs[i*n+j] != want {
						t.Fatalf("%s, row %d, cost %d of %d: %v, want %v", k.name, i, j, n, costs[i*n+j], want)
					}
				}
			}
			if !slices.Equal(low, wantLow) {
				t.Fatalf("%s, %d rows of %d cells: low cells %b, want %b", k.name, rows, n, low, wantLow)
			}
			if costs[rows*n] != math.Pi {
				t.Fatalf("%s writes behind %d cells", k.name, n)
			}
		}
	}
}

// One cost below the limit is found at every place of every row, and none that is 0.
func TestBlendedCostsBelow(t *testing.T) {
	const n, rows = 83, 3
	for _, k := range kernels() {
		for row := range rows {
			for at := range n {
				blended, dst, none, own := make([]float64, rows*(n+2)), make([]float64, rows*n), make([]float64, n),
					make([]float64, n)
				blended[row*(n+2)+1+at] = 1
				for _, c := range []struct {
					cosine float64
					found  bool
				}{{1, false}, {1 - 0x1p-20, true}, {math.Nextafter(0.999, 0), false}} {
					own[at] = c.cosine
					var low, want [rows]uint64
					if c.found {
						want[row] = 1 << (at % 64)
					}
					k.blendedCostsOf(dst, blended, own, none, none, low[:], 0.001)
					if low != want || dst[row*n+at] != 1-c.cosine {
						t.Fatalf("%s: cost %v at %d of row %d: low cells %b, want %b", k.name, dst[row*n+at], at, row,
							low, want)
					}
				}
			}
		}
	}
}

func TestBlendRefuses(t *testing.T) {
	row := make([]float64, 100)
	for name, call := range map[string]func(){
		"no room":              func() { Blend(row[:10:10], row[:10], row, row, row[:1], row, 10) },
		"a part of a row":      func() { BlendedCosts(row[:15], row, row[:10], row, row, make([]uint64, 2), 0.1) },
		"too few blended rows": func() { BlendedCosts(row[:20], row[:20:20], row[:10], row, row, make([]uint64, 2), 0.1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}

func BenchmarkBlend(b *testing.B) {
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			const n = 12
			x, blended, dst, low := make([]float64, n*n), make([]float64, n*(n+2)), make([]float64, n*n), make([]uint64, n)
			for b.Loop() {
				k.blended(blended, x, x, x, x[:n], x, n)
				k.blendedCostsOf(dst, blended, x[:n], x, x, low, 0.001)
			}
		})
	}
}
