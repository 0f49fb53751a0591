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

// tile writes the function that computes a product of a few rows with width columns: two registers of sums for each
// row, in as many passes as are needed.
func (v isa) tile() {
	TEXT("tile"+v.name, NOSPLIT,
		"func(dst *float32, stride int, a *float32, lda int, w *float32, ldw int, start *float32, "+
			"lds, rows, depth int, next *float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("tile%s fills rows of dst, 1 to %d, with what start is and depth products of a and w. It asks for",
		v.name, v.rows), "the memory at next, a cache line for each two of the depth.")
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
			v.tileOf(r, pass, passes, fmt.Sprintf("%spass%d", name, pass))
		}
		JMP(LabelRef("done"))
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// tileOf computes two registers of columns.
func (v isa) tileOf(rows, pass, passes int, name string) {
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
				VFMADD231PS(ws[c], xi, sums[i][c])
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
