package dense

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/internal/fma"
)

// ulps is how many units in the last place of a float32 of the size of want lie between got and want.
func ulps(got float32, want float64) float64 {
	_, exponent := math.Frexp(want)
	return math.Abs(float64(got)-want) / math.Ldexp(1, max(exponent, -125)-24)
}

// gelu is that of every kernel, over a dense sweep of float32, as close to the truth as the package comment says.
func TestGELU(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		step := uint32(4099)
		if testing.Short() {
			step = 40993
		}
		worst, sum, n := 0.0, 0.0, 0
		var at float32
		var x, y [1024]float32
		for bits := uint32(0); bits < 0xff800000-step*1024; {
			for i := range x {
				x[i] = math.Float32frombits(bits)
				bits += step
			}
			y = x
			k.allGELU(y[:])
			for i, got := range y {
				want := float64(x[i]) * 0.5 * math.Erfc(-float64(x[i])/math.Sqrt2)
				switch {
				case x[i]-x[i] != 0: // an infinity or a NaN
				case x[i] < -tail:
					if got > 0 || got < -3e-37 {
						t.Fatalf("GELU(%g) = %g", x[i], got)
					}
				default:
					if u := ulps(got, want); u > worst || u != u {
						worst, at = u, x[i]
					}
					sum += ulps(got, want)
					n++
				}
			}
		}
		if worst > 7 || sum/float64(n) > 0.5 {
			t.Errorf("%.2f units in the last place at %g, %.3f on average, want at most 7 and 0.5", worst, at,
				sum/float64(n))
		}
		t.Logf("%d numbers: %.2f units at most, at %g; %.3f on average", n, worst, at, sum/float64(n))
	})
}

// GELUTanh loses as many units as its exponent is large.
func TestGELUTanh(t *testing.T) {
	eachKernel(t, func(t *testing.T, k *kernel) {
		worst, at := 0.0, float32(0)
		for v := -tanhTail; v < 30; v += 1e-3 {
			x := []float32{float32(v)}
			k.allGELUTanh(x)
			v := float64(float32(v))
			z := 2 * math.Sqrt(2/math.Pi) * (v + 0.044715*v*v*v)
			want := v / (1 + math.Exp(-z))
			if u := ulps(x[0], want) / (4 + 4*max(-z, 0)); u > worst {
				worst, at = u, float32(v)
			}
		}
		if worst > 1 {
			t.Errorf("%.2f times the bound at %g", worst, at)
		}
		t.Logf("%.2f times the bound, at %g", worst, at)
		inf := float32(math.Inf(1))
		x := []float32{0, inf, -inf, float32(math.NaN()), math.MaxFloat32}
		k.allGELUTanh(x)
		if x[0] != 0 || x[1] != inf || x[2] > 0 || x[2] < -1e-36 || x[3] == x[3] || x[4] != math.MaxFloat32 {
			t.Error(x)
		}
	})
}

func TestGELUOfExtremes(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	eachKernel(t, func(t *testing.T, k *kernel) {
		x := []float32{0, float32(math.Copysign(0, -1)), inf, -inf, nan, math.MaxFloat32, -math.MaxFloat32,
			1e-45, -1e-45}
		k.allGELU(x)
		if x[0] != 0 || x[1] != 0 || x[2] != inf || x[3] > 0 || x[3] < -3e-37 || x[4] == x[4] ||
			x[5] != math.MaxFloat32 || x[6] != x[3] || x[7] < 0 || x[8] > 0 {
			t.Error(x)
		}
	})
}

func TestExponential(t *testing.T) {
	worst, at := 0.0, float32(0)
	step := uint32(997)
	if testing.Short() {
		step = 19997
	}
	for bits := math.Float32bits(float32(math.Copysign(0, -1))); bits <= math.Float32bits(lowest); bits += step {
		y := math.Float32frombits(bits)
		if u := ulps(exponential(y, 0), math.Exp(float64(y))); u > worst {
			worst, at = u, y
		}
	}
	if worst > 1 {
		t.Errorf("%.3f units in the last place at %g, want at most 1", worst, at)
	}
}

func TestSoftmax(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	eachKernel(t, func(t *testing.T, k *kernel) {
		for range 300 {
			n := lanes * (1 + r.IntN(20))
			x := make([]float32, n)
			size := math.Exp(r.NormFloat64() * 3)
			for i := range x {
				x[i] = float32(r.NormFloat64() * size)
			}
			for i := n - r.IntN(lanes); i < n; i++ {
				x[i] = float32(math.Inf(-1))
			}
			got := append([]float32(nil), x...)
			k.softmax(got, n, 1, n, 0.25)
			largest, sum := math.Inf(-1), 0.0
			for _, v := range x {
				largest = max(largest, float64(v))
			}
			for _, v := range x {
				sum += math.Exp((float64(v) - largest) / 4)
			}
			for i, v := range x {
				y := (float64(v) - largest) / 4
				want := math.Exp(y) / sum
				// y is rounded once, which counts y times in the result.
				bound := want*(float64(n)/lanes+10+math.Abs(y))*0x1p-24 + 1.7e-38
				if math.Abs(float64(got[i])-want) > bound {
					t.Fatalf("%d numbers: %g, want %g (y = %g)", n, got[i], want, y)
				}
			}
		}
	})
}

func TestLayerNorm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	eachKernel(t, func(t *testing.T, k *kernel) {
		for _, n := range []int{1, 2, 15, 16, 17, 31, 32, 48, 256, 312, 384, 768, 1024} {
			x, more, gain, offset := numbers(r, n), numbers(r, n), numbers(r, n), numbers(r, n)
			mean, variance := 0.0, 0.0
			for i := range x {
				mean += (float64(x[i]) + float64(more[i])) / float64(n)
			}
			for i := range x {
				variance += math.Pow(float64(x[i])+float64(more[i])-mean, 2) / float64(n)
			}
			got := append([]float32(nil), x...)
			k.normalise(got, more, gain, offset, 1e-5)
			for i := range x {
				want := (float64(x[i]) + float64(more[i]) - mean) / math.Sqrt(variance+1e-5)
				want = want*float64(gain[i]) + float64(offset[i])
				if math.Abs(float64(got[i])-want) > 2e-6*(1+math.Abs(float64(gain[i]))) {
					t.Fatalf("%d numbers: %g, want %g", n, got[i], want)
				}
			}
			for i := range x {
				x[i] += more[i]
			}
			k.normalise(x, nil, gain, offset, 1e-5)
			for i := range x {
				if x[i] != got[i] {
					t.Fatal("a row added before is not the same as one added with it")
				}
			}
		}
	})
}

// Multiply follows the recipe to the bit.
func TestMultiply(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	eachKernel(t, func(t *testing.T, k *kernel) {
		for name, draw := range draws(r) {
			for range trials(60) {
				m, inputs, outputs := r.IntN(34), r.IntN(40), r.IntN(100)
				if r.IntN(8) == 0 {
					inputs = 2*depth - 5 + r.IntN(10)
				}
				multiplied(t, r, k, name, m, inputs, outputs, draw)
			}
		}
		for m := range 3 * maxRows {
			multiplied(t, r, k, "rows", m, 33, 64, draws(r)["normal"])
		}
		multiplied(t, r, k, "many rows", block+3, 5, 33, draws(r)["normal"])
		multiplied(t, r, k, "many inputs", 3, span+depth+1, 33, draws(r)["normal"])
	})
}

func multiplied(t *testing.T, r *rand.Rand, k *kernel, name string, m, inputs, outputs int, draw func() float32) {
	t.Helper()
	a, weights, bias := filled(m*inputs+4*m, draw), filled(inputs*outputs, draw), filled(outputs, draw)
	lda, stride := inputs+r.IntN(4), outputs+r.IntN(4)
	if r.IntN(3) == 0 {
		bias = nil
	}
	w := Pack(outputs, inputs, func(j int, dst []float32) { copy(dst, weights[j*inputs:][:inputs]) })
	const untouched = 12345
	dst := filled(m*stride, func() float32 { return untouched })
	if m > 0 {
		k.multiply(dst[:(m-1)*stride+outputs], stride, a[:(m-1)*lda+inputs], lda, m, w, bias)
	}
	for i := range m {
		for j := range stride {
			want := float32(0)
			if j >= outputs {
				want = untouched
			} else {
				if bias != nil {
					want = bias[j]
				}
				for l := range inputs {
					want = fma.Float32(a[i*lda+l], weights[j*inputs+l], want)
				}
			}
			if got := dst[i*stride+j]; !same(got, want) {
				t.Fatalf("%s, %d×%d times %d: row %d, column %d: %g, want %g", name, m, inputs, outputs, i, j,
					got, want)
			}
		}
	}
}

// Attention is what it says, of any number of pieces and any size of heads.
func TestAttention(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var scratch, other Scratch
	eachKernel(t, func(t *testing.T, k *kernel) {
		for range trials(150) {
			n, d := 1+r.IntN(70), 1+r.IntN(80)
			reach := n
			switch r.IntN(6) {
			case 0:
				d = 32
			case 1:
				d = 64
			case 2:
				n, d = 1+r.IntN(130), 32
				reach = n
			case 3, 4:
				n, d = 1+r.IntN(300), 1+r.IntN(40)
				reach = r.IntN(90)
			}
			stride, outStride := 3*d+r.IntN(4), d+r.IntN(4)
			x := numbers(r, n*stride+d)
			q, keys, values := x, x[d:], x[2*d:]
			got, same := numbers(r, n*outStride), make([]float32, n*outStride)
			copy(same, got)
			scale := float32(1 / math.Sqrt(float64(d)))
			k.attention(got, outStride, q, keys, values, stride, n, d, reach, scale, &scratch)
			portable.attention(same, outStride, q, keys, values, stride, n, d, reach, scale, &other)
			for i := range got {
				if got[i] != same[i] {
					t.Fatalf("%d pieces of %d: number %d is %g, in Go %g", n, d, i, got[i], same[i])
				}
			}
			i := r.IntN(n)
			p, sum := make([]float64, n), 0.0
			for j := max(0, i-reach); j < min(n, i+reach+1); j++ {
				product := 0.0
				for c := range d {
					product += float64(q[i*stride+c]) * float64(keys[j*stride+c])
				}
				p[j] = math.Exp(product * float64(scale))
				sum += p[j]
			}
			for c := range d {
				want := 0.0
				for j := range n {
					want += p[j] / sum * float64(values[j*stride+c])
				}
				if math.Abs(float64(got[i*outStride+c])-want) > 2e-5 {
					t.Fatalf("%d pieces of %d: %g, want %g", n, d, got[i*outStride+c], want)
				}
			}
		}
	})
}

// A rotation is one, by the angles of RoFormer, far from the beginning too, and of each head alike.
func TestRotation(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range trials(300) {
		d, theta, position := 2+2*r.IntN(40), 1+math.Exp(14*r.Float64()), r.IntN(9000)
		x := numbers(r, d)
		got := append(append([]float32(nil), x...), x...)
		NewRotation(d, theta).Turn(got, position)
		for k := range d / 2 {
			// The angle is a float32, which is all that is known of it.
			angle := float64(float32(position) * (1 / float32(math.Pow(theta, float64(float32(2*k)/float32(d))))))
			sin, cos := math.Sincos(angle)
			a, b := float64(x[k]), float64(x[k+d/2])
			for at, want := range map[int]float64{k: a*cos - b*sin, k + d/2: b*cos + a*sin} {
				if math.Abs(float64(got[at])-want) > 3e-7*(math.Abs(a)+math.Abs(b)) || got[d+at] != got[at] {
					t.Fatalf("%d of %d, position %d, theta %g: %g and %g, want %g", at, d, position, theta, got[at], got[d+at], want)
				}
			}
		}
	}
	for range trials(100_000) {
		x := r.Float64() * (1 << 20)
		sin, cos := sincos(x)
		if wantSin, wantCos := math.Sincos(x); math.Abs(sin-wantSin) > 1e-13 || math.Abs(cos-wantCos) > 1e-13 {
			t.Fatalf("%g: %g and %g, want %g and %g", x, sin, cos, wantSin, wantCos)
		}
	}
}

// Nothing is allocated once the scratch has grown.
func TestAllocations(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	x, gain := numbers(r, 33*200), numbers(r, 50)
	w := Pack(50, 40, func(_ int, dst []float32) { copy(dst, x) })
	dst := make([]float32, 33*64)
	var scratch Scratch
	if n := testing.AllocsPerRun(10, func() {
		Multiply(dst, 60, x, 50, 33, w, nil)
		GELU(dst[:35])
		AddLayerNorm(dst[:50], x[:50], gain, gain, 1e-12)
		Attention(dst, 40, x, x[40:], x[80:], 150, 33, 40, 9, 0.1, &scratch)
	}); n > 0 {
		t.Errorf("%g allocations, want none", n)
	}
}

// What does not fit is rejected before memory is touched that is not the caller's.
func TestSizesThatDoNotFit(t *testing.T) {
	w := Pack(4, 3, func(_ int, dst []float32) {})
	var scratch Scratch
	x := make([]float32, 100)
	for name, call := range map[string]func(){
		"room":      func() { Multiply(x[:15], 4, x, 3, 4, w, nil) },
		"rows":      func() { Multiply(x, 4, x[:11], 3, 4, w, nil) },
		"stride":    func() { Multiply(x, 3, x, 3, 4, w, nil) },
		"bias":      func() { Multiply(x, 4, x, 3, 4, w, x[:3]) },
		"gain":      func() { LayerNorm(x, x[:3], x, 1) },
		"more":      func() { AddLayerNorm(x, x[:3], x, x, 1) },
		"attention": func() { Attention(x, 4, x, x, x[:15], 4, 4, 4, 4, 1, &scratch) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("not refused")
				}
			}()
			call()
		})
	}
}

// trials is how often something random is tried: n times where the thorough tests run, fewer otherwise.
func trials(n int) int { return parts.Of(parts.Thorough, n/4, n) }

// eachKernel runs a test on every implementation that this machine can run.
func eachKernel(t *testing.T, test func(t *testing.T, k *kernel)) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) { test(t, k) })
	}
}

func filled(n int, draw func() float32) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = draw()
	}
	return x
}

func numbers(r *rand.Rand, n int) []float32 {
	return filled(n, func() float32 { return float32(r.NormFloat64()) })
}

// draws are kinds of numbers.
func draws(r *rand.Rand) map[string]func() float32 {
	return map[string]func() float32{
		"normal": func() float32 { return float32(r.NormFloat64()) },
		"any": func() float32 {
			if x := math.Float32frombits(r.Uint32()); x-x == 0 {
				return x
			}
			return 1
		},
		"tiny":   func() float32 { return float32(math.Ldexp(r.NormFloat64(), -70-r.IntN(20))) },
		"halves": func() float32 { return float32(r.IntN(1<<12)-1<<11) * float32(math.Ldexp(1, r.IntN(26)-13)) },
		"zeros":  func() float32 { return float32(r.IntN(3)-1) * 0 },
		"infinite or not": func() float32 {
			if r.IntN(50) == 0 {
				return float32(math.Inf(1 - 2*r.IntN(2)))
			}
			return float32(r.NormFloat64())
		},
	}
}

// same says whether two numbers have the same bits. One NaN is as good as another.
func same(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}
