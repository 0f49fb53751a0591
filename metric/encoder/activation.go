package encoder

import (
	"fmt"
	"math"

	"github.com/wordrotator/wrd/metric/internal/dense"
)

// An activation is the function between the two halves of a feed-forward step.
type activation string

const (
	gelu     activation = "gelu"     // x/2·(1 + erf(x/√2))
	geluTanh activation = "gelu_new" // its approximation by a hyperbolic tangent
	relu     activation = "relu"
)

func activationOf(name string) (activation, error) {
	switch name {
	case "gelu", "gelu_python":
		return gelu, nil
	case "gelu_new", "gelu_pytorch_tanh":
		return geluTanh, nil
	case "relu":
		return relu, nil
	}
	return "", fmt.Errorf(`found %q, expected "gelu", "gelu_new" or "relu"`, name)
}

// apply replaces each x.
func (a activation) apply(x []float32) {
	switch a {
	case gelu:
		dense.GELU(x)
	case geluTanh:
		for k := range x {
			x[k] = geluByTanh(x[k])
		}
	case relu:
		for k := range x {
			x[k] = max(x[k], 0)
		}
	}
}

// geluByTanh returns x/2·(1 + tanh u), u = √(2/π)·(x + 0.044715x³), which is x/(1 + e^(−2u)), in float64, rounded once.
// No step is left to the compiler to fuse, or to the library, whose exponentials differ between processors.
func geluByTanh(x float32) float32 {
	const root = 0.79788456080286535587989211986876373 // √(2/π)
	v := float64(x)
	cube := float64(float64(v*v) * v)
	u := float64(root * (v + float64(0.044715*cube)))
	e := expNegative(-2 * math.Abs(u))
	if u < 0 {
		return float32(float64(v*e) / (1 + e))
	}
	return float32(v / (1 + e))
}

// expNegative returns e^y for y ≤ 0, to a few units in the last place of a float64: 2ⁿ·e^r, with n the whole number
// nearest to y/ln 2 and the series of e^r up to r¹³. It is 0 below −700.
func expNegative(y float64) float64 {
	if !(y > -700) {
		if y != y {
			return y
		}
		return 0
	}
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // ln 2, as in FreeBSD's e_exp.c
	n := math.RoundToEven(float64(y / math.Ln2))
	r := float64(y-float64(n*high)) - float64(n*low)
	sum := 1.0
	for k := 13.0; k > 0; k-- {
		sum = 1 + float64(float64(r/k)*sum)
	}
	return math.Ldexp(sum, int(n))
}
