package texts

import (
	"math"

	"github.com/wordrotator/wrd/metric/ngrams"
)

// Under metric.Options.Ngrams the vector of a word is the counts of its character n-grams and of the word itself, as rare as
// they are: no row is ever written. All products are sums of products of whole numbers, so they are exact, and every
// sum of them is the same in any order.

// spell gives the words of a text the lengths of their vectors.
func (s *Text) spell(of ngrams.Range) {
	s.grams.done = false
	s.grams.read(s.Words, of)
	for i := range s.Words {
		first, end := s.grams.span(int32(i))
		square := 1. // of the word itself
		for _, count := range s.grams.counts[first:end] {
			square += float64(count) * float64(count)
		}
		s.Rows = append(s.Rows, nil)
		s.squares = append(s.squares, square)
		s.Norms[i] = math.Sqrt(square)
	}
}

// SpelledProducts fills dst, len(b.Words), with the inner products of word i of a with the words of b.
func SpelledProducts(dst []float64, a, b *Text, i int32) {
	clear(dst)
	first, end := a.grams.span(i)
	for k := first; k < end; k++ {
		count := float64(a.grams.counts[k])
		for at := *b.grams.slot(a.grams.grams[k]); at > 0; at = b.grams.earlier[at-1] {
			dst[b.grams.words[at-1]] += count * float64(b.grams.counts[at-1])
		}
	}
	word, square := a.Words[i], a.squares[i]
	for j, other := range b.squares {
		if other == square && dst[j] == square-1 && word == b.Words[j] {
			dst[j] = square
		}
	}
}

// spelledBand is dot.Band of the words of a text: their inner products with the next word and the one after that.
func (s *Text) spelledBand(band []float64) {
	clear(band)
	g := &s.grams
	for k, word := range g.words {
		for at := g.earlier[k]; at > 0 && g.words[at-1] >= word-2; at = g.earlier[at-1] {
			other := g.words[at-1]
			band[2*other+(word-other)-1] += float64(g.counts[k]) * float64(g.counts[at-1])
		}
	}
	for i, word := range s.Words {
		for k := 1; k <= 2 && i+k < len(s.Words); k++ {
			if word == s.Words[i+k] {
				band[2*i+k-1]++
			}
		}
	}
}

// spelledSums returns the inner product of the sums of two texts. products has room for those of one word of a.
func spelledSums(products []float64, what int, a, b *Text) (product float64) {
	for i := range a.Words {
		SpelledProducts(products, a, b, int32(i))
		var row float64
		for j, x := range products {
			row += x * b.share(what, j) / b.Norms[j]
		}
		product += row * a.share(what, i) / a.Norms[i]
	}
	return product
}
