package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/reg"
)

// The instructions of AMX, which neither avo nor Go's assembler knows, as bytes: Intel's manual, volume 2.

// Prefixes that are a part of an instruction's name, and opcodes, all of the map 0F 38.
const (
	noPrefix = 0
	prefix66 = 1
	prefixF3 = 2
	prefixF2 = 3

	opConfigure = 0x49 // without a prefix: LDTILECFG of memory, TILERELEASE of a register
	opMove      = 0x4b // TILELOADD with F2, TILESTORED with F3
	opProduct   = 0x5e // TDPBUSD with 66
)

// Kinds of operands, the upper bits of the byte ModRM, and what its lower three bits are where an index is added to a
// base.
const (
	inMemory   = 0 << 6
	nearMemory = 1 << 6 // a byte of distance comes behind
	inRegister = 3 << 6
	indexed    = 4 // a byte with both registers comes next
)

// ldtilecfg configures the tiles by 64 bytes.
func ldtilecfg(from reg.Physical) {
	encoded("ldtilecfg ["+intel(from)+"]", vex(noPrefix, opConfigure, 0, nil, from), byte(inMemory|low(from)))
}

// tilerelease forgets the tiles and their configuration.
func tilerelease() { encoded("tilerelease", vex(noPrefix, opConfigure, 0, nil, nil), inRegister) }

// tileload and tilestore move a tile from or to rows that begin at base + offset, stride bytes apart.
func tileload(tile int, base, stride reg.Physical, offset int) {
	text := fmt.Sprintf("tileloadd tmm%d,%s", tile, place(base, stride, offset))
	encoded(text, vex(prefixF2, opMove, 0, stride, base), operands(tile, base, stride, offset)...)
}

func tilestore(tile int, base, stride reg.Physical, offset int) {
	text := fmt.Sprintf("tilestored %s,tmm%d", place(base, stride, offset), tile)
	encoded(text, vex(prefixF3, opMove, 0, stride, base), operands(tile, base, stride, offset)...)
}

// tdpbusd adds to each sum the products of four integers without signs in a word of a row and four with signs in one of
// a column.
func tdpbusd(sum, rows, columns int) {
	encoded(fmt.Sprintf("tdpbusd tmm%d,tmm%d,tmm%d", sum, rows, columns), vex(prefix66, opProduct, columns, nil, nil),
		byte(inRegister|sum<<3|rows))
}

// operands returns the bytes for a tile and the place of its rows.
func operands(tile int, base, stride reg.Physical, offset int) []byte {
	registers := byte(low(stride)<<3 | low(base))
	if offset == 0 {
		return []byte{byte(inMemory | tile<<3 | indexed), registers}
	}
	return []byte{byte(nearMemory | tile<<3 | indexed), registers, byte(offset)}
}

// vex returns the three bytes of a VEX prefix of 128 bits, W0, and the opcode. source is the second source, a tile;
// index and base are those of memory, nil for none.
func vex(prefix, opcode, source int, index, base reg.Physical) []byte {
	const map0F38 = 2
	second := byte(0b111<<5 | map0F38) // upper bits of numbers are inverted, as is the source
	if index != nil && index.PhysicalIndex() > 7 {
		second &^= 1 << 6
	}
	if base != nil && base.PhysicalIndex() > 7 {
		second &^= 1 << 5
	}
	return []byte{0xc4, second, byte(^source&15<<3 | prefix), byte(opcode)}
}

// low returns the lower three bits of the number of a register.
func low(r reg.Physical) int { return int(r.PhysicalIndex()) & 7 }

// intel returns what Intel calls a register.
func intel(r reg.Physical) string {
	name := strings.ToLower(r.Asm())
	if name[0] != 'r' {
		name = "r" + name
	}
	return name
}

func place(base, stride reg.Physical, offset int) string {
	text := intel(base) + "+" + intel(stride) + "*1"
	if offset > 0 {
		text += fmt.Sprint("+", offset)
	}
	return "[" + text + "]"
}

// encoded writes an instruction as bytes, with its text behind them, in one line.
func encoded(text string, prefix []byte, rest ...byte) {
	var parts []string
	for _, b := range append(prefix, rest...) {
		parts = append(parts, fmt.Sprintf("BYTE $%#02x", b))
	}
	Instruction(&ir.Instruction{Opcode: strings.Join(parts, "; ") + " // " + text})
}
