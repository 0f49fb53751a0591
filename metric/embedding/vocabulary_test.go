package embedding

import (
	"fmt"
	"testing"
)

// TestHashWord has its values from the FNV-1a test suite of Landon Curt Noll. They must never change.
func TestHashWord(t *testing.T) {
	for word, want := range map[string]uint64{
		"":       0xcbf29ce484222325,
		"a":      0xaf63dc4c8601ec8c,
		"foobar": 0x85944171f73967e8,
	} {
		if got := hashWord(word); got != want {
			t.Errorf("%q: %#x, want %#x", word, got, want)
		}
	}
}

func TestVocabularyBuilder(t *testing.T) {
	b := newVocabularyBuilder()
	const n = 5000 // through a dozen enlargements of the table
	for i := range n {
		for _, added := range []bool{true, false} {
			id, got, err := b.add(fmt.Sprint("word", i))
			if id != i || got != added || err != nil {
				t.Fatalf("word %d: position %d, added %v, error %v", i, id, got, err)
			}
		}
	}
	v := b.finish()
	if v.len() != n {
		t.Fatalf("%d words, want %d", v.len(), n)
	}
	for i := range n {
		if id, ok := v.find(fmt.Sprint("word", i)); id != i || !ok {
			t.Fatalf("word %d is found at %d, %v", i, id, ok)
		}
	}
	if _, ok := v.find(fmt.Sprint("word", n)); ok {
		t.Error("a word that was not added is found")
	}
}

// TestSlotsSpread checks that words are found in few steps: not too full, and not clustered.
func TestSlotsSpread(t *testing.T) {
	s, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	v := indexVocabulary(s.words.text, s.words.offsets)
	if 2*v.len() > len(v.slots) || len(v.slots)&(len(v.slots)-1) != 0 {
		t.Errorf("%d words in %d slots", v.len(), len(v.slots))
	}
	small := buildSmall(v.text, v.offsets)
	for _, table := range []struct {
		name  string
		slots int
		at    func(i int) int
	}{
		{"slots", len(v.slots), func(i int) int { return int(uint32(v.slots[i])) }},
		{"small slots", smallSlots, func(i int) int { return int(small[i] % smallSlots) }},
	} {
		steps := 0
		for id := range v.len() {
			i := int(hashWord(v.word(id)) % uint64(table.slots))
			for table.at(i) != id+1 {
				i = (i + 1) % table.slots
				steps++
			}
		}
		// Knuth's figure for linear probing at load α.
		load := float64(v.len()) / float64(table.slots)
		if mean, want := float64(steps)/float64(v.len()), load/(2*(1-load)); mean > 1.2*want {
			t.Errorf("%s: %.2f steps beyond the first slot on average, expected about %.2f", table.name, mean, want)
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"", -1}, {"abc", -1}, {"é\ufffd", -1}, {"\xff", 0}, {"a\xc3", 1}, {"\ufffd\xe2\x82x", 3}, {"a\xed\xa0\x80", 1},
	}
	for _, test := range tests {
		if got := invalidUTF8(test.text); got != test.want {
			t.Errorf("%q: %d, want %d", test.text, got, test.want)
		}
	}
}

// buildSmall makes the small slots of at most maxSmall words.
func buildSmall(text string, offsets []uint32) []uint32 {
	small := make([]uint32, smallSlots)
	for id := range len(offsets) - 1 {
		h := hashWord(text[offsets[id]:offsets[id+1]])
		i := h
		for small[i%smallSlots] != 0 {
			i++
		}
		small[i%smallSlots] = uint32(h>>(32+smallBits))<<smallBits | uint32(id+1)
	}
	return small
}
