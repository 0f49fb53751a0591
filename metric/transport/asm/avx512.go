package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx512 needs F, BW, DQ and VL.
type avx512 struct{}

func (avx512) name() string           { return "AVX512" }
func (avx512) bytes() int             { return 64 }
func (avx512) vector() reg.VecVirtual { return ZMM() }

func (avx512) equal(x, y reg.VecVirtual, mask reg.GPVirtual) {
	k := K()
	VPCMPEQD(x, y, k)
	KMOVW(k, mask)
}

func (avx512) less(x, y reg.VecVirtual, mask reg.GPVirtual) {
	k := K()
	VPCMPD(Imm(1), y, x, k)
	KMOVW(k, mask)
}

func (avx512) put(x []reg.VecVirtual, mask reg.GPVirtual, value reg.VecVirtual) {
	for r := range x {
		k := K()
		if r == 0 {
			KMOVW(mask, k)
		} else {
			part := GP32()
			MOVL(mask, part)
			SHRL(Imm(uint64(16*r)), part)
			KMOVW(part, k)
		}
		VMOVDQA32(value, k, x[r])
	}
}

func (avx512) halve(x reg.VecVirtual) reg.VecVirtual {
	if x.Size() == 64 {
		y := YMM()
		VEXTRACTI64X4(Imm(1), x, y)
		VPMINSD(x.AsY(), y, y)
		return y
	}
	return avx2{}.halve(x)
}

func (avx512) leastEverywhere(x reg.VecVirtual) reg.VecVirtual {
	for _, order := range []uint64{0b01_00_11_10, 0b10_11_00_01} {
		y := ZMM()
		VSHUFI64X2(Imm(order), x, x, y)
		VPMINSD(y, x, x)
	}
	return leastOfFours(ZMM(), x)
}

// columns512 is a bit for each column.
type columns512 struct {
	all, high, none reg.Register
	far             reg.VecVirtual
}

func (avx512) rest(n reg.GPVirtual) mask {
	m := columns512{all: K(), high: K(), none: K(), far: constant(avx512{}, 1<<30)}
	bits := GP64()
	MOVQ(I32(-1), bits)
	SHLXQ(n, bits, bits)
	NOTQ(bits)
	KMOVW(bits.As32(), m.all)
	KNOTW(m.all, m.none)
	SHRQ(Imm(8), bits)
	KMOVW(bits.As32(), m.high)
	return m
}

func (m columns512) pad(x []reg.VecVirtual) {
	VMOVDQA32(m.far, m.none, x[0])
}

func (m columns512) part(i int) reg.Register {
	return []reg.Register{m.all, m.high}[i]
}

func (avx512) quantise(cost Mem, scale reg.VecVirtual, m mask) []reg.VecVirtual {
	var y [2]reg.VecVirtual
	for i := range y {
		x := ZMM()
		y[i] = YMM()
		if m != nil {
			VMULPD_Z(cost.Offset(64*i), scale, m.(columns512).part(i), x)
		} else {
			VMULPD(cost.Offset(64*i), scale, x)
		}
		VCVTTPD2DQ(x, y[i])
	}
	z := ZMM()
	VINSERTI64X4(Imm(1), y[1], y[0].AsZ(), z)
	return []reg.VecVirtual{z}
}

func (avx512) below(cost, column Mem, scale, row reg.VecVirtual, m mask, part int, label string) {
	x, k := ZMM(), K()
	if m != nil {
		VMULPD_Z(cost, scale, m.(columns512).part(part), x)
	} else {
		VMULPD(cost, scale, x)
	}
	VCVTTPD2QQ(x, x)
	VPADDQ(column, x, x)
	if m != nil {
		VPCMPQ(Imm(1), row, x, m.(columns512).part(part), k)
	} else {
		VPCMPQ(Imm(1), row, x, k)
	}
	KORTESTB(k, k)
	JNZ(LabelRef(label))
}

func (avx512) magnitude(cost Mem, top reg.VecVirtual) {
	x := ZMM()
	VPSLLQ(Imm(1), cost, x) // without the sign
	VPMAXUQ(x, top, top)
}

func (avx512) greatest(top []reg.VecVirtual) reg.VecVirtual {
	VPMAXUQ(top[1], top[0], top[0])
	VPMAXUQ(top[3], top[2], top[2])
	VPMAXUQ(top[2], top[0], top[0])
	y := YMM()
	VEXTRACTI64X4(Imm(1), top[0], y)
	VPMAXUQ(top[0].AsY(), y, y)
	x := XMM()
	VEXTRACTI128(Imm(1), y, x)
	VPMAXUQ(y.AsX(), x, x)
	high := XMM()
	VPSHUFD(Imm(0b01001110), x, high)
	VPMAXUQ(high, x, x)
	VPSRLQ(Imm(1), x, x)
	return x
}

func (avx512) shift(price, set Mem, delta reg.VecVirtual) {
	k, x := K(), ZMM()
	KMOVW(set, k)
	VMOVDQU32(price, x)
	VPADDD(delta, x, k, x)
	VMOVDQU32(x, price)
}
