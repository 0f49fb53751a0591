package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx512 holds 16 lanes in one register, and a block of 4×4 sums in half of them.
type avx512 struct{}

// The masks of the AVX-512 functions.
var (
	restMask  = reg.K1 // the components after the last multiple of 16
	upperHalf = reg.K2 // of 8 float64 lanes
	oddPairs  = reg.K3 // of 8 float64 lanes: 2, 3, 6, 7
	columns   = reg.K4 // of a block that is not full
)

// blended takes the result of a blend. avo believes that a masked instruction reads its destination, and would keep a
// register of its own choice in use from the beginning.
var blended = reg.Z31

func (avx512) block() (rows, columns int) { return 4, 4 }

func (avx512) prepare(rest reg.GPVirtual) {
	mask := GP32()
	all := GP32()
	MOVL(U32(0xffff), all)
	BZHIL(rest.As32(), all, mask)
	KMOVW(mask, restMask)
	setMask(0xf0, upperHalf)
	setMask(0xcc, oddPairs)
}

func setMask(bits uint32, k reg.OpmaskPhysical) {
	r := GP32()
	MOVL(U32(bits), r)
	KMOVW(r, k)
}

func (avx512) begin(rows, columns int) sums {
	s := make(sums, rows)
	for i := range s {
		for range columns {
			z := ZMM()
			VXORPS(z, z, z)
			s[i] = append(s[i], []reg.VecVirtual{z})
		}
	}
	return s
}

func (avx512) step(s sums, x, y []Mem) {
	multiply(s, x, y, func(from Mem, to reg.VecVirtual) { VMOVUPS(from, to) })
}

func (avx512) tail(s sums, x, y []Mem) {
	multiply(s, x, y, func(from Mem, to reg.VecVirtual) { VMOVUPS_Z(from, restMask, to) })
}

func multiply(s sums, x, y []Mem, load func(from Mem, to reg.VecVirtual)) {
	xs := make([]reg.VecVirtual, len(x))
	for i := range x {
		xs[i] = ZMM()
		load(x[i], xs[i])
	}
	for j := range y {
		yj := ZMM()
		load(y[j], yj)
		for i := range x {
			VFMADD231PS(yj, xs[i], s[i][j][0])
		}
	}
}

// finish halves the lanes four times. Each time two sums share a register: the halves that are to be added stand at
// the same place in two registers, with those of the other sum next to them. At the end quarter i holds row i.
func (avx512) finish(s sums, dst []Mem) {
	rows, cols := len(s), len(s[0])
	row := func(i int) [][]reg.VecVirtual { return s[min(i, rows-1)] }
	quarters := make([]reg.VecVirtual, 4)
	for j := range cols {
		even := halves512(row(0)[j][0], row(2)[j][0])
		odd := halves512(row(1)[j][0], row(3)[j][0])
		if rows == 1 {
			odd = even
		}
		// [e₀ o₁ e₂ o₃] + [e₁ o₀ e₃ o₂]
		crossed, sum := ZMM(), ZMM()
		VBLENDMPD(even, odd, oddPairs, blended)
		VSHUFF64X2(Imm(0b10_11_00_01), blended, blended, crossed)
		VBLENDMPD(odd, even, oddPairs, blended)
		VADDPS(blended, crossed, sum)
		quarters[j] = sum
	}
	for j := cols; j < 4; j++ {
		quarters[j] = quarters[cols-1]
	}
	left := pairs(ZMM, quarters[0], quarters[1])
	right := left
	if cols > 2 {
		right = pairs(ZMM, quarters[2], quarters[3])
	}
	all := singles(ZMM, left, right)
	if cols < 4 {
		setMask(1<<cols-1, columns)
	}
	store := func(from reg.Register, to Mem) {
		if cols < 4 {
			VMOVUPD(from, columns, to)
		} else {
			VMOVUPD(from, to)
		}
	}
	for i := 0; i < rows; i += 2 {
		half := all.AsY()
		if i > 0 {
			upper := YMM()
			VEXTRACTF64X4(Imm(1), all, upper)
			half = upper
		}
		wide := ZMM()
		VCVTPS2PD(half, wide)
		store(wide.AsY(), dst[i])
		if i+1 < rows {
			upper := YMM()
			VEXTRACTF64X4(Imm(1), wide, upper)
			store(upper, dst[i+1])
		}
	}
}

// halves512 returns a's lower + upper half in the lower half, and b's in the upper one.
func halves512(a, b reg.VecVirtual) reg.VecVirtual {
	crossed, sum := ZMM(), ZMM()
	VBLENDMPD(b, a, upperHalf, blended)
	VSHUFF64X2(Imm(0b01_00_11_10), b, a, crossed)
	VADDPS(blended, crossed, sum)
	return sum
}

// pairs returns, in each quarter of four lanes, a₀+a₂, b₀+b₂, a₁+a₃, b₁+b₃.
func pairs(vector func() reg.VecVirtual, a, b reg.VecVirtual) reg.VecVirtual {
	low, high := vector(), vector()
	VUNPCKLPS(b, a, low)
	VUNPCKHPS(b, a, high)
	VADDPS(low, high, low)
	return low
}

// singles returns, in each quarter, the sums of four columns from those of two and two.
func singles(vector func() reg.VecVirtual, left, right reg.VecVirtual) reg.VecVirtual {
	low, high := vector(), vector()
	VUNPCKLPD(right, left, low)
	VUNPCKHPD(right, left, high)
	VADDPS(low, high, low)
	return low
}
