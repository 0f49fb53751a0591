package dense

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/internal/fma"
)

// eachInt8Kernel runs a test on every implementation that this machine can run.
func eachInt8Kernel(t *testing.T, test func(t *testing.T, k *int8Kernel)) {
	for _, k := range int8Kernels() {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

// integersOf is the recipe's rounding of a row.
func integersOf(x []float32) (q []int64, scale float32) {
	q = make([]int64, len(x))
	largest := float32(0)
	for _, x := range x {
		if x-x != 0 {
			return q, float32(math.NaN())
		}
		largest = max(largest, float32(math.Abs(float64(x))))
	}
	if largest < 0x1p-100 {
		return q, 0
	}
	for i, x := range x {
		q[i] = int64(math.RoundToEven(float64(x * (127 / largest))))
	}
	return q, largest / 127
}

// MultiplyInt8 follows the recipe to the bit, on every kernel, and writes nothing else.
func TestMultiplyInt8(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	kinds := draws(r)
	kinds["the same sign"] = func() float32 { return 1 - float32(r.IntN(5))/100 }
	eachInt8Kernel(t, func(t *testing.T, k *int8Kernel) {
		var scratch Int8Scratch
		for name, draw := range kinds {
			for range trials(60) {
				m, inputs, outputs := r.IntN(34), r.IntN(50), r.IntN(100)
				switch r.IntN(8) {
				case 0:
					inputs = 16 * r.IntN(10)
				case 1:
					m, inputs, outputs = 1+r.IntN(3), 16*r.IntN(200), 1+r.IntN(40)
				}
				multipliedInt8(t, r, k, name, m, inputs, outputs, draw, &scratch)
			}
		}
		for m := range 3 * maxRows {
			multipliedInt8(t, r, k, "rows", m, 48, 64, kinds["normal"], &scratch)
		}
		multipliedInt8(t, r, k, "many rows", block+3, 5, 33, kinds["normal"], &scratch)
		multipliedInt8(t, r, k, "many long rows", 2*block+35, 128, 33, kinds["normal"], &scratch)
		multipliedInt8(t, r, k, "large sums", 1, 1<<17, 1, kinds["the same sign"], &scratch)
	})
}

func multipliedInt8(t *testing.T, r *rand.Rand, k *int8Kernel, name string, m, inputs, outputs int,
	draw func() float32, scratch *Int8Scratch) {
	t.Helper()
	a, weights, bias := filled(m*inputs+4*m, draw), filled(inputs*outputs, draw), filled(outputs, draw)
	for i, x := range weights {
		if x-x != 0 { // which encoders reject
			weights[i] = 1
		}
	}
	lda, stride := inputs+r.IntN(4), outputs+r.IntN(4)
	if r.IntN(3) == 0 {
		bias = nil
	}
	w := k.pack(outputs, inputs, func(j int, dst []float32) { copy(dst, weights[j*inputs:][:inputs]) })
	const untouched = 12345
	dst := filled(m*stride, func() float32 { return untouched })
	activated := r.IntN(2) == 0
	if m > 0 {
		w.multiply(dst[:(m-1)*stride+outputs], stride, a[:(m-1)*lda+inputs], lda, m, bias, activated, scratch)
	}
	columns, scales := make([][]int64, outputs), make([]float32, outputs)
	for j := range columns {
		columns[j], scales[j] = integersOf(weights[j*inputs:][:inputs])
	}
	for i := range m {
		row, scale := integersOf(a[i*lda:][:inputs])
		for j := range stride {
			want := float32(untouched)
			if j < outputs {
				sum, b := int64(0), float32(0)
				for l, q := range row {
					sum += q * columns[j][l]
				}
				if bias != nil {
					b = bias[j]
				}
				want = fma.Float32(float32(sum), scale*scales[j], b)
				if activated {
					one := []float32{want}
					portable.allGELU(one)
					want = one[0]
				}
			}
			if got := dst[i*stride+j]; !same(got, want) {
				t.Fatalf("%s, %d×%d times %d: row %d, column %d: %g, want %g", name, m, inputs, outputs, i, j, got, want)
			}
		}
	}
}

// A matrix of integers is packed to the bits that its numbers are packed to.
func TestRepackInt8(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	scales := []float32{1, 0.0123, -0.5, 0, 0x1p-106, 0x1p-107, 0x1p-149, 1e36, math.MaxFloat32 / 128}
	eachInt8Kernel(t, func(t *testing.T, k *int8Kernel) {
		for range trials(300) {
			inputs, outputs := r.IntN(70), 1+r.IntN(40)
			integers, scale := make([]byte, inputs*outputs), make([]float32, outputs)
			for j := range scale {
				if scale[j] = scales[r.IntN(len(scales))]; r.IntN(2) == 0 {
					scale[j] = r.Float32()
				}
				row, largest := integers[j*inputs:][:inputs], []int{127, 127, 127, 128, 126, 1}[r.IntN(6)]
				for i := range row {
					row[i] = byte(max(r.IntN(2*largest+1)-largest, -128))
				}
				if inputs > 0 && r.IntN(4) > 0 {
					row[r.IntN(inputs)] = byte([]int{largest, -largest}[r.IntN(2)])
				}
			}
			want := k.pack(outputs, inputs, func(j int, dst []float32) {
				for i, q := range integers[j*inputs:][:inputs] {
					dst[i] = float32(int8(q)) * scale[j]
				}
			})
			got := k.repack(outputs, inputs, func(j int) ([]byte, float32) { return integers[j*inputs:][:inputs], scale[j] })
			if !slices.EqualFunc(got.scales, want.scales, same) || !slices.Equal(got.starts, want.starts) ||
				!slices.Equal(got.panels, want.panels) {
				t.Fatalf("%d×%d, scales %g: packed otherwise than the numbers", inputs, outputs, scale)
			}
		}
	})
}

// The product is off by no more than half a unit of the integers on each side.
func TestInt8IsNear(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	const m, inputs, outputs = 20, 300, 70
	a, weights := numbers(r, m*inputs), numbers(r, inputs*outputs)
	row := func(j int, dst []float32) { copy(dst, weights[j*inputs:]) }
	var scratch Int8Scratch
	got, want := make([]float32, m*outputs), make([]float32, m*outputs)
	MultiplyInt8(got, outputs, a, inputs, m, PackInt8(outputs, inputs, row), nil, &scratch)
	Multiply(want, outputs, a, inputs, m, Pack(outputs, inputs, row), nil)
	for i := range got {
		x, y := a[i/outputs*inputs:][:inputs], weights[i%outputs*inputs:][:inputs]
		_, sx := integersOf(x)
		_, sy := integersOf(y)
		bound := 1e-4
		for l := range x {
			bound += 0.501 * math.Abs(float64(x[l]*sy))
			bound += 0.501 * (math.Abs(float64(y[l])) + 0.5*float64(sy)) * float64(sx)
		}
		if math.Abs(float64(got[i]-want[i])) > bound {
			t.Fatalf("%g, want %g ± %g", got[i], want[i], bound)
		}
	}
}

func TestInt8Allocations(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	x := numbers(r, 33*200)
	w := PackInt8(50, 40, func(_ int, dst []float32) { copy(dst, x) })
	dst := make([]float32, 33*64)
	var scratch Int8Scratch
	if n := testing.AllocsPerRun(10, func() { MultiplyInt8(dst, 60, x, 50, 33, w, nil, &scratch) }); n > 0 {
		t.Errorf("%g allocations, want none", n)
	}
}
