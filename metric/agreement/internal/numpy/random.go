// Package numpy draws the random numbers that NumPy draws, so that the resampling tests of Python tools can be repeated
// draw by draw.
package numpy

import "math/bits"

// A Random draws the numbers that NumPy's default_rng(seed) draws, bit for bit: its SeedSequence, its generator
// PCG64 (O'Neill 2014, the variant XSL RR 128/64) and its ways to make integers and floats of random bits, as of
// NumPy 1.17 to 2.4. It must not be shared between goroutines.
type Random struct {
	state, increment uint128
	half             uint32 // the unused upper half of the last draw of 64 bits
	hasHalf          bool
}

// NewRandom returns what default_rng(seed) returns.
func NewRandom(seed uint64) *Random {
	words := seedWords(seed)
	r := &Random{increment: uint128{words[2]<<1 | words[3]>>63, words[3]<<1 | 1}}
	r.step()
	r.state = r.state.plus(uint128{words[0], words[1]})
	r.step()
	return r
}

// Uint64 returns 64 random bits.
func (r *Random) Uint64() uint64 {
	r.step()
	return bits.RotateLeft64(r.state.high^r.state.low, -int(r.state.high>>58))
}

// Uint32 returns 32 random bits: the lower half of 64 bits, then the upper half of the same.
func (r *Random) Uint32() uint32 {
	if r.hasHalf {
		r.hasHalf = false
		return r.half
	}
	both := r.Uint64()
	r.half, r.hasHalf = uint32(both>>32), true
	return uint32(both)
}

// integer returns a number from 0 to n−1, of two or more, by Lemire's method (2019) on 32 bits.
func (r *Random) integer(n uint32) uint32 {
	product := uint64(r.Uint32()) * uint64(n)
	if low := uint32(product); low < n {
		for tooLow := -n % n; low < tooLow; low = uint32(product) {
			product = uint64(r.Uint32()) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// Choice fills indices with numbers from 0 to n−1, as choice(n, size=len(indices)) does; n is at least 1 and below 2³¹.
func (r *Random) Choice(n int, indices []int32) {
	if n < 2 { // nothing is drawn
		clear(indices)
		return
	}
	for i := range indices {
		indices[i] = int32(r.integer(uint32(n)))
	}
}

// Bits fills values, with 1 for true, as one call of integers(2, size=len(values), dtype=bool) does: each 32 bits give 32
// of them, the lowest bit first, and what is left of the last 32 bits is thrown away.
func (r *Random) Bits(values []uint8) {
	var word uint32
	for i := range values {
		if i%32 == 0 {
			word = r.Uint32()
		}
		values[i] = uint8(word & 1)
		word >>= 1
	}
}

// Float64 returns a number in [0, 1), as random() does.
func (r *Random) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Float32 returns a number in [0, 1), as random(dtype=float32) does.
func (r *Random) Float32() float32 { return float32(r.Uint32()>>8) / (1 << 24) }

// step moves the linear congruential generator on: state·multiplier + increment.
func (r *Random) step() {
	const multiplierHigh, multiplierLow = 0x2360ed051fc65da4, 0x4385df649fccf645
	high, low := bits.Mul64(r.state.low, multiplierLow)
	high += r.state.high*multiplierLow + r.state.low*multiplierHigh
	r.state = uint128{high, low}.plus(r.increment)
}

// uint128 is a number of 128 bits; sums wrap round.
type uint128 struct{ high, low uint64 }

func (a uint128) plus(b uint128) uint128 {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return uint128{high, low}
}

// seedWords returns SeedSequence(seed).generate_state(4, uint64): the seed's two halves are hashed into a pool of four
// words, every word is mixed into every other, and the pool is hashed again for as many words as are wanted. The
// constants are NumPy's, after O'Neill's seed_seq_fe.
func seedWords(seed uint64) (words [4]uint64) {
	const (
		initialA, multiplierA = 0x43b0d7e5, 0x931e8875
		initialB, multiplierB = 0x8b51f9dd, 0x58f38ded
		mixLeft, mixRight     = 0xca01f9dd, 0x4973f715
	)
	hasher := func(initial, multiplier uint32) func(uint32) uint32 {
		factor := initial
		return func(x uint32) uint32 {
			x ^= factor
			factor *= multiplier
			x *= factor
			return x ^ x>>16
		}
	}
	pool := [4]uint32{uint32(seed), uint32(seed >> 32)}
	hash := hasher(initialA, multiplierA)
	for i := range pool {
		pool[i] = hash(pool[i])
	}
	for from := range pool {
		for to := range pool {
			if from != to {
				mixed := mixLeft*pool[to] - mixRight*hash(pool[from])
				pool[to] = mixed ^ mixed>>16
			}
		}
	}
	hash = hasher(initialB, multiplierB)
	for i := range 8 {
		words[i/2] |= uint64(hash(pool[i%4])) << (32 * (i % 2))
	}
	return words
}
