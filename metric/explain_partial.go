package metric

import (
	"cmp"
	"slices"
)

// A word has no counterpart where it is cheaper to leave it out than to move it: partial transport, an optimal plan in
// which mass may also go nowhere, or come from nowhere, at a price. It is exact transport with one more word on each
// side, the null node, whose mass is that of the whole other text, so that whatever the solver promises holds of it.
// Arase, Bao and Yokoi (2023), "Unbalanced optimal transport for unbalanced word alignment", find it best for alignments
// in which words have no counterpart.

// priceOfNothing is what it costs to leave out a unit of mass on both sides, as a share of the mean cost between the
// words of the two texts, which a plan that knows nothing would have: so it fits vectors of any kind. Chosen on outputs of
// WMT23 he-en, into whose references 1 to 5 words of another one were put: from 0.8 to 1 the inserted words are found
// about equally well, with vectors of words, of n-grams and of an encoder (TestInsertedWords).
const priceOfNothing = 0.9

// leaving is the scratch of unmatched: the problem with null nodes, the shares that are left out of the words of both
// distributions and of both texts, and the places of words without a counterpart.
type leaving struct {
	cost, rows, columns []float64
	ofRows, ofColumns   []float64
	ofA, ofB            []float64
	places              []int
}

// mostUnmatched is the share of the mass of a word that may be left out before the word counts as one without a
// counterpart.
const mostUnmatched = 0.5

// alignInto fills in what a result says of words: the alignment of a candidate with a reference, which words of the
// reference are missing in the candidate, and which the candidate has invented. It returns what unmatched does.
func (w *worker) alignInto(r *Result, p *plan, candidate, reference *text) (ofCandidate, ofReference []float64, err error) {
	if r.Alignment, err = w.align(p, candidate, reference); err != nil {
		return nil, nil, err
	}
	if ofCandidate, ofReference, err = w.unmatched(p, candidate, reference); err != nil {
		return nil, nil, err
	}
	r.Missing, r.Invented, r.Gap = w.without(reference, ofReference), w.without(candidate, ofCandidate), w.gap
	return ofCandidate, ofReference, nil
}

// without returns the words of a text that have no counterpart, in its order, given the share of each that has none; never
// nil.
func (w *worker) without(s *text, unmatched []float64) []string {
	places := w.leaving.places[:0]
	for i, share := range unmatched {
		if share > mostUnmatched {
			places = append(places, i)
		}
	}
	w.leaving.places = places
	words := s.words
	if w.options.Encoder != nil {
		words, _ = w.wordTexts(s)
	} else { // the known ones come first
		slices.SortFunc(places, func(i, j int) int { return cmp.Compare(s.positions[i], s.positions[j]) })
	}
	list := make([]string, len(places))
	for i, place := range places {
		list[i] = words[place]
	}
	return list
}

// unmatched returns which share of the mass of each word of the two texts has no counterpart, in the order of wordTexts
// under Options.Encoder and of text.words otherwise. align has aligned the two, so that w.cost is theirs. The next call
// overwrites the slices.
func (w *worker) unmatched(p *plan, candidate, reference *text) (ofCandidate, ofReference []float64, err error) {
	a, b := candidate, reference
	if w.turned {
		a, b = reference, candidate
	}
	from, to := &a.distributions[p.by], &b.distributions[p.by]
	n, m := len(from.mass), len(to.mass)
	mean := 0.
	for i, x := range from.mass {
		for j, y := range to.mass {
			mean += float64(float64(x*y) * w.cost[i*m+j]) // the conversions forbid a fused multiply-add
		}
	}
	l := &w.leaving
	l.ofRows, l.ofColumns = zeros(l.ofRows, n), zeros(l.ofColumns, m)
	if mean > 0 { // otherwise nothing costs anything, so nothing is left out
		if err := w.leaveOut(priceOfNothing*mean, from, to); err != nil {
			return nil, nil, err
		}
	}
	l.ofA, l.ofB = w.ofWords(l.ofA, a, from, l.ofRows), w.ofWords(l.ofB, b, to, l.ofColumns)
	if w.turned {
		return l.ofB, l.ofA, nil
	}
	return l.ofA, l.ofB, nil
}

// leaveOut adds to w.leaving which share of each word of two distributions an optimal plan leaves out at a price. What
// words weigh by themselves counts, not shares: a shorter text has less to move, but nothing of another kind.
func (w *worker) leaveOut(price float64, from, to *distribution) error {
	l, n, m := &w.leaving, len(from.mass), len(to.mass)
	cost := resized(l.cost, (n+1)*(m+1))[:0]
	for i := range n {
		cost = append(append(cost, w.cost[i*m:][:m]...), price/2)
	}
	for range m {
		cost = append(cost, price/2)
	}
	cost = append(cost, 0)
	all := from.total + to.total
	rows, columns := resized(l.rows, n+1), resized(l.columns, m+1)
	for i, share := range from.mass {
		rows[i] = share * (from.total / all)
	}
	for j, share := range to.mass {
		columns[j] = share * (to.total / all)
	}
	rows[n], columns[m] = to.total/all, from.total/all
	l.cost, l.rows, l.columns = cost, rows, columns
	w.solved = nil
	if _, err := w.solve(rows, columns, cost); err != nil {
		return err
	}
	for _, move := range w.solver.Plan() {
		switch {
		case move.From < n && move.To == m:
			l.ofRows[move.From] += move.Mass / rows[move.From]
		case move.From == n && move.To < m:
			l.ofColumns[move.To] += move.Mass / columns[move.To]
		}
	}
	return nil
}

// ofWords returns the shares of the words of a text, given those of a distribution of it, in the memory of shares; at
// most 1.
func (w *worker) ofWords(shares []float64, s *text, d *distribution, of []float64) []float64 {
	if w.options.Encoder == nil {
		shares = zeros(shares, len(s.words))
		for k, word := range d.words {
			shares[word] = min(of[k], 1)
		}
		return shares
	}
	words, places := w.wordTexts(s)
	shares, masses := zeros(shares, len(words)), make([]float64, len(words))
	for k, word := range d.words {
		place := places[s.positions[word]]
		shares[place] += float64(of[k] * d.mass[k])
		masses[place] += d.mass[k]
	}
	for i, mass := range masses {
		if mass > 0 {
			shares[i] = min(shares[i]/mass, 1)
		}
	}
	return shares
}

// markUnmatched fills in which share of each word of a text has no counterpart.
func (w *worker) markUnmatched(words []Word, s *text, unmatched []float64) {
	for i := range words {
		k := i
		if w.options.Encoder == nil {
			k = s.place(i, words[i].Text)
		}
		if k >= 0 {
			words[i].Unmatched = unmatched[k]
		}
	}
}
