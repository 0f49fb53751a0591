package texts

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/wordrotator/wrd/metric/ngrams"
)

// letterGrams are the words of a text as sets of character n-grams. Two words are spelled as alike as the Dice
// coefficient of their sets of ngrams.Usual, 2·|X∩Y|/(|X|+|Y|), says. So "cat" and "cats" share ^c, ca, at, ^ca, cat and
// ^cat, of which the one has 9 and the other one 12: 12/21.
//
// The sets of all words stand in one hash table, so that to find what a word shares with a text takes as long as the
// word, not as long as the text: most pairs of words share nothing. The memory is reused.
type letterGrams struct {
	of      ngrams.Range  // which ones
	done    bool          // whether the words are those of the text
	grams   []ngrams.Gram // the n-grams of the first word, each once, then those of the second, …
	words   []int32       // which word each of them is of
	counts  []int32       // how often that word has it
	earlier []int32       // 1 + the index of the same n-gram in the nearest earlier word that has it, or 0
	ends    []int32       // where the n-grams of each word end
	table   []int32       // 1 + the index of the last occurrence of an n-gram, or 0; the length is a power of 2
}

// read reads the words of a text, once, into their n-grams of some lengths.
func (s *letterGrams) read(words []string, of ngrams.Range) {
	if s.done {
		return
	}
	letters := 0
	for _, word := range words {
		letters += len(word)
	}
	s.begin(of, len(words), letters)
	for i, word := range words {
		s.addWord(int32(i), of.In(word))
	}
}

// begin makes room for so many words of so many bytes together.
func (s *letterGrams) begin(of ngrams.Range, words, letters int) {
	s.done, s.of = true, of
	s.grams, s.words, s.counts = s.grams[:0], s.words[:0], s.counts[:0]
	s.earlier, s.ends = s.earlier[:0], s.ends[:0]
	most := (of.Longest - of.Shortest + 1) * (letters + 2*words)
	size := 1 << bits.Len(uint(2*most)) // more than half of it stays free
	if cap(s.table) < size {
		s.table = make([]int32, size)
	}
	s.table = s.table[:size]
	clear(s.table)
}

// addWord counts the n-grams of the next word.
func (s *letterGrams) addWord(word int32, grams iter.Seq[ngrams.Gram]) {
	for gram := range grams {
		s.add(word, gram)
	}
	s.ends = append(s.ends, int32(len(s.grams)))
}

// add counts an n-gram of a word.
func (s *letterGrams) add(word int32, gram ngrams.Gram) {
	slot := s.slot(gram)
	last := *slot
	if last > 0 && s.words[last-1] == word {
		s.counts[last-1]++
		return
	}
	s.grams, s.words = append(s.grams, gram), append(s.words, word)
	s.counts, s.earlier = append(s.counts, 1), append(s.earlier, last)
	*slot = int32(len(s.grams))
}

// slot returns the place of an n-gram in the table, which is 0 if no word has it.
func (s *letterGrams) slot(gram ngrams.Gram) *int32 {
	mask := uint64(len(s.table) - 1)
	for i := gram.Hash(); ; i++ {
		slot := &s.table[i&mask]
		if *slot == 0 || s.grams[*slot-1] == gram {
			return slot
		}
	}
}

// span returns where the n-grams of a word stand.
func (s *letterGrams) span(word int32) (first, end int32) {
	if word > 0 {
		first = s.ends[word-1]
	}
	return first, s.ends[word]
}

// unlike returns one minus the Dice coefficient of two sets of n and m n-grams that share some: exactly 0 for equal sets.
func unlike(shared, n, m int32) float64 { return float64(n+m-2*shared) / float64(n+m) }

// shareWith counts the n-grams that a word has in common with each word of t, and returns how many it has.
func (s *letterGrams) shareWith(t *letterGrams, word int32, shared []int32) int32 {
	clear(shared)
	start, end := s.span(word)
	for _, gram := range s.grams[start:end] {
		for at := *t.slot(gram); at > 0; at = t.earlier[at-1] {
			shared[t.words[at-1]]++
		}
	}
	return end - start
}

// size returns how many n-grams a word has.
func (s *letterGrams) size(word int32) int32 {
	first, end := s.span(word)
	return end - first
}

// spell reads how the words of two texts are spelled. It returns scratch with room for len(b.Words) numbers.
func spell(a, b *Text, scratch []int32) []int32 {
	a.letters.read(a.Words, ngrams.Usual)
	b.letters.read(b.Words, ngrams.Usual)
	return roomFor(b, scratch)
}

// roomFor returns scratch with room for a number for each word of a text.
func roomFor(s *Text, scratch []int32) []int32 {
	if cap(scratch) < len(s.Words) {
		scratch = make([]int32, len(s.Words))
	}
	return scratch[:len(s.Words)]
}

// AtMostSpelling lowers the costs of moving the words from of a onto the words to of b, row-major, to one minus the Dice
// coefficient of the two spellings: all of them, or only those of pairs in which a word has no vector. It returns
// scratch with room for len(b.Words) numbers.
func AtMostSpelling(cost []float64, a, b *Text, from, to []int32, unknownOnly bool, scratch []int32) []int32 {
	unknownTo := 0 // the first column to lower in the row of a known word
	if unknownOnly {
		unknownTo, _ = slices.BinarySearch(to, int32(b.Known)) // the unknown words come last
		if unknownTo == len(to) && (len(from) == 0 || int(from[len(from)-1]) < a.Known) {
			return scratch
		}
	}
	shared := spell(a, b, scratch)
	for r, i := range from {
		first := 0
		if int(i) < a.Known {
			first = unknownTo
		}
		if first == len(to) {
			continue
		}
		size := a.letters.shareWith(&b.letters, i, shared)
		row := cost[r*len(to):][first:len(to)]
		for c, j := range to[first:] {
			if shared[j] == 0 {
				row[c] = min(row[c], 1)
				continue
			}
			row[c] = min(row[c], unlike(shared[j], size, b.letters.size(j)))
		}
	}
	return shared
}

// MixSpelling changes the costs of moving the words from of a onto the words to of b, row-major, to 1 − weight times what
// they are plus weight times one minus the Dice coefficient of the two spellings. scratch is as for AtMostSpelling.
func MixSpelling(cost []float64, weight float64, a, b *Text, from, to []int32, scratch []int32) []int32 {
	shared := spell(a, b, scratch)
	mix(cost, weight, &a.letters, &b.letters, from, to, shared)
	return shared
}

// mix changes costs to 1 − weight times what they are plus weight times one minus the Dice coefficient of two words.
func mix(cost []float64, weight float64, a, b *letterGrams, from, to, shared []int32) {
	for r, i := range from {
		size := a.shareWith(b, i, shared)
		row := cost[r*len(to):][:len(to)]
		for c, j := range to {
			alike := 1.
			if shared[j] > 0 {
				alike = unlike(shared[j], size, b.size(j))
			}
			row[c] = float64((1-weight)*row[c]) + float64(weight*alike)
		}
	}
}
