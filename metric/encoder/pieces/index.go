package pieces

import (
	"math/bits"
	"unicode/utf8"
)

// An index finds pieces by their texts, in a hash table with open addressing. The hash of a text is made byte by byte, so
// that those of all its beginnings are found on the way, in which a tokenizer looks for pieces.
type index struct {
	list
	slots []slot // a power of two, at least half of them free
	shift uint8  // of the hash, so that it is an index of slots
	// begun has a bit for the hash of each text of whole characters that a piece begins with, so that looking for longer
	// pieces ends soon: 1<<bitsOfSlot for each slot.
	begun []uint64
}

const bitsOfSlot = 4

// A list has texts with their ids. It has no pointer for each, which the garbage collector would follow.
type list struct {
	pieces []numbered
	texts  []byte // one behind the other
}

// numbered is a text of a list.
type numbered struct {
	end int // of the text, which begins where the one before ends
	id  int32
}

// text returns the text at a place.
func (l *list) text(place int) string {
	begin := 0
	if place > 0 {
		begin = l.pieces[place-1].end
	}
	return asText(l.texts[begin:l.pieces[place].end])
}

type slot struct {
	hash  uint32
	piece int32 // the place in pieces, plus 1; 0 for a free slot
}

// newIndex returns an index with room for n pieces.
func newIndex(n int) index {
	x := index{list: list{pieces: make([]numbered, 0, n)}}
	x.resize(bits.Len(uint(max(2*n, 16))))
	return x
}

func (x *index) resize(size int) {
	x.slots, x.shift = make([]slot, 1<<size), uint8(64-size)
	x.begun = make([]uint64, len(x.slots)<<bitsOfSlot/64)
	for place := range x.pieces {
		text := x.text(place)
		hash := x.begin(text)
		*x.slot("", text, hash) = slot{tag(hash), int32(place) + 1}
	}
}

// begin marks what a piece begins with, and returns its hash.
func (x *index) begin(text string) uint64 {
	hash := uint64(noText)
	for i := range len(text) {
		hash = next(hash, text[i])
		if ends(text, i+1) {
			word, bit := x.bit(hash)
			*word |= bit
		}
	}
	return hash
}

// bit returns where begun has the bit for a hash.
func (x *index) bit(hash uint64) (word *uint64, bit uint64) {
	i := hash * spread >> (x.shift - bitsOfSlot)
	return &x.begun[i/64], 1 << (i % 64)
}

// begins reports whether there may be a piece that begins with the text of a hash: false is certain.
func (x *index) begins(hash uint64) bool {
	word, bit := x.bit(hash)
	return *word&bit != 0
}

// ends reports whether a character ends before byte i of a text: only there do pieces end.
func ends[T string | []byte](text T, i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }

// add adds a piece, whose text it copies. If there is one of this text already, it returns the id of that, and false.
func (x *index) add(text string, id int32) (other int32, isNew bool) {
	hash := hashed(noText, text)
	s := x.slot("", text, hash)
	if s.piece != 0 {
		return x.pieces[s.piece-1].id, false
	}
	x.begin(text)
	x.texts = append(x.texts, text...)
	x.pieces = append(x.pieces, numbered{len(x.texts), id})
	*s = slot{tag(hash), int32(len(x.pieces))}
	if 2*len(x.pieces) > len(x.slots) {
		x.resize(65 - int(x.shift))
	}
	return id, true
}

// find returns the id of a piece, and whether there is one.
func (x *index) find(text string) (id int32, ok bool) {
	id = x.at("", text, hashed(noText, text))
	return id, id >= 0
}

// at returns the id of the piece first+second, of which hash is the hash; -1 if there is none.
func (x *index) at(first, second string, hash uint64) int32 {
	if s := x.slot(first, second, hash); s.piece != 0 {
		return x.pieces[s.piece-1].id
	}
	return -1
}

// slot returns the slot of the piece first+second, or the free one where it would be.
func (x *index) slot(first, second string, hash uint64) *slot {
	for i := hash * spread >> x.shift; ; i++ {
		s := &x.slots[int(i)&(len(x.slots)-1)]
		if s.piece == 0 {
			return s
		}
		if s.hash != tag(hash) {
			continue
		}
		if text := x.text(int(s.piece - 1)); len(text) == len(first)+len(second) && text[:len(first)] == first &&
			text[len(first):] == second {
			return s
		}
	}
}

// beginning returns the id of the longest piece that is first and then a beginning of text, of one byte or more, and the
// length of that; -1 if there is none. hash is that of first.
func (x *index) beginning(s *scratch, first string, hash uint64, text string) (id int32, length int) {
	s.hashes = s.hashes[:0]
	for i := range len(text) {
		hash = next(hash, text[i])
		if ends(text, i+1) && !x.begins(hash) {
			break
		}
		s.hashes = append(s.hashes, hash)
	}
	for end := len(s.hashes); end > 0; end-- {
		if !ends(text, end) {
			continue
		}
		if id := x.at(first, text[:end], s.hashes[end-1]); id >= 0 {
			return id, end
		}
	}
	return -1, 0
}

// longest returns the id and the length of the longest piece that a text begins with, also where no character ends; -1 and
// 0 if there is none.
func (x *index) longest(text string) (id int32, length int) {
	id = -1
	hash := uint64(noText)
	for i := range len(text) {
		hash = next(hash, text[i])
		if found := x.at("", text[:i+1], hash); found >= 0 {
			id, length = found, i+1
		}
		if ends(text, i+1) && !x.begins(hash) {
			break
		}
	}
	return id, length
}

// The hash is FNV-1a of Fowler, Noll and Vo, of which a product has the place in its upper bits.
const (
	noText = 14695981039346656037 // the hash of the empty text
	prime  = 1099511628211
	spread = 0x9e3779b97f4a7c15
)

// next returns the hash of a text that goes on with a byte.
func next(hash uint64, c byte) uint64 { return (hash ^ uint64(c)) * prime }

// hashed returns the hash of a text that goes on with another one.
func hashed(hash uint64, text string) uint64 {
	for i := range len(text) {
		hash = next(hash, text[i])
	}
	return hash
}

// tag is the part of a hash that slots keep.
func tag(hash uint64) uint32 { return uint32(hash ^ hash>>32) }
