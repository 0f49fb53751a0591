package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func price(v isa) {
	text(v, "price", "(cells, rows, columns *int32, stride, groups int) (reduced int32, row, column int)",
		"is priceRows for whole groups of rows of stride cells, whole vectors.")
	at, rows, end := param("cells"), param("rows"), param("stride")
	SHLQ(Imm(2), end)
	// Each row has its minima in a register of its own.
	triple, quintuple, septuple := GP64(), GP64(), GP64()
	LEAQ(Mem{Base: end, Index: end, Scale: 2}, triple)
	LEAQ(Mem{Base: end, Index: end, Scale: 4}, quintuple)
	LEAQ(Mem{Base: triple, Index: end, Scale: 4}, septuple)
	// By place in a group: the least reduced cost, the first row that has it, and the row at hand.
	run, which, current := constant(avx2{}, math.MaxInt32), YMM(), YMM()
	VMOVDQU(table("numbers", func() {
		for i := range group {
			DATA(i*single, U32(i))
		}
	}), current)
	groups := param("groups")

	Label("group")
	rowAt := []Mem{
		{Base: at},
		{Base: at, Index: end, Scale: 1},
		{Base: at, Index: end, Scale: 2},
		{Base: at, Index: triple, Scale: 1},
		{Base: at, Index: end, Scale: 4},
		{Base: at, Index: quintuple, Scale: 1},
		{Base: at, Index: triple, Scale: 2},
		{Base: at, Index: septuple, Scale: 1},
	}
	low := make([]reg.VecVirtual, group)
	column, x := v.vector(), v.vector()
	left, price := GP64(), param("columns")
	load(v, Mem{Base: price}, column)
	for i := range low {
		low[i] = v.vector()
		VPADDD(rowAt[i], column, low[i])
	}
	MOVQ(end, left)
	JMP(LabelRef("next"))
	Label("vector")
	ADDQ(Imm(uint64(v.bytes())), at)
	ADDQ(Imm(uint64(v.bytes())), price)
	load(v, Mem{Base: price}, column)
	for i := range low {
		VPADDD(rowAt[i], column, x)
		VPMINSD(x, low[i], low[i])
	}
	Label("next")
	SUBQ(Imm(uint64(v.bytes())), left)
	JG(LabelRef("vector"))

	// Interleaving pairs, then pairs of pairs, leaves rows side by side.
	high := v.vector()
	for i := 0; i < group; i += 2 {
		VPUNPCKHDQ(low[i+1], low[i], high)
		VPUNPCKLDQ(low[i+1], low[i], low[i])
		VPMINSD(high, low[i], low[i])
	}
	for i := 0; i < group; i += 4 {
		VPUNPCKHQDQ(low[i+2], low[i], high)
		VPUNPCKLQDQ(low[i+2], low[i], low[i])
		VPMINSD(high, low[i], low[i])
	}
	a, b := low[0], low[4]
	for bytes := v.bytes(); bytes > 32; bytes /= 2 {
		a, b = v.halve(a), v.halve(b)
	}
	best, other := YMM(), YMM()
	VPERM2I128(Imm(0x20), b.AsY(), a.AsY(), best)
	VPERM2I128(Imm(0x31), b.AsY(), a.AsY(), other)
	VPMINSD(other, best, best)
	VPSUBD(Mem{Base: rows}, best, best)

	less := YMM()
	VPCMPGTD(best, run, less)
	VPMINSD(best, run, run)
	VPBLENDVB(less, current, which, which)
	VPADDD(table("groups", func() {
		for i := range group {
			DATA(i*single, U32(group))
		}
	}), current, current)
	ADDQ(Imm(group*single), rows)
	LEAQ(Mem{Base: at, Index: septuple, Scale: 1, Disp: v.bytes()}, at)
	DECQ(groups)
	JNZ(LabelRef("group"))

	want, reduced := YMM(), GP32()
	VMOVDQA(run, want)
	avx2{}.leastEverywhere(want)
	VMOVD(want.AsX(), reduced)
	Store(reduced, Return("reduced"))
	TESTL(reduced, reduced)
	JGE(LabelRef("none"))
	VPCMPEQD(run, want, want)
	VPBLENDVB(want, which, constant(avx2{}, math.MaxInt32), which)
	row := minimum(avx2{}, which)
	Store(row.As64(), Return("row"))
	ADDL(Mem{Base: param("rows"), Index: row.As64(), Scale: single}, reduced)
	cells := GP64()
	MOVQ(end, cells)
	IMULQ(row.As64(), cells)
	ADDQ(param("cells"), cells)
	place := search(v, "search", cells, param("columns"), reduced)
	Store(place, Return("column"))
	Label("none")
	done()
}

func clean(v isa) {
	text(v, "clean", "(cost *float64, rows, columns int, scale float64, row, column *int64) int", "is cleanRows.")
	cost, rows, columns := param("cost"), param("rows"), param("columns")
	row, column := param("row"), param("column")
	low, scale := Load(Param("scale"), XMM()).(reg.VecVirtual), v.vector()
	VBROADCASTSD(low, scale)
	rest, full := GP64(), GP64()
	MOVQ(columns, rest)
	ANDQ(Imm(lanes-1), rest)
	m := v.rest(rest)
	MOVQ(columns, full)
	SUBQ(rest, full)
	limit, rowsDone, at := v.vector(), GP64(), GP64()
	XORQ(rowsDone, rowsDone)
	unit := func(m mask) {
		for i := range lanes * double / v.bytes() {
			place := Mem{Index: at, Scale: double, Disp: i * v.bytes()}
			costs, columns := place, place
			costs.Base, columns.Base = cost, column
			v.below(costs, columns, scale, limit, m, i, "found")
		}
	}
	Label("row")
	VPBROADCASTQ(Mem{Base: row}, limit)
	XORQ(at, at)
	CMPQ(at, full)
	JGE(LabelRef("rest"))
	Label("unit")
	unit(nil)
	ADDQ(Imm(lanes), at)
	CMPQ(at, full)
	JLT(LabelRef("unit"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("next"))
	unit(m)
	Label("next")
	ADDQ(Imm(double), row)
	LEAQ(Mem{Base: cost, Index: columns, Scale: double}, cost)
	INCQ(rowsDone)
	CMPQ(rowsDone, rows)
	JLT(LabelRef("row"))
	Label("found")
	Store(rowsDone, ReturnIndex(0))
	done()
}

func count(v isa) {
	text(v, "count", "(cells *int32, rows, stride int, row, column *int32, limit int32) int",
		"is countBelow, for rows of whole vectors.")
	cells, rows, end, row, column := param("cells"), param("rows"), param("stride"), param("row"), param("column")
	SHLQ(Imm(2), end)
	bound, x := v.vector(), v.vector()
	limit := GP32()
	total, at := GP64(), GP64()
	XORQ(total, total)
	Label("row")
	Load(Param("limit"), limit)
	ADDL(Mem{Base: row}, limit)
	VMOVD(limit, bound.AsX())
	VPBROADCASTD(bound.AsX(), bound)
	XORQ(at, at)
	Label("vector")
	load(v, Mem{Base: cells, Index: at, Scale: 1}, x)
	VPADDD(Mem{Base: column, Index: at, Scale: 1}, x, x)
	mask := GP32()
	v.less(x, bound, mask)
	POPCNTL(mask, mask)
	ADDQ(mask.As64(), total)
	ADDQ(Imm(uint64(v.bytes())), at)
	CMPQ(at, end)
	JLT(LabelRef("vector"))
	ADDQ(end, cells)
	ADDQ(Imm(single), row)
	DECQ(rows)
	JNZ(LabelRef("row"))
	Store(total, ReturnIndex(0))
	done()
}
