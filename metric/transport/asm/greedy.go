package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// struck marks rows and columns that are used up.
const struck = 1 << 30

// pick writes the loop of the greedy start: choose a row and its column, look for another one where the column is
// gone, strike. With size 0 the least cells of the rows and the offsets of the columns stay in memory; otherwise, for
// at most so many rows and columns, in registers: a vector that is loaded soon after one of its numbers was stored has
// to wait.
func pick(v isa, size int) {
	name, doc := "pick", "is (*greedy).pick."
	if size > 0 {
		name = fmt.Sprintf("pick%d", size)
		doc = fmt.Sprintf("is (*greedy).pick for at most %d rows and columns. It adds the offsets of rows to low.",
			size)
	}
	text(v, name, "(cells *int32, stride, rows int, low, row, at, column *int32, supply, demand *int64, "+
		"parent *int32, flow *int64, first int, order *int32, live int) (struck int)", "%s", doc)
	g := &start{isa: v, stride: param("stride"), at: param("at")}
	SHLQ(Imm(2), g.stride)
	if size > 0 {
		g.load(size)
	}
	struckRows := GP64() // counts struck nodes
	XORQ(struckRows, struckRows)
	live := param("live")

	Label("next")
	i := g.cheapest()
	j := GP64()
	MOVLQSX(Mem{Base: g.at, Index: i, Scale: single}, j)
	g.skipStruck(j, "again")
	s, d := GP64(), GP64()
	MOVQ(Mem{Base: param("supply"), Index: i, Scale: double}, s)
	MOVQ(Mem{Base: param("demand"), Index: j, Scale: double}, d)
	node := GP64()
	CMPQ(s, d)
	JGE(LabelRef("strikeColumn"))

	SUBQ(s, d)
	MOVQ(d, Mem{Base: param("demand"), Index: j, Scale: double})
	Load(Param("first"), node)
	ADDQ(j, node)
	MOVL(node.As32(), Mem{Base: param("parent"), Index: i, Scale: single})
	MOVQ(s, Mem{Base: param("flow"), Index: i, Scale: double})
	MOVL(i.As32(), Mem{Base: param("order"), Index: struckRows, Scale: single})
	INCQ(struckRows)
	g.strikeRow(i)
	JMP(LabelRef("next"))

	Label("strikeColumn")
	SUBQ(d, s)
	MOVQ(s, Mem{Base: param("supply"), Index: i, Scale: double})
	Load(Param("first"), node)
	ADDQ(j, node)
	MOVL(i.As32(), Mem{Base: param("parent"), Index: node, Scale: single})
	MOVQ(d, Mem{Base: param("flow"), Index: node, Scale: double})
	MOVL(node.As32(), Mem{Base: param("order"), Index: struckRows, Scale: single})
	INCQ(struckRows)
	g.strikeColumn(j)
	DECQ(live)
	TESTQ(s, s)
	JZ(LabelRef("spent"))
	CMPQ(live, Imm(1))
	JLE(LabelRef("done"))
	Label("again") // also the row that has just used up its column: it would be the next one, and its column gone
	g.rescan(i, "again")
	JMP(LabelRef("next"))

	Label("spent") // a row without supply goes below the cheapest column that is left
	g.rescan(i, "spent")
	column := GP32()
	MOVL(Mem{Base: g.at, Index: i, Scale: single}, column)
	Load(Param("first"), node)
	ADDL(column, node.As32())
	MOVL(node.As32(), Mem{Base: param("parent"), Index: i, Scale: single})
	MOVQ(U32(0), Mem{Base: param("flow"), Index: i, Scale: double})
	MOVL(i.As32(), Mem{Base: param("order"), Index: struckRows, Scale: single})
	INCQ(struckRows)
	g.strikeRow(i)
	CMPQ(live, Imm(1))
	JG(LabelRef("next"))
	Label("done")
	g.save()
	Store(struckRows, Return("struck"))
	done()
}

// start is the state of pick. lows and offsets are registers, or nil.
type start struct {
	isa
	stride, at    reg.GPVirtual
	lows, offsets []reg.VecVirtual
	gone          reg.GPVirtual // struck columns, a bit each
	bit           reg.GPVirtual // of the row that is cheapest
	struck        reg.VecVirtual
}

func (g *start) load(size int) {
	row := param("row")
	for b := 0; b < size*single; b += g.bytes() {
		low, offset := g.vector(), g.vector()
		load(g, Mem{Base: param("low"), Disp: b}, low)
		VPADDD(Mem{Base: row, Disp: b}, low, low)
		load(g, Mem{Base: param("column"), Disp: b}, offset)
		g.lows, g.offsets = append(g.lows, low), append(g.offsets, offset)
	}
	g.gone, g.bit = GP32(), GP32()
	XORL(g.gone, g.gone)
	g.struck = constant(g, struck)
}

func (g *start) cheapest() reg.GPVirtual {
	if g.lows == nil {
		end := param("rows")
		SHLQ(Imm(2), end)
		row := param("row")
		low := scan(g, "rows", param("low"), row, end)
		return search(g, "row", param("low"), row, low)
	}
	i := GP64()
	g.first(g.lows, g.bit)
	TZCNTL(g.bit, i.As32())
	BLSIL(g.bit, g.bit)
	return i
}

// first sets the bits of mask where x is least, and returns the least in all lanes.
func (g *start) first(x []reg.VecVirtual, mask reg.GPVirtual) reg.VecVirtual {
	low := g.vector()
	move(g, x[0], low)
	for _, y := range x[1:] {
		VPMINSD(y, low, low)
	}
	want := g.leastEverywhere(low)
	for r := len(x) - 1; r >= 0; r-- {
		if r == len(x)-1 {
			g.equal(x[r], want, mask)
			continue
		}
		part := GP32()
		g.equal(x[r], want, part)
		SHLL(Imm(uint64(g.bytes()/single)), mask)
		ORL(part, mask)
	}
	return want
}

func (g *start) skipStruck(j reg.GPVirtual, label string) {
	if g.lows == nil {
		CMPL(Mem{Base: param("column"), Index: j, Scale: single}, U32(struck/2))
		JGE(LabelRef(label))
		return
	}
	BTL(j.As32(), g.gone)
	JCS(LabelRef(label))
}

func (g *start) strikeRow(i reg.GPVirtual) {
	if g.lows == nil {
		MOVL(U32(struck), Mem{Base: param("low"), Index: i, Scale: single})
		return
	}
	g.put(g.lows, g.bit, g.struck)
}

func (g *start) strikeColumn(j reg.GPVirtual) {
	ADDL(U32(struck), Mem{Base: param("column"), Index: j, Scale: single})
	if g.lows == nil {
		return
	}
	bit := GP32()
	XORL(bit, bit)
	BTSL(j.As32(), bit)
	ORL(bit, g.gone)
	g.put(g.offsets, bit, g.struck)
}

// rescan finds the least cell of row i that is left.
func (g *start) rescan(i reg.GPVirtual, label string) {
	cells := GP64()
	MOVQ(g.stride, cells)
	IMULQ(i, cells)
	ADDQ(param("cells"), cells)
	if g.lows == nil {
		column := param("column")
		low := scan(g, label+"columns", cells, column, g.stride)
		at := search(g, label+"column", cells, column, low)
		MOVL(low, Mem{Base: param("low"), Index: i, Scale: single})
		MOVL(at.As32(), Mem{Base: g.at, Index: i, Scale: single})
		return
	}
	x := make([]reg.VecVirtual, len(g.lows))
	for r := range x {
		x[r] = g.vector()
		VPADDD(Mem{Base: cells, Disp: r * g.bytes()}, g.offsets[r], x[r])
	}
	mask, y := GP32(), g.vector()
	low := g.first(x, mask)
	TZCNTL(mask, mask)
	MOVL(mask, Mem{Base: g.at, Index: i, Scale: single})
	VPBROADCASTD(Mem{Base: param("row"), Index: i, Scale: single}, y)
	VPADDD(y, low, low)
	g.put(g.lows, g.bit, low)
}

// save leaves low as Go expects it.
func (g *start) save() {
	for r, low := range g.lows {
		store(g, low, Mem{Base: param("low"), Disp: r * g.bytes()})
	}
}
