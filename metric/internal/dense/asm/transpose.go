package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transpose writes the function that transposes as many rows as a register has places.
func (v isa) transpose() {
	TEXT("transpose"+v.name, NOSPLIT, "func(dst, x *float32, stride, rows, d int)")
	Pragma("noescape")
	Doc("transpose"+v.name+" fills columns of a panel with rows of x, at least one: as many as a register has places,",
		"the last row standing for those that are not there. d is a multiple of as many.")
	places := v.bytes / single
	dst, x := load("dst"), load("x")
	stride, d := bytesOf(load("stride")), load("d")
	Label("block")
	row, left := GP64(), load("rows")
	MOVQ(x, row)
	lines := make([]reg.VecVirtual, places)
	for i := range lines {
		lines[i] = v.copyOf(at(row, 0))
		if i+1 == places {
			break
		}
		next := GP64()
		LEAQ(Mem{Base: row, Index: stride, Scale: 1}, next)
		CMPQ(left, Imm(uint64(i+1)))
		CMOVQGT(next, row)
	}
	// Pairs of rows, then pairs of pairs, within quarters of four places; then the quarters.
	swap := func(distance int, low, high func(a, b, to reg.VecVirtual)) {
		for i := range lines {
			if i&distance == 0 {
				a, b := v.register(), v.register()
				low(lines[i], lines[i+distance], a)
				high(lines[i], lines[i+distance], b)
				lines[i], lines[i+distance] = a, b
			}
		}
	}
	swap(1, func(a, b, to reg.VecVirtual) { VUNPCKLPS(b, a, to) },
		func(a, b, to reg.VecVirtual) { VUNPCKHPS(b, a, to) })
	swap(2, func(a, b, to reg.VecVirtual) { VUNPCKLPD(b, a, to) },
		func(a, b, to reg.VecVirtual) { VUNPCKHPD(b, a, to) })
	// Of each four rows line 0 has now the columns 0 of each quarter, line 2 the columns 1, line 1 the columns 2.
	order := []int{0, 2, 1, 3}
	if v.wide() {
		shuffle := func(order uint64) func(a, b, to reg.VecVirtual) {
			return func(a, b, to reg.VecVirtual) { VSHUFF32X4(Imm(order), b, a, to) }
		}
		swap(4, shuffle(0b10_00_10_00), shuffle(0b11_01_11_01))
		swap(8, shuffle(0b10_00_10_00), shuffle(0b11_01_11_01))
	} else {
		swap(4, func(a, b, to reg.VecVirtual) { VPERM2F128(Imm(0x20), b, a, to) },
			func(a, b, to reg.VecVirtual) { VPERM2F128(Imm(0x31), b, a, to) })
	}
	for i := range lines {
		VMOVUPS(lines[i/4*4+order[i%4]], at(dst, i*width*single))
	}
	ADDQ(Imm(uint64(v.bytes)), x)
	ADDQ(U32(places*width*single), dst)
	SUBQ(Imm(uint64(places)), d)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}
