package embedding

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// A vocabulary is a list of distinct words with an index from word to position. It is three flat
// arrays without pointers, so that it costs the garbage collector nothing and could be used where it
// lies in a file.
type vocabulary struct {
	text    string   // the words, one after another
	offsets []uint32 // len n+1; word i is text[offsets[i]:offsets[i+1]]

	// slots is an open-addressing hash table with linear probing: a power of two, at least twice the
	// number of words. A slot is 0 when free, otherwise the upper half of the word's hash above the
	// word's position plus one. The search starts at the lower bits of the hash.
	slots []uint64

	// small is in place of slots in a vocabulary that is part of the program, of at most maxSmall words: smallSlots of 4
	// bytes, each 0 when free, otherwise the upper bits of the hash above the position plus one.
	small []uint32
}

const (
	smallBits  = 17 // of a position in small
	smallSlots = 1 << smallBits
	maxSmall   = smallSlots / 8 * 5 // so that a search takes few steps
)

// MaxWords is the largest number of words in a vocabulary.
const MaxWords = math.MaxUint32 - 1

// maxText is what an offset can hold.
const maxText = math.MaxUint32

// indexVocabulary makes a vocabulary of words that are known to be distinct.
func indexVocabulary(text string, offsets []uint32) vocabulary {
	v := vocabulary{text: text, offsets: offsets}
	v.slots = buildSlots(text, offsets)
	return v
}

// knownVocabulary is indexVocabulary with the small slots that were made before, as they lie in the memory of a
// little-endian machine; others make slots.
func knownVocabulary(text string, offsets []uint32, small string) vocabulary {
	memory := unsafe.Slice(unsafe.StringData(small), len(small))
	const word = unsafe.Sizeof(uint32(0))
	aligned := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))%word == 0
	if bigEndian() || !aligned || len(small) != smallSlots*int(word) || len(offsets)-1 > maxSmall {
		return indexVocabulary(text, offsets)
	}
	return vocabulary{text: text, offsets: offsets, small: numbersIn[uint32](memory)}
}

func (v *vocabulary) len() int { return len(v.offsets) - 1 }

func (v *vocabulary) word(id int) string { return v.text[v.offsets[id]:v.offsets[id+1]] }

// find returns the position of word.
func (v *vocabulary) find(word string) (id int, ok bool) {
	h := hashWord(word)
	if v.small != nil {
		return v.findSmall(word, h)
	}
	mask := uint64(len(v.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := v.slots[i]
		if slot == 0 {
			return 0, false
		}
		if slot>>32 == h>>32 {
			if id := int(uint32(slot)) - 1; v.word(id) == word {
				return id, true
			}
		}
	}
}

// findSmall is find in small, for a word with a hash.
func (v *vocabulary) findSmall(word string, h uint64) (id int, ok bool) {
	for i := h; ; i++ {
		slot := v.small[i%smallSlots]
		if slot == 0 {
			return 0, false
		}
		if uint64(slot>>smallBits) == h>>(32+smallBits) {
			if id := int(slot%smallSlots) - 1; v.word(id) == word {
				return id, true
			}
		}
	}
}

// hashWord is the 64-bit FNV-1a hash. It must not change between versions or machines, for an index
// that is kept in a file is only right for the hash that made it.
func hashWord(word string) uint64 {
	const offset, prime = 0xcbf29ce484222325, 0x100000001b3
	h := uint64(offset)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint64(word[i])) * prime
	}
	return h
}

// slotsFor returns how many slots n words get: the table is at most half full, and never full.
func slotsFor(n int) int { return 1 << bits.Len(uint(max(2*n, 2)-1)) }

func buildSlots(text string, offsets []uint32) []uint64 {
	n := len(offsets) - 1
	slots := make([]uint64, slotsFor(n))
	for id := range n {
		insertSlot(slots, hashWord(text[offsets[id]:offsets[id+1]]), id)
	}
	return slots
}

// allSlots returns the slots, made anew where there are small ones.
func (v *vocabulary) allSlots() []uint64 {
	if v.small != nil {
		return buildSlots(v.text, v.offsets)
	}
	return v.slots
}

// insertSlot enters a word that the table does not hold yet.
func insertSlot(slots []uint64, h uint64, id int) {
	mask := uint64(len(slots) - 1)
	i := h & mask
	for slots[i] != 0 {
		i = (i + 1) & mask
	}
	slots[i] = h>>32<<32 | uint64(id+1)
}

// A vocabularyBuilder collects words one by one and notices those that came before.
type vocabularyBuilder struct {
	text []byte
	v    vocabulary // its text is a view of the bytes above and follows them as they move
}

func newVocabularyBuilder() *vocabularyBuilder {
	return &vocabularyBuilder{v: vocabulary{offsets: []uint32{0}, slots: make([]uint64, slotsFor(0))}}
}

var errTooManyWords = errors.New("more words than 32-bit positions can number")

// add appends word unless it is there already, and tells its position and whether it is new. It keeps
// no reference to word.
func (b *vocabularyBuilder) add(word string) (id int, added bool, err error) {
	if id, ok := b.v.find(word); ok {
		return id, false, nil
	}
	id = b.v.len()
	if uint64(id) >= MaxWords || uint64(len(b.text))+uint64(len(word)) > maxText {
		return 0, false, errTooManyWords
	}
	b.text = append(b.text, word...)
	b.v.text = unsafe.String(unsafe.SliceData(b.text), len(b.text))
	b.v.offsets = append(b.v.offsets, uint32(len(b.text)))
	if 2*(id+1) > len(b.v.slots) {
		b.v.slots = buildSlots(b.v.text, b.v.offsets)
	} else {
		insertSlot(b.v.slots, hashWord(word), id)
	}
	return id, true, nil
}

// finish returns the vocabulary. The builder must not be used afterwards: the vocabulary's text is
// the builder's memory, which from now on nobody writes.
func (b *vocabularyBuilder) finish() vocabulary { return b.v }

// CheckWord returns an error for a word that no vocabulary may hold: an empty one, or one that is not UTF-8.
func CheckWord(word string) error {
	if word == "" {
		return errors.New("empty word")
	}
	if at := invalidUTF8(word); at >= 0 {
		return fmt.Errorf("invalid UTF-8 at byte %d of the word %s", at+1, quote(word))
	}
	return nil
}

// invalidUTF8 returns the position of the first byte of s that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
			return i
		}
	}
	return -1
}

// quote shows a word in an error, shortened.
func quote(word string) string {
	const most = 40 // bytes
	if len(word) > most {
		return strconv.Quote(word[:most]) + "…"
	}
	return strconv.Quote(word)
}
