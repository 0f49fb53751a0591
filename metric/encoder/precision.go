package encoder

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/internal/dense"
)

// A Precision is the number format in which an encoder multiplies weights with states. "" is Float32.
type Precision string

const (
	// Float32 rounds to float32 only.
	Float32 Precision = "float32"
	// Int8 rounds each row of weights, and each state before it is multiplied with weights, to integers of 8 bits with a
	// scale of its own. It takes less than half the time on processors with AVX-512 VNNI, two thirds with AVX2, and
	// states are not quite those of Float32. Attention, activations and normalisation stay in float32.
	Int8 Precision = "int8"
)

// Precisions lists all of them, the default first.
func Precisions() []Precision { return []Precision{Float32, Int8} }

// Kernel names the implementation that this machine computes products in this precision by, after the instructions that
// it is made of: "amx", "avx512", "avx512vnni", "avx2", "neon", "neon-i8mm", or "go" where it is Go. All give the same
// bits.
func (p Precision) Kernel() string {
	floats, int8 := dense.Kernels()
	if p == Int8 {
		return int8
	}
	return floats
}

// stack returns the layers in a precision.
func (m *Model) stack(p Precision) (*stack, error) {
	switch p {
	case "", Float32:
		return m.floats, nil
	case Int8:
		return m.integers, nil
	}
	return nil, fmt.Errorf("precision: found %q, expected %q or %q", string(p), string(Float32), string(Int8))
}
