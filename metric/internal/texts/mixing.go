package texts

import (
	"math"
	"slices"
)

// A Mixing says how the directions of a text's tokens are mixed with those of their neighbours under
// metric.Options.ContextWeight,
//
//	uᵢ ← unit(uᵢ + λ(mᵢ₋₁uᵢ₋₁ + mᵢ₊₁uᵢ₊₁)),  m = ‖w‖ / mean norm.
//
// As λmu = c·w with c = λ / mean norm, the new direction is a sum of three vectors w, own·wᵢ + near·(wᵢ₋₁ + wᵢ₊₁),
// and a cosine of two directions a sum of nine inner products of vectors. No direction is ever computed.
type Mixing struct {
	done          bool
	InOrder       bool      // whether the text is, see Text.InOrder
	Before, After []int32   // the places of a token's neighbours, len(Text.Words) where there is none
	counting      int       // in how much of the memory of Before and After, but for Before[0], they count up
	Own, Near     []float64 // the factors above; Near is 0 where the sum has no direction, so that uᵢ stays
	Exactly       bool      // whether Text.Extreme has more words than measureNorms found

	// Near of the neighbours that stand next to a token in the text, 0 for others, and the tokens that have others.
	NearBefore, NearAfter []float64
	ofBefore, ofAfter     []float64 // their memory
	Elsewhere             []int32

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

// MixContext prepares the directions of a text, once.
func (s *Text) MixContext(r *Reader) {
	l := &s.Mixing
	if l.done {
		return
	}
	n := len(s.Words)
	l.Exactly, l.done, l.Elsewhere = false, true, l.Elsewhere[:0]
	l.Own, l.Near = Resized(l.Own, n), Resized(l.Near, n)
	s.findNeighbours()
	// Of known words the next token is the next row, and the one after that at most one row further.
	l.band = Resized(l.band, 2*s.Known)
	r.band(l.band, s)
	c := r.ContextWeight / s.meanNorm(r)
	if l.InOrder && len(s.Extreme) == 0 && n > 0 {
		s.mixInOrder(c)
		l.NearBefore, l.NearAfter = l.Near, l.Near // beside the outer words stand zeros, see package pairs
	} else {
		l.NearBefore, l.NearAfter = Resized(l.ofBefore, n), Resized(l.ofAfter, n)
		l.ofBefore, l.ofAfter = l.NearBefore, l.NearAfter
		s.mixAnyhow(c)
	}
}

// mixInOrder sets the factors of a text all of whose tokens are known.
func (s *Text) mixInOrder(c float64) {
	l, n := &s.Mixing, len(s.Norms)
	own, near := l.Own[:n], l.Near[:n]
	inverses, norms, band := s.Inverses[:n], s.Norms, l.band[:2*n]
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

// factors returns Own and Near of token i. before and after are c times the norms of its neighbours, product is the
// sum of its inner products with the two, and across is the inner product of the two.
func (s *Text) factors(i int, c, before, after, product, across float64) (own, near float64) {
	inverse := s.Inverses[i]
	square := 1 + float64(before*before) + float64(after*after) +
		2*float64(c*(float64(inverse*product)+float64(c*across)))
	most := 1 + before + after
	most *= most
	if square < cancelledOut*most {
		square = s.mixedExactly(int32(i), c)
	}
	switch {
	case s.Norms[i] == 0: // it has no mass
		return 0, 0
	case square <= noLength*most:
		return inverse, 0
	}
	scale := 1 / math.Sqrt(square)
	return inverse * scale, c * scale
}

// mixAnyhow sets the factors of any text.
func (s *Text) mixAnyhow(c float64) {
	l, n := &s.Mixing, len(s.Words)
	s.multiplyNeighbours()
	l.lengths = Resized(l.lengths, n+1)
	for i, norm := range s.Norms {
		l.lengths[i] = c * norm
	}
	l.lengths[n] = 0 // of no neighbour
	for i := range s.Words {
		before, after := l.Before[i], l.After[i]
		own, near := s.factors(i, c, l.lengths[before], l.lengths[after], l.next[before]+l.next[i], l.across[i])
		l.Own[i], l.Near[i], l.NearBefore[i], l.NearAfter[i] = own, near, near, near
		none := int32(n)
		onLeft, onRight := before == int32(i)-1, after == int32(i)+1 && after != none
		if !onLeft {
			l.NearBefore[i] = 0
		}
		if !onRight {
			l.NearAfter[i] = 0
		}
		if !onLeft && before != none || !onRight && after != none {
			l.Elsewhere = append(l.Elsewhere, int32(i))
		}
	}
}

// InOrder says whether all tokens of the text are known, so that they stand in its order and none is left out.
func (s *Text) InOrder() bool {
	n := len(s.Words)
	return s.Known == n && (n == 0 || int(s.Positions[n-1]) == n-1)
}

// findNeighbours sets Before and After. The known words of a text stand before the unknown ones, both in order.
func (s *Text) findNeighbours() {
	l, n := &s.Mixing, len(s.Words)
	none := int32(n)
	l.InOrder = s.InOrder()
	if l.InOrder && n <= l.counting { // nearly always: what stands there from the texts before is right
		l.Before, l.After = l.Before[:n], l.After[:n]
		if n > 0 {
			l.Before[0] = none
		}
		return
	}
	l.Before, l.After = slices.Grow(l.Before[:0], n)[:n], slices.Grow(l.After[:0], n)[:n]
	if l.InOrder {
		for i := range l.Before {
			l.Before[i], l.After[i] = int32(i)-1, int32(i)+1
		}
		l.Before[0], l.counting = none, n
		return
	}
	l.counting = 0
	for i := range l.Before {
		l.Before[i], l.After[i] = none, none
	}
	known, unknown := 0, s.Known
	last := none // the place of the token before
	for range s.Words {
		place := known
		if known == s.Known || unknown < len(s.Words) && s.Positions[unknown] < s.Positions[known] {
			place = unknown
			unknown++
		} else {
			known++
		}
		if last != none && s.Positions[last]+1 == s.Positions[place] {
			l.Before[place], l.After[last] = last, int32(place)
		}
		last = int32(place)
	}
}

// meanNorm returns what makes a norm 1 on average: the mean of the table's norms, or of the text's known tokens where
// each text has vectors of its own.
func (s *Text) meanNorm(r *Reader) float64 {
	mean := r.MeanNorm
	if r.SentenceWise || r.Table == nil {
		mean = 0
		for _, norm := range s.Norms[:s.Known] {
			mean += norm
		}
		mean /= float64(max(s.Known, 1))
	}
	if mean == 0 { // all vectors are zero
		return 1
	}
	return mean
}

// multiplyNeighbours sets next and across.
func (s *Text) multiplyNeighbours() {
	l, none, known := &s.Mixing, int32(len(s.Words)), int32(s.Known)
	l.next, l.across = Resized(l.next, len(s.Words)+1), Resized(l.across, len(s.Words))
	clear(l.next)
	clear(l.across)
	for i := range known - 1 {
		switch after := l.After[i]; {
		case after == i+1:
			l.next[i] = l.band[2*i]
			if i+2 < known && l.After[after] == i+2 {
				l.across[after] = l.band[2*i+1]
			}
		case after != none && l.After[after] == i+1: // an unknown word between them
			l.across[after] = l.band[2*i]
		}
	}
	for _, i := range s.Extreme {
		s.multiplyExactly(i)
	}
	for i := known; i < none; i++ {
		if after := l.After[i]; after != none {
			l.next[i] = s.exactProduct(i, after)
			if after = l.After[after]; after != none {
				l.across[l.Before[after]] = s.exactProduct(i, after)
			}
		}
	}
}

// multiplyExactly sets what next and across have of a token anew, summed in float64.
func (s *Text) multiplyExactly(i int32) {
	l, none := &s.Mixing, int32(len(s.Words))
	before, after := l.Before[i], l.After[i]
	if before != none {
		l.next[before] = s.exactProduct(before, i)
		if first := l.Before[before]; first != none {
			l.across[before] = s.exactProduct(first, i)
		}
	}
	if after != none {
		l.next[i] = s.exactProduct(i, after)
		if last := l.After[after]; last != none {
			l.across[after] = s.exactProduct(i, last)
		}
	}
}

// exactProduct returns the inner product of two words of a text, summed in float64.
func (s *Text) exactProduct(i, j int32) float64 {
	switch known := int32(s.Known); {
	case i < known && j < known:
		return extremeProduct(s.Rows[i], s.Rows[j])
	case i >= known && j >= known && s.Words[i] == s.Words[j]:
		return s.Norms[i] * s.Norms[j]
	}
	return 0
}

// mixedExactly returns the square of the length of uᵢ + c(wᵢ₋₁ + wᵢ₊₁) where it is little, and has all inner
// products of the three with other texts summed in float64.
func (s *Text) mixedExactly(i int32, c float64) float64 {
	l := &s.Mixing
	l.Exactly = true
	three := [3]int32{l.Before[i], i, l.After[i]}
	factors := [3]float64{c, s.Inverses[i], c}
	var square float64
	for k, x := range three {
		if x == int32(len(s.Words)) {
			continue
		}
		if x < int32(s.Known) && !slices.Contains(s.Extreme, x) {
			s.Extreme = append(s.Extreme, x)
		}
		for m, y := range three {
			if y != int32(len(s.Words)) {
				square += float64(factors[k] * factors[m] * s.exactProduct(x, y))
			}
		}
	}
	return square
}
