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
}

var (
	zmm = vectors{"AVX512", ZMM, 8}
	ymm = vectors{"AVX2", YMM, 4}
)

// overCells writes a loop over the n cells of a row: once emits what is to be done of the cells from j on, with moves
// that read and write as many cells as there are.
func (v vectors) overCells(n, full reg.GPVirtual, live reg.Register,
	once func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem))) {
	j := GP64()
	XORQ(j, j)
	CMPQ(j, full)
	JGE(LabelRef("rest"))
	Label("loop")
	once(j, func(m Mem) reg.VecVirtual {
		x := v.register()
		VMOVUPD(m, x)
		return x
	}, func(x reg.VecVirtual, m Mem) { VMOVUPD(x, m) })
	ADDQ(Imm(uint64(v.lanes)), j)
	CMPQ(j, full)
	JLT(LabelRef("loop"))
	Label("rest")
	CMPQ(j, n)
	JGE(LabelRef("end"))
	once(j, func(m Mem) reg.VecVirtual {
		x := v.register()
		if v.lanes == 8 {
			VMOVUPD_Z(m, live, x)
		} else {
			VMASKMOVPD(m, live, x)
		}
		return x
	}, func(x reg.VecVirtual, m Mem) {
		if v.lanes == 8 {
			VMOVUPD(x, live, m)
		} else {
			VMASKMOVPD(x, live, m)
		}
	})
	Label("end")
}

// prepare returns how many of n cells fill registers, and makes the mask of the others.
func (v vectors) prepare(n reg.GPVirtual) (full reg.GPVirtual, live reg.Register) {
	full = GP64()
	MOVQ(n, full)
	ANDQ(I8(-v.lanes), full)
	if v.lanes == 4 {
		rest, at, mask := GP64(), GP64(), YMM()
		MOVQ(n, rest)
		ANDQ(Imm(3), rest)
		SHLQ(Imm(3), rest)
		LEAQ(ones.Offset(16*single), at)
		SUBQ(rest, at)
		VMOVUPD(Mem{Base: at}, mask)
		return full, mask
	}
	rest, all := GP32(), GP32()
	MOVL(n.As32(), rest)
	ANDL(Imm(7), rest)
	MOVL(U32(0xff), all)
	BZHIL(rest, all, all)
	KMOVW(all, reg.K1)
	return full, reg.K1
}

func cells(base, j reg.GPVirtual, offset int) Mem {
	return Mem{Base: base, Index: j, Scale: double, Disp: double * offset}
}

// pointer loads a parameter.
func pointer(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// blend writes the function that computes rows of Blend.
func blend(v vectors) {
	TEXT("blend"+v.isa, NOSPLIT, "func(dst, x, before, after, own, near *float64, rows, n int)")
	Pragma("noescape")
	Doc("blend" + v.isa + " is Blend of rows of n cells, of both at least one.")
	dst, x, before, after, n, rows := pointer("dst"), pointer("x"), pointer("before"), pointer("after"), pointer("n"),
		pointer("rows")
	ofX, ofOthers := pointer("own"), pointer("near")
	full, live := v.prepare(n)
	own, near, zero := v.register(), v.register(), GP64()
	XORQ(zero, zero)
	Label("row")
	MOVQ(zero, Mem{Base: dst})
	MOVQ(zero, cells(dst, n, 1))
	VBROADCASTSD(Mem{Base: ofX}, own)
	VBROADCASTSD(Mem{Base: ofOthers}, near)
	v.overCells(n, full, live, func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem)) {
		sum, other, at := load(cells(before, j, 0)), load(cells(after, j, 0)), load(cells(x, j, 0))
		VADDPD(other, sum, sum)
		VMULPD(near, sum, sum)
		VMULPD(own, at, at)
		VADDPD(sum, at, at)
		store(at, cells(dst, j, 1))
	})
	for _, factor := range []reg.GPVirtual{ofX, ofOthers} {
		ADDQ(Imm(double), factor)
	}
	for _, row := range []reg.GPVirtual{x, before, after} {
		LEAQ(cells(row, n, 0), row)
	}
	LEAQ(cells(dst, n, 2), dst)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}

// lessThan is the predicate of a comparison: whether the second operand is less than the first.
const lessThan = 1

// blendedCosts writes the function that computes rows of BlendedCosts.
func blendedCosts(v vectors) {
	TEXT("blendedCosts"+v.isa, NOSPLIT, "func(dst, blended, own, before, after *float64, low *uint64, rows, n int, "+
		"limit float64)")
	Pragma("noescape")
	Doc("blendedCosts" + v.isa + " is BlendedCosts of rows of n cells, of both at least one.")
	dst, row, own, before, after, n, rows := pointer("dst"), pointer("blended"), pointer("own"), pointer("before"),
		pointer("after"), pointer("n"), pointer("rows")
	full, live := v.prepare(n)
	one, minusOne, limit := v.register(), v.register(), v.register()
	broadcast(1, one)
	broadcast(-1, minusOne)
	number := XMM()
	Load(Param("limit"), number)
	VBROADCASTSD(number, limit)
	zero, lowOfRow, low := v.register(), pointer("low"), GP64()
	VXORPD(zero, zero, zero)
	Label("row")
	XORQ(low, low)
	v.overCells(n, full, live, func(j reg.GPVirtual, load func(Mem) reg.VecVirtual, store func(reg.VecVirtual, Mem)) {
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
		found := GP64() // a cell that is not there costs 1
		if v.lanes == 8 {
			VCMPPD(Imm(lessThan), limit, x, reg.K2)
			VCMPPD(Imm(lessThan), x, zero, reg.K2, reg.K2)
			KMOVW(reg.K2, found.As32())
		} else {
			below, above := v.register(), v.register()
			VCMPPD(Imm(lessThan), limit, x, below)
			VCMPPD(Imm(lessThan), x, zero, above)
			VANDPD(below, above, above)
			VMOVMSKPD(above, found.As32())
		}
		SHLXQ(j, found, found) // by j mod 64
		ORQ(found, low)
	})
	MOVQ(low, Mem{Base: lowOfRow})
	ADDQ(Imm(double), lowOfRow)
	LEAQ(cells(dst, n, 0), dst)
	LEAQ(cells(row, n, 2), row)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VZEROUPPER()
	RET()
}
