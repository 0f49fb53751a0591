package encoder

import (
	"fmt"

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
		dense.GELUTanh(x)
	case relu:
		for k := range x {
			x[k] = max(x[k], 0)
		}
	}
}
