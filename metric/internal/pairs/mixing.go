package pairs

import (
	"math"
	"math/bits"

	"github.com/wordrotator/wrd/metric/internal/dot"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// mixingStrip is how many words of a text are moved at once: their costs and what these are made of stay in the cache.
const mixingStrip = 16

// mixedCosts is rotationCosts for the directions that metric.Options.ContextWeight makes of the texts of the current pair,
// whose products are in p.padded. dst may be p.padded where a is in order: the products of a strip are read before its costs
// are written, and those of the next begin with the row before it, behind them.
func (p *Pair) mixedCosts(dst []float64, a, b *texts.Text, from, to []int32) []float64 {
	dst = texts.Resized(dst, len(from)*len(to))
	m := len(b.Words)
	for len(from) > 0 {
		strip := from[:min(mixingStrip, len(from))]
		from = from[len(strip):]
		p.blended = texts.Resized(p.blended, len(strip)*(m+2))
		p.blend(p.blended, p.padded, &a.Mixing, m, strip)
		costs := dst[len(dst)-(len(from)+len(strip))*len(to):][:len(strip)*len(to)]
		all := costs // of the words of b, of which to may name a part
		if len(to) < m {
			p.mixed = texts.Resized(p.mixed, len(strip)*m)
			all = p.mixed
		}
		low := p.low[:len(strip)]
		dot.BlendedCosts(all, p.blended, b.Mixing.Own, b.Mixing.NearBefore, b.Mixing.NearAfter, low, nearlySame)
		for r, i := range strip {
			row := all[r*m:][:m]
			if len(b.Mixing.Elsewhere) > 0 {
				rotateElsewhere(&b.Mixing, row, p.blended[r*(m+2):])
				low[r] = math.MaxUint64
			}
			for cells := low[r]; cells != 0; cells &= cells - 1 {
				for j := bits.TrailingZeros64(cells); j < m; j += 64 {
					if row[j] < nearlySame && sameInContext(a, b, i, int32(j)) {
						row[j] = 0
					}
				}
			}
		}
		if len(to) < m {
			for r := range strip {
				for c, j := range to {
					costs[r*len(to)+c] = all[r*m+int(j)]
				}
			}
		}
	}
	return dst
}

// blend fills dst with the inner products of the directions of some words of a text with the vectors of m words, a row
// with a 0 on either side for each of them. padded are those of the vectors of the text, with a row of zeros on either
// side.
func (p *Pair) blend(dst, padded []float64, l *texts.Mixing, m int, words []int32) {
	row := func(i int32) []float64 { return padded[(int(i)+1)*m:] }
	for r := 0; r < len(words); {
		first, rows := words[r], 1
		before, after := row(l.Before[first]), row(l.After[first])
		// Words between their neighbours are the usual case: their rows stand in the order of the text.
		switch {
		case l.InOrder && int(words[len(words)-1]-words[0]) == len(words)-1:
			before, rows = row(first-1), len(words)
		case between(l, first):
			before = row(first - 1)
			for r+rows < len(words) && words[r+rows] == first+int32(rows) && between(l, words[r+rows]) {
				rows++
			}
		}
		dot.Blend(dst[r*(m+2):], row(first), before, after, l.Own[first:][:rows], l.Near[first:][:rows], m)
		r += rows
	}
}

// between says whether the neighbours of a word stand next to it in the text, or are none where it ends.
func between(l *texts.Mixing, i int32) bool {
	return l.After[i] == i+1 && (l.Before[i] == i-1 || i == 0 && int(l.Before[i]) == len(l.Own))
}

// rotateElsewhere corrects the costs of words that have a neighbour at another place than next to them.
func rotateElsewhere(l *texts.Mixing, costs, row []float64) {
	at := func(place int32) float64 {
		if int(place) == len(l.Own) {
			return 0
		}
		return row[place+1]
	}
	for _, j := range l.Elsewhere {
		cosine := float64(l.Own[j]*row[j+1]) + float64(l.Near[j]*(at(l.Before[j])+at(l.After[j])))
		costs[j] = 1 - min(max(cosine, -1), 1)
	}
}

// sameInContext says whether word i of a and word j of b are the same and have the same neighbours, on whichever
// sides, so that their directions are equal.
func sameInContext(a, b *texts.Text, i, j int32) bool {
	before, after := b.Mixing.Before[j], b.Mixing.After[j]
	x, y := rowOrNone(a, a.Mixing.Before[i]), rowOrNone(a, a.Mixing.After[i])
	u, v := rowOrNone(b, before), rowOrNone(b, after)
	if min(a.IDs[i], x, y, u, v) >= 0 { // the usual case: all have rows in the table
		return a.IDs[i] == b.IDs[j] && (x == u && y == v || x == v && y == u)
	}
	if !sameOrNone(a, b, i, j) {
		return false
	}
	x, y = a.Mixing.Before[i], a.Mixing.After[i]
	return sameOrNone(a, b, x, before) && sameOrNone(a, b, y, after) ||
		sameOrNone(a, b, x, after) && sameOrNone(a, b, y, before)
}

// rowOrNone returns the row of a word in the table, a number below 0 if it has none, or math.MaxInt32 for no word.
func rowOrNone(s *texts.Text, i int32) int32 {
	if int(i) == len(s.IDs) {
		return math.MaxInt32
	}
	return s.IDs[i]
}

// sameOrNone says whether two words have one vector, also of an unknown word, or are both none.
func sameOrNone(a, b *texts.Text, i, j int32) bool {
	switch n, m := int32(len(a.Words)), int32(len(b.Words)); {
	case i == n || j == m:
		return i == n && j == m
	case a.IDs[i] == texts.UnknownWord:
		return b.IDs[j] == texts.UnknownWord && a.Words[i] == b.Words[j]
	}
	return same(a, b, i, j)
}
