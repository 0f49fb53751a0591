package dot

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestBand(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, dim := range []int{1, 15, 16, 17, 50, 128, 300} {
		for n := range 20 {
			rows := make([][]float32, n)
			for i := range rows {
				rows[i] = make([]float32, dim)
				for k := range rows[i] {
					rows[i][k] = float32(r.NormFloat64())
				}
			}
			want := make([]float64, 2*n)
			for i := range want {
				want[i] = math.Pi // left alone
			}
			for i, x := range rows {
				for c := range 2 {
					if i+c+1 < n {
						portablePanel(want[2*i+c:], 1, [][]float32{x}, rows[i+c+1:i+c+2], dim)
					}
				}
			}
			for _, k := range kernels() {
				got := make([]float64, 2*n)
				for i := range got {
					got[i] = math.Pi
				}
				k.bandOf(got, rows)
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("%s, %d rows of %d: product %d is %v, want %v", k.name, n, dim, i, got[i], want[i])
					}
				}
			}
		}
	}
}

func TestBandRefuses(t *testing.T) {
	for name, call := range map[string]func(){
		"no room":                  func() { Band(make([]float64, 5), [][]float32{{1}, {2}, {3}}) },
		"rows of different length": func() { Band(make([]float64, 6), [][]float32{{1}, {2}, {}}) },
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

func BenchmarkBand(b *testing.B) {
	for _, k := range kernels() {
		b.Run(k.name, func(b *testing.B) {
			rows := make([][]float32, 12)
			for i := range rows {
				rows[i] = make([]float32, 300)
			}
			dst := make([]float64, 2*len(rows))
			for b.Loop() {
				k.bandOf(dst, rows)
			}
		})
	}
}
