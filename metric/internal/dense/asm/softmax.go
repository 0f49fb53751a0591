package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// softmax writes a function that keeps short rows in registers, of which other ones follow one another closely.
func (v isa) softmax() {
	TEXT("softmax"+v.name, NOSPLIT, "func(x *float32, stride, rows, n int, scale float32)")
	Pragma("noescape")
	Doc("softmax" + v.name + " is the softmax of the first n numbers, a multiple of 16, of at least one row.")
	const scaleAt = 32
	x, stride, rows, n := load("x"), bytesOf(load("stride")), load("rows"), bytesOf(load("n"))
	v.keep(ofExponential...)
	scale := v.register()
	VBROADCASTSS(NewParamAddr("scale", scaleAt), scale)
	limit := v.copyOf(number(lowest))
	short := 4
	if !v.wide() {
		short = 1
	}
	next := func(name string) {
		ADDQ(stride, x)
		DECQ(rows)
		JNZ(LabelRef(name))
		JMP(LabelRef("done"))
	}
	for blocks := 1; blocks <= short; blocks++ {
		CMPQ(n, U32(blocks*lanes*single))
		JEQ(LabelRef(fmt.Sprintf("short%d", blocks)))
	}
	v.longRow(x, n, scale, limit)
	next("long")
	for blocks := 1; blocks <= short; blocks++ {
		name := fmt.Sprintf("short%d", blocks)
		Label(name)
		v.shortRow(x, blocks, scale, limit)
		next(name)
	}
	Label("done")
	VZEROUPPER()
	RET()
}

func (v isa) shortRow(x reg.GPVirtual, blocks int, scale, limit reg.VecVirtual) {
	y := make([]reg.VecVirtual, blocks*v.parts())
	for i := range y {
		y[i] = v.copyOf(at(x, i*v.bytes))
	}
	largest := v.copyOf(y[0])
	for _, yi := range y[1:] {
		VMAXPS(yi, largest, largest)
	}
	all := v.largest(largest)
	for i := range y {
		y[i] = v.power(y[i], all, scale, limit)
	}
	sums := v.perLane()
	for i := range sums {
		zero(sums[i])
		for j := i; j < len(y); j += len(sums) {
			VADDPS(y[j], sums[i], sums[i])
		}
	}
	factors := v.factors(sums)
	for i := range y {
		VMULPS(y[i], factors, y[i])
		VMOVUPS(y[i], at(x, i*v.bytes))
	}
}

func (v isa) longRow(x, n reg.GPVirtual, scale, limit reg.VecVirtual) {
	Label("long")
	k := GP64()
	each := func(name string, once func(i int, m Mem)) {
		XORQ(k, k)
		Label(name)
		for i := range v.parts() {
			once(i, Mem{Base: x, Index: k, Scale: 1, Disp: i * v.bytes})
		}
		ADDQ(Imm(lanes*single), k)
		CMPQ(k, n)
		JLT(LabelRef(name))
	}
	largest := v.copyOf(number(float32(math.Inf(-1))))
	each("largest", func(_ int, m Mem) { VMAXPS(m, largest, largest) })
	all := v.largest(largest)
	sums := v.perLane()
	for _, s := range sums {
		zero(s)
	}
	each("exponentials", func(i int, m Mem) {
		p := v.power(v.copyOf(m), all, scale, limit)
		VMOVUPS(p, m)
		VADDPS(p, sums[i], sums[i])
	})
	factors := v.factors(sums)
	each("products", func(_ int, m Mem) {
		y := v.register()
		VMULPS(m, factors, y)
		VMOVUPS(y, m)
	})
}

// power returns the exponential of (y − largest)·scale.
func (v isa) power(y, largest, scale, limit reg.VecVirtual) reg.VecVirtual {
	VSUBPS(largest, y, y)
	VMULPS(scale, y, y)
	p, exponent := v.exponential(y, nil)
	const notBelow = 5 // or not a number
	if v.wide() {
		live := K()
		VCMPPS(Imm(notBelow), limit, y, live)
		VPADDD_Z(exponent, p, live, p)
		return p
	}
	live := v.register()
	VCMPPS(Imm(notBelow), limit, y, live)
	VPADDD(exponent, p, p)
	VANDPS(live, p, p)
	return p
}

// largest returns the largest number of a register in all of its places.
func (v isa) largest(x reg.VecVirtual) reg.VecVirtual {
	eight := x
	if v.wide() {
		eight = YMM()
		VEXTRACTF64X4(Imm(1), x, eight)
		VMAXPS(eight, x.AsY(), eight)
	}
	four, other := v.upperFour(eight), XMM()
	VMAXPS(four, eight.AsX(), four)
	VPERMILPD(Imm(1), four, other)
	VMAXPS(other, four, four)
	VMOVSHDUP(four, other)
	VMAXSS(other, four, four)
	return v.broadcast(four)
}

// factors returns 1 divided by the total of sums in all places of a register.
func (v isa) factors(sums []reg.VecVirtual) reg.VecVirtual {
	sum, factor := v.total(sums), XMM()
	VMOVSS(pattern(math.Float32bits(1)), factor)
	VDIVSS(sum, factor, factor)
	return v.broadcast(factor)
}
