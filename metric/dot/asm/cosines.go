package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// cosineArguments are those of both functions below.
type cosineArguments struct {
	dst, products, inverses, ids, n reg.GPVirtual
	id                              reg.GPVirtual // of which no vector has the number, if it is below 0
}

func cosines(name, doc string) cosineArguments {
	TEXT(name, NOSPLIT, "func(dst, products *float64, inverse float64, inverses *float64, id int32, ids *int32, n int)")
	Pragma("noescape")
	Doc(doc)
	load := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	a := cosineArguments{load("dst"), load("products"), load("inverses"), load("ids"), load("n"), GP64()}
	Load(Param("id"), a.id.As32())
	none := GP32()
	MOVL(U32(1<<31), none)
	TESTL(a.id.As32(), a.id.As32())
	CMOVLLT(none, a.id.As32())
	return a
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
	a := cosines("cosinesAVX512", "cosinesAVX512 is CosineCosts for n cells.")
	inverse, one, minusOne, id := ZMM(), ZMM(), ZMM(), YMM()
	broadcastParameter("inverse", inverse)
	broadcast(1, one)
	broadcast(-1, minusOne)
	VPBROADCASTD(a.id.As32(), id)
	j := GP64()
	XORQ(j, j)
	live, differs := reg.K1, reg.K2
	setMask(0xff, live)
	left := GP64()
	MOVQ(a.n, left)
	Label("loop")
	CMPQ(left, Imm(8))
	JGE(LabelRef("full"))
	TESTQ(left, left)
	JZ(LabelRef("done"))
	all, some := GP32(), GP32()
	MOVL(U32(0xff), all)
	BZHIL(left.As32(), all, some)
	KMOVW(some, live)
	Label("full")
	x := ZMM()
	VMOVUPD_Z(Mem{Base: a.inverses, Index: j, Scale: 8}, live, x)
	VMULPD(inverse, x, x)
	products := ZMM()
	VMOVUPD_Z(Mem{Base: a.products, Index: j, Scale: 8}, live, products)
	VMULPD(x, products, x)
	VMINPD(x, one, x)
	VMAXPD(x, minusOne, x)
	VSUBPD(x, one, x)
	names := YMM()
	VMOVDQU32_Z(Mem{Base: a.ids, Index: j, Scale: 4}, live, names)
	VPCMPD(Imm(4), names, id, differs)
	cost := ZMM()
	VMOVAPD_Z(x, differs, cost)
	VMOVUPD(cost, live, Mem{Base: a.dst, Index: j, Scale: 8})
	ADDQ(Imm(8), j)
	SUBQ(Imm(8), left)
	JG(LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

func cosinesAVX2() {
	a := cosines("cosinesAVX2", "cosinesAVX2 is CosineCosts for n cells, a multiple of four and not 0.")
	inverse, one, minusOne, id := YMM(), YMM(), YMM(), XMM()
	broadcastParameter("inverse", inverse)
	broadcast(1, one)
	broadcast(-1, minusOne)
	VMOVD(a.id.As32(), id)
	VPBROADCASTD(id, id)
	j := GP64()
	XORQ(j, j)
	Label("loop")
	x := YMM()
	VMULPD(Mem{Base: a.inverses, Index: j, Scale: 8}, inverse, x)
	VMULPD(Mem{Base: a.products, Index: j, Scale: 8}, x, x)
	VMINPD(x, one, x)
	VMAXPD(x, minusOne, x)
	VSUBPD(x, one, x)
	same, wide := XMM(), YMM()
	VPCMPEQD(Mem{Base: a.ids, Index: j, Scale: 4}, id, same)
	VPMOVSXDQ(same, wide)
	VANDNPD(x, wide, x)
	VMOVUPD(x, Mem{Base: a.dst, Index: j, Scale: 8})
	ADDQ(Imm(4), j)
	CMPQ(j, a.n)
	JLT(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// broadcastParameter fills a register with a float64 parameter.
func broadcastParameter(name string, to reg.VecVirtual) {
	parameter, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSD(parameter.Addr, to)
}
