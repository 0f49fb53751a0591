package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	width  = 32 // columns of a tile
	unroll = 4  // steps of the depth
	line   = 64 // bytes of a cache line
	shared = 3  // rows of a that are reached from one pointer
)

// numbers are what a tile multiplies, all of the size of a float32, and how it adds the product of a number of w, one
// for each column, and one of a, the same for all, to a sum.
type numbers struct {
	suffix, sum, factor string
	add                 func(w, x, sum reg.VecVirtual)
}

// floats are multiplied and added with one rounding.
var floats = numbers{"", "float32", "float32", func(w, x, sum reg.VecVirtual) { VFMADD231PS(w, x, sum) }}

// integers are several small ones in a word, of which the products are added exactly.
func (v isa) integers() numbers {
	n := numbers{suffix: "Int8", sum: "int32", factor: "uint32"}
	if v.wide() {
		n.add = func(w, x, sum reg.VecVirtual) { VPDPBUSD(w, x, sum) } // x without signs
		return n
	}
	n.add = func(w, x, sum reg.VecVirtual) {
		product := v.register()
		VPMADDWD(w, x, product)
		VPADDD(product, sum, sum)
	}
	return n
}

// tile writes the function that computes a product of a few rows with width columns: two registers of sums for each
// row, in as many passes as are needed.
func (v isa) tile(of numbers) {
	name := "tile" + of.suffix + v.name
	TEXT(name, NOSPLIT, fmt.Sprintf("func(dst *%s, stride int, a *%[2]s, lda int, w *%[2]s, ldw int, start *%[1]s, "+
		"lds, rows, depth int, next *%[2]s)", of.sum, of.factor))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s fills rows of dst, 1 to %d, with what start is and depth products of a and w. It asks for",
		name, v.rows), "the memory at next, a cache line for each two of the depth.")
	passes := width * single / (2 * v.bytes)
	rows := load("rows")
	for r := v.rows; r > 1; r-- {
		CMPQ(rows, Imm(uint64(r)))
		JEQ(LabelRef(fmt.Sprintf("rows%d", r)))
	}
	for r := 1; r <= v.rows; r++ {
		name := fmt.Sprintf("rows%d", r)
		Label(name)
		for pass := range passes {
			v.tileOf(of, r, pass, passes, fmt.Sprintf("%spass%d", name, pass))
		}
		JMP(LabelRef("done"))
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// tileOf computes two registers of columns.
func (v isa) tileOf(of numbers, rows, pass, passes int, name string) {
	offset := pass * 2 * v.bytes
	sums := make([][2]reg.VecVirtual, rows)
	start, lds := load("start"), bytesOf(load("lds"))
	for i := range sums {
		for c := range 2 {
			sums[i][c] = v.register()
			VMOVUPS(at(start, offset+c*v.bytes), sums[i][c])
		}
		if i+1 < rows {
			ADDQ(lds, start)
		}
	}
	lda, ldw := bytesOf(load("lda")), bytesOf(load("ldw"))
	bases := []reg.GPVirtual{load("a")}
	for i := shared; i < rows; i += shared {
		next := GP64()
		LEAQ(Mem{Base: bases[len(bases)-1], Index: lda, Scale: 2}, next)
		ADDQ(lda, next)
		bases = append(bases, next)
	}
	w := load("w")
	x := func(i, k int) Mem {
		m := Mem{Base: bases[i/shared], Disp: k * single}
		if scale := i % shared; scale > 0 {
			m.Index, m.Scale = lda, uint8(scale)
		}
		return m
	}
	step := func(k int) {
		var ws [2]reg.VecVirtual
		for c := range ws {
			ws[c] = v.register()
			VMOVUPS(at(w, offset+c*v.bytes), ws[c])
		}
		ADDQ(ldw, w)
		for i := range sums {
			xi := v.register()
			VBROADCASTSS(x(i, k), xi)
			for c := range ws {
				of.add(ws[c], xi, sums[i][c])
			}
		}
	}
	forward := func(steps int) {
		for _, base := range bases {
			ADDQ(Imm(uint64(steps*single)), base)
		}
	}
	next := load("next")
	depth := load("depth")
	SUBQ(Imm(unroll), depth)
	JLT(LabelRef(name + "rest"))
	Label(name + "loop")
	const lines = unroll / 2
	for l := pass; l < lines; l += passes {
		PREFETCHT1(at(next, l*line))
	}
	ADDQ(U32(lines*line), next)
	for k := range unroll {
		step(k)
	}
	forward(unroll)
	SUBQ(Imm(unroll), depth)
	JGE(LabelRef(name + "loop"))
	Label(name + "rest")
	ADDQ(Imm(unroll), depth)
	JZ(LabelRef(name + "store"))
	Label(name + "one")
	step(0)
	forward(1)
	DECQ(depth)
	JNZ(LabelRef(name + "one"))
	Label(name + "store")
	dst, stride := load("dst"), bytesOf(load("stride"))
	for i := range sums {
		for c := range 2 {
			VMOVUPS(sums[i][c], at(dst, offset+c*v.bytes))
		}
		if i+1 < rows {
			ADDQ(stride, dst)
		}
	}
}
