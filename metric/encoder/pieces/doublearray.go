package pieces

import "encoding/binary"

// A doubleArray finds numbers by the texts that lead to them, byte by byte (Aoe 1989). It is laid out as Darts-clone does it:
// units of 32 bits, little-endian. A node has a base, its children are at base XOR their byte, where the unit has that byte
// as its label, and its own number, if it has one, is at base. It is used where it lies, so that of one in a mapped file
// only what is asked for is read, and need not be a sound one: what leads out of it is not there.
type doubleArray []byte

// Parts of a unit.
const (
	unitSize       = 4 // bytes
	unitHasLeaf    = 1 << 8
	unitExtended   = 1 << 9
	unitLabel      = 1<<31 | 0xff
	unitIsValue    = 1 << 31
	unitValue      = 1<<31 - 1
	unitOffsetBit  = 10
	maxUnextended  = 1 << 21 // offsets are below it
	unitsPerLabels = 1 << 8  // nodes that differ in a label are in the same block of so many
)

// units returns how many there are.
func (d doubleArray) units() int { return len(d) / unitSize }

func (d doubleArray) unit(i int) uint32 { return binary.LittleEndian.Uint32(d[unitSize*i:]) }

// base returns the base of the node at i.
func (d doubleArray) base(i int) int {
	unit := d.unit(i)
	return i ^ int(unit>>unitOffsetBit<<(unit&unitExtended>>6))
}

// next goes on with a byte from the node of a base, and returns the base of the node there with the number of the text
// that leads there, -1 if it has none. ok is false if no text goes on so.
func (d doubleArray) next(from int, label byte) (base, number int, ok bool) {
	at := from ^ int(label)
	if label == 0 || at >= d.units() || d.unit(at)&unitLabel != uint32(label) {
		return 0, -1, false
	}
	base, number = d.base(at), -1
	if d.unit(at)&unitHasLeaf != 0 && base < d.units() {
		number = int(d.unit(base) & unitValue)
	}
	return base, number, true
}
