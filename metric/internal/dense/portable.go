package dense

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/fma"
)

// The recipe in Go, for processors without assembly and as the reference of the assembly.

// maxRows is how many rows a tile of any kernel has at most.
const maxRows = 14

// portable is the kernel without assembly.
var portable = kernel{"go", 8}

// A kernel is an implementation for some processors. The methods tile, softmax, gelu, layerNorm and transpose choose by
// it what to call.
type kernel struct {
	name string // "avx512", "avx2", "neon" or "go"
	rows int    // of a tile at most
}

// chosen is the best one for this processor.
var chosen = kernels()[0]

func portableTile(t *tile) {
	for i := range t.rows {
		var sums [width]float64
		for j, s := range t.start[i*t.lds:][:width] {
			sums[j] = float64(s)
		}
		for k, x := range t.a[i*t.lda:][:t.depth] {
			for j, y := range t.w[k*t.ldw:][:width] {
				s := float64(x)*float64(y) + sums[j]
				if fma.Doubtful(s) {
					s = fma.RoundToOdd(x, y, sums[j])
				}
				sums[j] = float64(float32(s))
			}
		}
		for j, s := range sums {
			t.dst[i*t.stride+j] = float32(s)
		}
	}
}

// What exponentials are made of. The polynomials are those of least error, weighted for the result, found by Lawson's
// iteration on 4001 Chebyshev points and rounded to float32.
const (
	log2e    = 1.442695
	ln2      = 0.6931472
	ln2Rest  = -1.9046542e-9
	rounding = 3 << 22 // 1.5·2²³: floats near it are whole
	lowest   = -87     // the exponent below which there is nothing
)

// exponentialOf are the factors of r⁶ to r⁰, |r| ≤ ½·ln 2, to 3·10⁻⁹.
var exponentialOf = [7]float32{0.001381422, 0.008368899, 0.041668408, 0.1666652, 0.49999994, 1, 1}

const (
	tail  = 12.9 // where GELU ends
	shift = 2.5

	tanhTail  = 9.98 // where GELUTanh ends
	tanhFirst = 1.5957691
	tanhThird = 0.07135481
)

// ratioOf are the factors of t⁸ to t⁰ of Mills' ratio, t = 1/(a + shift), 0 ≤ a ≤ 13, to 7·10⁻⁸.
var ratioOf = [9]float32{-61.16133, 123.70779, -92.15468, 24.876354, -0.5708968, 2.487821, 0.9725928, 0.39981005,
	-1.29343925e-05}

// exponential returns e^(y − more/2), y being −87 to 0 and more a small part of it.
func exponential(y, more float32) float32 {
	t := fma.Float32(y, log2e, rounding)
	n := t - rounding
	r := fma.Float32(n, -ln2, y)
	r = fma.Float32(n, -ln2Rest, r)
	r = fma.Float32(more, -0.5, r)
	p := exponentialOf[0]
	for _, factor := range exponentialOf[1:] {
		p = fma.Float32(p, r, factor)
	}
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(t)<<23)
}

func portableGELU(x []float32) {
	for i, x0 := range x {
		a := float32(math.Abs(float64(x0)))
		if a > tail {
			a = tail
		}
		s := a * a
		e := fma.Float32(a, a, -s)
		t := 1 / (a + shift)
		ratio := ratioOf[0]
		for _, factor := range ratioOf[1:] {
			ratio = fma.Float32(ratio, t, factor)
		}
		ratio *= exponential(-0.5*s, e)
		x[i] = fma.Float32(-a, ratio, max(x0, 0))
	}
}

func portableGELUTanh(x []float32) {
	for i, x0 := range x {
		a := float32(math.Abs(float64(x0)))
		if a > tanhTail {
			a = tanhTail
		}
		e := exponential(a*fma.Float32(a*a, -tanhThird, -tanhFirst), 0)
		x[i] = fma.Float32(-a, e/(1+e), max(x0, 0))
	}
}

func portableSoftmax(x []float32, stride, rows, n int, scale float32) {
	for i := range rows {
		softmaxOf(x[i*stride:][:n], scale)
	}
}

func softmaxOf(row []float32, scale float32) {
	largest := float32(math.Inf(-1))
	for _, x := range row {
		if x > largest {
			largest = x
		}
	}
	var sums [lanes]float32
	for i, x := range row {
		y := (x - largest) * scale
		if y < lowest {
			row[i] = 0
			continue
		}
		row[i] = exponential(y, 0)
		sums[i%lanes] += row[i]
	}
	factor := 1 / total(&sums)
	for i := range row {
		row[i] *= factor
	}
}

// total adds sums up, in the order of the recipe.
func total(sums *[lanes]float32) float32 {
	for half := lanes / 2; half > 0; half /= 2 {
		for l := range half {
			sums[l] += sums[l+half]
		}
	}
	return sums[0]
}

func portableLayerNorm(x, more, gain, offset []float32, eps float32) {
	var sums, squares [lanes]float32
	for i := range x {
		if more != nil {
			x[i] += more[i]
		}
		sums[i%lanes] += x[i]
	}
	n := float32(len(x))
	mean := total(&sums) / n
	for i := range x {
		x[i] -= mean
		squares[i%lanes] = fma.Float32(x[i], x[i], squares[i%lanes])
	}
	variance := total(&squares) / n
	factor := 1 / float32(math.Sqrt(float64(variance+eps)))
	for i := range x {
		x[i] = fma.Float32(x[i]*factor, gain[i], offset[i])
	}
}
