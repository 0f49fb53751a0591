// Command asm writes the assembly of package dot for amd64. See the go:generate line there.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	panel("panelAVX512", avx512{})
	panel("panelAVX2", avx2{})
	bandAVX512()
	cosinesAVX512()
	cosinesAVX2()
	for _, v := range []vectors{zmm, ymm} {
		blend(v)
		blendedCosts(v)
	}
	prefetch()
	Generate()
}

// Sizes in bytes.
const (
	header = 24 // of a []float32, the pointer first
	single = 4
	double = 8
)

// An isa computes a block of inner products in registers. Its lanes are 16: it sums the products of components
// k, k+16, k+32, … in lane k mod 16 by fused multiply-adds.
type isa interface {
	// block returns the rows and columns of a full block.
	block() (rows, columns int)
	// prepare makes what tail needs, where rest components remain after the last multiple of 16.
	prepare(rest reg.GPVirtual)
	// begin returns the sums of a block, all zero.
	begin(rows, columns int) sums
	// step adds the products of 16 components at x[i] and y[j], and tail those of the remaining ones.
	step(s sums, x, y []Mem)
	tail(s sums, x, y []Mem)
	// finish reduces each sum to one number and stores those of row i at dst[i].
	finish(s sums, dst []Mem)
}

// sums are the registers of a block, by row, column and part of the 16 lanes.
type sums [][][]reg.VecVirtual

// panel writes the function that computes a row of blocks: all columns of a few rows.
func panel(name string, v isa) {
	TEXT(name, NOSPLIT, "func(dst *float64, stride int, x, y *[]float32, rows, columns, dim int)")
	maxRows, maxColumns := v.block()
	Pragma("noescape")
	Doc(fmt.Sprintf("%s fills rows×columns inner products, stride apart, of vectors of dim components. rows is 1 "+
		"to %d.", name, maxRows))
	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	y := Load(Param("y"), GP64()).(reg.GPVirtual)
	columns := Load(Param("columns"), GP64()).(reg.GPVirtual)
	end := Load(Param("dim"), GP64()).(reg.GPVirtual) // of the multiples of 16, in bytes
	rest := GP64()
	MOVQ(end, rest)
	ANDQ(Imm(15), rest)
	v.prepare(rest)
	SUBQ(rest, end)
	SHLQ(Imm(2), end)
	rows := Load(Param("rows"), GP64()).(reg.GPVirtual)
	for r := maxRows; r > 1; r-- {
		CMPQ(rows, Imm(uint64(r)))
		JEQ(LabelRef(fmt.Sprintf("rows%d", r)))
	}
	for r := 1; r <= maxRows; r++ {
		Label(fmt.Sprintf("rows%d", r))
		xs := pointers(x, r)
		for c := maxColumns; c >= 1; c-- {
			here := fmt.Sprintf("block%dx%d", r, c)
			next := fmt.Sprintf("block%dx%d", r, c-1)
			if c == 1 {
				next = "done"
			}
			Label(here)
			CMPQ(columns, Imm(uint64(c)))
			JLT(LabelRef(next))
			block(v, here, xs, pointers(y, c), dst, end)
			ADDQ(Imm(uint64(c*header)), y)
			ADDQ(Imm(uint64(c*double)), dst)
			SUBQ(Imm(uint64(c)), columns)
			if c == maxColumns {
				JMP(LabelRef(here))
			} else {
				JMP(LabelRef("done"))
			}
		}
	}
	Label("done")
	VZEROUPPER()
	RET()
}

// pointers loads those of n consecutive rows.
func pointers(headers reg.GPVirtual, n int) []reg.GPVirtual {
	list := make([]reg.GPVirtual, n)
	for i := range list {
		list[i] = GP64()
		MOVQ(Mem{Base: headers, Disp: i * header}, list[i])
	}
	return list
}

// block writes one block: the loop over the components, what is left of them, and the end.
func block(v isa, name string, x, y []reg.GPVirtual, dst, end reg.GPVirtual) {
	s := v.begin(len(x), len(y))
	k := GP64()
	XORQ(k, k)
	at := func(bases []reg.GPVirtual) []Mem {
		list := make([]Mem, len(bases))
		for i, base := range bases {
			list[i] = Mem{Base: base, Index: k, Scale: 1}
		}
		return list
	}
	TESTQ(end, end)
	JZ(LabelRef(name + "rest"))
	Label(name + "loop")
	v.step(s, at(x), at(y))
	ADDQ(Imm(16*single), k)
	CMPQ(k, end)
	JLT(LabelRef(name + "loop"))
	Label(name + "rest")
	dim := Load(Param("dim"), GP64())
	TESTQ(U32(15), dim)
	JZ(LabelRef(name + "sum"))
	v.tail(s, at(x), at(y))
	Label(name + "sum")
	rows := make([]Mem, len(x))
	row, stride := GP64(), Load(Param("stride"), GP64()).(reg.GPVirtual)
	MOVQ(dst, row)
	for i := range rows {
		rows[i] = Mem{Base: row}
		if i > 0 {
			next := GP64()
			LEAQ(Mem{Base: rows[i-1].Base, Index: stride, Scale: double}, next)
			rows[i].Base = next
		}
	}
	v.finish(s, rows)
}
