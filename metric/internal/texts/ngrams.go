package texts

import "math"

// counts are vectors of words under metric.Options.Ngrams: how often each of its character n-grams is in a word, and the
// word itself, as rare as they are. No row is ever written. All products are sums of products of whole numbers, so they
// are exact, and every sum of them is the same in any order.
type counts struct{}

func (counts) lookUp(r *Reader, s *Text) {
	s.Known = len(s.Words)
	s.letters.read(s.Words, r.Ngrams)
	for i := range s.Words {
		first, end := s.letters.span(int32(i))
		square := 1. // of the word itself
		for _, count := range s.letters.counts[first:end] {
			square += float64(count) * float64(count)
		}
		s.Rows = append(s.Rows, nil)
		s.squares = append(s.squares, square)
		s.Norms[i] = math.Sqrt(square)
	}
}

func (counts) Multiply(dst []float64, a, b *Text) []float64 {
	m := len(b.Words)
	dst = Resized(dst, len(a.Words)*m)
	for i := range a.Words {
		multiplyCounts(dst[i*m:][:m], a, b, int32(i))
	}
	return dst
}

// multiplyCounts fills dst, len(b.Words), with the inner products of word i of a with the words of b.
func multiplyCounts(dst []float64, a, b *Text, i int32) {
	clear(dst)
	first, end := a.letters.span(i)
	for k := first; k < end; k++ {
		count := float64(a.letters.counts[k])
		for at := *b.letters.slot(a.letters.grams[k]); at > 0; at = b.letters.earlier[at-1] {
			dst[b.letters.words[at-1]] += count * float64(b.letters.counts[at-1])
		}
	}
	word, square := a.Words[i], a.squares[i]
	for j, other := range b.squares {
		if other == square && dst[j] == square-1 && word == b.Words[j] {
			dst[j] = square
		}
	}
}

func (counts) band(dst []float64, s *Text) {
	clear(dst)
	g := &s.letters
	for k, word := range g.words {
		for at := g.earlier[k]; at > 0 && g.words[at-1] >= word-2; at = g.earlier[at-1] {
			other := g.words[at-1]
			dst[2*other+(word-other)-1] += float64(g.counts[k]) * float64(g.counts[at-1])
		}
	}
	for i, word := range s.Words {
		for k := 1; k <= 2 && i+k < len(s.Words); k++ {
			if word == s.Words[i+k] {
				dst[2*i+k-1]++
			}
		}
	}
}

func (c counts) sumUp(_ *Reader, s *Text, what int) {
	s.sums[what].norm = math.Sqrt(c.multiplySums(what, s, s))
}

func (counts) multiplySums(what int, a, b *Text) (product float64) {
	products := Resized(b.sums[what].vector, len(b.Words)) // of one word of a
	b.sums[what].vector = products
	for i := range a.Words {
		multiplyCounts(products, a, b, int32(i))
		var row float64
		for j, x := range products {
			row += x * b.share(what, j) / b.Norms[j]
		}
		product += row * a.share(what, i) / a.Norms[i]
	}
	return product
}

func (counts) take(part, whole *Text, places []int32) {
	part.letters.read(part.Words, whole.letters.of)
	for _, i := range places {
		part.Rows = append(part.Rows, nil)
		part.squares = append(part.squares, whole.squares[i])
	}
}
