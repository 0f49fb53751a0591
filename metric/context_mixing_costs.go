package metric

import (
	"math"
	"math/bits"

	"github.com/wordrotator/wrd/metric/internal/dot"
)

// mixingStrip is how many words of a text are moved at once: their costs and what these are made of stay in the cache.
const mixingStrip = 16

// mixedCosts is rotationCosts for the directions that Options.ContextWeight makes of the texts of the current pair,
// whose products are in w.padded.
func (w *worker) mixedCosts(dst []float64, a, b *text, from, to []int32) []float64 {
	dst = resized(dst, len(from)*len(to))
	m := len(b.words)
	for len(from) > 0 {
		strip := from[:min(mixingStrip, len(from))]
		from = from[len(strip):]
		w.blended = resized(w.blended, len(strip)*(m+2))
		w.blend(w.blended, w.padded, &a.mixing, m, strip)
		costs := dst[len(dst)-(len(from)+len(strip))*len(to):][:len(strip)*len(to)]
		all := costs // of the words of b, of which to may name a part
		if len(to) < m {
			w.mixed = resized(w.mixed, len(strip)*m)
			all = w.mixed
		}
		low := w.low[:len(strip)]
		dot.BlendedCosts(all, w.blended, b.mixing.own, b.mixing.nearBefore, b.mixing.nearAfter, low, nearlySame)
		for r, i := range strip {
			row := all[r*m:][:m]
			if len(b.mixing.elsewhere) > 0 {
				b.mixing.rotateElsewhere(row, w.blended[r*(m+2):])
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
func (w *worker) blend(dst, padded []float64, l *contextMixing, m int, words []int32) {
	row := func(i int32) []float64 { return padded[(int(i)+1)*m:] }
	for r := 0; r < len(words); {
		first, rows := words[r], 1
		before, after := row(l.before[first]), row(l.after[first])
		// Words between their neighbours are the usual case: their rows stand in the order of the text.
		switch {
		case l.inOrder && int(words[len(words)-1]-words[0]) == len(words)-1:
			before, rows = row(first-1), len(words)
		case l.between(first):
			before = row(first - 1)
			for r+rows < len(words) && words[r+rows] == first+int32(rows) && l.between(words[r+rows]) {
				rows++
			}
		}
		dot.Blend(dst[r*(m+2):], row(first), before, after, l.own[first:][:rows], l.near[first:][:rows], m)
		r += rows
	}
}

// between says whether the neighbours of a word stand next to it in the text, or are none where it ends.
func (l *contextMixing) between(i int32) bool {
	return l.after[i] == i+1 && (l.before[i] == i-1 || i == 0 && int(l.before[i]) == len(l.own))
}

// rotateElsewhere corrects the costs of words that have a neighbour at another place than next to them.
func (l *contextMixing) rotateElsewhere(costs, row []float64) {
	at := func(place int32) float64 {
		if int(place) == len(l.own) {
			return 0
		}
		return row[place+1]
	}
	for _, j := range l.elsewhere {
		cosine := float64(l.own[j]*row[j+1]) + float64(l.near[j]*(at(l.before[j])+at(l.after[j])))
		costs[j] = 1 - min(max(cosine, -1), 1)
	}
}

// sameInContext says whether word i of a and word j of b are the same and have the same neighbours, on whichever
// sides, so that their directions are equal.
func sameInContext(a, b *text, i, j int32) bool {
	before, after := b.mixing.before[j], b.mixing.after[j]
	if !a.sentenceWise { // the usual case: all have rows in the table
		x, y := a.rowOrNone(a.mixing.before[i]), a.rowOrNone(a.mixing.after[i])
		u, v := b.rowOrNone(before), b.rowOrNone(after)
		if min(a.ids[i], x, y, u, v) >= 0 {
			return a.ids[i] == b.ids[j] && (x == u && y == v || x == v && y == u)
		}
	}
	if !sameOrNone(a, b, i, j) {
		return false
	}
	x, y := a.mixing.before[i], a.mixing.after[i]
	return sameOrNone(a, b, x, before) && sameOrNone(a, b, y, after) ||
		sameOrNone(a, b, x, after) && sameOrNone(a, b, y, before)
}

// rowOrNone returns the row of a word in the table, a number below 0 if it has none, or math.MaxInt32 for no word.
func (s *text) rowOrNone(i int32) int32 {
	if int(i) == len(s.ids) {
		return math.MaxInt32
	}
	return s.ids[i]
}

// sameOrNone says whether two words have one vector, also of an unknown word, or are both none.
func sameOrNone(a, b *text, i, j int32) bool {
	switch n, m := int32(len(a.words)), int32(len(b.words)); {
	case i == n || j == m:
		return i == n && j == m
	case a.ids[i] == unknownWord:
		return b.ids[j] == unknownWord && a.words[i] == b.words[j]
	}
	return same(a, b, i, j)
}
