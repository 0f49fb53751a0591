// Package fma is the fused multiply-add of float32 in Go, with the bits that processors give: what the assembly of the
// packages next to it computes where there is none.
//
// math.FMA is that of float64, which does not give the same: it rounds to 53 bits what is then rounded to 24.
package fma

import "math"

// Float32 returns x·y + sum rounded once: what a processor's fused multiply-add does, which Go does not promise for
// float32.
//
// The product of two float32 is exact in float64, so float32(float64(x)*float64(y) + float64(sum)) rounds twice, where
// it adds and where it narrows. That differs from rounding once only if it is doubtful.
func Float32(x, y, sum float32) float32 {
	s := float64(x)*float64(y) + float64(sum)
	if Doubtful(s) {
		s = RoundToOdd(x, y, float64(sum))
	}
	return float32(s)
}

// Doubtful says whether rounding s, itself a rounded sum, to float32 may not be the same as rounding the exact sum: it
// lies halfway between two float32, or is too small for normal ones, between which the halves lie elsewhere. Zero is
// exact.
func Doubtful(s float64) bool {
	const smallest = (1023 - 126) << 52 // the bits of 2⁻¹²⁶
	b := math.Float64bits(s)
	return b<<35 == 1<<63 || b<<1-1 < smallest<<1-1
}

// RoundToOdd returns x·y + q rounded to float64 such that rounding that to float32 is the same as rounding the exact
// sum: an inexact sum gets the neighbour whose last bit is 1 (Boldo and Melquiond 2008).
func RoundToOdd(x, y float32, q float64) float64 {
	p := float64(x) * float64(y)
	s := p + q
	// Knuth's two-sum: s + e is p + q exactly, and p is x·y.
	t := s - p
	e := (p - (s - t)) + (q - t)
	b := math.Float64bits(s)
	if e == 0 || e != e || b&1 == 1 {
		return s
	}
	if (e > 0) == (s > 0) {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}
