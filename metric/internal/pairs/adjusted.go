package pairs

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// adjustCosts changes p.Cost, the rotations of the words from of a to the words to of b, to
//
//	min(1 − cos, 1 − dice) + W·|i/n − j/n′|  or  (1−λ)(1 − cos) + λ(1 − dice) + W·|i/n − j/n′|
//
// with the dice of the words or of how they are written, for the words at positions i and j, counted from 0, of texts of n and n′ tokens.
func (p *Pair) adjustCosts(a, b *texts.Text, from, to []int32) {
	if p.Spelling != noSpelling {
		p.shared = texts.AtMostSpelling(p.Cost, a, b, from, to, p.Spelling == SpellingOfUnknown, p.shared)
	}
	if p.SpellingWeight > 0 {
		p.shared = texts.MixSpelling(p.Cost, p.SpellingWeight, a, b, from, to, p.shared)
	}
	if p.SurfaceWeight > 0 {
		p.shared = texts.MixSurface(p.Cost, p.SurfaceWeight, a, b, from, to, p.shared)
	}
	if p.OrderWeight > 0 {
		addOrder(p.Cost, p.OrderWeight, a, b, from, to)
	}
}

// addOrder adds to each cost, row-major len(from)×len(to), weight times the difference of the relative positions.
func addOrder(cost []float64, weight float64, a, b *texts.Text, from, to []int32) {
	for r, i := range from {
		row, position := cost[r*len(to):][:len(to)], a.Relative(i)
		for c, j := range to {
			row[c] += float64(weight * math.Abs(position-b.Relative(j)))
		}
	}
}
