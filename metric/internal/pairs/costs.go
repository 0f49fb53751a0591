package pairs

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/dot"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// rotationCosts fills dst, row-major len(from)×len(to), with the costs 1 − cos of moving each of the words from of a
// onto each of the words to of b (Algorithm 1 of the paper, line 7), every one in [0, 2]. products are the inner
// products of all words of a and b. A word costs exactly 0 to itself, unless each text gave it a vector of its own
// and the two differ; a word without a vector costs 1 to every other word, as its direction is orthogonal to all.
func rotationCosts(dst, products []float64, a, b *texts.Text, from, to []int32) []float64 {
	dst = texts.Resized(dst, len(from)*len(to))
	m := len(b.Words)
	plain := 0 // how many words, from the first on, have a row of the table
	if len(to) == m {
		for plain < min(len(from), a.Known) && int(from[plain]) == plain && a.IDs[plain] >= 0 {
			plain++
		}
		dot.CosineCosts(dst[:plain*m], products[:plain*m], a.Inverses[:plain], a.IDs[:plain], b.Inverses, b.IDs)
	}
	for r := plain; r < len(from); r++ {
		i := from[r]
		row, product := dst[r*len(to):][:len(to)], products[int(i)*m:][:m]
		switch id := a.IDs[i]; {
		case len(to) < m || int(i) >= a.Known || id == texts.ComposedWord:
			for c, j := range to {
				row[c] = 1 - cosine(a, b, i, j, product[j])
			}
		case id == texts.OwnVectorWord:
			dot.CosineCosts(row, product, a.Inverses[i:i+1], unnamed, b.Inverses, b.IDs)
			for j, cost := range row {
				if cost < nearlySame && same(a, b, i, int32(j)) {
					row[j] = 0
				}
			}
		default:
			dot.CosineCosts(row, product, a.Inverses[i:i+1], a.IDs[i:i+1], b.Inverses, b.IDs)
		}
	}
	return dst
}

// unnamed stands for a vector that no other is the same as.
var unnamed = []int32{texts.OwnVectorWord}

// nearlySame is more than 1 − cos can be off by rounding.
const nearlySame = 1e-3

// euclideanCosts is rotationCosts with the cost ‖w − w′‖.
func euclideanCosts(dst, products []float64, a, b *texts.Text, from, to []int32) []float64 {
	dst = texts.Resized(dst, len(from)*len(to))
	for r, i := range from {
		row, product := dst[r*len(to):][:len(to)], products[int(i)*len(b.Words):]
		for c, j := range to {
			row[c] = euclidean(a, b, i, j, product[j])
		}
	}
	return dst
}

// cancelled is the share of ‖w‖² + ‖w′‖² below which ‖w‖² + ‖w′‖² − 2⟨w, w′⟩ has lost too many digits to
// rounding. An inner product is right to 1e-7 of the lengths at worst, so above it the distance is right to 1e-6.
const cancelled = 1. / 16

// euclidean returns the distance of word i of a and word j of b from their inner product.
func euclidean(a, b *texts.Text, i, j int32, product float64) float64 {
	if same(a, b, i, j) {
		return 0
	}
	squares := float64(a.Norms[i]*a.Norms[i]) + float64(b.Norms[j]*b.Norms[j])
	square := squares - 2*product
	if square > cancelled*squares {
		return math.Sqrt(square)
	}
	x, y := a.Rows[i], b.Rows[j]
	switch {
	case a.IDs[i] == texts.UnknownWord || b.IDs[j] == texts.UnknownWord:
		// The same unknown word, with two lengths where each text has a scale of its own.
		return math.Abs(a.Norms[i] - b.Norms[j])
	case x == nil: // products of counts are exact
		return math.Sqrt(square)
	}
	square = 0
	for k, v := range x {
		d := float64(v) - float64(y[k])
		square += float64(d * d)
	}
	return math.Sqrt(square)
}
