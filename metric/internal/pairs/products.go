package pairs

import (
	"slices"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// ownsProducts says whether products are those of the current pair, in memory that nothing else needs.
func (p *Pair) ownsProducts(products []float64) bool {
	return p.paired && len(p.dots) == len(products) && &p.dots[0] == &products[0]
}

// same says whether word i of a and word j of b have one and the same vector.
func same(a, b *texts.Text, i, j int32) bool {
	switch id := a.IDs[i]; {
	case id == texts.OwnVectorWord:
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
