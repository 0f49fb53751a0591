package arrowipc

import "encoding/binary"

// A message is the metadata of one, tables of FlatBuffers. What is read outside of it is zero, and makes it damaged.
type message struct {
	bytes   []byte
	damaged bool
}

// number returns the unsigned number of so many bytes at a place.
func (m *message) number(at, width int) uint64 {
	if at < 0 || at > len(m.bytes)-width {
		m.damaged = true
		return 0
	}
	return unsigned(m.bytes[at:], width)
}

// unsigned returns the number at the start of b, of 1, 2, 4 or 8 bytes.
func unsigned(b []byte, width int) uint64 {
	switch width {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// signed returns what unsigned does, in two's complement.
func signed(b []byte, width int) int64 {
	shift := 64 - 8*width
	return int64(unsigned(b, width)<<shift) >> shift
}

// below returns the place that the number at a place leads to.
func (m *message) below(at int) int { return at + int(m.number(at, 4)) }

// root returns the table that a message is.
func (m *message) root() table { return table{m, m.below(0)} }

// A table has fields by number. Place 0, where none can be, is that of a table that is not there, without any field.
type table struct {
	m  *message
	at int
}

// field returns the place of field n, 0 if it is not there.
func (t table) field(n int) int {
	if t.at == 0 {
		return 0
	}
	places := t.at - int(int32(t.m.number(t.at, 4)))
	entry := 4 + 2*n
	if entry+2 > int(t.m.number(places, 2)) {
		return 0
	}
	if offset := int(t.m.number(places+entry, 2)); offset != 0 {
		return t.at + offset
	}
	return 0
}

// number returns field n, of so many bytes, or what it is by default.
func (t table) number(n, width int, byDefault int64) int64 {
	at := t.field(n)
	if at == 0 || at > len(t.m.bytes)-width {
		t.m.damaged = t.m.damaged || at != 0
		return byDefault
	}
	return signed(t.m.bytes[at:], width)
}

// table returns field n, a table.
func (t table) table(n int) table {
	if at := t.field(n); at != 0 {
		return table{t.m, t.m.below(at)}
	}
	return table{t.m, 0}
}

// list returns where the elements of field n, of so many bytes each, begin, and how many there are.
func (t table) list(n, width int) (start, count int) {
	at := t.field(n)
	if at == 0 {
		return 0, 0
	}
	at = t.m.below(at)
	if count = int(t.m.number(at, 4)); count > (len(t.m.bytes)-at-4)/width {
		t.m.damaged = true
		return 0, 0
	}
	return at + 4, count
}

// text returns field n, a text.
func (t table) text(n int) string {
	start, count := t.list(n, 1)
	return string(t.m.bytes[start : start+count])
}

// numbers returns the numbers of 8 bytes that field n is a list of, so many in each element.
func (t table) numbers(n, each int) []int64 {
	start, count := t.list(n, 8*each)
	list := make([]int64, each*count)
	for i := range list {
		list[i] = signed(t.m.bytes[start+8*i:], 8)
	}
	return list
}
