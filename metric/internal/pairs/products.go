package pairs

import (
	"slices"

	"github.com/wordrotator/wrd/metric/internal/dot"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// innerProducts fills dst, row-major len(a.Words)×len(b.Words), with the inner products of the words of two texts.
// The vector of a word without one is a coordinate of its own: its product is not 0 only with the same word.
func innerProducts(dst []float64, a, b *texts.Text) []float64 {
	m := len(b.Words)
	dst = texts.Resized(dst, len(a.Words)*m)
	if a.Spelled {
		for i := range a.Words {
			texts.SpelledProducts(dst[i*m:][:m], a, b, int32(i))
		}
		return dst
	}
	dot.Products(dst, m, a.Rows[:a.Known], b.Rows[:b.Known])
	for _, i := range a.Extreme {
		for j, y := range b.Rows[:b.Known] {
			dst[int(i)*m+j] = texts.ExtremeProduct(a.Rows[i], y)
		}
	}
	for _, j := range b.Extreme {
		for i, x := range a.Rows[:a.Known] {
			dst[i*m+int(j)] = texts.ExtremeProduct(x, b.Rows[j])
		}
	}
	if a.Known == len(a.Words) && b.Known == m {
		return dst
	}
	for i, word := range a.Words {
		if i < a.Known {
			clear(dst[i*m+b.Known : (i+1)*m])
			continue
		}
		clear(dst[i*m : (i+1)*m])
		for j := b.Known; j < m; j++ {
			if word == b.Words[j] {
				dst[i*m+j] = a.Norms[i] * b.Norms[j]
			}
		}
	}
	return dst
}

// ownsProducts says whether products are those of the current pair, in memory that nothing else needs.
func (p *Pair) ownsProducts(products []float64) bool {
	return p.paired && len(p.dots) == len(products) && &p.dots[0] == &products[0]
}

// same says whether word i of a and word j of b have one and the same vector.
func same(a, b *texts.Text, i, j int32) bool {
	switch id := a.IDs[i]; {
	case a.HasOwnVectors(id):
		return a.Rows[i] != nil && b.Rows[j] != nil && slices.Equal(a.Rows[i], b.Rows[j])
	case id == texts.ComposedWord:
		return b.IDs[j] == texts.ComposedWord && a.Words[i] == b.Words[j]
	default:
		return id == b.IDs[j] && id != texts.UnknownWord
	}
}

// cosine returns the cosine of word i of a and word j of b, which both have a direction, from their inner product. That
// is how dot.CosineCosts computes it, too.
func cosine(a, b *texts.Text, i, j int32, product float64) float64 {
	if same(a, b, i, j) || a.IDs[i] == texts.UnknownWord && b.IDs[j] == texts.UnknownWord && product > 0 {
		return 1
	}
	return min(max(product*(a.Inverses[i]*b.Inverses[j]), -1), 1)
}

// Zeros is texts.Resized, with zeros.
func Zeros(s []float64, n int) []float64 {
	s = texts.Resized(s, n)
	clear(s)
	return s
}
