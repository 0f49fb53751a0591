package safetensors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Type says how numbers are stored, in little-endian order: F64, F32, F16, BF16, I64, I32 or I8. Others that the
// format has are no types of numbers here.
type Type string

// Size returns how many bytes a number takes, 0 for other types.
func (t Type) Size() int {
	switch t {
	case "F64", "I64":
		return 8
	case "F32", "I32":
		return 4
	case "F16", "BF16":
		return 2
	case "I8":
		return 1
	}
	return 0
}

// Exact says whether every number of the type is one of float32, so that Decode knows it: F32, F16, BF16 and I8.
func (t Type) Exact() bool { return t == "F32" || t == "F16" || t == "BF16" || t == "I8" }

// Number returns the number at the start of b, which must have Size bytes, at least 1.
func (t Type) Number(b []byte) float64 {
	switch t {
	case "F64":
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case "I64":
		return float64(int64(binary.LittleEndian.Uint64(b)))
	case "I32":
		return float64(int32(binary.LittleEndian.Uint32(b)))
	}
	var number [1]float32
	t.Decode(number[:], b)
	return float64(number[0])
}

// exponent are the bits of a float32 that are all set where it is not finite.
const exponent = 0x7f800000

// Decode widens the numbers in b, as many as dst has, to float32, which must be Exact, and says whether all are finite.
// One that is not turns the sum of x − x into NaN, so that the loops have no branch.
func (t Type) Decode(dst []float32, b []byte) (finite bool) {
	var sum float32
	switch t {
	case "F32":
		for k := range dst {
			x := math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
			dst[k] = x
			sum += x - x
		}
	case "BF16":
		for k := range dst {
			x := math.Float32frombits(uint32(binary.LittleEndian.Uint16(b[2*k:])) << 16)
			dst[k] = x
			sum += x - x
		}
	case "F16":
		for k := range dst {
			x := half(uint32(binary.LittleEndian.Uint16(b[2*k:])))
			dst[k] = x
			sum += x - x
		}
	case "I8":
		for k := range dst {
			dst[k] = float32(int8(b[k]))
		}
	}
	return sum == 0
}

// half widens a half-precision number. It moves the bits to where a float32 has them, where they mean a number that is
// 2¹¹² times too small; multiplying by that is exact, subnormal numbers included.
func half(bits uint32) float32 {
	magnitude := bits & 0x7fff << 13
	if magnitude >= 0x7c00<<13 {
		return math.Float32frombits(bits&0x8000<<16 | magnitude | exponent)
	}
	return math.Float32frombits(bits&0x8000<<16|magnitude) * 0x1p112
}

// ErrRange says that a number is too large for a float32.
var ErrRange = errors.New("expected one that float32 holds")

// Component returns the number at the start of b, widened or rounded to float32. It fails if the number is not finite,
// or too large, and calls it component number.
func (t Type) Component(b []byte, number int) (float32, error) {
	wide := t.Number(b)
	x := float32(wide)
	switch {
	case x-x == 0:
		return x, nil
	case wide-wide == 0:
		return 0, fmt.Errorf("component %d: found %v, %w", number, wide, ErrRange)
	}
	return 0, fmt.Errorf("component %d: found %v, expected a finite number", number, wide)
}

// Row does so with the numbers in b as the components of a row, counted from 1; there must be len(row) of them.
func (t Type) Row(row []float32, b []byte) error {
	if t.Exact() && t.Decode(row, b) {
		return nil
	}
	size := t.Size()
	for k := range row {
		var err error
		if row[k], err = t.Component(b[k*size:], k+1); err != nil {
			return err
		}
	}
	return nil
}
