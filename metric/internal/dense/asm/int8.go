package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// magnitude writes the function that finds the largest magnitude of a row. Compared as integers without signs, bits of
// magnitudes are in the order of these, with NaN above all.
func (v isa) magnitude() {
	TEXT("magnitude"+v.name, NOSPLIT, "func(x *float32, n int) uint32")
	Pragma("noescape")
	Doc("magnitude" + v.name + " returns the bits of the largest magnitude of n numbers, a multiple of 16, at least one.")
	x, n := load("x"), load("n")
	mask := v.copyOf(pattern(1<<31 - 1))
	most := v.perLane()
	for _, m := range most {
		zero(m)
	}
	Label("loop")
	for i, m := range most {
		y := v.register()
		if v.wide() {
			VPANDD(at(x, i*v.bytes), mask, y)
		} else {
			VPAND(at(x, i*v.bytes), mask, y)
		}
		VPMAXUD(y, m, m)
	}
	ADDQ(Imm(lanes*single), x)
	SUBQ(Imm(lanes), n)
	JNZ(LabelRef("loop"))
	eight := most[0]
	if v.wide() {
		eight = YMM()
		VEXTRACTF64X4(Imm(1), most[0], eight)
		VPMAXUD(eight, most[0].AsY(), eight)
	} else {
		VPMAXUD(most[1], eight, eight)
	}
	four, other := v.upperFour(eight), XMM()
	VPMAXUD(four, eight.AsX(), four)
	VPSHUFD(Imm(0b1110), four, other)
	VPMAXUD(other, four, four)
	VPSHUFD(Imm(1), four, other)
	VPMAXUD(other, four, four)
	bits := GP32()
	VMOVD(four, bits)
	Store(bits, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// quantize writes the function that rounds a row to integers and packs them into words.
func (v isa) quantize() {
	TEXT("quantize"+v.name, NOSPLIT, "func(dst *uint32, x *float32, n int, inverse float32)")
	Pragma("noescape")
	each := "two integers"
	if v.wide() {
		each = "four integers, each 128 larger"
	}
	Doc(fmt.Sprintf("quantize%s sets the words of dst, of %s, to n numbers, a multiple of 16, at", v.name, each),
		"least one, multiplied by inverse and rounded.")
	dst, x, n := load("dst"), load("x"), load("n")
	inverse := v.register()
	VBROADCASTSS(NewParamAddr("inverse", 24), inverse)
	var shift reg.VecVirtual
	if v.wide() {
		shift = v.copyOf(pattern(128))
	}
	Label("loop")
	parts := v.perLane()
	for i, y := range parts {
		VMULPS(at(x, i*v.bytes), inverse, y)
		VCVTPS2DQ(y, y)
	}
	if v.wide() {
		VPADDD(shift, parts[0], parts[0])
		VPMOVDB(parts[0], at(dst, 0))
		ADDQ(Imm(lanes), dst)
	} else {
		VPACKSSDW(parts[1], parts[0], parts[0])
		VPERMQ(Imm(0b11011000), parts[0], parts[0])
		VMOVDQU(parts[0], at(dst, 0))
		ADDQ(Imm(2*lanes), dst)
	}
	ADDQ(Imm(lanes*single), x)
	SUBQ(Imm(lanes), n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// rescale writes the function that turns sums of integers into float32.
func (v isa) rescale() {
	TEXT("rescale"+v.name, NOSPLIT,
		"func(dst *float32, stride int, sums *int32, rows int, scales, columns, bias *float32)")
	Pragma("noescape")
	Doc(fmt.Sprintf("rescale%s fills rows of dst, at least one, of %d numbers, with sums times the scale of the row and",
		v.name, width), "that of the column, to which the bias is added.")
	dst, stride, sums, rows := load("dst"), bytesOf(load("stride")), load("sums"), load("rows")
	scales, columns, bias := load("scales"), load("columns"), load("bias")
	Label("loop")
	scale := v.register()
	VBROADCASTSS(at(scales, 0), scale)
	for offset := 0; offset < width*single; offset += v.bytes {
		factor, sum := v.register(), v.register()
		VMULPS(at(columns, offset), scale, factor)
		VCVTDQ2PS(at(sums, offset), sum)
		VFMADD213PS(at(bias, offset), factor, sum)
		VMOVUPS(sum, at(dst, offset))
	}
	ADDQ(Imm(single), scales)
	ADDQ(U32(width*single), sums)
	ADDQ(stride, dst)
	DECQ(rows)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}
