package dense

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/internal/fma"
)

// Few machines have AMX, so an interpreter runs the functions for it of kernels_amd64.s: the few instructions of Go's
// assembler that they have, and those of AMX from their bytes, as Intel's manual (volume 2) defines them.

// A listing is a function as text: instructions by line, labels with the line that follows them.
type listing struct {
	lines   [][]string // an opcode and its operands, or "" and bytes in hexadecimal
	texts   []string   // of bytes, what they are said to be
	labels  map[string]int
	numbers []uint32 // the table numbers<>
}

func readListing(t *testing.T, function string) *listing {
	t.Helper()
	content, err := os.ReadFile("kernels_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	p := &listing{labels: map[string]int{}}
	for line := range strings.Lines(string(content)) {
		var offset int
		var x uint64
		if n, _ := fmt.Sscanf(line, "DATA numbers<>+%d(SB)/8, $0x%x", &offset, &x); n == 2 {
			p.numbers = append(p.numbers[:offset/4], uint32(x), uint32(x>>32))
		}
	}
	_, body, ok := strings.Cut(string(content), "\nTEXT ·"+function+"(SB)")
	if !ok {
		t.Fatalf("found no function %s", function)
	}
	body, _, _ = strings.Cut(body, "\nTEXT ")
	_, body, _ = strings.Cut(body, "\n")
	for line := range strings.Lines(body) {
		line, text, _ := strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		switch label, isLabel := strings.CutSuffix(line, ":"); {
		case line == "":
		case isLabel:
			p.labels[label] = len(p.lines)
		case strings.HasPrefix(line, "BYTE "):
			p.lines = append(p.lines, []string{"", strings.NewReplacer("BYTE $0x", "", "; ", "").Replace(line)})
			p.texts = append(p.texts, strings.TrimSpace(text))
		default:
			p.lines = append(p.lines, strings.Fields(strings.ReplaceAll(line, ",", " ")))
			p.texts = append(p.texts, "")
		}
	}
	return p
}

// A machine is what runs a listing. An address has the number of a region in its upper half.
type machine struct {
	registers map[string]int64
	vectors   map[string][16]uint32
	arguments map[string]int64 // by name
	regions   [][]uint32
	compared  int64
	tiles     [8]struct {
		rows, words int
		data        [16][16]uint32
	}
	configured bool
}

const region = 1 << 32

// The regions. Those to dst and sums are written.
const (
	inDst = iota
	inSums
	inA
	inW
	inStarts
	inScales
	inColumns
	inBias
	inConfig
)

// word returns the word at an address. It panics where there is none, as does every method of a machine.
func (m *machine) word(address int64) *uint32 {
	if address%4 != 0 {
		panic(fmt.Sprintf("address %#x", address))
	}
	return &m.regions[address/region][address%region/4]
}

// run executes a listing until it returns.
func (m *machine) run(p *listing) {
	for at := 0; ; at++ {
		line := p.lines[at]
		jump := false
		switch line[0] {
		case "":
			m.tile(line[1])
		case "MOVQ":
			m.set(line[2], m.value(line[1]))
		case "CMOVQLT":
			if m.compared < 0 {
				m.set(line[2], m.value(line[1]))
			}
		case "LEAQ":
			m.set(line[2], m.address(line[1]))
		case "ADDQ":
			m.set(line[2], m.value(line[2])+m.value(line[1]))
		case "SUBQ":
			m.registers[line[2]] -= m.value(line[1])
		case "XORQ":
			m.registers[line[2]] ^= m.value(line[1])
		case "SHLQ":
			m.registers[line[2]] <<= m.value(line[1])
		case "PREFETCHT1":
		case "DECQ":
			m.compared = m.value(line[1]) - 1
			m.set(line[1], m.compared)
		case "TESTQ":
			m.compared = m.value(line[1]) & m.value(line[2])
		case "CMPQ":
			m.compared = m.value(line[1]) - m.value(line[2])
		case "JMP":
			jump = true
		case "JZ":
			jump = m.compared == 0
		case "JNZ":
			jump = m.compared != 0
		case "RET":
			return
		default:
			m.vector(p, line)
		}
		if jump {
			at = p.labels[line[1]] - 1
		}
	}
}

// value returns that of a number, a register or an argument.
func (m *machine) value(operand string) int64 {
	if number, ok := strings.CutPrefix(operand, "$"); ok {
		x, err := strconv.ParseInt(number, 0, 64)
		if err != nil {
			panic(err)
		}
		return x
	}
	if name, _, ok := strings.Cut(operand, "+"); ok {
		return m.arguments[name]
	}
	return m.registers[operand]
}

// set changes a register or an argument.
func (m *machine) set(operand string, x int64) {
	if name, _, ok := strings.Cut(operand, "+"); ok {
		m.arguments[name] = x
		return
	}
	m.registers[operand] = x
}

// places returns the sixteen words of an operand, which is a register, memory or a place in the table of numbers.
func (m *machine) places(p *listing, operand string) (x [16]uint32) {
	if offset, ok := strings.CutPrefix(operand, "numbers<>+"); ok {
		at, err := strconv.Atoi(strings.TrimSuffix(offset, "(SB)"))
		if err != nil {
			panic(err)
		}
		copy(x[:], p.numbers[at/4:][:16])
	} else if strings.HasSuffix(operand, ")") {
		for i := range x {
			x[i] = *m.word(m.address(operand) + int64(4*i))
		}
	} else {
		x = m.vectors[operand]
	}
	return x
}

// address returns that of an operand in memory.
func (m *machine) address(operand string) int64 {
	distance, base, _ := strings.Cut(strings.TrimSuffix(operand, ")"), "(")
	if distance == "" {
		distance = "0"
	}
	return m.registers[base] + m.value("$"+distance)
}

// vector executes an instruction of AVX-512. Its last operand is what it changes.
func (m *machine) vector(p *listing, line []string) {
	to := line[len(line)-1]
	switch line[0] {
	case "VZEROUPPER":
		return
	case "VBROADCASTSS":
		var all [16]uint32
		for i := range all {
			all[i] = *m.word(m.address(line[1]))
		}
		m.vectors[to] = all
		return
	case "VMOVUPS", "VMOVAPS":
		x := m.places(p, line[1])
		if !strings.HasSuffix(to, ")") {
			m.vectors[to] = x
			return
		}
		m.need(m.address(to)/region == inDst)
		for i, word := range x {
			*m.word(m.address(to) + int64(4*i)) = word
		}
		return
	case "VPSLLD":
		x := m.places(p, line[2])
		for i := range x {
			x[i] <<= m.value(line[1])
		}
		m.vectors[to] = x
		return
	}
	x, old := m.places(p, line[1]), m.places(p, to)
	var y [16]uint32
	if len(line) == 4 {
		y = m.places(p, line[2])
	}
	for i := range x {
		x[i] = computed(line[0], x[i], y[i], old[i])
	}
	m.vectors[to] = x
}

// computed returns what an instruction makes of x, its first operand, y, the second, and what the last was.
func computed(opcode string, x, y, old uint32) uint32 {
	switch opcode {
	case "VXORPS":
		return x ^ y
	case "VANDPS":
		return x & y
	case "VPADDD":
		return x + y
	case "VCVTDQ2PS":
		return math.Float32bits(float32(int32(x)))
	}
	a, b, c := math.Float32frombits(x), math.Float32frombits(y), math.Float32frombits(old)
	var result float32
	switch opcode {
	case "VADDPS":
		result = b + a
	case "VSUBPS":
		result = b - a
	case "VMULPS":
		result = b * a
	case "VDIVPS":
		result = b / a
	case "VMINPS":
		if result = a; b < a {
			result = b
		}
	case "VMAXPS":
		if result = a; b > a {
			result = b
		}
	case "VFMADD213PS":
		result = fma.Float32(b, c, a)
	case "VFMADD231PS":
		result = fma.Float32(b, a, c)
	case "VFMSUB231PS":
		result = fma.Float32(b, a, -c)
	case "VFNMADD231PS":
		result = fma.Float32(-b, a, c)
	default:
		panic("unknown: " + opcode)
	}
	return math.Float32bits(result)
}

// registerNames are Go's of the registers by their number in an instruction.
var registerNames = [16]string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI",
	"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// tile executes an instruction with a prefix VEX of three bytes.
func (m *machine) tile(code string) {
	var b []byte
	if _, err := fmt.Sscanf(code, "%x", &b); err != nil || b[0] != 0xc4 || b[1]&31 != 2 || b[2]&0x84 != 0 {
		panic("not VEX.128.0F38.W0: " + code)
	}
	prefix, source, opcode, modrm, rest := b[2]&3, int(^b[2]>>3&15), b[3], b[4], b[5:]
	mode, register, operand := modrm>>6, int(modrm>>3&7), int(modrm&7)
	upperRegister, upperIndex, upperBase := int(^b[1]>>7&1)*8, int(^b[1]>>6&1)*8, int(^b[1]>>5&1)*8
	memory := func() (base, index int64) {
		if operand == 4 {
			base = m.registers[registerNames[int(rest[0]&7)+upperBase]]
			index = m.registers[registerNames[int(rest[0]>>3&7)+upperIndex]]
			index <<= rest[0] >> 6
			rest = rest[1:]
		} else {
			base = m.registers[registerNames[operand+upperBase]]
		}
		if mode == 1 {
			base += int64(int8(rest[0]))
			rest = rest[1:]
		} else if mode != 0 {
			panic("another place: " + code)
		}
		return base, index
	}
	switch {
	case opcode == 0x49 && prefix == 0 && modrm == 0xc0: // TILERELEASE
		m.configured = false
	case opcode == 0x49 && prefix == 0 && mode != 3 && register == 0: // LDTILECFG
		base, _ := memory()
		m.configure(base)
	case opcode == 0x4b && prefix >= 2 && operand == 4: // TILELOADD, TILESTORED
		t := &m.tiles[register]
		m.need(m.configured && upperRegister == 0 && t.rows > 0)
		base, stride := memory()
		for i := range t.rows {
			for j := range t.words {
				address := base + int64(i)*stride + int64(4*j)
				if prefix == 3 {
					t.data[i][j] = *m.word(address)
				} else {
					m.need(address/region == inSums)
					*m.word(address) = t.data[i][j]
				}
			}
			if prefix == 3 {
				clear(t.data[i][t.words:])
			}
		}
	case opcode == 0x5e && prefix == 1 && mode == 3: // TDPBUSD
		sum, a, b := &m.tiles[register], &m.tiles[operand], &m.tiles[source]
		m.need(m.configured && register != operand && register != source && operand != source)
		m.need(sum.rows > 0 && sum.rows == a.rows && a.words == b.rows && sum.words == b.words)
		for i := range sum.rows {
			for k := range a.words {
				for j := range sum.words {
					for n := 0; n < 32; n += 8 {
						sum.data[i][j] += uint32(int32(uint8(a.data[i][k]>>n)) * int32(int8(b.data[k][j]>>n)))
					}
				}
			}
		}
	default:
		panic("unknown: " + code)
	}
	m.need(len(rest) == 0)
}

// need panics where the processor would refuse an instruction.
func (m *machine) need(ok bool) {
	if !ok {
		panic("an instruction that the processor refuses")
	}
}

// configure reads the sizes of the tiles.
func (m *machine) configure(from int64) {
	var b []byte
	for i := range 16 {
		b = binary.LittleEndian.AppendUint32(b, *m.word(from + int64(4*i)))
	}
	m.configured = true
	m.need(b[0] == 1 && b[1] == 0) // the palette, and that no instruction was interrupted
	for i, x := range b {
		reserved := i >= 2 && i < 16 || i >= 32 && i < 48 || i >= 56
		m.need(!reserved || x == 0)
	}
	for i := range m.tiles {
		t := &m.tiles[i]
		columns := binary.LittleEndian.Uint16(b[16+2*i:])
		t.rows, t.words = int(b[48+i]), int(columns)/4
		m.need(t.rows <= 16 && columns <= 64 && columns%4 == 0 && (t.rows == 0) == (columns == 0))
		clear(t.data[:])
	}
}
