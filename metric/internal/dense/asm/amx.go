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
)

// productAMX writes a function that multiplies two tiles of rows with the two tiles of a panel at a time. The sums are
// tiles 0 to 3, the rows 4 and 5, the panel 6 and 7. The processor computes with tiles while it does other things, so
// sums become numbers between the steps of the panel after theirs. Which registers are used is written out, as the
// encoding of an instruction names them.
func (v isa) productAMX(withGELU bool) {
	name := "productInt8AMX"
	if withGELU {
		name = "productGELUInt8AMX"
	}
	TEXT(name, NOSPLIT, "func(dst *float32, stride int, a, second *uint32, lda int, w *uint32, starts *int32, "+
		"sums *int32, rows int, scales, columns, bias *float32, panels, steps, each int, config *byte)")
	Pragma("noescape")
	what := "their products with panels"
	if withGELU {
		what = "GELU of their products with panels"
	}
	Doc(name+" fills rows of dst, 1 to 32, with "+what+" of steps times 64 integers.",
		"The rows a, of integers that are 128 larger, are lda bytes apart, as are those that begin at second. config says",
		"how many there are of each. each is how many rows of sums become numbers in a step: all in steps of them.")
	const panel, step = "panel", "step"
	row, a, lda, w, second, steps := reg.RDI, reg.RSI, reg.RDX, reg.RCX, reg.R8, reg.R9
	sum, scale, columns, bias, n, left := reg.R10, reg.R11, reg.R12, reg.R13, reg.RAX, reg.R15
	line, stride := reg.RBX, reg.R14

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
		ADDQ(stride, row)
		DECQ(n)
		JNZ(LabelRef(label))
	}

	MOVQ(param("config"), n)
	ldtilecfg(n)
	MOVQ(param("a"), a)
	MOVQ(param("second"), second)
	MOVQ(param("lda"), lda)
	MOVQ(param("w"), w)
	MOVQ(param("columns"), columns)
	MOVQ(param("bias"), bias)
	SUBQ(U32(panelRow), columns)
	SUBQ(U32(panelRow), bias)
	MOVQ(param("stride"), stride)
	SHLQ(Imm(2), stride)
	MOVQ(U32(panelRow), line)
	XORQ(left, left)

	Label(panel)
	MOVQ(param("starts"), n)
	XORQ(steps, steps)
	for tile := range 4 {
		tileload(tile, n, steps, tile%2*tileBytes)
	}
	ADDQ(line, n)
	MOVQ(n, param("starts"))
	MOVQ(param("steps"), steps)
	Label(step)
	tileload(6, w, line, 0)
	tileload(4, a, lda, 0)
	tileload(7, w, line, tileBytes)
	tileload(5, second, lda, 0)
	for sum := range 4 {
		tdpbusd(sum, 4+sum/2, 6+sum%2)
	}
	ADDQ(Imm(tileBytes), a)
	ADDQ(Imm(tileBytes), second)
	ADDQ(U32(tileRows*panelRow), w)
	MOVQ(param("each"), n)
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
	tilestore(0, sum, line, 0)
	tilestore(1, sum, line, tileBytes)
	LEAQ(Mem{Base: sum, Disp: sumsRows}, n)
	tilestore(2, n, line, 0)
	tilestore(3, n, line, tileBytes)
	MOVQ(param("a"), a)
	MOVQ(param("second"), second)
	MOVQ(param("dst"), row)
	LEAQ(Mem{Base: row, Disp: panelRow}, n)
	MOVQ(n, param("dst"))
	MOVQ(param("scales"), scale)
	ADDQ(line, columns)
	ADDQ(line, bias)
	MOVQ(param("rows"), left)
	DECQ(param("panels"))
	JNZ(LabelRef(panel))
	MOVQ(left, n)
	numbers("last")
	tilerelease()
	VZEROUPPER()
	RET()
}
