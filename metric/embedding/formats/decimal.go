package formats

import (
	"errors"
	"math"
	"strconv"

	"github.com/wordrotator/wrd/internal/safetensors"
)

// errSyntax says that something is not a decimal number.
var errSyntax = errors.New("expected a number")

// scanFloat32 reads the decimal number that begins at b[i] and returns the float32 nearest to it and
// the position of the first byte after it. A number is an optional sign, digits with at most one point
// among, before or after them, and an optional exponent; words like "nan" and "inf" are not numbers.
//
// The result is correctly rounded, ties to even, as by strconv.ParseFloat with 32 bits: nearly all
// numbers in vector files take the short way below, the rest go to strconv.
func scanFloat32(b []byte, i int) (value float32, next int, err error) {
	start := i
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	var digits uint64 // overflows after 19 digits, and is then not used
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		digits = digits*10 + uint64(b[i]-'0')
	}
	count, exponent := i-first, 0
	if i < len(b) && b[i] == '.' {
		i++
		first = i
		for ; i < len(b) && b[i]-'0' <= 9; i++ {
			digits = digits*10 + uint64(b[i]-'0')
		}
		count += i - first
		exponent = first - i
	}
	if count == 0 {
		return 0, i, errSyntax
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		written, after, ok := scanExponent(b, i+1)
		if !ok {
			return 0, after, errSyntax
		}
		i, exponent = after, exponent+written
	}
	if count <= maxDigits {
		if value, ok := roundDecimal(digits, exponent); ok {
			if negative {
				value = -value
			}
			return value, i, nil
		}
	}
	// strconv agrees on what a number is, so that only the range can be wrong.
	wide, err := strconv.ParseFloat(string(b[start:i]), 32)
	if err != nil {
		return 0, i, safetensors.ErrRange
	}
	return float32(wide), i, nil
}

// maxDigits is how many decimal digits a uint64 holds, whatever they are.
const maxDigits = 19

// scanExponent reads what stands after the letter e.
func scanExponent(b []byte, i int) (exponent, next int, ok bool) {
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	first := i
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		// No number that roundDecimal takes has an exponent this large.
		exponent = min(exponent*10+int(b[i]-'0'), 1<<20)
	}
	if negative {
		exponent = -exponent
	}
	return exponent, i, i > first
}

// powersOfTen are the powers that are exact in float64.
var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// roundDecimal returns the float32 nearest to digits × 10^exponent, or false where the short way does
// not prove it to be the nearest.
//
// With digits below 2⁵³ and a power of ten that float64 holds exactly, one float64 operation gives the
// float64 nearest to the true value (Clinger 1990). Rounding that once more to float32 could go wrong
// only if a midpoint m of two float32 neighbours lay between the true value and the float64. But m is a
// float64 too, so it would have been the nearer one: the float64 is then m itself. In float32's
// normal range such midpoints are the float64 whose lower 29 bits are a one and 28 zeros.
func roundDecimal(digits uint64, exponent int) (float32, bool) {
	const (
		lowBits     = 1<<29 - 1
		midpoint    = 1 << 28
		smallNormal = 0x1p-126
		largeSafe   = 0x1p127
	)
	if digits == 0 {
		return 0, true
	}
	if digits >= 1<<53 {
		return 0, false
	}
	wide := float64(digits)
	switch {
	case exponent == 0:
	case -len(powersOfTen) < exponent && exponent < 0:
		wide /= powersOfTen[-exponent]
	case 0 < exponent && exponent < len(powersOfTen):
		wide *= powersOfTen[exponent]
	default:
		return 0, false
	}
	if wide < smallNormal || wide > largeSafe || math.Float64bits(wide)&lowBits == midpoint {
		return 0, false
	}
	return float32(wide), true
}
