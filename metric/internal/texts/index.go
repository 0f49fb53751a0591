package texts

// A wordIndex finds the words of a text that has many: to compare a word with each would take the square of their
// number. It is a hash table with linear probing.
type wordIndex struct {
	slots []int32 // 1 + the place of a word, or 0; a power of two, at least twice as many as words
}

// find returns the place of a word of s, or -1. Words with a row are told apart by it, others by their letters.
func (t *wordIndex) find(s *Text, word string, id int32) int {
	mask := uint32(len(t.slots) - 1)
	for i := hashWord(word, id); ; i++ {
		place := int(t.slots[i&mask]) - 1
		if place < 0 || s.IDs[place] == id && (id >= 0 || s.Words[place] == word) {
			return place
		}
	}
}

// add enters the last word of s, and the first time those before it.
func (t *wordIndex) add(s *Text) {
	n := len(s.Words)
	if n > fewWords+1 && 2*n <= len(t.slots) {
		t.enter(s, n-1)
		return
	}
	if 2*n > len(t.slots) {
		t.slots = make([]int32, max(8*fewWords, 2*len(t.slots)))
	}
	for place := range s.Words {
		t.enter(s, place)
	}
}

// enter adds a word of s that the table does not have.
func (t *wordIndex) enter(s *Text, place int) {
	mask := uint32(len(t.slots) - 1)
	i := hashWord(s.Words[place], s.IDs[place])
	for t.slots[i&mask] != 0 {
		i++
	}
	t.slots[i&mask] = int32(place) + 1
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
