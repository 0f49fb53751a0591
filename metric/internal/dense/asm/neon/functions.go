package main

import "math"

// The numbers of the recipe, which stand in portable.go with what they mean.
const (
	log2e    = 1.442695
	ln2      = 0.6931472
	ln2Rest  = -1.9046542e-9
	rounding = 3 << 22
	lowest   = -87
	tail     = 12.9
	shift    = 2.5

	tanhTail  = 9.98
	tanhFirst = 1.5957691
	tanhThird = 0.07135481
)

var (
	exponentialOf = []float32{0.001381422, 0.008368899, 0.041668408, 0.1666652, 0.49999994, 1, 1}
	ratioOf       = []float32{-61.16133, 123.70779, -92.15468, 24.876354, -0.5708968, 2.487821, 0.9725928, 0.39981005,
		-1.29343925e-05}
)

// polynomial is Horner's rule at x; p and other take the sums in turn. It returns the one with the result.
func polynomial(factors []float32, x, p, other v) v {
	number(p, factors[0])
	for _, factor := range factors[1:] {
		number(other, factor)
		fma(other, p, x)
		p, other = other, p
	}
	return p
}

// exponential makes e^(y − more/2) of y, in the register that it returns; more may be −1, for 0. It changes y and four
// others from free on.
func exponential(y, more, free v) v {
	exponent, n, p, other := free, free+1, free+2, free+3
	number(n, log2e)
	number(exponent, rounding)
	fma(exponent, y, n)
	number(p, rounding)
	sub(n, exponent, p)
	number(p, ln2)
	fms(y, n, p)
	number(p, ln2Rest)
	fms(y, n, p)
	if more >= 0 {
		number(p, 0.5)
		fms(y, more, p)
	}
	line("VSHL $23, %s, %s", exponent, exponent)
	result := polynomial(exponentialOf, y, p, other)
	line("VADD %s, %s, %s", exponent, result, result)
	return result
}

func gelu() {
	begin("func geluNEON(x *float32, n int)", 16)
	line("MOVD x+0(FP), R0")
	line("MOVD n+8(FP), R1")
	start()
	const x, a, s, t, e, free = v(0), v(1), v(2), v(3), v(4), v(8)
	const none, limit, offset, one, half = v(16), v(17), v(18), v(19), v(20)
	zero(none)
	number(limit, tail)
	number(offset, shift)
	number(one, 1)
	number(half, -0.5)
	label("gelu")
	line("VLD1 (R0), [%s]", x)
	abs(a, x)
	least(a, a, limit)
	add(t, a, offset)
	div(t, one, t)
	mul(s, a, a)
	neg(e, s)
	fma(e, a, a)
	mul(s, s, half)
	p := exponential(s, e, free)
	ratio := polynomial(ratioOf, t, 5, 6)
	mul(ratio, ratio, p)
	most(x, x, none)
	fms(x, a, ratio)
	line("VST1.P [%s], 16(R0)", x)
	line("SUBS $4, R1")
	line("BNE gelu")
	line("RET")
}

func geluTanh() {
	begin("func geluTanhNEON(x *float32, n int)", 16)
	line("MOVD x+0(FP), R0")
	line("MOVD n+8(FP), R1")
	start()
	const x, a, y, factor, free = v(0), v(1), v(2), v(3), v(8)
	const none, limit, first, third, one = v(16), v(17), v(18), v(19), v(20)
	zero(none)
	number(limit, tanhTail)
	number(first, -tanhFirst)
	number(third, -tanhThird)
	number(one, 1)
	label("tanh")
	line("VLD1 (R0), [%s]", x)
	abs(a, x)
	least(a, a, limit)
	mul(y, a, a)
	move(factor, first)
	fma(factor, y, third)
	mul(y, a, factor)
	e := exponential(y, -1, free)
	add(y, e, one)
	div(e, e, y)
	most(x, x, none)
	fms(x, a, e)
	line("VST1.P [%s], 16(R0)", x)
	line("SUBS $4, R1")
	line("BNE tanh")
	line("RET")
}

// fold reduces 16 lanes in s and three more registers to the lowest place of s, in the order of the recipe; other is
// changed.
func fold(s, other v, both func(d, n, m v)) {
	both(s, s, s+2)
	both(s+1, s+1, s+3)
	both(s, s, s+1)
	for _, bytes := range []int{8, 4} {
		line("VEXT $%d, %s, %s, %s", bytes, bytesOf(s), bytesOf(s), bytesOf(other))
		both(s, s, other)
	}
}

func broadcast(d, n v) { line("VDUP V%d.S[0], %s", int(n), d) }

// each loops over R3 bytes from R0 on; R5 is where.
func each(name string, once func()) {
	line("MOVD R0, R5")
	line("MOVD R3, R6")
	label(name)
	once()
	line("SUBS $64, R6")
	line("BNE %s", name)
}

func softmax() {
	begin("func softmaxNEON(x *float32, stride, rows, n int, scale float32)", 36)
	line("MOVD x+0(FP), R0")
	line("MOVD stride+8(FP), R1")
	line("MOVD rows+16(FP), R2")
	line("MOVD n+24(FP), R3")
	line("LSL $2, R3")
	line("FMOVS scale+32(FP), F24")
	start()
	const x, sums, free, scale, limit, largest, mask = v(0), v(4), v(8), v(24), v(25), v(26), v(27)
	broadcast(scale, scale)
	number(limit, lowest)
	label("row")
	for i := range v(4) {
		number(sums+i, float32(math.Inf(-1)))
	}
	each("largest", func() {
		line("VLD1.P 64(R5), [%s, %s, %s, %s]", x, x+1, x+2, x+3)
		for i := range v(4) {
			most(sums+i, sums+i, x+i)
		}
	})
	fold(sums, free, most)
	broadcast(largest, sums)
	for i := range v(4) {
		zero(sums + i)
	}
	each("exponentials", func() {
		for i := range v(4) {
			line("VLD1 (R5), [%s]", x)
			sub(x, x, largest)
			mul(x, x, scale)
			greater(mask, limit, x)
			p := exponential(x, -1, free)
			clear(p, p, mask)
			line("VST1.P [%s], 16(R5)", p)
			add(sums+i, sums+i, p)
		}
	})
	fold(sums, free, add)
	number(x, 1)
	div(x, x, sums)
	broadcast(largest, x)
	each("products", func() {
		line("VLD1 (R5), [%s, %s, %s, %s]", x, x+1, x+2, x+3)
		for i := range v(4) {
			mul(x+i, x+i, largest)
		}
		line("VST1.P [%s, %s, %s, %s], 64(R5)", x, x+1, x+2, x+3)
	})
	line("ADD R1<<2, R0")
	line("SUBS $1, R2")
	line("BNE row")
	line("RET")
}

func layerNorm() {
	begin("func layerNormNEON(x, more, gain, offset *float32, n int, eps float32)", 44)
	line("MOVD x+0(FP), R0")
	line("MOVD more+8(FP), R1")
	line("MOVD n+32(FP), R3")
	line("SCVTFS R3, F24")
	line("LSL $2, R3")
	start()
	const x, sums, free, count, mean, factor = v(0), v(4), v(8), v(24), v(25), v(26)
	reset := func() {
		for i := range v(4) {
			zero(sums + i)
		}
	}
	list := func(r v) []any { return []any{r, r + 1, r + 2, r + 3} }
	centred := func() {
		line("VLD1 (R5), [%s, %s, %s, %s]", list(x)...)
		for i := range v(4) {
			sub(x+i, x+i, mean)
		}
	}
	broadcast(count, count)
	reset()
	line("CBZ R1, nothing")
	each("more", func() {
		line("VLD1 (R5), [%s, %s, %s, %s]", list(x)...)
		line("VLD1.P 64(R1), [%s, %s, %s, %s]", list(free)...)
		for i := range v(4) {
			add(x+i, x+i, free+i)
			add(sums+i, sums+i, x+i)
		}
		line("VST1.P [%s, %s, %s, %s], 64(R5)", list(x)...)
	})
	line("B mean")
	label("nothing")
	each("sum", func() {
		line("VLD1.P 64(R5), [%s, %s, %s, %s]", list(x)...)
		for i := range v(4) {
			add(sums+i, sums+i, x+i)
		}
	})
	label("mean")
	fold(sums, free, add)
	div(sums, sums, count)
	broadcast(mean, sums)
	reset()
	each("squares", func() {
		centred()
		for i := range v(4) {
			fma(sums+i, x+i, x+i)
		}
		line("ADD $64, R5")
	})
	fold(sums, free, add)
	div(sums, sums, count)
	line("FMOVS eps+40(FP), F%d", int(free))
	add(sums, sums, free)
	root(sums, sums)
	number(free, 1)
	div(sums, free, sums)
	broadcast(factor, sums)
	line("MOVD gain+16(FP), R1")
	line("MOVD offset+24(FP), R2")
	each("normal", func() {
		centred()
		line("VLD1.P 64(R1), [%s, %s, %s, %s]", list(free)...)
		line("VLD1.P 64(R2), [%s, %s, %s, %s]", list(free+4)...)
		for i := range v(4) {
			mul(x+i, x+i, factor)
			fma(free+4+i, x+i, free+i)
		}
		line("VST1.P [%s, %s, %s, %s], 64(R5)", list(free+4)...)
	})
	line("RET")
}
