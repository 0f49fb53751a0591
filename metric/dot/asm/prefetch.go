package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func prefetch() {
	TEXT("prefetch", NOSPLIT, "func(rows *[]float32, n int)")
	Pragma("noescape")
	Doc("prefetch asks for the cache lines of n rows.")
	rows := Load(Param("rows"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	Label("row")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	at, left := GP64(), GP64()
	MOVQ(Mem{Base: rows}, at)
	MOVQ(Mem{Base: rows, Disp: 8}, left)
	ADDQ(Imm(header), rows)
	DECQ(n)
	Label("line")
	PREFETCHT0(Mem{Base: at})
	ADDQ(Imm(16*single), at)
	SUBQ(Imm(16), left)
	JG(LabelRef("line"))
	JMP(LabelRef("row"))
	Label("done")
	RET()
}
