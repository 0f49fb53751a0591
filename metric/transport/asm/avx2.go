package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 needs BMI1, too.
type avx2 struct{}

func (avx2) name() string           { return "AVX2" }
func (avx2) bytes() int             { return 32 }
func (avx2) vector() reg.VecVirtual { return YMM() }

func (avx2) equal(x, y reg.VecVirtual, mask reg.GPVirtual) {
	z := YMM()
	VPCMPEQD(x, y, z)
	VMOVMSKPS(z, mask)
}

func (avx2) less(x, y reg.VecVirtual, mask reg.GPVirtual) {
	z := YMM()
	VPCMPGTD(x, y, z)
	VMOVMSKPS(z, mask)
}

func (avx2) put(x []reg.VecVirtual, mask reg.GPVirtual, value reg.VecVirtual) {
	low, bytes := XMM(), YMM()
	VMOVD(mask, low)
	for r := range x {
		VPBROADCASTB(low, bytes)
		VPAND(laneBits(), bytes, bytes)
		VPCMPEQD(laneBits(), bytes, bytes)
		VBLENDVPS(bytes, value, x[r], x[r])
		if r < len(x)-1 {
			VPSRLD(Imm(8), low, low)
		}
	}
}

// laneBits is a different bit in each lane.
func laneBits() Mem {
	return table("bits", func() {
		for i := range 8 {
			DATA(i*single, U32(1<<i))
		}
	})
}

func (avx2) halve(x reg.VecVirtual) reg.VecVirtual {
	y := XMM()
	VEXTRACTI128(Imm(1), x.AsY(), y)
	VPMINSD(x.AsX(), y, y)
	return y
}

func (avx2) leastEverywhere(x reg.VecVirtual) reg.VecVirtual {
	y := YMM()
	VPERM2I128(Imm(1), x, x, y)
	VPMINSD(y, x, x)
	return leastOfFours(y, x)
}

// leastOfFours fills each four lanes of x with their minimum, by way of y.
func leastOfFours(y, x reg.VecVirtual) reg.VecVirtual {
	for _, order := range []uint64{0b01_00_11_10, 0b10_11_00_01} {
		VPSHUFD(Imm(order), x, y)
		VPMINSD(y, x, x)
	}
	return x
}

// columns2 is the place of the masks for 16 columns, in tables of 16 ones and 16 zeros.
type columns2 struct{ doubles, singles reg.GPVirtual }

func (avx2) rest(n reg.GPVirtual) mask {
	m := columns2{GP64(), GP64()}
	offset := GP64()
	LEAQ(onesOf("doubles", double).Offset(lanes*double), m.doubles)
	MOVQ(n, offset)
	SHLQ(Imm(3), offset)
	SUBQ(offset, m.doubles)
	LEAQ(onesOf("singles", single).Offset(lanes*single), m.singles)
	SHRQ(Imm(1), offset)
	SUBQ(offset, m.singles)
	return m
}

func (m columns2) pad(x []reg.VecVirtual) {
	far, y := constant(avx2{}, 1<<30), YMM()
	for i := range x {
		VMOVDQU(Mem{Base: m.singles, Disp: 32 * i}, y)
		VPANDN(far, y, y)
		VPOR(y, x[i], x[i])
	}
}

// product returns cost × scale, zero where no column is.
func product(cost Mem, scale reg.VecVirtual, m mask, part int) reg.VecVirtual {
	x := YMM()
	if m == nil {
		VMULPD(cost, scale, x)
		return x
	}
	there := YMM()
	VMOVUPD(Mem{Base: m.(columns2).doubles, Disp: 32 * part}, there)
	VMASKMOVPD(cost, there, x)
	VMULPD(scale, x, x)
	return x
}

func (avx2) quantise(cost Mem, scale reg.VecVirtual, m mask) []reg.VecVirtual {
	var quarter [4]reg.VecVirtual
	for i := range quarter {
		quarter[i] = XMM()
		VCVTTPD2DQY(product(cost.Offset(32*i), scale, m, i), quarter[i])
	}
	low, high := YMM(), YMM()
	VINSERTI128(Imm(1), quarter[1], quarter[0].AsY(), low)
	VINSERTI128(Imm(1), quarter[3], quarter[2].AsY(), high)
	return []reg.VecVirtual{low, high}
}

// below has no instruction from float64 to int64. But a whole number from 2^52 to 2^53 stands in its last 52 bits.
func (avx2) below(cost, column Mem, scale, row reg.VecVirtual, m mask, part int, label string) {
	x, negative := product(cost, scale, m, part), YMM()
	VROUNDPD(Imm(3), x, x) // towards zero
	VXORPD(negative, negative, negative)
	VPCMPGTQ(x, negative, negative)
	VPAND(quadruple("magnitude", 1<<63-1), x, x)
	carrier := quadruple("carrier", math.Float64bits(1<<52))
	VADDPD(carrier, x, x)
	VPXOR(carrier, x, x)
	VPXOR(negative, x, x)
	VPSUBQ(negative, x, x)
	VPADDQ(column, x, x)
	VPCMPGTQ(x, row, x)
	if m != nil {
		VPAND(Mem{Base: m.(columns2).doubles, Disp: 32 * part}, x, x)
	}
	VPTEST(x, x)
	JNZ(LabelRef(label))
}

func (avx2) magnitude(cost Mem, top reg.VecVirtual) {
	x, more := YMM(), YMM()
	VMOVDQU(cost, x)
	VPAND(quadruple("magnitude", 1<<63-1), x, x)
	VPCMPGTQ(top, x, more)
	VBLENDVPD(more, x, top, top)
}

func (avx2) greatest(top []reg.VecVirtual) reg.VecVirtual {
	greater := func(x, y reg.VecVirtual) {
		more := YMM()
		VPCMPGTQ(y, x, more)
		VBLENDVPD(more, x, y, y)
	}
	greater(top[1], top[0])
	greater(top[3], top[2])
	greater(top[2], top[0])
	for _, order := range []uint64{0b01001110, 0b10110001} {
		y := YMM()
		VPERMQ(Imm(order), top[0], y)
		greater(y, top[0])
	}
	return top[0].AsX().(reg.VecVirtual)
}

func (avx2) shift(price, set Mem, delta reg.VecVirtual) {
	x := YMM()
	bits := laneBits()
	VPBROADCASTB(set, x)
	VPAND(bits, x, x)
	VPCMPEQD(bits, x, x)
	VPAND(delta, x, x)
	VPADDD(price, x, x)
	VMOVDQU(x, price)
}

// tables are the constants written so far, by name.
var tables = map[string]Mem{}

func table(name string, data func()) Mem {
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	data()
	tables[name] = m
	return m
}

// quadruple is four times x.
func quadruple(name string, x uint64) Mem {
	return table(name, func() {
		for i := range 4 {
			DATA(i*double, U64(x))
		}
	})
}

// onesOf is 16 numbers of all ones followed by 16 zeros.
func onesOf(name string, size int) Mem {
	return table(name, func() {
		for i := range 2 * lanes {
			ones := uint64(0)
			if i < lanes {
				ones = math.MaxUint64
			}
			if size == single {
				DATA(i*size, U32(ones))
			} else {
				DATA(i*size, U64(ones))
			}
		}
	})
}
