package metric

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/dot"
)

// A contextMixing says how the directions of a text's tokens are mixed with those of their neighbours under
// Options.ContextWeight,
//
//	uᵢ ← unit(uᵢ + λ(mᵢ₋₁uᵢ₋₁ + mᵢ₊₁uᵢ₊₁)),  m = ‖w‖ / mean norm.
//
// As λmu = c·w with c = λ / mean norm, the new direction is a sum of three vectors w, own·wᵢ + near·(wᵢ₋₁ + wᵢ₊₁),
// and a cosine of two directions a sum of nine inner products of vectors. No direction is ever computed.
type contextMixing struct {
	done          bool
	inOrder       bool      // whether the text is, see text.inOrder
	before, after []int32   // the places of a token's neighbours, len(text.words) where there is none
	counting      int       // in how much of the memory of before and after, but for before[0], they count up
	own, near     []float64 // the factors above; near is 0 where the sum has no direction, so that uᵢ stays
	exactly       bool      // whether text.extreme has more words than text.measure found

	// near of the neighbours that stand next to a token in the text, 0 for others, and the tokens that have others.
	nearBefore, nearAfter []float64
	ofBefore, ofAfter     []float64 // their memory
	elsewhere             []int32

	next    []float64 // the inner products of tokens with those after them; one more, which is 0
	across  []float64 // the inner products of the two neighbours of tokens
	lengths []float64 // c‖w‖; one more, which is 0
	band    []float64 // see dot.Band
}

// cancelledOut is the share of the square of all that a direction is summed from, below which the square of its length
// has lost too many digits to the rounding of inner products to float32.
const cancelledOut = 1. / 64

// noLength is the share of the square of all that a direction is summed from, below which the sum counts as zero: what
// is left of it then is the rounding of its factors, and points anywhere.
const noLength = 1e-18

// mixContext prepares the directions of a text, once.
func (s *text) mixContext(w *worker) {
	l := &s.mixing
	if l.done {
		return
	}
	n := len(s.words)
	l.exactly, l.done, l.elsewhere = false, true, l.elsewhere[:0]
	l.own, l.near = resized(l.own, n), resized(l.near, n)
	s.findNeighbours()
	// Of known words the next token is the next row, and the one after that at most one row further.
	l.band = resized(l.band, 2*s.known)
	if s.spelled {
		s.spelledBand(l.band)
	} else {
		dot.Band(l.band, s.rows[:s.known])
	}
	c := w.extension.contextWeight / s.meanNorm(w)
	if l.inOrder && len(s.extreme) == 0 && n > 0 {
		s.mixInOrder(c)
		l.nearBefore, l.nearAfter = l.near, l.near // beside the outer words stand zeros, see blend
	} else {
		l.nearBefore, l.nearAfter = resized(l.ofBefore, n), resized(l.ofAfter, n)
		l.ofBefore, l.ofAfter = l.nearBefore, l.nearAfter
		s.mixAnyhow(c)
	}
}

// mixInOrder sets the factors of a text all of whose tokens are known.
func (s *text) mixInOrder(c float64) {
	l, n := &s.mixing, len(s.norms)
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
		if norm := norms[i]; norm == 0 || square < cancelledOut*most*most {
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
func (s *text) factors(i int, c, before, after, product, across float64) (own, near float64) {
	inverse := s.inverses[i]
	square := 1 + float64(before*before) + float64(after*after) +
		2*float64(c*(float64(inverse*product)+float64(c*across)))
	most := 1 + before + after
	most *= most
	if square < cancelledOut*most {
		square = s.mixedExactly(int32(i), c)
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

// mixAnyhow sets the factors of any text.
func (s *text) mixAnyhow(c float64) {
	l, n := &s.mixing, len(s.words)
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
func (s *text) inOrder() bool {
	n := len(s.words)
	return s.known == n && (n == 0 || int(s.positions[n-1]) == n-1)
}

// findNeighbours sets before and after. The known words of a text stand before the unknown ones, both in order.
func (s *text) findNeighbours() {
	l, n := &s.mixing, len(s.words)
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
func (s *text) meanNorm(w *worker) float64 {
	mean := w.meanNorm
	if s.sentenceWise || w.table == nil {
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
func (s *text) multiplyNeighbours() {
	l, none, known := &s.mixing, int32(len(s.words)), int32(s.known)
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
func (s *text) multiplyExactly(i int32) {
	l, none := &s.mixing, int32(len(s.words))
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
func (s *text) exactProduct(i, j int32) float64 {
	switch known := int32(s.known); {
	case i < known && j < known:
		return extremeProduct(s.rows[i], s.rows[j])
	case i >= known && j >= known && s.words[i] == s.words[j]:
		return s.norms[i] * s.norms[j]
	}
	return 0
}

// mixedExactly returns the square of the length of uᵢ + c(wᵢ₋₁ + wᵢ₊₁) where it is little, and has all inner
// products of the three with other texts summed in float64.
func (s *text) mixedExactly(i int32, c float64) float64 {
	l := &s.mixing
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
