package safetensors

import (
	"encoding/binary"
	"math"
)

// exponent are the bits of a float32 that are all set where it is not finite.
const exponent = 0x7f800000

// Decodes says whether the numbers are of a type that Decode knows: F32, F16, BF16 or I8.
func (t *Tensor) Decodes() bool {
	switch t.Type {
	case "F32", "F16", "BF16", "I8":
		return true
	}
	return false
}

// Decode widens the numbers in b, as many as dst has, to float32, which is exact, and says whether all are finite.
func (t *Tensor) Decode(dst []float32, b []byte) (finite bool) {
	finite = true
	switch t.Type {
	case "F32":
		for k := range dst {
			bits := binary.LittleEndian.Uint32(b[4*k:])
			finite = finite && bits&exponent != exponent
			dst[k] = math.Float32frombits(bits)
		}
	case "BF16":
		for k := range dst {
			bits := uint32(binary.LittleEndian.Uint16(b[2*k:])) << 16
			finite = finite && bits&exponent != exponent
			dst[k] = math.Float32frombits(bits)
		}
	case "F16":
		for k := range dst {
			x, ok := half(uint32(binary.LittleEndian.Uint16(b[2*k:])))
			finite = finite && ok
			dst[k] = x
		}
	case "I8":
		for k := range dst {
			dst[k] = float32(int8(b[k]))
		}
	}
	return finite
}

// half widens a half-precision number and says whether it is finite. It moves the bits to where a float32 has them,
// where they mean a number that is 2¹¹² times too small; multiplying by that is exact, subnormal numbers included.
func half(bits uint32) (x float32, finite bool) {
	magnitude := bits & 0x7fff << 13
	if magnitude >= 0x7c00<<13 {
		return math.Float32frombits(bits&0x8000<<16 | magnitude | exponent), false
	}
	return math.Float32frombits(bits&0x8000<<16|magnitude) * 0x1p112, true
}
