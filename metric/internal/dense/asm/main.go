// Command asm writes the assembly of package dense for amd64. See the go:generate line there.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!purego")
	wide := isa{"AVX512", ZMM, 64, 14}
	for _, v := range []isa{wide, {"AVX2", YMM, 32, 6}} {
		v.tile(floats)
		v.gelu()
		v.geluTanh()
		v.softmax()
		v.layerNorm()
		v.transpose()
		v.tile(v.integers())
		v.magnitude()
		v.quantize()
		v.rescale()
	}
	wide.productAMX(false)
	wide.productAMX(true)
	Generate()
}

// single is the size of a float32 in bytes.
const single = 4

// lanes is how many sums a sum over a row is made of.
const lanes = 16

// An isa is a width of registers.
type isa struct {
	name     string
	register func() reg.VecVirtual
	bytes    int // of a register
	rows     int // of a tile at most
}

func (v isa) wide() bool { return v.bytes == 64 }

// parts is how many registers hold a number for each lane.
func (v isa) parts() int { return lanes * single / v.bytes }

// perLane returns registers that hold a number for each lane.
func (v isa) perLane() []reg.VecVirtual {
	list := make([]reg.VecVirtual, v.parts())
	for i := range list {
		list[i] = v.register()
	}
	return list
}

func zero(r reg.VecVirtual) { VXORPS(r, r, r) }

func load(name string) reg.GPVirtual { return Load(Param(name), GP64()).(reg.GPVirtual) }

// bytesOf turns a number of float32 into one of bytes.
func bytesOf(n reg.GPVirtual) reg.GPVirtual {
	SHLQ(Imm(2), n)
	return n
}

func at(base reg.Register, bytes int) Mem { return Mem{Base: base, Disp: bytes} }

// total adds up the lanes in s, in the order of the recipe, and returns the sum in the lowest place of a register.
func (v isa) total(s []reg.VecVirtual) reg.VecVirtual {
	eight := YMM()
	if v.wide() {
		VEXTRACTF64X4(Imm(1), s[0], eight)
		VADDPS(eight, s[0].AsY(), eight)
	} else {
		VADDPS(s[1], s[0], eight)
	}
	four := v.upperFour(eight)
	VADDPS(four, eight.AsX(), four)
	other := XMM()
	VPERMILPD(Imm(1), four, other)
	VADDPS(other, four, four)
	VMOVSHDUP(four, other)
	VADDSS(other, four, four)
	return four
}

// upperFour returns the upper half of eight numbers.
func (v isa) upperFour(eight reg.VecVirtual) reg.VecVirtual {
	four := XMM()
	if v.wide() {
		VEXTRACTF32X4(Imm(1), eight.AsY(), four) // knows all 32 registers
	} else {
		VEXTRACTF128(Imm(1), eight, four)
	}
	return four
}

// broadcast copies the lowest number of x to all places of a register.
func (v isa) broadcast(x reg.VecVirtual) reg.VecVirtual {
	all := v.register()
	VBROADCASTSS(x.AsX(), all)
	return all
}
