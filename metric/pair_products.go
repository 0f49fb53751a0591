package metric

import (
	"slices"

	"github.com/wordrotator/wrd/metric/internal/dot"
)

// innerProducts fills dst, row-major len(a.words)×len(b.words), with the inner products of the words of two texts.
// The vector of a word without one is a coordinate of its own: its product is not 0 only with the same word.
func innerProducts(dst []float64, a, b *text) []float64 {
	m := len(b.words)
	dst = resized(dst, len(a.words)*m)
	if a.spelled {
		for i := range a.words {
			spelledProducts(dst[i*m:][:m], a, b, int32(i))
		}
		return dst
	}
	dot.Products(dst, m, a.rows[:a.known], b.rows[:b.known])
	for _, i := range a.extreme {
		for j, y := range b.rows[:b.known] {
			dst[int(i)*m+j] = extremeProduct(a.rows[i], y)
		}
	}
	for _, j := range b.extreme {
		for i, x := range a.rows[:a.known] {
			dst[i*m+int(j)] = extremeProduct(x, b.rows[j])
		}
	}
	if a.known == len(a.words) && b.known == m {
		return dst
	}
	for i, word := range a.words {
		if i < a.known {
			clear(dst[i*m+b.known : (i+1)*m])
			continue
		}
		clear(dst[i*m : (i+1)*m])
		for j := b.known; j < m; j++ {
			if word == b.words[j] {
				dst[i*m+j] = a.norms[i] * b.norms[j]
			}
		}
	}
	return dst
}

// A row whose norm lies outside shortest and longest, and is not 0, is extreme: the products of others do not overflow
// float32, in which they are summed, and lose nothing of note to the small numbers that it cannot hold.
const shortest, longest = 1e-15, 1e15

// extremeProduct returns the inner product of two rows one of which is extreme. It is summed in float64 from
// the first component to the last.
func extremeProduct(x, y []float32) float64 {
	var sum float64
	y = y[:len(x)]
	for k, v := range x {
		sum += float64(float64(v) * float64(y[k])) // the conversion forbids a fused multiply-add
	}
	return sum
}

// measure computes what the inner products and cosines need to know of the norms.
func (s *text) measure() {
	s.inverses, s.extreme = s.inverses[:0], s.extreme[:0]
	for i, norm := range s.norms {
		s.inverses = append(s.inverses, 1/norm)
		if (norm < shortest && norm != 0 || norm > longest) && i < s.known {
			s.extreme = append(s.extreme, int32(i))
		}
	}
}

// same says whether word i of a and word j of b have one and the same vector.
func same(a, b *text, i, j int32) bool {
	switch id := a.ids[i]; {
	case a.hasOwnVectors(id):
		return a.rows[i] != nil && b.rows[j] != nil && slices.Equal(a.rows[i], b.rows[j])
	case id == composedWord:
		return b.ids[j] == composedWord && a.words[i] == b.words[j]
	default:
		return id == b.ids[j] && id != unknownWord
	}
}

// hasOwnVectors says whether a word that is called id may have a vector that no other occurrence has, so that only
// looking at vectors reports whether two are the same.
func (s *text) hasOwnVectors(id int32) bool { return id == tokenVectorWord || s.sentenceWise }

// cosine returns the cosine of word i of a and word j of b, which both have a direction, from their inner product. That
// is how dot.CosineCosts computes it, too.
func cosine(a, b *text, i, j int32, product float64) float64 {
	if same(a, b, i, j) || a.ids[i] == unknownWord && b.ids[j] == unknownWord && product > 0 {
		return 1
	}
	return min(max(product*(a.inverses[i]*b.inverses[j]), -1), 1)
}

// resized returns a slice of length n with the memory of s if it is large enough. Its content is undefined.
func resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

// zeros is resized, with zeros.
func zeros(s []float64, n int) []float64 {
	s = resized(s, n)
	clear(s)
	return s
}
