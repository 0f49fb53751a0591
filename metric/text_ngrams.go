package metric

import (
	"errors"
	"fmt"
	"math"
)

// Ngrams says which character n-grams of a word are counted in its vector: all runs of Shortest to Longest characters,
// from 2 to LongestNgram, of the word with a mark before its first and another one after its last character. The zero
// value means none. Longer ones tell words apart that merely look alike, shorter ones see what inflected words share.
type Ngrams struct{ Shortest, Longest int }

// LongestNgram is the most characters that an n-gram has.
const LongestNgram = 2 * charactersInHalf

// UsualNgrams are those of NgramsName.
var UsualNgrams = Ngrams{Shortest: 2, Longest: 4}

// NgramsName is what settings call the vectors of UsualNgrams.
const NgramsName = "ngrams"

// String returns what signatures call the vectors, such as ngrams2-4.
func (n Ngrams) String() string { return fmt.Sprintf("%s%d-%d", NgramsName, n.Shortest, n.Longest) }

// ParseNgrams reads NgramsName or what Ngrams.String writes; ok is false for other names.
func ParseNgrams(name string) (n Ngrams, ok bool) {
	if name == NgramsName {
		return UsualNgrams, true
	}
	_, err := fmt.Sscanf(name, NgramsName+"%d-%d", &n.Shortest, &n.Longest)
	if err != nil || n.String() != name || n.check() != nil {
		return Ngrams{}, false
	}
	return n, true
}

// check rejects lengths that cannot be counted.
func (n Ngrams) check() error {
	if n != (Ngrams{}) && (n.Shortest < 2 || n.Longest < n.Shortest || n.Longest > LongestNgram) {
		return fmt.Errorf("ngrams: found runs of %d to %d characters, expected 2 to %d, the shortest first", n.Shortest,
			n.Longest, LongestNgram)
	}
	return nil
}

// Under Options.Ngrams the vector of a word is the counts of its character n-grams and of the word itself, as rare as
// they are: no row is ever written. All products are sums of products of whole numbers, so they are exact, and every
// sum of them is the same in any order.

// errNgramsAndOthers says that vectors were given twice.
var errNgramsAndOthers = errors.New("ngrams: found other vectors, a converter or an encoder beside them, expected " +
	"n-grams alone")

// errSpellingOfOthers says that words would be spelled in two ways.
var errSpellingOfOthers = fmt.Errorf("spelling: found other n-grams as vectors, expected %v, which it compares",
	UsualNgrams)

// spell gives the words of a text the lengths of their vectors.
func (s *text) spell(of Ngrams) {
	s.grams.done = false
	s.grams.read(s.words, of)
	for i := range s.words {
		first, end := s.grams.span(int32(i))
		square := 1. // of the word itself
		for _, count := range s.grams.counts[first:end] {
			square += float64(count) * float64(count)
		}
		s.rows = append(s.rows, nil)
		s.squares = append(s.squares, square)
		s.norms[i] = math.Sqrt(square)
	}
}

// spelledProducts fills dst, len(b.words), with the inner products of word i of a with the words of b.
func spelledProducts(dst []float64, a, b *text, i int32) {
	clear(dst)
	first, end := a.grams.span(i)
	for k := first; k < end; k++ {
		count := float64(a.grams.counts[k])
		for at := *b.grams.slot(a.grams.grams[k]); at > 0; at = b.grams.earlier[at-1] {
			dst[b.grams.words[at-1]] += count * float64(b.grams.counts[at-1])
		}
	}
	word, square := a.words[i], a.squares[i]
	for j, other := range b.squares {
		if other == square && dst[j] == square-1 && word == b.words[j] {
			dst[j] = square
		}
	}
}

// spelledBand is dot.Band of the words of a text: their inner products with the next word and the one after that.
func (s *text) spelledBand(band []float64) {
	clear(band)
	g := &s.grams
	for k, word := range g.words {
		for at := g.earlier[k]; at > 0 && g.words[at-1] >= word-2; at = g.earlier[at-1] {
			other := g.words[at-1]
			band[2*other+(word-other)-1] += float64(g.counts[k]) * float64(g.counts[at-1])
		}
	}
	for i, word := range s.words {
		for k := 1; k <= 2 && i+k < len(s.words); k++ {
			if word == s.words[i+k] {
				band[2*i+k-1]++
			}
		}
	}
}

// spelledSums returns the inner product of the sums of two texts. products has room for those of one word of a.
func spelledSums(products []float64, what int, a, b *text) (product float64) {
	for i := range a.words {
		spelledProducts(products, a, b, int32(i))
		var row float64
		for j, x := range products {
			row += x * b.share(what, j) / b.norms[j]
		}
		product += row * a.share(what, i) / a.norms[i]
	}
	return product
}
