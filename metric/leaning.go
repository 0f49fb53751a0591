package metric

import (
	"math"
	"math/bits"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/dot"
)

// A leaning says how the directions of a text's tokens lean towards their neighbours under Options.ContextWeight,
//
//	uᵢ ← unit(uᵢ + λ(mᵢ₋₁uᵢ₋₁ + mᵢ₊₁uᵢ₊₁)),  m = ‖w‖ / mean norm.
//
// As λmu = c·w with c = λ / mean norm, the new direction is a sum of three vectors w, own·wᵢ + near·(wᵢ₋₁ + wᵢ₊₁),
// and a cosine of two directions a sum of nine inner products of vectors. No direction is ever computed.
type leaning struct {
	done          bool
	inOrder       bool      // whether the text is, see side.inOrder
	before, after []int32   // the places of a token's neighbours, len(side.words) where there is none
	counting      int       // in how much of the memory of before and after, but for before[0], they count up
	own, near     []float64 // the factors above; near is 0 where the sum has no direction, so that uᵢ stays
	exactly       bool      // whether side.extreme has more words than side.measure found

	// near of the neighbours that stand next to a token in the side, 0 for others, and the tokens that have others.
	nearBefore, nearAfter []float64
	ofBefore, ofAfter     []float64 // their memory
	elsewhere             []int32

	next    []float64 // the inner products of tokens with those after them; one more, which is 0
	across  []float64 // the inner products of the two neighbours of tokens
	lengths []float64 // c‖w‖; one more, which is 0
	band    []float64 // see dot.Band
}

// leanedAway is the share of the square of all that a direction is summed from, below which the square of its length
// has lost too many digits to the rounding of inner products to float32.
const leanedAway = 1. / 64

// noLength is the share of the square of all that a direction is summed from, below which the sum is zero but for the
// rounding of its factors to float64.
const noLength = 1e-24

// lean prepares the directions of a text, once.
func (s *side) lean(w *worker) {
	l := &s.leaning
	if l.done {
		return
	}
	n := len(s.words)
	l.exactly, l.done, l.elsewhere = false, true, l.elsewhere[:0]
	l.own, l.near = resized(l.own, n), resized(l.near, n)
	s.findNeighbours()
	// Of known words the next token is the next row, and the one after that at most one row further.
	l.band = resized(l.band, 2*s.known)
	dot.Band(l.band, s.rows[:s.known])
	c := w.extension.contextWeight / s.meanNorm(w)
	if l.inOrder && len(s.extreme) == 0 && n > 0 {
		s.leanInOrder(c)
		l.nearBefore, l.nearAfter = l.near, l.near // beside the outer words stand zeros, see blend
	} else {
		l.nearBefore, l.nearAfter = resized(l.ofBefore, n), resized(l.ofAfter, n)
		l.ofBefore, l.ofAfter = l.nearBefore, l.nearAfter
		s.leanAnyhow(c)
	}
}

// leanInOrder sets the factors of a text all of whose tokens are known.
func (s *side) leanInOrder(c float64) {
	l, n := &s.leaning, len(s.norms)
	own, near := l.own[:n], l.near[:n]
	inverses, norms, band := s.inverses[:n], s.norms, l.band[:2*n]
	band[2*n-2], band[2*n-1] = 0, 0     // no token comes after the last
	var before, product, across float64 // c times the norm of the token before; inner products of and with it
	for i, inverse := range inverses {
		after, next := 0., band[2*i]
		if i+1 < n {
			after = c * norms[i+1]
		} else {
			across = 0
		}
		square := 1 + float64(before*before) + float64(after*after) +
			2*float64(c*(float64(inverse*(product+next))+float64(c*across)))
		most := 1 + before + after
		if norm := norms[i]; norm == 0 || square < leanedAway*most*most {
			own[i], near[i] = s.factors(i, c, before, after, product+next, across)
		} else {
			scale := 1 / math.Sqrt(square)
			own[i], near[i] = inverse*scale, c*scale
		}
		before, product, across = c*norms[i], next, band[2*i+1]
	}
}

// factors returns own and near of token i. before and after are c times the norms of its neighbours, product is the
// sum of its inner products with the two, and across is the inner product of the two.
func (s *side) factors(i int, c, before, after, product, across float64) (own, near float64) {
	inverse := s.inverses[i]
	square := 1 + float64(before*before) + float64(after*after) +
		2*float64(c*(float64(inverse*product)+float64(c*across)))
	most := 1 + before + after
	most *= most
	if square < leanedAway*most {
		square = s.leanedExactly(int32(i), c)
	}
	switch {
	case s.norms[i] == 0: // it has no mass
		return 0, 0
	case square <= noLength*most:
		return inverse, 0
	}
	scale := 1 / math.Sqrt(square)
	return inverse * scale, c * scale
}

// leanAnyhow sets the factors of any text.
func (s *side) leanAnyhow(c float64) {
	l, n := &s.leaning, len(s.words)
	s.multiplyNeighbours()
	l.lengths = resized(l.lengths, n+1)
	for i, norm := range s.norms {
		l.lengths[i] = c * norm
	}
	l.lengths[n] = 0 // of no neighbour
	for i := range s.words {
		before, after := l.before[i], l.after[i]
		own, near := s.factors(i, c, l.lengths[before], l.lengths[after], l.next[before]+l.next[i], l.across[i])
		l.own[i], l.near[i], l.nearBefore[i], l.nearAfter[i] = own, near, near, near
		none := int32(n)
		onLeft, onRight := before == int32(i)-1, after == int32(i)+1 && after != none
		if !onLeft {
			l.nearBefore[i] = 0
		}
		if !onRight {
			l.nearAfter[i] = 0
		}
		if !onLeft && before != none || !onRight && after != none {
			l.elsewhere = append(l.elsewhere, int32(i))
		}
	}
}

// inOrder says whether all tokens of the text are known, so that they stand in its order and none is left out.
func (s *side) inOrder() bool {
	n := len(s.words)
	return s.known == n && (n == 0 || int(s.positions[n-1]) == n-1)
}

// findNeighbours sets before and after. The known words of a text stand before the unknown ones, both in order.
func (s *side) findNeighbours() {
	l, n := &s.leaning, len(s.words)
	none := int32(n)
	l.inOrder = s.inOrder()
	if l.inOrder && n <= l.counting { // nearly always: what stands there from the texts before is right
		l.before, l.after = l.before[:n], l.after[:n]
		if n > 0 {
			l.before[0] = none
		}
		return
	}
	l.before, l.after = slices.Grow(l.before[:0], n)[:n], slices.Grow(l.after[:0], n)[:n]
	if l.inOrder {
		for i := range l.before {
			l.before[i], l.after[i] = int32(i)-1, int32(i)+1
		}
		l.before[0], l.counting = none, n
		return
	}
	l.counting = 0
	for i := range l.before {
		l.before[i], l.after[i] = none, none
	}
	known, unknown := 0, s.known
	last := none // the place of the token before
	for range s.words {
		place := known
		if known == s.known || unknown < len(s.words) && s.positions[unknown] < s.positions[known] {
			place = unknown
			unknown++
		} else {
			known++
		}
		if last != none && s.positions[last]+1 == s.positions[place] {
			l.before[place], l.after[last] = last, int32(place)
		}
		last = int32(place)
	}
}

// meanNorm returns what makes a norm 1 on average: the mean of the table's norms, or of the text's known tokens where
// each text has vectors of its own.
func (s *side) meanNorm(w *worker) float64 {
	mean := w.meanNorm
	if s.sentenceWise || w.options.given() {
		mean = 0
		for _, norm := range s.norms[:s.known] {
			mean += norm
		}
		mean /= float64(max(s.known, 1))
	}
	if mean == 0 { // all vectors are zero
		return 1
	}
	return mean
}

// multiplyNeighbours sets next and across.
func (s *side) multiplyNeighbours() {
	l, none, known := &s.leaning, int32(len(s.words)), int32(s.known)
	l.next, l.across = resized(l.next, len(s.words)+1), resized(l.across, len(s.words))
	clear(l.next)
	clear(l.across)
	for i := range known - 1 {
		switch after := l.after[i]; {
		case after == i+1:
			l.next[i] = l.band[2*i]
			if i+2 < known && l.after[after] == i+2 {
				l.across[after] = l.band[2*i+1]
			}
		case after != none && l.after[after] == i+1: // an unknown word between them
			l.across[after] = l.band[2*i]
		}
	}
	for _, i := range s.extreme {
		s.multiplyExactly(i)
	}
	for i := known; i < none; i++ {
		if after := l.after[i]; after != none {
			l.next[i] = s.exactProduct(i, after)
			if after = l.after[after]; after != none {
				l.across[l.before[after]] = s.exactProduct(i, after)
			}
		}
	}
}

// multiplyExactly sets what next and across have of a token anew, summed in float64.
func (s *side) multiplyExactly(i int32) {
	l, none := &s.leaning, int32(len(s.words))
	before, after := l.before[i], l.after[i]
	if before != none {
		l.next[before] = s.exactProduct(before, i)
		if first := l.before[before]; first != none {
			l.across[before] = s.exactProduct(first, i)
		}
	}
	if after != none {
		l.next[i] = s.exactProduct(i, after)
		if last := l.after[after]; last != none {
			l.across[after] = s.exactProduct(i, last)
		}
	}
}

// exactProduct returns the inner product of two words of a text, summed in float64.
func (s *side) exactProduct(i, j int32) float64 {
	switch known := int32(s.known); {
	case i < known && j < known:
		return extremeProduct(s.rows[i], s.rows[j])
	case i >= known && j >= known && s.words[i] == s.words[j]:
		return s.norms[i] * s.norms[j]
	}
	return 0
}

// leanedExactly returns the square of the length of uᵢ + c(wᵢ₋₁ + wᵢ₊₁) where it is little, and has all inner
// products of the three with other texts summed in float64.
func (s *side) leanedExactly(i int32, c float64) float64 {
	l := &s.leaning
	l.exactly = true
	three := [3]int32{l.before[i], i, l.after[i]}
	factors := [3]float64{c, s.inverses[i], c}
	var square float64
	for k, x := range three {
		if x == int32(len(s.words)) {
			continue
		}
		if x < int32(s.known) && !slices.Contains(s.extreme, x) {
			s.extreme = append(s.extreme, x)
		}
		for m, y := range three {
			if y != int32(len(s.words)) {
				square += float64(factors[k] * factors[m] * s.exactProduct(x, y))
			}
		}
	}
	return square
}

// leaningStrip is how many words of a text are moved at once: their costs and what these are made of stay in the cache.
const leaningStrip = 16

// leaningCosts is rotationCosts for the directions that Options.ContextWeight makes of the texts of the current pair,
// whose products are in w.padded.
func (w *worker) leaningCosts(dst []float64, a, b *side, from, to []int32) []float64 {
	dst = resized(dst, len(from)*len(to))
	m := len(b.words)
	for len(from) > 0 {
		strip := from[:min(leaningStrip, len(from))]
		from = from[len(strip):]
		w.blended = resized(w.blended, len(strip)*(m+2))
		w.blend(w.blended, w.padded, &a.leaning, m, strip)
		costs := dst[len(dst)-(len(from)+len(strip))*len(to):][:len(strip)*len(to)]
		all := costs // of the words of b, of which to may name a part
		if len(to) < m {
			w.leaned = resized(w.leaned, len(strip)*m)
			all = w.leaned
		}
		low := w.low[:len(strip)]
		dot.BlendedCosts(all, w.blended, b.leaning.own, b.leaning.nearBefore, b.leaning.nearAfter, low, nearlySame)
		for r, i := range strip {
			row := all[r*m:][:m]
			if len(b.leaning.elsewhere) > 0 {
				b.leaning.rotateElsewhere(row, w.blended[r*(m+2):])
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
func (w *worker) blend(dst, padded []float64, l *leaning, m int, words []int32) {
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

// between says whether the neighbours of a word stand next to it in the side, or are none where it ends.
func (l *leaning) between(i int32) bool {
	return l.after[i] == i+1 && (l.before[i] == i-1 || i == 0 && int(l.before[i]) == len(l.own))
}

// rotateElsewhere corrects the costs of words that have a neighbour at another place than next to them.
func (l *leaning) rotateElsewhere(costs, row []float64) {
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
func sameInContext(a, b *side, i, j int32) bool {
	before, after := b.leaning.before[j], b.leaning.after[j]
	if !a.sentenceWise { // the usual case: all have rows in the table
		x, y := a.rowOrNone(a.leaning.before[i]), a.rowOrNone(a.leaning.after[i])
		u, v := b.rowOrNone(before), b.rowOrNone(after)
		if min(a.ids[i], x, y, u, v) >= 0 {
			return a.ids[i] == b.ids[j] && (x == u && y == v || x == v && y == u)
		}
	}
	if !sameOrNone(a, b, i, j) {
		return false
	}
	x, y := a.leaning.before[i], a.leaning.after[i]
	return sameOrNone(a, b, x, before) && sameOrNone(a, b, y, after) ||
		sameOrNone(a, b, x, after) && sameOrNone(a, b, y, before)
}

// rowOrNone returns the row of a word in the table, a number below 0 if it has none, or math.MaxInt32 for no word.
func (s *side) rowOrNone(i int32) int32 {
	if int(i) == len(s.ids) {
		return math.MaxInt32
	}
	return s.ids[i]
}

// sameOrNone says whether two words have one vector, also of an unknown word, or are both none.
func sameOrNone(a, b *side, i, j int32) bool {
	switch n, m := int32(len(a.words)), int32(len(b.words)); {
	case i == n || j == m:
		return i == n && j == m
	case a.ids[i] == unknownWord:
		return b.ids[j] == unknownWord && a.words[i] == b.words[j]
	}
	return same(a, b, i, j)
}
