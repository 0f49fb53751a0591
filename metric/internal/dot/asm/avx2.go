package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 holds 16 lanes in two registers, and a block of 2×3 sums in twelve of the sixteen.
type avx2 struct{}

func (avx2) block() (rows, columns int) { return 2, 3 }

func (avx2) prepare(reg.GPVirtual) {}

func (avx2) begin(rows, columns int) sums {
	s := make(sums, rows)
	for i := range s {
		for range columns {
			low, high := YMM(), YMM()
			VXORPS(low, low, low)
			VXORPS(high, high, high)
			s[i] = append(s[i], []reg.VecVirtual{low, high})
		}
	}
	return s
}

func (avx2) step(s sums, x, y []Mem) {
	for part := range 2 {
		xs := make([]reg.VecVirtual, len(x))
		for i := range x {
			xs[i] = YMM()
			VMOVUPS(x[i].Offset(32*part), xs[i])
		}
		for j := range y {
			yj := YMM()
			VMOVUPS(y[j].Offset(32*part), yj)
			for i := range x {
				VFMADD231PS(yj, xs[i], s[i][j][part])
			}
		}
	}
}

// tail loads with masks, a part of a table that begins with 16 ones and ends with 16 zeros.
func (avx2) tail(s sums, x, y []Mem) {
	if ones.Symbol.Name == "" {
		ones = GLOBL("ones", RODATA|NOPTR)
		for i := range 16 {
			DATA(i*double, U64(-(1 - uint64(i/8))))
		}
	}
	at := GP64()
	rest := Load(Param("dim"), GP64()).(reg.GPVirtual)
	ANDQ(Imm(15), rest)
	LEAQ(ones.Offset(16*single), at)
	SHLQ(Imm(2), rest)
	SUBQ(rest, at)
	for part := range 2 {
		mask := YMM()
		VMOVUPS(Mem{Base: at, Disp: 32 * part}, mask)
		xs := make([]reg.VecVirtual, len(x))
		for i := range x {
			xs[i] = YMM()
			VMASKMOVPS(x[i].Offset(32*part), mask, xs[i])
		}
		for j := range y {
			yj := YMM()
			VMASKMOVPS(y[j].Offset(32*part), mask, yj)
			for i := range x {
				VFMADD231PS(yj, xs[i], s[i][j][part])
			}
		}
	}
}

var ones Mem

// finish halves the lanes four times, as that of avx512 does. At the end half i holds row i.
func (avx2) finish(s sums, dst []Mem) {
	rows, cols := len(s), len(s[0])
	halves := make([]reg.VecVirtual, cols)
	for j := range cols {
		for i := range rows {
			VADDPS(s[i][j][0], s[i][j][1], s[i][j][0])
		}
		first, last := s[0][j][0], s[rows-1][j][0]
		low, high := YMM(), YMM()
		VPERM2F128(Imm(0x20), last, first, low)
		VPERM2F128(Imm(0x31), last, first, high)
		VADDPS(low, high, low)
		halves[j] = low
	}
	left := pairs(YMM, halves[0], halves[min(1, cols-1)])
	right := left
	if cols > 2 {
		right = pairs(YMM, halves[2], halves[2])
	}
	all := singles(YMM, left, right)
	for i := range rows {
		half := all.AsX()
		if i == 1 {
			upper := XMM()
			VEXTRACTF128(Imm(1), all, upper)
			half = upper
		}
		wide := YMM()
		VCVTPS2PD(half, wide)
		if cols == 1 {
			VMOVSD(wide.AsX(), dst[i])
			continue
		}
		VMOVUPD(wide.AsX(), dst[i])
		if cols == 3 {
			third := XMM()
			VEXTRACTF128(Imm(1), wide, third)
			VMOVSD(third, dst[i].Offset(2*double))
		}
	}
}
