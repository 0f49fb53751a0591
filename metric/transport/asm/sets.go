package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sets writes the work on the sets of the nodes on a way up the tree, for sets of whole units of four words: the outer
// loop goes over these units, the inner one up or down the way.
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
	each := func(name string, change func(set, moved, y Op)) {
		along(name, "is (*tree)."+name+" for n nodes, at least one.",
			func(set func(int) Mem, moved reg.VecVirtual, at, n reg.GPVirtual) {
				XORQ(at, at)
				Label("node")
				m, y := set(0), YMM()
				change(m, moved, y)
				VMOVDQU(y, m)
				INCQ(at)
				CMPQ(at, n)
				JLT(LabelRef("node"))
			})
	}
	each("leave", VPANDN)
	each("join", VPOR)
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
