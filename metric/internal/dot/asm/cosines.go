package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cosineArguments are those of both functions below.
type cosineArguments struct {
	dst, products, inverses, ids, others, otherIDs, rows, n reg.GPVirtual

	id, none reg.GPVirtual // of the row, of which no vector has the number if it is below 0
}

func cosines(name, doc string) cosineArguments {
	TEXT(name, NOSPLIT, "func(dst, products, inverses *float64, ids *int32, others *float64, otherIDs *int32, rows, "+
		"n int)")
	Pragma("noescape")
	Doc(doc)
	load := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	a := cosineArguments{load("dst"), load("products"), load("inverses"), load("ids"), load("others"), load("otherIDs"),
		load("rows"), load("n"), GP32(), GP32()}
	MOVL(U32(1<<31), a.none)
	return a
}

// startRow broadcasts what a row has of its own.
func (a *cosineArguments) startRow(inverse, id reg.VecVirtual) {
	VBROADCASTSD(Mem{Base: a.inverses}, inverse)
	ADDQ(Imm(8), a.inverses)
	MOVL(Mem{Base: a.ids}, a.id)
	ADDQ(Imm(4), a.ids)
	TESTL(a.id, a.id)
	CMOVLLT(a.none, a.id)
	VMOVD(a.id, id.AsX())
	VPBROADCASTD(id.AsX(), id)
}

// broadcast fills a register with a number.
func broadcast(x float64, to reg.VecVirtual) {
	bits := GP64()
	MOVQ(U64(math.Float64bits(x)), bits)
	VMOVQ(bits, to.AsX())
	VBROADCASTSD(to.AsX(), to)
}

// Of VMINPD and VMAXPD the operand that is named first here is the result where one of them is NaN, so a NaN stays.

func cosinesAVX512() {
	a := cosines("cosinesAVX512", "cosinesAVX512 is CosineCosts for rows of n cells, of both at least one.")
	inverse, one, minusOne, id := ZMM(), ZMM(), ZMM(), YMM()
	broadcast(1, one)
	broadcast(-1, minusOne)
	live, differs := reg.K1, reg.K2
	j, full := GP64(), GP64()
	MOVQ(a.n, full)
	ANDQ(I8(-8), full)
	rest, all := GP32(), GP32()
	MOVL(a.n.As32(), rest)
	ANDL(Imm(7), rest)
	MOVL(U32(0xff), all)
	BZHIL(rest, all, all)
	KMOVW(all, live)
	Label("row")
	a.startRow(inverse, id)
	XORQ(j, j)
	CMPQ(j, full)
	JGE(LabelRef("rest"))
	Label("loop")
	x, cost := ZMM(), ZMM()
	VMULPD(Mem{Base: a.others, Index: j, Scale: 8}, inverse, x)
	VMULPD(Mem{Base: a.products, Index: j, Scale: 8}, x, x)
	VMINPD(x, one, x)
	VMAXPD(x, minusOne, x)
	VSUBPD(x, one, x)
	VPCMPD(Imm(4), Mem{Base: a.otherIDs, Index: j, Scale: 4}, id, differs)
	VMOVAPD_Z(x, differs, cost)
	VMOVUPD(cost, Mem{Base: a.dst, Index: j, Scale: 8})
	ADDQ(Imm(8), j)
	CMPQ(j, full)
	JLT(LabelRef("loop"))
	Label("rest")
	CMPQ(j, a.n)
	JGE(LabelRef("next"))
	products, names := ZMM(), YMM()
	VMOVUPD_Z(Mem{Base: a.others, Index: j, Scale: 8}, live, x)
	VMULPD(inverse, x, x)
	VMOVUPD_Z(Mem{Base: a.products, Index: j, Scale: 8}, live, products)
	VMULPD(x, products, x)
	VMINPD(x, one, x)
	VMAXPD(x, minusOne, x)
	VSUBPD(x, one, x)
	VMOVDQU32_Z(Mem{Base: a.otherIDs, Index: j, Scale: 4}, live, names)
	VPCMPD(Imm(4), names, id, differs)
	VMOVAPD_Z(x, differs, cost)
	VMOVUPD(cost, live, Mem{Base: a.dst, Index: j, Scale: 8})
	Label("next")
	LEAQ(Mem{Base: a.products, Index: a.n, Scale: 8}, a.products)
	LEAQ(Mem{Base: a.dst, Index: a.n, Scale: 8}, a.dst)
	DECQ(a.rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

func cosinesAVX2() {
	a := cosines("cosinesAVX2", "cosinesAVX2 is CosineCosts for rows of n cells, of which those up to a multiple of "+
		"four, of both at least one.")
	inverse, one, minusOne, id := YMM(), YMM(), YMM(), XMM()
	broadcast(1, one)
	broadcast(-1, minusOne)
	j, full := GP64(), GP64()
	MOVQ(a.n, full)
	ANDQ(I8(-4), full)
	Label("row")
	a.startRow(inverse, id)
	XORQ(j, j)
	Label("loop")
	x := YMM()
	VMULPD(Mem{Base: a.others, Index: j, Scale: 8}, inverse, x)
	VMULPD(Mem{Base: a.products, Index: j, Scale: 8}, x, x)
	VMINPD(x, one, x)
	VMAXPD(x, minusOne, x)
	VSUBPD(x, one, x)
	same, wide := XMM(), YMM()
	VPCMPEQD(Mem{Base: a.otherIDs, Index: j, Scale: 4}, id, same)
	VPMOVSXDQ(same, wide)
	VANDNPD(x, wide, x)
	VMOVUPD(x, Mem{Base: a.dst, Index: j, Scale: 8})
	ADDQ(Imm(4), j)
	CMPQ(j, full)
	JLT(LabelRef("loop"))
	LEAQ(Mem{Base: a.products, Index: a.n, Scale: 8}, a.products)
	LEAQ(Mem{Base: a.dst, Index: a.n, Scale: 8}, a.dst)
	DECQ(a.rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
