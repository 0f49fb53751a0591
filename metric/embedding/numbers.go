package embedding

import (
	"encoding/binary"
	"fmt"
	"math"
)

// An encoding is a way to store numbers that become components.
type encoding struct {
	size int // bytes of a number
	at   func(b []byte) float64

	plain bool // they are stored as a Store has them, so that nothing need be converted
}

// encodingOf returns how numbers are stored that kind and size describe as NumPy does ("f" and 4, say).
func encodingOf(order binary.ByteOrder, kind string, size int) (encoding, bool) {
	switch {
	case kind == "f" && size == 2:
		return encoding{size: 2, at: func(b []byte) float64 { return halfFloat(order.Uint16(b)) }}, true
	case kind == "f" && size == 4:
		at := func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
		return encoding{size: 4, at: at, plain: order == binary.LittleEndian}, true
	case kind == "f" && size == 8:
		return encoding{size: 8, at: func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }}, true
	case kind == "bf" && size == 2:
		return encoding{size: 2,
			at: func(b []byte) float64 { return float64(math.Float32frombits(uint32(order.Uint16(b)) << 16)) }}, true
	case kind == "i" && size == 1:
		return encoding{size: 1, at: func(b []byte) float64 { return float64(int8(b[0])) }}, true
	case kind == "i" && size == 4:
		return encoding{size: 4, at: func(b []byte) float64 { return float64(int32(order.Uint32(b))) }}, true
	case kind == "i" && size == 8:
		return encoding{size: 8, at: func(b []byte) float64 { return float64(int64(order.Uint64(b))) }}, true
	}
	return encoding{}, false
}

// halfFloat widens an IEEE 754 half-precision number, which is exact.
func halfFloat(bits uint16) float64 {
	fraction := float64(bits & 0x3ff)
	exponent := int(bits >> 10 & 0x1f)
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(fraction, -24)
	case 31:
		if x = math.Inf(1); fraction != 0 {
			x = math.NaN()
		}
	default:
		x = math.Ldexp(1024+fraction, exponent-25)
	}
	return math.Copysign(x, 1-2*float64(bits>>15))
}

// component returns the number at the start of b as a component, counted from 1 in errors.
func (e encoding) component(b []byte, number int) (float32, error) {
	wide := e.at(b)
	x := float32(wide)
	switch {
	case finite(x):
		return x, nil
	case wide-wide == 0:
		return 0, fmt.Errorf("component %d: found %v, %w", number, wide, errRange)
	}
	return 0, fmt.Errorf("component %d: found %v, expected a finite number", number, wide)
}

// decode takes the numbers in b as the components of a row.
func (e encoding) decode(row []float32, b []byte) error {
	if e.plain {
		return takeFloat32(row, b)
	}
	for k := range row {
		x, err := e.component(b[k*e.size:], k+1)
		if err != nil {
			return err
		}
		row[k] = x
	}
	return nil
}
