package metric

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/dot"
)

// A leaning says how the directions of a text's tokens lean towards their neighbours under Options.ContextWeight,
//
//	uᵢ ← unit(uᵢ + λ(mᵢ₋₁uᵢ₋₁ + mᵢ₊₁uᵢ₊₁)),  m = ‖w‖ / mean norm.
//
// As λmu = c·w with c = λ / mean norm, the new direction is a sum of three vectors w, own·wᵢ + near·(wᵢ₋₁ + wᵢ₊₁), and a
// cosine of two directions a sum of nine inner products of vectors. No direction is ever computed.
type leaning struct {
	done                  bool
	before, after         []int32   // the places of a token's neighbours, len(side.words) where there is none
	own, near             []float64 // the factors above; near is 0 where the sum has no direction, so that uᵢ stays
	nearBefore, nearAfter []float64 // near, or 0 where there is no neighbour on that side
	exactly               bool      // whether side.extreme has more words than side.measure found

	next    []float64 // the inner products of tokens with those after them; one more, which is 0
	across  []float64 // the inner products of the two neighbours of tokens
	lengths []float64 // c‖w‖; one more, which is 0

	band []float64 // see dot.Band
}

// leanedAway is the share of the square of all that a direction is summed from, below which the square of its length has
// lost too many digits to the rounding of inner products to float32.
const leanedAway = 1. / 64

// noLength is the same where the sum is zero but for the rounding of its factors to float64.
const noLength = 1e-24

// lean prepares the directions of a text, once.
func (s *side) lean(w *worker) {
	l := &s.leaning
	if l.done {
		return
	}
	n := len(s.words)
	l.exactly, l.done = false, true
	l.own, l.near, l.lengths = resized(l.own, n), resized(l.near, n), resized(l.lengths, n+1)
	l.nearBefore, l.nearAfter = resized(l.nearBefore, n), resized(l.nearAfter, n)
	s.findNeighbours()
	s.multiplyNeighbours()
	c := w.extension.contextWeight / s.meanNorm(w)
	for i, norm := range s.norms {
		l.lengths[i] = c * norm
	}
	l.lengths[n] = 0 // of no neighbour
	for i, inverse := range s.inverses {
		before, after := l.before[i], l.after[i]
		b, a := l.lengths[before], l.lengths[after]
		square := 1 + float64(b*b) + float64(a*a) +
			2*float64(c*(float64(inverse*(l.next[before]+l.next[i]))+float64(c*l.across[i])))
		most := 1 + a + b
		most *= most
		if square < leanedAway*most {
			square = s.leanedExactly(int32(i), c)
		}
		switch {
		case s.norms[i] == 0: // it has no mass
			l.own[i], l.near[i] = 0, 0
		case square <= noLength*most:
			l.own[i], l.near[i] = inverse, 0
		default:
			scale := 1 / math.Sqrt(square)
			l.own[i], l.near[i] = inverse*scale, c*scale
		}
		l.nearBefore[i], l.nearAfter[i] = l.near[i], l.near[i]
		if before == int32(n) {
			l.nearBefore[i] = 0
		}
		if after == int32(n) {
			l.nearAfter[i] = 0
		}
	}
}

// findNeighbours sets before and after. The known words of a text stand before the unknown ones, both in order.
func (s *side) findNeighbours() {
	l, none := &s.leaning, int32(len(s.words))
	l.before, l.after = l.before[:0], l.after[:0]
	if s.known == len(s.words) {
		last := int32(-2)
		for i, position := range s.positions {
			before := none
			if last+1 == position {
				before = int32(i) - 1
				l.after[i-1] = int32(i)
			}
			l.before, l.after = append(l.before, before), append(l.after, none)
			last = position
		}
		return
	}
	for range s.words {
		l.before, l.after = append(l.before, none), append(l.after, none)
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

// meanNorm returns what makes a norm 1 on average: the mean of the table's norms, or of the text's known tokens where each
// text has vectors of its own.
func (s *side) meanNorm(w *worker) float64 {
	mean := w.meanNorm
	if s.sentenceWise || w.options.TokenVectors != nil {
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
	// Of known words the next token is the next row, and the one after that at most one row further.
	l.band = resized(l.band, 2*s.known)
	dot.Band(l.band, s.rows[:s.known])
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

// leanedExactly returns the square of the length of uᵢ + c(wᵢ₋₁ + wᵢ₊₁) where it is little, and has all inner products of
// the three with other texts summed in float64.
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

// leaningCosts is rotationCosts for the directions that Options.ContextWeight makes of two texts.
func (w *worker) leaningCosts(dst, products []float64, a, b *side, from, to []int32) []float64 {
	dst = resized(dst, len(from)*len(to))
	n, m := len(a.words), len(b.words)
	if len(w.nothing) < m {
		w.nothing = make([]float64, 2*m)
	}
	// A cell on either side, which is 0, stands for no neighbour.
	w.leaned = resized(w.leaned, m+2)
	w.leaned[0], w.leaned[m+1] = 0, 0
	row := w.leaned[1 : m+1]
	rowOf := func(i int32) []float64 {
		if int(i) == n {
			return w.nothing[:m]
		}
		return products[int(i)*m:][:m]
	}
	inOrder := len(to) == m && b.known == m
	for r, i := range from {
		dot.Blend(row, rowOf(i), rowOf(a.leaning.before[i]), rowOf(a.leaning.after[i]), a.leaning.own[i], a.leaning.near[i])
		costs := dst[r*len(to):][:len(to)]
		some := true
		if inOrder {
			some = dot.BlendedCosts(costs, w.leaned, b.leaning.own, b.leaning.nearBefore, b.leaning.nearAfter, nearlySame)
		} else {
			b.leaning.rotate(costs, w.leaned, to)
		}
		for c, j := range to {
			if !some {
				break
			}
			if costs[c] < nearlySame && sameInContext(a, b, i, j) {
				costs[c] = 0
			}
		}
	}
	return dst
}

// rotate is dot.BlendedCosts for the words to of a text in which neighbours need not stand next to each other.
func (l *leaning) rotate(costs, row []float64, to []int32) {
	for c, j := range to {
		cosine := float64(l.own[j]*row[j+1]) + float64(l.near[j]*(l.at(row, l.before[j])+l.at(row, l.after[j])))
		costs[c] = 1 - min(max(cosine, -1), 1)
	}
}

// at returns the product of a place, 0 for none.
func (l *leaning) at(row []float64, place int32) float64 {
	if int(place) == len(l.own) {
		return 0
	}
	return row[place+1]
}

// sameInContext says whether word i of a and word j of b are the same and have the same neighbours, on whichever sides, so
// that their directions are equal.
func sameInContext(a, b *side, i, j int32) bool {
	if !sameOrNone(a, b, i, j) {
		return false
	}
	before, after := b.leaning.before[j], b.leaning.after[j]
	x, y := a.leaning.before[i], a.leaning.after[i]
	return sameOrNone(a, b, x, before) && sameOrNone(a, b, y, after) ||
		sameOrNone(a, b, x, after) && sameOrNone(a, b, y, before)
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
