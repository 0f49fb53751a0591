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

// tilesAMX writes the function that multiplies two tiles of rows with the two tiles of a panel at a time, and a last
// one by itself. The sums are tiles 0 to 3, the rows 4 and 5, the panel 6 and 7. Which registers are used is written
// out, as the encoding of an instruction names them.
func tilesAMX() {
	TEXT("tilesInt8AMX", NOSPLIT,
		"func(dst *int32, a *uint32, lda int, w *uint32, start *int32, tiles, steps int, config *byte)")
	Pragma("noescape")
	Doc("tilesInt8AMX fills rows of dst, of 32 sums, with what start is and the products of steps times 64 integers of a,",
		"each 128 larger, whose rows are lda bytes apart, and w. The rows are those of so many tiles, each of as many as",
		"config says, the last of which may have fewer.")
	const pairs, pair, single, step, done = "pairs", "pair", "single", "step", "done"
	dst, a, lda, w, start, none := reg.RDI, reg.RSI, reg.RDX, reg.RCX, reg.R8, reg.R9
	panel, secondA, secondDst, tiles, steps, firstA := reg.RBX, reg.R10, reg.R11, reg.R12, reg.R13, reg.RAX

	Load(Param("config"), reg.RAX)
	ldtilecfg(reg.RAX)
	Load(Param("dst"), dst)
	Load(Param("a"), a)
	Load(Param("lda"), lda)
	Load(Param("start"), start)
	XORQ(none, none)
	MOVQ(U32(panelRow), panel)
	Load(Param("tiles"), tiles)

	Label(pairs)
	CMPQ(tiles, Imm(2))
	JLT(LabelRef(single))
	MOVQ(lda, secondA)
	SHLQ(Imm(4), secondA) // 16 rows on
	ADDQ(a, secondA)
	LEAQ(Mem{Base: dst, Disp: sumsRows}, secondDst)
	for tile := range 4 {
		tileload(tile, start, none, tile%2*tileBytes)
	}
	Load(Param("w"), w)
	Load(Param("steps"), steps)
	MOVQ(a, firstA)
	Label(pair)
	tileload(6, w, panel, 0)
	tileload(4, a, lda, 0)
	tileload(7, w, panel, tileBytes)
	tileload(5, secondA, lda, 0)
	for sum := range 4 {
		tdpbusd(sum, 4+sum/2, 6+sum%2)
	}
	ADDQ(Imm(tileBytes), a)
	ADDQ(Imm(tileBytes), secondA)
	ADDQ(U32(tileRows*panelRow), w)
	DECQ(steps)
	JNZ(LabelRef(pair))
	for tile, to := range []reg.Physical{dst, dst, secondDst, secondDst} {
		tilestore(tile, to, panel, tile%2*tileBytes)
	}
	MOVQ(lda, a)
	SHLQ(Imm(5), a) // 32 rows on
	ADDQ(firstA, a)
	ADDQ(U32(2*sumsRows), dst)
	SUBQ(Imm(2), tiles)
	JMP(LabelRef(pairs))

	Label(single)
	CMPQ(tiles, Imm(1))
	JLT(LabelRef(done))
	for tile := range 2 {
		tileload(tile, start, none, tile*tileBytes)
	}
	Load(Param("w"), w)
	Load(Param("steps"), steps)
	Label(step)
	tileload(6, w, panel, 0)
	tileload(4, a, lda, 0)
	tileload(7, w, panel, tileBytes)
	for sum := range 2 {
		tdpbusd(sum, 4, 6+sum)
	}
	ADDQ(Imm(tileBytes), a)
	ADDQ(U32(tileRows*panelRow), w)
	DECQ(steps)
	JNZ(LabelRef(step))
	for tile := range 2 {
		tilestore(tile, dst, panel, tile*tileBytes)
	}
	Label(done)
	tilerelease()
	RET()
}
