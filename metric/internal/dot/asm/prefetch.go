package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// prefetchLines is how many cache lines of a row are asked for. A row is read from its start to its end, which the
// processor notices, and brings the others by itself: to ask for all of them takes longer than it saves.
const prefetchLines = 4

func prefetch() {
	TEXT("prefetch", NOSPLIT, "func(rows *[]float32, n int)")
	Pragma("noescape")
	Doc("prefetch asks for the first cache lines of n rows.")
	rows := Load(Param("rows"), GP64()).(reg.GPVirtual)
	n := Load(Param("n"), GP64()).(reg.GPVirtual)
	Label("row")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	at := GP64()
	MOVQ(Mem{Base: rows}, at)
	for line := range prefetchLines {
		PREFETCHT0(Mem{Base: at, Disp: 16 * single * line})
	}
	ADDQ(Imm(header), rows)
	DECQ(n)
	JMP(LabelRef("row"))
	Label("done")
	RET()
}
