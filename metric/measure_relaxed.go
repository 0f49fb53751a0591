package metric

import (
	"math"
	"slices"
)

// relaxedMeasure is relaxed transport: the two lower bounds of Word Rotator's Distance that leave out the demands of one
// side each, as the relaxed Word Mover's Distance of Kusner et al. (2015, section 4) does, as similarities. columns
// are those of the measure, main the one that stands for it.
func relaxedMeasure(m Measure, main Column, columns ...Column) definition {
	p := plan{byNorm, rotationCosts}
	return definition{
		measure:  m,
		columns:  columns,
		main:     main,
		rotates:  true,
		unbound:  true,
		directed: &[2]Column{WRDRecall, WRDPrecision},
		prepare:  func(w *worker, s *text) { s.distribute(w, p.by) },
		defined:  func(s *text) bool { return s.distributions[p.by].total > 0 },
		compare: func(w *worker, a, b *text, values *[numColumns]float64) error {
			precision, recall := w.relaxed(p, a, b)
			values[WRDRecall], values[WRDPrecision], values[WRDF1] = recall, precision, f1(precision, recall)
			return nil
		},
	}
}

// pairsAtOnce is how many pairs of words relaxed transport takes at once, of which only the nearest are kept. Their
// products and costs take 32 MiB each.
const pairsAtOnce = 1 << 22

// relaxed returns one minus what it costs to move all mass of one side to the nearest word of the other, of the mass of
// a and of that of b.
func (w *worker) relaxed(p plan, a, b *text) (ofA, ofB float64) {
	from, to := &a.distributions[p.by], &b.distributions[p.by]
	r := &w.relaxation
	r.begin(len(to.mass))
	if rows := max(w.pairsAtOnce/len(b.words), 1); rows >= len(a.words) {
		w.problem(p, a, b)
		r.add(from.mass, w.cost)
	} else {
		w.paired = false // no longer: each part takes the place of the one before
		for first := 0; first < len(from.words); first += rows {
			last := min(first+rows, len(from.words))
			w.partOfProblem(p, a, b, from.words[first:last], to.words)
			r.add(from.mass[first:last], w.cost)
		}
	}
	var costOfB float64
	for j, mass := range to.mass {
		costOfB += float64(mass * r.nearest[j])
	}
	return 1 - r.cost, 1 - costOfB
}

// A relaxation is what is known after some words of a text of what it costs to move to the nearest word.
type relaxation struct {
	cost    float64   // of those words
	nearest []float64 // what it costs at least to move one of them onto each word of the other text
	part    text      // those that are looked at now, if the text is long
	taken   []int32   // scratch of text.take
	places  []int32   // scratch of partOfProblem
}

func (r *relaxation) begin(words int) {
	r.cost, r.nearest = 0, resized(r.nearest, words)
	for j := range r.nearest {
		r.nearest[j] = math.Inf(1)
	}
}

// add looks at more words, with their masses and what it costs to move them, row-major, a row for each.
func (r *relaxation) add(masses, costs []float64) {
	nearest := r.nearest
	for i, mass := range masses {
		least := math.Inf(1)
		for j, cost := range costs[i*len(nearest):][:len(nearest)] {
			if cost < least {
				least = cost
			}
			if cost < nearest[j] {
				nearest[j] = cost
			}
		}
		r.cost += float64(mass * least)
	}
}

// partOfProblem fills in w.cost, row-major len(from)×len(to), as problem does, without the products and costs of other
// words of a.
func (w *worker) partOfProblem(p plan, a, b *text, from, to []int32) {
	r := &w.relaxation
	r.taken = append(r.taken[:0], from...)
	if w.extension.contextWeight > 0 {
		a.mixContext(w)
		b.mixContext(w)
		for _, i := range from {
			for _, neighbour := range [2]int32{a.mixing.before[i], a.mixing.after[i]} {
				if int(neighbour) < len(a.words) {
					r.taken = append(r.taken, neighbour)
				}
			}
		}
		slices.Sort(r.taken)
		r.taken = slices.Compact(r.taken)
		w.pad(len(r.taken), len(b.words))
	}
	r.part.take(a, r.taken)
	r.places = r.places[:0]
	for _, i := range from {
		place, _ := slices.BinarySearch(r.taken, i)
		r.places = append(r.places, int32(place))
	}
	w.dots = innerProducts(w.dots, &r.part, b)
	w.price(p, w.dots, &r.part, b, r.places, to)
}

// take makes a text of the words of another one at the given places, in rising order, with all that costs are made of.
func (s *text) take(whole *text, places []int32) {
	s.reset(true)
	s.sentenceWise, s.spelled, s.tokens = whole.sentenceWise, whole.spelled, whole.tokens
	s.inverses, s.extreme = s.inverses[:0], s.extreme[:0]
	mixes := whole.mixing.done
	from, to := &whole.mixing, &s.mixing
	to.before, to.after, to.own, to.near = to.before[:0], to.after[:0], to.own[:0], to.near[:0]
	for place, i := range places {
		s.words, s.positions = append(s.words, whole.words[i]), append(s.positions, whole.positions[i])
		s.ids, s.rows = append(s.ids, whole.ids[i]), append(s.rows, whole.rows[i])
		s.norms, s.inverses = append(s.norms, whole.norms[i]), append(s.inverses, whole.inverses[i])
		if slices.Contains(whole.extreme, i) {
			s.extreme = append(s.extreme, int32(place))
		}
		if int(i) < whole.known {
			s.known++
		}
		if !mixes {
			continue
		}
		to.own, to.near = append(to.own, from.own[i]), append(to.near, from.near[i])
		to.before, to.after = append(to.before, placeOf(from.before[i], places)),
			append(to.after, placeOf(from.after[i], places))
	}
	if s.spelled {
		s.grams.read(s.words, whole.grams.of)
		for _, i := range places {
			s.squares = append(s.squares, whole.squares[i])
		}
	}
}

// placeOf returns where a number stands in a rising list, or its length.
func placeOf(i int32, list []int32) int32 {
	if place, ok := slices.BinarySearch(list, i); ok {
		return int32(place)
	}
	return int32(len(list))
}
