// Package stored says what numbers, dates and times are that columns of Arrow and Parquet store in ways that Go does not
// have.
package stored

import (
	"math"
	"math/big"
	"strings"
)

// A Decimal is Unscaled · 10⁻ˢᶜᵃˡᵉ, as SQL engines write 0.25: the whole number 25 with a scale of 2.
type Decimal struct {
	Unscaled *big.Int
	Scale    int
}

// String writes the number without zeros at the end, so that ids join.
func (d Decimal) String() string {
	if d.Scale <= 0 || d.Scale > 1000 { // no scale that the formats allow
		return d.Unscaled.String()
	}
	digits := new(big.Int).Abs(d.Unscaled).String()
	if len(digits) <= d.Scale {
		digits = strings.Repeat("0", d.Scale+1-len(digits)) + digits
	}
	point := len(digits) - d.Scale
	text := strings.TrimSuffix(strings.TrimRight(digits[:point]+"."+digits[point:], "0"), ".")
	if d.Unscaled.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// TwosComplement returns the whole number in b, the highest byte first.
func TwosComplement(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]>>7 == 1 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// Half returns the number of IEEE 754's binary16.
func Half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&31), float64(bits&1023)
	x := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		x = math.Inf(1)
	case exponent == 31:
		return math.NaN()
	}
	if bits>>15 == 1 {
		return -x
	}
	return x
}
