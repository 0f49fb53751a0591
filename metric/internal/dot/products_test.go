package dot

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"
)

// recipe is the one of the package comment with numbers of any precision: an oracle for all kernels.
func recipe(x, y []float32) float32 {
	var sums [lanes]float32
	for k := range (len(x) + lanes - 1) / lanes * lanes {
		var u, v float32
		if k < len(x) {
			u, v = x[k], y[k]
		}
		sums[k%lanes] = fusedExactly(u, v, sums[k%lanes])
	}
	for _, width := range []int{8, 4, 2, 1} {
		for l := range width {
			sums[l] += sums[l+width]
		}
	}
	return sums[0]
}

// fusedExactly returns x·y + z, rounded once. The sum of a product of zero and −0 is what IEEE 754 says, as big.Float
// has it.
func fusedExactly(x, y, z float32) float32 {
	if x-x != 0 || y-y != 0 || z-z != 0 {
		return float32(float64(x)*float64(y) + float64(z))
	}
	exact := new(big.Float).SetPrec(2000)
	exact.Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
	exact.Add(exact, big.NewFloat(float64(z)))
	f, _ := exact.Float32()
	return f
}

// randomRows returns n random rows that begin at any address that a float32 can have, some of them again and again.
func randomRows(r *rand.Rand, n, dim int, component func() float32) [][]float32 {
	list := make([][]float32, n)
	for i := range list {
		if i > 0 && r.IntN(8) == 0 {
			list[i] = list[r.IntN(i)]
			continue
		}
		memory := make([]float32, dim+lanes)
		shift := r.IntN(lanes)
		list[i] = memory[shift : shift+dim : shift+dim]
		for k := range list[i] {
			list[i][k] = component()
		}
		// What stands behind a row must not count.
		for k := range memory {
			if k < shift || k >= shift+dim {
				memory[k] = float32(math.NaN())
			}
		}
	}
	return list
}

// components are the numbers that rows are made of.
func components(r *rand.Rand) map[string]func() float32 {
	return map[string]func() float32{
		"normal":  func() float32 { return float32(r.NormFloat64()) },
		"any":     func() float32 { return finite(r.Uint32()) },
		"tiny":    func() float32 { return float32(math.Ldexp(r.NormFloat64(), -70-r.IntN(20))) },
		"huge":    func() float32 { return float32(math.Ldexp(r.NormFloat64(), 60+r.IntN(8))) },
		"halves":  func() float32 { return float32(r.IntN(1<<12)-1<<11) * float32(math.Ldexp(1, r.IntN(26)-13)) },
		"zeros":   func() float32 { return float32(r.IntN(3) - 1) },
		"one bit": func() float32 { return float32(math.Ldexp(1, r.IntN(60)-30)) },
	}
}

// finite returns a float32 of any size, mostly by its bits.
func finite(bits uint32) float32 {
	if x := math.Float32frombits(bits); x-x == 0 {
		return x
	}
	return 1
}

// eachKernel runs a test on every implementation that this machine can run.
func eachKernel(t *testing.T, test func(t *testing.T, k *kernel)) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

// same says whether two products have the same bits. One NaN is as good as another.
func same(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

func TestRecipe(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for name, component := range components(r) {
		t.Run(name, func(t *testing.T) {
			for dim := range 70 {
				x, y := randomRows(r, 1, dim, component)[0], randomRows(r, 1, dim, component)[0]
				if got, want := product(x, y), recipe(x, y); !same(float64(got), float64(want)) {
					t.Fatalf("%d components: %g, want %g\n%v\n%v", dim, got, want, x, y)
				}
			}
		})
	}
}

// Every kernel gives the bits of the Go version, for every number of components up to 1100.
func TestKernelsAgree(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		r := rand.New(rand.NewPCG(3, 3))
		for name, component := range components(r) {
			most := 70
			if name == "normal" || name == "any" {
				most = 1100
			}
			t.Run(name, func(t *testing.T) {
				for dim := range most + 1 {
					agree(t, k, randomRows(r, 1+r.IntN(6), dim, component), randomRows(r, 1+r.IntN(6), dim, component),
						r.IntN(3))
				}
			})
		}
	})
}

// Blocks of every size, tiles, and matrices that are not filled.
func TestSizes(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		r := rand.New(rand.NewPCG(4, 4))
		component := components(r)["normal"]
		for n := range 14 {
			for m := range 14 {
				agree(t, k, randomRows(r, n, 37, component), randomRows(r, m, 37, component), n%3)
			}
		}
		agree(t, k, randomRows(r, 130, 300, component), randomRows(r, 61, 300, component), 1)
		agree(t, k, randomRows(r, 5, 9000, component), randomRows(r, 15, 9000, component), 0)
	})
}

// agree compares a kernel with the Go version and checks that it writes nothing but products.
func agree(t *testing.T, k *kernel, a, b [][]float32, more int) {
	t.Helper()
	stride := len(b) + more
	const untouched = 12345.5
	dst := make([]float64, len(a)*stride+3)
	for i := range dst {
		dst[i] = untouched
	}
	k.products(dst, stride, a, b)
	for at, got := range dst {
		i, j := 0, at
		if stride > 0 {
			i, j = at/stride, at%stride
		}
		want := untouched
		if i < len(a) && j < len(b) {
			want = float64(product(a[i], b[j]))
		}
		if !same(got, want) {
			t.Fatalf("%d×%d of %d components, cell %d, %d: %b, want %b", len(a), len(b), len(a[0]), i, j, got, want)
		}
	}
}

// ⟨x, y⟩ = ⟨y, x⟩ to the last bit, and a cell does not depend on the others.
func TestSymmetry(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		r := rand.New(rand.NewPCG(5, 5))
		a, b := randomRows(r, 11, 50, components(r)["normal"]), randomRows(r, 6, 50, components(r)["normal"])
		ab, ba, one := make([]float64, 66), make([]float64, 66), make([]float64, 1)
		k.products(ab, 6, a, b)
		k.products(ba, 11, b, a)
		for i := range a {
			for j := range b {
				k.products(one, 1, a[i:i+1], b[j:j+1])
				if ab[i*6+j] != ba[j*11+i] || ab[i*6+j] != one[0] {
					t.Errorf("%d, %d: %v one way, %v the other, %v alone", i, j, ab[i*6+j], ba[j*11+i], one[0])
				}
			}
		}
	})
}

// The error is as the package comment says; the sum in float64 is a thousand times finer.
func TestError(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, dim := range []int{1, 16, 300, 1100} {
		x, y := randomRows(r, 1, dim, components(r)["normal"])[0], randomRows(r, 1, dim, components(r)["normal"])[0]
		var sum, sizes float64
		for k := range x {
			sum += float64(x[k]) * float64(y[k])
			sizes += math.Abs(float64(x[k]) * float64(y[k]))
		}
		bound := float64((dim+15)/16+4) * 0x1p-24 * sizes
		if got := float64(product(x, y)); math.Abs(got-sum) > bound {
			t.Errorf("%d components: %v, want %v ± %v", dim, got, sum, bound)
		}
	}
}

func TestMisuse(t *testing.T) {
	row := []float32{1, 2}
	for _, c := range []struct {
		name   string
		room   int
		stride int
		a, b   [][]float32
	}{
		{"room", 3, 2, [][]float32{row, row}, [][]float32{row, row}},
		{"stride", 4, 1, [][]float32{row, row}, [][]float32{row, row}},
		{"short row", 4, 2, [][]float32{row, row}, [][]float32{row, row[:1]}},
		{"long row", 4, 2, [][]float32{row, {1, 2, 3}}, [][]float32{row, row}},
		{"no row", 1, 1, [][]float32{row}, [][]float32{nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			Products(make([]float64, c.room), c.stride, c.a, c.b)
		})
	}
	Products(nil, 0, nil, nil)
	Prefetch(nil)
	Prefetch([][]float32{nil, row, make([]float32, 300)})
}

func TestProductsAllocateNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	a, b, dst := randomRows(r, 13, 300, components(r)["normal"]), randomRows(r, 7, 300, components(r)["normal"]),
		make([]float64, 13*7)
	if n := testing.AllocsPerRun(100, func() { Products(dst, 7, a, b); Prefetch(a) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzKernels reads rows of any bits.
func FuzzKernels(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"), uint8(3), uint8(2))
	f.Add(make([]byte, 700), uint8(5), uint8(4))
	f.Fuzz(func(t *testing.T, content []byte, n, m uint8) {
		rows := int(n%12) + int(m%12) + 2
		dim := len(content) / 4 / rows
		all := make([][]float32, rows)
		for i := range all {
			all[i] = make([]float32, dim)
			for k := range all[i] {
				at := (i*dim + k) * 4
				all[i][k] = math.Float32frombits(uint32(content[at]) | uint32(content[at+1])<<8 | uint32(content[at+
					2])<<16 | uint32(content[at+3])<<24)
			}
		}
		for _, k := range kernels() {
			agree(t, k, all[:n%12+1], all[n%12+1:], int(m%2))
		}
	})
}

// BenchmarkProducts computes n×n products of vectors of 300 components: hot, of the same rows; random, of rows at
// random places of a table of 400,000, others each time; prefetched, the same when the rows were asked for one step
// before.
func BenchmarkProducts(b *testing.B) {
	r := rand.New(rand.NewPCG(8, 8))
	few := benchTable(r, 1000)
	many := sync.OnceValue(func() [][]float32 { return benchTable(r, 400_000) })
	for _, k := range kernels() {
		for _, n := range []int{12, 25, 100, 200} {
			dst := make([]float64, n*n)
			for _, c := range []struct {
				name     string
				table    func() [][]float32
				sets     int
				prefetch bool
			}{
				{"hot", func() [][]float32 { return few }, 1, false},
				{"random", many, 1 + 20_000/n, false},
				{"prefetched", many, 1 + 20_000/n, true},
			} {
				b.Run(fmt.Sprintf("n=%d/%s/%s", n, c.name, k.name), func(b *testing.B) {
					table := c.table()
					sets := make([][2][][]float32, c.sets)
					for i := range sets {
						for side := range sets[i] {
							for range n {
								sets[i][side] = append(sets[i][side], table[r.IntN(len(table))])
							}
						}
					}
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						s := sets[i%len(sets)]
						if c.prefetch {
							next := sets[(i+1)%len(sets)]
							Prefetch(next[0])
							Prefetch(next[1])
						}
						k.products(dst, n, s[0], s[1])
					}
				})
			}
		}
	}
}

// benchTable returns rows of 300 components, each at the start of a cache line.
func benchTable(r *rand.Rand, words int) [][]float32 {
	const dim, stride = 300, 304
	table := make([]float32, words*stride+lanes)
	skip := -(int(uintptr(unsafe.Pointer(&table[0]))) / 4) & (lanes - 1)
	table = table[skip:]
	for i := range table {
		table[i] = r.Float32() - 0.5
	}
	rows := make([][]float32, words)
	for i := range rows {
		rows[i] = table[i*stride:][:dim:dim]
	}
	return rows
}
