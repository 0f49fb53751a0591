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
	done          bool
	before, after []int32   // the places of a token's neighbours, len(side.words) where there is none
	own, near     []float64 // the factors above; near is 0 where the sum has no direction, so that uᵢ stays
	exactly       bool      // whether side.extreme has more words than side.measure found

	next    []float64 // the inner products of tokens with those after them; one more, which is 0
	across  []float64 // the inner products of the two neighbours of tokens
	lengths []float64 // c‖w‖; one more, which is 0

	products [panel * (panel + 1)]float64 // scratch of multiplyNeighbours
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

// panel is how many tokens' products are computed at once.
const panel = 4

// multiplyNeighbours sets next and across.
func (s *side) multiplyNeighbours() {
	l, none, known := &s.leaning, int32(len(s.words)), int32(s.known)
	l.next, l.across = resized(l.next, len(s.words)+1), resized(l.across, len(s.words))
	clear(l.next)
	clear(l.across)
	rows := s.rows[:s.known]
	// Of known words the next token is the next row, and the one after that at most one row further. A few products that
	// nobody asks for cost less than to go from row to row.
	products := l.products[:]
	for first := 0; first+1 < len(rows); first += panel {
		block, others := rows[first:min(first+panel, len(rows)-1)], rows[first+1:min(first+panel+2, len(rows))]
		dot.Products(products, panel+1, block, others)
		for r := range block {
			i := int32(first + r)
			if l.after[i] == i+1 {
				l.next[i] = products[r*(panel+1)+r]
				if after := l.after[i+1]; after == i+2 && after < known {
					l.across[i+1] = products[r*(panel+1)+r+1]
				}
				continue
			}
			if between := l.after[i]; between != none && l.after[between] == i+1 { // an unknown word
				l.across[between] = products[r*(panel+1)+r]
			}
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
	w.leaned = resized(w.leaned, m+1)
	row := w.leaned
	row[m] = 0 // of no neighbour
	before, after, own, near := b.leaning.before, b.leaning.after, b.leaning.own, b.leaning.near
	for r, i := range from {
		x, y := a.leaning.before[i], a.leaning.after[i]
		leanRow(row[:m], products[int(i)*m:], a.leaning.own[i], a.leaning.near[i],
			rowOrNone(products, int(x), n, m), rowOrNone(products, int(y), n, m))
		costs := dst[r*len(to):][:len(to)]
		for c, j := range to {
			cosine := float64(own[j]*row[j]) + float64(near[j]*(row[before[j]]+row[after[j]]))
			if cosine > 1 {
				cosine = 1
			} else if cosine < -1 {
				cosine = -1
			}
			cost := 1 - cosine
			if cost < nearlySame && sameInContext(a, b, i, j) {
				cost = 0
			}
			costs[c] = cost
		}
	}
	return dst
}

// rowOrNone returns row i of an n×m matrix, nil for row n.
func rowOrNone(products []float64, i, n, m int) []float64 {
	if i == n {
		return nil
	}
	return products[i*m:][:m]
}

// leanRow sets dst to own·x + near·(before + after), of which before and after may be nil.
func leanRow(dst, x []float64, own, near float64, before, after []float64) {
	x = x[:len(dst)]
	if before == nil {
		before, after = after, before
	}
	switch {
	case before == nil:
		for j := range dst {
			dst[j] = own * x[j]
		}
	case after == nil:
		before = before[:len(dst)]
		for j := range dst {
			dst[j] = float64(own*x[j]) + float64(near*before[j])
		}
	default:
		before, after = before[:len(dst)], after[:len(dst)]
		for j := range dst {
			dst[j] = float64(own*x[j]) + float64(near*(before[j]+after[j]))
		}
	}
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
