package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	bandRows  = 4 // of a block
	bandReach = 2 // how far after a row the others stand
)

// bandAVX512 writes the function that computes blocks of Band. A block is laid out as one of panelAVX512 with a row
// of dst for each vector.
func bandAVX512() {
	var v avx512
	TEXT("bandAVX512", NOSPLIT, "func(dst *float64, x *[]float32, blocks, dim int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("bandAVX512 is Band of %d rows times blocks, at least one, and %d more behind them, of dim "+
		"components.", bandRows, bandReach))
	dst := Load(Param("dst"), GP64()).(reg.GPVirtual)
	x := Load(Param("x"), GP64()).(reg.GPVirtual)
	end := Load(Param("dim"), GP64()).(reg.GPVirtual) // of the multiples of 16, in bytes
	blocks := Load(Param("blocks"), GP64()).(reg.GPVirtual)
	rest := GP64()
	MOVQ(end, rest)
	ANDQ(Imm(15), rest)
	v.prepare(rest)
	SUBQ(rest, end)
	SHLQ(Imm(2), end)
	Label("block")
	rows := pointers(x, bandRows+bandReach)
	s := v.begin(bandRows, bandReach)
	k := GP64()
	XORQ(k, k)
	step := func(load func(from Mem, to reg.VecVirtual)) {
		loaded := make([]reg.VecVirtual, len(rows))
		for i, row := range rows {
			loaded[i] = ZMM()
			load(Mem{Base: row, Index: k, Scale: 1}, loaded[i])
		}
		for i := range bandRows {
			for c := range bandReach {
				VFMADD231PS(loaded[i+c+1], loaded[i], s[i][c][0])
			}
		}
	}
	TESTQ(end, end)
	JZ(LabelRef("rest"))
	Label("loop")
	step(func(from Mem, to reg.VecVirtual) { VMOVUPS(from, to) })
	ADDQ(Imm(16*single), k)
	CMPQ(k, end)
	JLT(LabelRef("loop"))
	Label("rest")
	TESTQ(U32(15), Load(Param("dim"), GP64()))
	JZ(LabelRef("sum"))
	step(func(from Mem, to reg.VecVirtual) { VMOVUPS_Z(from, restMask, to) })
	Label("sum")
	stored := make([]Mem, bandRows)
	for i := range stored {
		stored[i] = Mem{Base: dst, Disp: i * bandReach * double}
	}
	v.finish(s, stored)
	ADDQ(Imm(bandRows*header), x)
	ADDQ(Imm(bandRows*bandReach*double), dst)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}
