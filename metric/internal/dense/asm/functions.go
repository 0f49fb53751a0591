package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

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
	exponentialOf = [7]float32{0.001381422, 0.008368899, 0.041668408, 0.1666652, 0.49999994, 1, 1}
	ratioOf       = [9]float32{-61.16133, 123.70779, -92.15468, 24.876354, -0.5708968, 2.487821, 0.9725928, 0.39981005,
		-1.29343925e-05}
)

// number returns a number, as often as a register has places: in memory, or in a register that keeps it.
func number(x float32) Op {
	if r, ok := kept[x]; ok {
		return r
	}
	return pattern(math.Float32bits(x))
}

// kept are numbers that a function keeps in registers, where there are enough of them. Loading them would take longer
// than computing with them.
var kept map[float32]reg.VecVirtual

// keep begins a function that uses numbers often.
func (v isa) keep(numbers ...float32) {
	kept = map[float32]reg.VecVirtual{}
	if !v.wide() {
		return
	}
	for _, x := range numbers {
		if _, ok := kept[x]; !ok {
			kept[x] = v.copyOf(pattern(math.Float32bits(x)))
		}
	}
}

// ofExponential are the numbers of exponential.
var ofExponential = append([]float32{rounding, log2e, ln2, ln2Rest}, exponentialOf[:]...)

func pattern(bits uint32) Mem {
	if m, ok := patterns[bits]; ok {
		return m
	}
	if table.Symbol.Name == "" {
		table = GLOBL("numbers", RODATA|NOPTR)
	}
	const each = 64
	m := table.Offset(len(patterns) * each)
	for i := range each / 8 {
		DATA(len(patterns)*each+8*i, U64(uint64(bits)<<32|uint64(bits)))
	}
	patterns[bits] = m
	return m
}

var (
	table    Mem
	patterns = map[uint32]Mem{}
)

// copyOf returns a register with what x has.
func (v isa) copyOf(x Op) reg.VecVirtual {
	r := v.register()
	VMOVUPS(x, r)
	return r
}

// polynomial is Horner's rule at x.
func (v isa) polynomial(factors []float32, x reg.VecVirtual) reg.VecVirtual {
	p := v.copyOf(number(factors[0]))
	for _, factor := range factors[1:] {
		VFMADD213PS(number(factor), x, p)
	}
	return p
}

// exponential returns e^(y − more/2) as two numbers of which the bits are to be added. more may be nil, for 0.
func (v isa) exponential(y, more reg.VecVirtual) (p, exponent reg.VecVirtual) {
	exponent = v.copyOf(number(rounding))
	VFMADD231PS(number(log2e), y, exponent)
	n := v.register()
	VSUBPS(number(rounding), exponent, n)
	r := v.register()
	VMOVAPS(y, r)
	VFNMADD231PS(number(ln2), n, r)
	VFNMADD231PS(number(ln2Rest), n, r)
	if more != nil {
		VFNMADD231PS(number(0.5), more, r)
	}
	VPSLLD(Imm(23), exponent, exponent)
	return v.polynomial(exponentialOf[:], r), exponent
}

func (v isa) gelu() {
	TEXT("gelu"+v.name, NOSPLIT, "func(x *float32, n int)")
	Pragma("noescape")
	Doc("gelu" + v.name + " is GELU of n numbers, a multiple of 16, at least one.")
	x, n := load("x"), load("n")
	g := v.newGELU()
	Label("loop")
	x0 := v.copyOf(at(x, 0))
	g.apply(x0)
	VMOVUPS(x0, at(x, 0))
	ADDQ(Imm(uint64(v.bytes)), x)
	SUBQ(Imm(uint64(v.bytes/single)), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// A geluFunction has what GELU needs in registers.
type geluFunction struct {
	isa
	none, limit, one reg.VecVirtual
}

func (v isa) newGELU() geluFunction {
	v.keep(append(append(ofExponential, 0.5), ratioOf[:]...)...)
	none := v.register()
	zero(none)
	return geluFunction{v, none, v.copyOf(number(tail)), v.copyOf(number(1))}
}

// apply replaces the numbers of a register.
func (v geluFunction) apply(x0 reg.VecVirtual) {
	a := v.register()
	VANDPS(pattern(1<<31-1), x0, a)
	VMINPS(a, v.limit, a) // a NaN stays one, being the second operand of Intel's order
	s, t := v.register(), v.register()
	VADDPS(number(shift), a, t)
	VDIVPS(t, v.one, t)
	VMULPS(a, a, s)
	e := v.register()
	VMOVAPS(s, e)
	VFMSUB231PS(a, a, e)
	VMULPS(number(-0.5), s, s)
	p, exponent := v.exponential(s, e)
	ratio := v.polynomial(ratioOf[:], t)
	VPADDD(exponent, p, p)
	VMULPS(p, ratio, ratio)
	VMAXPS(v.none, x0, x0)
	VFNMADD231PS(ratio, a, x0)
}

func (v isa) geluTanh() {
	TEXT("geluTanh"+v.name, NOSPLIT, "func(x *float32, n int)")
	Pragma("noescape")
	Doc("geluTanh" + v.name + " is GELUTanh of n numbers, a multiple of 16, at least one.")
	x, n := load("x"), load("n")
	v.keep(append(ofExponential, -tanhFirst, -tanhThird)...)
	none := v.register()
	zero(none)
	limit := v.copyOf(number(tanhTail))
	Label("loop")
	x0 := v.copyOf(at(x, 0))
	a := v.register()
	VANDPS(pattern(1<<31-1), x0, a)
	VMINPS(a, limit, a)
	y, factor := v.register(), v.copyOf(number(-tanhThird))
	VMULPS(a, a, y)
	VFMADD213PS(number(-tanhFirst), y, factor)
	VMULPS(factor, a, y)
	e, exponent := v.exponential(y, nil)
	VPADDD(exponent, e, e)
	VADDPS(number(1), e, y)
	VDIVPS(y, e, e)
	VMAXPS(none, x0, x0)
	VFNMADD231PS(e, a, x0)
	VMOVUPS(x0, at(x, 0))
	ADDQ(Imm(uint64(v.bytes)), x)
	SUBQ(Imm(uint64(v.bytes/single)), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

func (v isa) layerNorm() {
	TEXT("layerNorm"+v.name, NOSPLIT, "func(x, more, gain, offset *float32, n int, eps float32)")
	Pragma("noescape")
	Doc("layerNorm" + v.name + " normalises a row of n numbers, a multiple of 16, at least one. more may be nil.")
	v.keep()
	x, more, gain, offset := load("x"), load("more"), load("gain"), load("offset")
	n := bytesOf(load("n"))
	k := GP64()
	each := func(name string, once func(i int, at func(reg.GPVirtual) Mem)) {
		XORQ(k, k)
		Label(name)
		for i := range v.parts() {
			once(i, func(base reg.GPVirtual) Mem { return Mem{Base: base, Index: k, Scale: 1, Disp: i * v.bytes} })
		}
		ADDQ(Imm(lanes*single), k)
		CMPQ(k, n)
		JLT(LabelRef(name))
	}
	sums := v.perLane()
	for _, s := range sums {
		zero(s)
	}
	TESTQ(more, more)
	JZ(LabelRef("nothing"))
	each("add", func(i int, at func(reg.GPVirtual) Mem) {
		y := v.copyOf(at(x))
		VADDPS(at(more), y, y)
		VMOVUPS(y, at(x))
		VADDPS(y, sums[i], sums[i])
	})
	JMP(LabelRef("mean"))
	Label("nothing")
	each("sum", func(i int, at func(reg.GPVirtual) Mem) { VADDPS(at(x), sums[i], sums[i]) })
	Label("mean")
	count := XMM()
	number64 := load("n")
	VXORPS(count, count, count)
	VCVTSI2SSQ(number64, count, count)
	sum := v.total(sums)
	VDIVSS(count, sum, sum)
	mean := v.broadcast(sum)
	squares := v.perLane()
	for _, s := range squares {
		zero(s)
	}
	each("squares", func(i int, at func(reg.GPVirtual) Mem) {
		d := v.copyOf(at(x))
		VSUBPS(mean, d, d)
		VFMADD231PS(d, d, squares[i])
	})
	variance := v.total(squares)
	VDIVSS(count, variance, variance)
	VADDSS(NewParamAddr("eps", 40), variance, variance)
	VSQRTSS(variance, variance, variance)
	factor := XMM()
	VMOVSS(pattern(math.Float32bits(1)), factor)
	VDIVSS(variance, factor, factor)
	factors := v.broadcast(factor)
	each("normal", func(_ int, at func(reg.GPVirtual) Mem) {
		d := v.copyOf(at(x))
		VSUBPS(mean, d, d)
		VMULPS(factors, d, d)
		g := v.copyOf(at(gain))
		VFMADD213PS(at(offset), d, g)
		VMOVUPS(g, at(x))
	})
	VZEROUPPER()
	RET()
}
