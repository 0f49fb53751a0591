package texts

// fewWords is up to how many words looking at each is faster than a table. A power of two.
const fewWords = 32

// merging finds the words of a text that is being read, of which equal ones become one place. Its memory is reused.
type merging struct {
	seen uint64 // a bit for the ids of some of the words: where it is not set, the word is new
	// slots are a hash table with linear probing, in use if there are more than few words: to compare a word with each
	// would take the square of their number. 1 + the place of a word, or 0; a power of two, at least twice as many as words.
	slots []int32
	used  bool // whether slots are not all 0
}

// begin forgets the words of the text before.
func (m *merging) begin() {
	if m.used {
		clear(m.slots)
	}
	m.seen, m.used = 0, false
}

// find returns the place of a word of s, or -1. Words with a row are told apart by it, others by their letters.
func (m *merging) find(s *Text, word string, id int32) int {
	if len(s.Words) <= fewWords {
		for i, known := range s.IDs {
			if known == id && (id >= 0 || s.Words[i] == word) {
				return i
			}
		}
		return -1
	}
	mask := uint32(len(m.slots) - 1)
	for i := hashWord(word, id); ; i++ {
		place := int(m.slots[i&mask]) - 1
		if place < 0 || s.IDs[place] == id && (id >= 0 || s.Words[place] == word) {
			return place
		}
	}
}

// bitOf is the bit of merging.seen for an id, by Fibonacci hashing.
func bitOf(id int32) uint64 { return uint64(1) << (uint32(id) * 0x9e3779b1 >> 26) }

// add enters the last of more than few words of s, the first time all of them.
func (m *merging) add(s *Text) {
	n := len(s.Words)
	if m.used && 2*n <= len(m.slots) {
		m.enter(s, n-1)
		return
	}
	if 2*n > len(m.slots) {
		m.slots = make([]int32, max(8*fewWords, 2*len(m.slots)))
	}
	m.used = true
	for place := range s.Words {
		m.enter(s, place)
	}
}

// enter adds a word of s that the table does not have.
func (m *merging) enter(s *Text, place int) {
	mask := uint32(len(m.slots) - 1)
	i := hashWord(s.Words[place], s.IDs[place])
	for m.slots[i&mask] != 0 {
		i++
	}
	m.slots[i&mask] = int32(place) + 1
}

// hashWord is 32-bit FNV-1a of a word without a row, otherwise Fibonacci hashing of its row, of which the upper half
// of the product is well mixed.
func hashWord(word string, id int32) uint32 {
	if id >= 0 {
		return uint32(uint64(uint32(id)) * 0x9e3779b97f4a7c15 >> 32)
	}
	h := uint32(2166136261)
	for k := range len(word) {
		h = (h ^ uint32(word[k])) * 16777619
	}
	return h
}
