package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Of tiles.
const (
	tileRows  = 16                  // rows of a tile at most
	tileBytes = 64                  // of a row of a tile
	panelRow  = width * single      // bytes of a row of a panel, or of sums: two tiles stand side by side
	sumsRows  = tileRows * panelRow // bytes of the sums of a tile's rows

	linesAhead = 8 // cache lines of the next panel that are asked for in each step: four strips ask for all of them
)

// productAMX writes a function that multiplies two tiles of rows, a strip, with the two tiles of a panel at a time. The
// sums are tiles 0 to 3, the rows 4 and 5, the panel 6 and 7. The processor computes with tiles while it does other
// things, so sums become numbers between the steps of the strip after theirs. Which registers are used is written out,
// as the encoding of an instruction names them.
func (v isa) productAMX(withGELU bool) {
	name := "productInt8AMX"
	if withGELU {
		name = "productGELUInt8AMX"
	}
	TEXT(name, NOSPLIT, "func(dst *float32, stride int, a *uint32, lda, second, strip int, w *uint32, starts, sums "+
		"*int32, rows, each, some int, scales, columns, bias *float32, panels, steps int, config *byte)")
	Pragma("noescape")
	what := "their products with panels"
	if withGELU {
		what = "GELU of their products with panels"
	}
	Doc(name+" fills rows of dst, at least one, stride bytes apart, with "+what,
		"of steps times 64 integers. The rows of a, of integers that are 128 larger, are lda bytes apart. They are taken in",
		"strips of each rows, of which config says how many are in the first tile and how many in the second, which begins",
		"second bytes behind the first. a has room for whole strips; strip is how far the next one is from the end of the",
		"first row of this one, in bytes. In a step, some rows of sums become numbers; steps times some are at least each.")
	const panel, strip, step = "panel", "strip", "step"
	row, a, lda, w, second, steps := reg.RDI, reg.RSI, reg.RDX, reg.RCX, reg.R8, reg.R9
	sum, scale, columns, bias, n, left := reg.R10, reg.R11, reg.R12, reg.R13, reg.RAX, reg.R15
	apart, soon := reg.RBX, reg.R14 // apart is panelRow, where a register must have it
	more := AllocLocal(8)           // rows of strips to come

	var g geluFunction
	if withGELU {
		g = v.newGELU()
	} else {
		v.keep()
	}
	param := func(name string) Mem {
		m, err := Param(name).Resolve()
		if err != nil {
			panic(err)
		}
		return m.Addr
	}
	// numbers turns the sums of so many rows, n, into numbers.
	numbers := func(label string) {
		Label(label)
		factors := v.register()
		VBROADCASTSS(at(scale, 0), factors)
		for offset := 0; offset < panelRow; offset += v.bytes {
			factor, x := v.register(), v.register()
			VMULPS(at(columns, offset), factors, factor)
			VCVTDQ2PS(at(sum, offset), x)
			VFMADD213PS(at(bias, offset), factor, x)
			if withGELU {
				g.apply(x)
			}
			VMOVUPS(x, at(row, offset))
		}
		ADDQ(Imm(single), scale)
		ADDQ(U32(panelRow), sum)
		ADDQ(param("stride"), row)
		DECQ(n)
		JNZ(LabelRef(label))
	}

	MOVQ(param("config"), n)
	ldtilecfg(n)
	MOVQ(param("lda"), lda)
	MOVQ(param("w"), w)
	MOVQ(param("columns"), columns)
	MOVQ(param("bias"), bias)
	SUBQ(U32(panelRow), columns)
	SUBQ(U32(panelRow), bias)
	MOVQ(U32(panelRow), apart)
	XORQ(left, left)

	Label(panel)
	MOVQ(param("a"), a)
	MOVQ(param("rows"), n)
	MOVQ(n, more)
	MOVQ(param("steps"), soon) // the panel after this one
	SHLQ(Imm(11), soon)
	ADDQ(w, soon)
	Label(strip)
	MOVQ(a, second)
	ADDQ(param("second"), second)
	MOVQ(param("starts"), n)
	XORQ(steps, steps)
	for tile := range 4 {
		tileload(tile, n, steps, tile%2*tileBytes)
	}
	MOVQ(param("w"), w)
	MOVQ(param("steps"), steps)
	Label(step)
	tileload(6, w, apart, 0)
	tileload(4, a, lda, 0)
	tileload(7, w, apart, tileBytes)
	tileload(5, second, lda, 0)
	for sum := range 4 {
		tdpbusd(sum, 4+sum/2, 6+sum%2)
	}
	for l := range linesAhead {
		PREFETCHT1(at(soon, l*line))
	}
	ADDQ(U32(linesAhead*line), soon)
	ADDQ(Imm(tileBytes), a)
	ADDQ(Imm(tileBytes), second)
	ADDQ(U32(tileRows*panelRow), w)
	MOVQ(param("some"), n)
	CMPQ(left, n)
	CMOVQLT(left, n)
	SUBQ(n, left)
	TESTQ(n, n)
	JZ(LabelRef("next"))
	numbers("between")
	Label("next")
	DECQ(steps)
	JNZ(LabelRef(step))

	MOVQ(param("sums"), sum)
	tilestore(0, sum, apart, 0)
	tilestore(1, sum, apart, tileBytes)
	LEAQ(Mem{Base: sum, Disp: sumsRows}, n)
	tilestore(2, n, apart, 0)
	tilestore(3, n, apart, tileBytes)
	ADDQ(param("strip"), a)
	MOVQ(more, n)
	CMPQ(n, param("rows"))
	JNZ(LabelRef("same"))
	// The first strip of a panel: its numbers begin a row of their own.
	MOVQ(param("dst"), row)
	LEAQ(Mem{Base: row, Disp: panelRow}, left)
	MOVQ(left, param("dst"))
	MOVQ(param("scales"), scale)
	ADDQ(apart, columns)
	ADDQ(apart, bias)
	Label("same")
	MOVQ(param("each"), left)
	CMPQ(n, left)
	CMOVQLT(n, left)
	SUBQ(left, n)
	MOVQ(n, more)
	TESTQ(n, n)
	JNZ(LabelRef(strip))
	MOVQ(w, param("w"))
	ADDQ(apart, param("starts"))
	DECQ(param("panels"))
	JNZ(LabelRef(panel))
	MOVQ(left, n)
	numbers("last")
	tilerelease()
	VZEROUPPER()
	RET()
}
