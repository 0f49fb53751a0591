package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A vectors is a width of registers of float64.
type vectors struct {
	isa      string
	register func() reg.VecVirtual
	lanes    int
	masked   bool // whether the cells after the last full register are done, too
}

var (
	zmm = vectors{"AVX512", ZMM, 8, true}
	ymm = vectors{"AVX2", YMM, 4, false}
)

// overCells writes a loop over n cells: once emits what is to be done of the cells from j on, with moves that read and
// write as many cells as there are.
func (v vectors) overCells(n reg.GPVirtual, once func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem))) {
	j, full := GP64(), GP64()
	MOVQ(n, full)
	ANDQ(I8(-v.lanes), full)
	XORQ(j, j)
	if v.masked {
		CMPQ(j, full)
		JGE(LabelRef("rest"))
	}
	Label("loop")
	once(j, func(m Mem) reg.VecVirtual {
		x := v.register()
		VMOVUPD(m, x)
		return x
	}, func(x reg.VecVirtual, m Mem) { VMOVUPD(x, m) })
	ADDQ(Imm(uint64(v.lanes)), j)
	CMPQ(j, full)
	JLT(LabelRef("loop"))
	if !v.masked {
		return
	}
	Label("rest")
	CMPQ(j, n)
	JGE(LabelRef("done"))
	rest, all, live := GP32(), GP32(), K()
	MOVL(n.As32(), rest)
	ANDL(Imm(7), rest)
	MOVL(U32(0xff), all)
	BZHIL(rest, all, all)
	KMOVW(all, live)
	once(j, func(m Mem) reg.VecVirtual {
		x := v.register()
		VMOVUPD_Z(m, live, x)
		return x
	}, func(x reg.VecVirtual, m Mem) { VMOVUPD(x, live, m) })
	Label("done")
}

func cells(base, j reg.GPVirtual, offset int) Mem {
	return Mem{Base: base, Index: j, Scale: double, Disp: double * offset}
}

// blend writes the function that computes a row of Blend.
func blend(v vectors) {
	TEXT("blend"+v.isa, NOSPLIT, "func(dst, x, before, after *float64, own, near float64, n int)")
	Pragma("noescape")
	Doc("blend" + v.isa + " is Blend of " + v.cells())
	pointer := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, x, before, after, n := pointer("dst"), pointer("x"), pointer("before"), pointer("after"), pointer("n")
	own, near := v.parameter("own"), v.parameter("near")
	v.overCells(n, func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem)) {
		sum, other, at := load(cells(before, j, 0)), load(cells(after, j, 0)), load(cells(x, j, 0))
		VADDPD(other, sum, sum)
		VMULPD(near, sum, sum)
		VMULPD(own, at, at)
		VADDPD(sum, at, at)
		store(at, cells(dst, j, 0))
	})
	VZEROUPPER()
	RET()
}

// blendedCosts writes the function that computes a row of BlendedCosts.
func blendedCosts(v vectors) {
	TEXT("blendedCosts"+v.isa, NOSPLIT, "func(dst, row, own, before, after *float64, n int, limit float64) (least float64)")
	Pragma("noescape")
	Doc("blendedCosts" + v.isa + " is BlendedCosts of " + v.cells() + " It returns the least of their costs and limit.")
	pointer := func(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }
	dst, row, own, before, after, n := pointer("dst"), pointer("row"), pointer("own"), pointer("before"), pointer("after"), pointer("n")
	one, minusOne, least := v.register(), v.register(), v.parameter("limit")
	broadcast(1, one)
	broadcast(-1, minusOne)
	v.overCells(n, func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem)) {
		x, y, z := load(cells(own, j, 0)), load(cells(before, j, 0)), load(cells(after, j, 0))
		at, left, right := load(cells(row, j, 1)), load(cells(row, j, 0)), load(cells(row, j, 2))
		VMULPD(at, x, x)
		VMULPD(left, y, y)
		VMULPD(right, z, z)
		VADDPD(y, x, x)
		VADDPD(z, x, x)
		VMINPD(x, one, x)
		VMAXPD(x, minusOne, x)
		VSUBPD(x, one, x)
		store(x, cells(dst, j, 0))
		VMINPD(least, x, least) // cells that are not there cost 1, which is more than limit
	})
	half, quarter := YMM(), XMM()
	if v.masked {
		VEXTRACTF64X4(Imm(1), least, half)
		VMINPD(half, least.AsY(), half)
	} else {
		VMOVAPD(least.AsY(), half)
	}
	VEXTRACTF128(Imm(1), half, quarter)
	VMINPD(quarter, half.AsX(), quarter)
	other := XMM()
	VPERMILPD(Imm(1), quarter, other)
	VMINSD(other, quarter, quarter)
	Store(quarter, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// cells says of which cells a function is.
func (v vectors) cells() string {
	if v.masked {
		return "n cells, at least one."
	}
	return "those of n cells up to a multiple of four, at least one."
}

// parameter broadcasts a parameter.
func (v vectors) parameter(name string) reg.VecVirtual {
	to := v.register()
	number := XMM()
	Load(Param(name), number)
	VBROADCASTSD(number, to)
	return to
}
