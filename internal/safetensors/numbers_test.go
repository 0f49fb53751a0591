package safetensors

import (
	"math"
	"testing"
)

// The facts of half precision: NumPy's finfo(float16).
func TestHalfFloat(t *testing.T) {
	for bits, want := range map[uint32]float32{
		0: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: 6.103515625e-05, 0x0001: 5.960464477539063e-08,
		0x3555: 0.333251953125, 0xfc00: float32(math.Inf(-1)),
	} {
		if got := half(bits); got != want {
			t.Errorf("%#04x is %v, want %v", bits, got, want)
		}
	}
	if x := half(0x8000); x != 0 || !math.Signbit(float64(x)) {
		t.Errorf("0x8000 is %v, want -0", x)
	}
	if x := half(0x7e00); x == x {
		t.Errorf("0x7e00 is %v, want NaN", x)
	}
}
