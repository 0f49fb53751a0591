// Command asm writes the assembly of package transport for amd64. See the go:generate line there.
package main

import (
	"fmt"
	"math"

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
	// rest makes the masks of the first n of 16 columns, and far in the others.
	rest(n reg.GPVirtual) mask
	// quantise returns 16 costs × scale as 32-bit integers, of which the last are missing if m is not nil.
	quantise(cost Mem, scale reg.VecVirtual, m mask) []reg.VecVirtual
	// below jumps to label if one of the costs, as many as a register holds, × scale + column is below row.
	below(cost, column Mem, scale, row reg.VecVirtual, m mask, part int, label string)
	// magnitude takes the absolute costs, as many as a register holds, into the maxima top, and greatest returns the bits of the
	// greatest of four of these.
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
	rowAt := []Mem{{Base: at}, {Base: at, Index: end, Scale: 1}, {Base: at, Index: end, Scale: 2}, {Base: at, Index: triple, Scale: 1},
		{Base: at, Index: end, Scale: 4}, {Base: at, Index: quintuple, Scale: 1}, {Base: at, Index: triple, Scale: 2}, {Base: at, Index: septuple, Scale: 1}}
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

	reduced := minimum(avx2{}, run)
	Store(reduced, Return("reduced"))
	TESTL(reduced, reduced)
	JGE(LabelRef("none"))
	want := broadcast(avx2{}, reduced)
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

func round(v isa) {
	text(v, "round", "(cells *int32, cost *float64, rows, columns, stride int, scale float64, rowSum, columnSum *int32)",
		"is roundInto.")
	cells, cost, rows, columns, stride := param("cells"), param("cost"), param("rows"), param("columns"), param("stride")
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
	limit, done0, at := v.vector(), GP64(), GP64()
	XORQ(done0, done0)
	step := v.bytes() / double
	Label("row")
	VPBROADCASTQ(Mem{Base: row}, limit)
	XORQ(at, at)
	CMPQ(at, full)
	JGE(LabelRef("rest"))
	Label("unit")
	for i := range lanes / step {
		v.below(Mem{Base: cost, Index: at, Scale: double, Disp: i * v.bytes()}, Mem{Base: column, Index: at, Scale: double, Disp: i * v.bytes()},
			scale, limit, nil, i, "found")
	}
	ADDQ(Imm(lanes), at)
	CMPQ(at, full)
	JLT(LabelRef("unit"))
	Label("rest")
	TESTQ(rest, rest)
	JZ(LabelRef("next"))
	for i := range lanes / step {
		v.below(Mem{Base: cost, Index: at, Scale: double, Disp: i * v.bytes()}, Mem{Base: column, Index: at, Scale: double, Disp: i * v.bytes()},
			scale, limit, m, i, "found")
	}
	Label("next")
	ADDQ(Imm(double), row)
	LEAQ(Mem{Base: cost, Index: columns, Scale: double}, cost)
	INCQ(done0)
	CMPQ(done0, rows)
	JLT(LabelRef("row"))
	Label("found")
	Store(done0, ReturnIndex(0))
	done()
}

func count(v isa) {
	text(v, "count", "(cells *int32, rows, stride int, row, column *int32, limit int32) int", "is countBelow, for rows of whole vectors.")
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

// sets writes the work on the sets of the nodes on a way up the tree, for sets of whole units of four words: the outer loop goes over these
// units, the inner one up or down the way.
func sets() {
	along := func(name, doc string, step func(set func(int) Mem, moved reg.VecVirtual, at, n reg.GPVirtual)) {
		text(avx2{}, name, "(below *uint64, words int, way *int32, n int, moved *uint64)", "%s", doc)
		below, words, way, n, moved := param("below"), param("words"), param("way"), param("n"), param("moved")
		size, at, node, unit := GP64(), GP64(), GP64(), YMM()
		MOVQ(words, size)
		SHLQ(Imm(3), size)
		Label("unit")
		VMOVDQU(Mem{Base: moved}, unit)
		step(func(disp int) Mem {
			MOVLQSX(Mem{Base: way, Index: at, Scale: single, Disp: disp * single}, node)
			IMULQ(size, node)
			return Mem{Base: below, Index: node, Scale: 1}
		}, unit, at, n)
		ADDQ(Imm(32), moved)
		ADDQ(Imm(32), below)
		SUBQ(Imm(4), words)
		JG(LabelRef("unit"))
		done()
	}
	each := func(change func(set Mem, moved, y reg.VecVirtual)) func(func(int) Mem, reg.VecVirtual, reg.GPVirtual, reg.GPVirtual) {
		return func(set func(int) Mem, moved reg.VecVirtual, at, n reg.GPVirtual) {
			XORQ(at, at)
			Label("node")
			m, y := set(0), YMM()
			change(m, moved, y)
			VMOVDQU(y, m)
			INCQ(at)
			CMPQ(at, n)
			JLT(LabelRef("node"))
		}
	}
	along("leave", "is (*tree).leave for n nodes, at least one.", each(func(set Mem, moved, y reg.VecVirtual) { VPANDN(set, moved, y) }))
	along("join", "is (*tree).join for n nodes, at least one.", each(func(set Mem, moved, y reg.VecVirtual) { VPOR(set, moved, y) }))
	along("turn", "is (*tree).turn for n nodes.", func(set func(int) Mem, moved reg.VecVirtual, at, n reg.GPVirtual) {
		y := YMM()
		LEAQ(Mem{Base: n, Disp: -1}, at)
		JMP(LabelRef("test"))
		Label("node")
		VMOVDQU(set(-1), y)
		VPANDN(moved, y, y)
		VMOVDQU(y, set(0))
		DECQ(at)
		Label("test")
		TESTQ(at, at)
		JNZ(LabelRef("node"))
		VMOVDQU(moved, set(0))
	})
}
