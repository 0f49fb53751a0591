package pairs

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// PrecisionAndRecall returns the mean over the candidate's tokens of their best cosine with a token of the reference,
// and the same with the sides exchanged.
func (p *Pair) PrecisionAndRecall(candidate, reference *texts.Text) (precision, recall float64) {
	products := p.products(candidate, reference)
	a, b := &candidate.Distributions[texts.ByDirection], &reference.Distributions[texts.ByDirection]
	p.best = texts.Resized(p.best, len(b.Words))
	for c := range p.best {
		p.best[c] = math.Inf(-1)
	}
	for r, i := range a.Words {
		row := products[int(i)*len(reference.Words):]
		best := math.Inf(-1)
		for c, j := range b.Words {
			cos := cosine(candidate, reference, i, j, row[j])
			best = max(best, cos)
			p.best[c] = max(p.best[c], cos)
		}
		precision += float64(a.Mass[r] * best)
	}
	for c, best := range p.best {
		recall += float64(b.Mass[c] * best)
	}
	return clampCosine(precision), clampCosine(recall)
}

// clampCosine undoes what rounding adds to a mean of cosines.
func clampCosine(x float64) float64 { return min(max(x, -1), 1) }
