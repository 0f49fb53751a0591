package fma

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestFloat32 tries what two roundings get wrong: sums that end halfway between two float32, and nearly so.
func TestFloat32(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	wrong := 0
	for range 300_000 {
		x, y := finite(r.Uint32()), finite(r.Uint32())
		z := finite(r.Uint32())
		switch r.IntN(4) {
		case 0: // a sum near a half of the last place
			y = float32(math.Ldexp(1+float64(r.IntN(4))/(1<<23), -24+r.IntN(2)))
			x = float32(1 + float64(r.IntN(4)-2)/(1<<23))
			z = float32(1 + float64(r.IntN(8))/(1<<23))
		case 1: // subnormal
			x, y = finite(r.Uint32()&0x9fffffff), finite(r.Uint32()&0x9fffffff)
			z = finite(r.Uint32() & 0x80ffffff)
		case 2: // far from one another
			z = float32(math.Ldexp(float64(r.IntN(1<<24)), 24))
			x, y = float32(math.Ldexp(1+r.Float64(), r.IntN(48))), float32(math.Ldexp(1, -r.IntN(48)))
			if r.IntN(2) == 0 {
				x = -x
			}
		}
		got, want := Float32(x, y, z), fusedExactly(x, y, z)
		if odd := float32(RoundToOdd(x, y, float64(z))); !same(odd, want) {
			t.Fatalf("%b·%b + %b = %b, want %b", x, y, z, odd, want)
		}
		if !same(got, want) {
			t.Fatalf("%b·%b + %b = %b, want %b", x, y, z, got, want)
		}
		if float32(float64(x)*float64(y)+float64(z)) != want {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("no case that two roundings get wrong: the test is blind")
	}
}

// fusedExactly returns x·y + z, rounded once. The sum of a product of zero and −0 is what IEEE 754 says, as big.Float
// has it.
func fusedExactly(x, y, z float32) float32 {
	if x-x != 0 || y-y != 0 || z-z != 0 {
		return float32(float64(x)*float64(y) + float64(z))
	}
	exact := new(big.Float).SetPrec(2000)
	exact.Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
	exact.Add(exact, big.NewFloat(float64(z)))
	f, _ := exact.Float32()
	return f
}

// same says whether two numbers have the same bits. One NaN is as good as another.
func same(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}

// finite returns a float32 of any size, mostly by its bits.
func finite(bits uint32) float32 {
	if x := math.Float32frombits(bits); x-x == 0 {
		return x
	}
	return 1
}
