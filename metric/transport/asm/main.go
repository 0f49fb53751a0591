// Command asm writes the assembly of package transport for amd64. See the go:generate line there.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	for _, v := range []isa{avx512{}, avx2{}} {
		largest(v)
		round(v)
		leastOfAll(v)
		price(v)
		shift(v)
		clean(v)
		count(v)
		for _, size := range []int{0, 16, 32} {
			pick(v, size)
		}
	}
	sets()
	Generate()
}

// Sizes in bytes.
const (
	single = 4
	double = 8
)

// group is the number of rows that price takes at a time; lanes the number of columns in a unit of padding.
const (
	group = 8
	lanes = 16
)

// An isa is a width of registers, and what is not the same for all.
type isa interface {
	name() string
	bytes() int // of a register
	vector() reg.VecVirtual
	// equal sets the bits of mask where the 32-bit lanes of x and y agree.
	equal(x, y reg.VecVirtual, mask reg.GPVirtual)
	// less sets those where x is less than y.
	less(x, y reg.VecVirtual, mask reg.GPVirtual)
	// put writes the lanes of value to those of x that mask has a bit for.
	put(x []reg.VecVirtual, mask reg.GPVirtual, value reg.VecVirtual)
	// halve returns the minima of the two halves of x, in half its width, down to four lanes.
	halve(x reg.VecVirtual) reg.VecVirtual
	// leastEverywhere fills x with its least lane.
	leastEverywhere(x reg.VecVirtual) reg.VecVirtual
	// rest makes the masks of the first n of 16 columns, and far in the others.
	rest(n reg.GPVirtual) mask
	// quantise returns 16 costs × scale as 32-bit integers, of which the last are missing if m is not nil.
	quantise(cost Mem, scale reg.VecVirtual, m mask) []reg.VecVirtual
	// below jumps to label if one of the costs, as many as a register holds, × scale + column is below row.
	below(cost, column Mem, scale, row reg.VecVirtual, m mask, part int, label string)
	// magnitude takes the absolute costs, as many as a register holds, into the maxima top, and greatest returns the
	// bits of the greatest of four of these.
	magnitude(cost Mem, top reg.VecVirtual)
	greatest(top []reg.VecVirtual) reg.VecVirtual
	// shift adds delta to the price of the nodes in set, 16 or 8 nodes.
	shift(price Mem, set Mem, delta reg.VecVirtual)
}

// A mask says which of 16 columns are there.
type mask interface {
	// pad puts far where no column is.
	pad(x []reg.VecVirtual)
}

// text begins a function.
func text(v isa, name, signature, doc string, arguments ...any) {
	name += v.name()
	TEXT(name, NOSPLIT, "func"+signature)
	Pragma("noescape")
	Doc(name + " " + fmt.Sprintf(doc, arguments...))
}

// param loads an argument.
func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// done ends a function.
func done() {
	VZEROUPPER()
	RET()
}

// minimum returns the least of the 32-bit lanes of x.
func minimum(v isa, x reg.VecVirtual) reg.GPVirtual {
	low := GP32()
	VMOVD(minimumLane(v, x), low)
	return low
}

// minimumLane returns the least of the 32-bit lanes of x in the first lane, and in others.
func minimumLane(v isa, x reg.VecVirtual) reg.VecVirtual {
	for b := v.bytes(); b > 16; b /= 2 {
		x = v.halve(x)
	}
	for _, order := range []uint64{0b01001110, 0b10110001} {
		y := XMM()
		VPSHUFD(Imm(order), x, y)
		VPMINSD(y, x, x)
	}
	return x
}

// move copies a register.
func move(v isa, from, to reg.VecVirtual) {
	if v.bytes() == 64 {
		VMOVDQA32(from, to)
	} else {
		VMOVDQA(from, to)
	}
}

func load(v isa, from Mem, to reg.VecVirtual) {
	if v.bytes() == 64 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

func store(v isa, from reg.VecVirtual, to Mem) {
	if v.bytes() == 64 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

// constant fills the 32-bit lanes of a register.
func constant(v isa, x uint32) reg.VecVirtual {
	r, y := GP32(), v.vector()
	MOVL(U32(x), r)
	low := XMM()
	VMOVD(r, low)
	VPBROADCASTD(low, y)
	return y
}

func broadcast(v isa, r reg.GPVirtual) reg.VecVirtual {
	y, low := v.vector(), XMM()
	VMOVD(r.As32(), low)
	VPBROADCASTD(low, y)
	return y
}

// search finds the first 32-bit lane where cells + offset is low and returns its place. It must be there.
func search(v isa, label string, cells, offset, low reg.GPVirtual) reg.GPVirtual {
	want := broadcast(v, low)
	at, mask := GP64(), GP32()
	MOVQ(I32(-v.bytes()), at)
	Label(label)
	ADDQ(Imm(uint64(v.bytes())), at)
	x := v.vector()
	load(v, Mem{Base: cells, Index: at, Scale: 1}, x)
	VPADDD(Mem{Base: offset, Index: at, Scale: 1}, x, x)
	v.equal(x, want, mask)
	TESTL(mask, mask)
	JZ(LabelRef(label))
	TZCNTL(mask, mask)
	SHRQ(Imm(2), at)
	ADDQ(mask.As64(), at)
	return at
}

// scan finds the least of a row of cells + offset, end bytes long.
func scan(v isa, label string, cells, offset, end reg.GPVirtual) reg.GPVirtual {
	low, x, at := v.vector(), v.vector(), GP64()
	load(v, Mem{Base: cells}, low)
	VPADDD(Mem{Base: offset}, low, low)
	MOVQ(U32(uint32(v.bytes())), at)
	CMPQ(at, end)
	JGE(LabelRef(label + "end"))
	Label(label)
	load(v, Mem{Base: cells, Index: at, Scale: 1}, x)
	VPADDD(Mem{Base: offset, Index: at, Scale: 1}, x, x)
	VPMINSD(x, low, low)
	ADDQ(Imm(uint64(v.bytes())), at)
	CMPQ(at, end)
	JLT(LabelRef(label))
	Label(label + "end")
	return minimum(v, low)
}

func leastOfAll(v isa) {
	text(v, "leastOfAll", "(cells, offset *int32, rows, stride int, low, at *int32)",
		"is leastIn for each row of stride cells, whole vectors.")
	cells, offset, rows, end := param("cells"), param("offset"), param("rows"), param("stride")
	lows, ats := param("low"), param("at")
	SHLQ(Imm(2), end)
	Label("row")
	low := scan(v, "scan", cells, offset, end)
	at := search(v, "search", cells, offset, low)
	MOVL(low, Mem{Base: lows})
	MOVL(at.As32(), Mem{Base: ats})
	ADDQ(Imm(single), lows)
	ADDQ(Imm(single), ats)
	ADDQ(end, cells)
	DECQ(rows)
	JNZ(LabelRef("row"))
	done()
}

func round(v isa) {
	text(v, "round", "(cells *int32, cost *float64, rows, columns, stride int, scale float64, rowSum, columnSum "+
		"*int32)",
		"is roundInto.")
	cells, cost, rows, columns, stride := param("cells"), param("cost"), param("rows"), param("columns"),
		param("stride")
	rowSum, columnSum := param("rowSum"), param("columnSum")
	low, scale := Load(Param("scale"), XMM()).(reg.VecVirtual), v.vector()
	VBROADCASTSD(low, scale)
	rest := GP64()
	MOVQ(columns, rest)
	ANDQ(Imm(lanes-1), rest)
	m := v.rest(rest)
	full := GP64() // columns of whole units
	MOVQ(columns, full)
	SUBQ(rest, full)
	registers := lanes * single / v.bytes()
	sum := make([]reg.VecVirtual, registers)
	for i := range sum {
		sum[i] = v.vector()
	}
	total := v.vector()
	at := GP64()

	Label("row")
	VXORPS(total.AsX(), total.AsX(), total.AsX())
	XORQ(at, at)
	CMPQ(at, full)
	JGE(LabelRef("rest"))
	add := func(x []reg.VecVirtual) {
		for i := range x {
			place := Mem{Base: columnSum, Index: at, Scale: single, Disp: i * v.bytes()}
			VPADDD(x[i], total, total)
			VPADDD(place, x[i], sum[i])
			store(v, sum[i], place)
		}
	}
	put := func(x []reg.VecVirtual) {
		for i := range x {
			store(v, x[i], Mem{Base: cells, Index: at, Scale: single, Disp: i * v.bytes()})
		}
	}
	Label("unit")
	x := v.quantise(Mem{Base: cost, Index: at, Scale: double}, scale, nil)
	add(x)
	put(x)
	ADDQ(Imm(lanes), at)
	CMPQ(at, full)
	JLT(LabelRef("unit"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("sum"))
	x = v.quantise(Mem{Base: cost, Index: at, Scale: double}, scale, m)
	add(x)
	m.pad(x)
	put(x)
	Label("sum")
	half := total
	if v.bytes() == 64 {
		y := YMM()
		VEXTRACTI64X4(Imm(1), total, y)
		VPADDD(total.AsY(), y, y)
		half = y
	}
	quarter, other := XMM(), XMM()
	VEXTRACTI128(Imm(1), half.AsY(), quarter)
	VPADDD(half.AsX(), quarter, quarter)
	for _, order := range []uint64{0b01001110, 0b10110001} {
		VPSHUFD(Imm(order), quarter, other)
		VPADDD(other, quarter, quarter)
	}
	VMOVD(quarter, Mem{Base: rowSum})
	ADDQ(Imm(single), rowSum)
	LEAQ(Mem{Base: cost, Index: columns, Scale: double}, cost)
	LEAQ(Mem{Base: cells, Index: stride, Scale: single}, cells)
	DECQ(rows)
	JNZ(LabelRef("row"))
	done()
}

func largest(v isa) {
	text(v, "largest", "(cost *float64, n int) uint64",
		"returns the bits of the largest of n absolute costs, a multiple of %d.", 4*v.bytes()/double)
	cost, n := param("cost"), param("n")
	top := make([]reg.VecVirtual, 4)
	for i := range top {
		top[i] = v.vector()
		VXORPS(top[i].AsX(), top[i].AsX(), top[i].AsX())
	}
	Label("loop")
	for i := range top {
		v.magnitude(Mem{Base: cost, Disp: i * v.bytes()}, top[i])
	}
	ADDQ(U32(uint32(4*v.bytes())), cost)
	SUBQ(Imm(uint64(4*v.bytes()/double)), n)
	JG(LabelRef("loop"))
	bits := GP64()
	VMOVQ(v.greatest(top), bits)
	Store(bits, ReturnIndex(0))
	done()
}

func shift(v isa) {
	text(v, "shift", "(price *int32, set *uint64, nodes int, delta int32)",
		"adds delta to the prices of the nodes in set, out of nodes, whole units of %d.", lanes)
	prices, set, n := param("price"), param("set"), param("nodes")
	r := GP32()
	Load(Param("delta"), r)
	delta := broadcast(v, r)
	Label("loop")
	v.shift(Mem{Base: prices}, Mem{Base: set}, delta)
	ADDQ(Imm(uint64(v.bytes())), prices)
	ADDQ(Imm(uint64(v.bytes()/single/8)), set)
	SUBQ(Imm(uint64(v.bytes()/single)), n)
	JG(LabelRef("loop"))
	done()
}
