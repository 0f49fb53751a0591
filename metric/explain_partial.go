package metric

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

// unmatched returns which share of each word of the two distributions has no counterpart.
func (w *worker) unmatched(p plan, candidate, reference *text) (ofCandidate, ofReference []float64, err error) {
	a, b := w.begin(candidate, reference)
	from, to := w.problem(p, a, b)
	n, m := len(from.mass), len(to.mass)
	mean := 0.
	for i, x := range from.mass {
		for j, y := range to.mass {
			mean += float64(float64(x*y) * w.cost[i*m+j]) // the conversions forbid a fused multiply-add
		}
	}
	if mean == 0 { // nothing costs anything, so nothing is left out
		return make([]float64, len(candidate.distributions[p.by].mass)), make([]float64, len(reference.distributions[p.by].mass)), nil
	}
	price := priceOfNothing * mean
	cost := make([]float64, 0, (n+1)*(m+1))
	for i := range n {
		cost = append(append(cost, w.cost[i*m:][:m]...), price/2)
	}
	for range m {
		cost = append(cost, price/2)
	}
	cost = append(cost, 0)
	// What words weigh by themselves, not shares: a shorter text has less to move, but nothing of another kind.
	rows, columns := make([]float64, n, n+1), make([]float64, m, m+1)
	for i, share := range from.mass {
		rows[i] = share * from.total
	}
	for j, share := range to.mass {
		columns[j] = share * to.total
	}
	solution, err := w.solver.Solve(append(rows, to.total), append(columns, from.total), cost)
	if err != nil {
		return nil, nil, err
	}
	ofRows, ofColumns := make([]float64, n), make([]float64, m)
	for _, move := range solution.Plan {
		switch {
		case move.From < n && move.To == m:
			ofRows[move.From] += move.Mass / rows[move.From]
		case move.From == n && move.To < m:
			ofColumns[move.To] += move.Mass / columns[move.To]
		}
	}
	if w.turned {
		return ofColumns, ofRows, nil
	}
	return ofRows, ofColumns, nil
}

// markUnmatched fills in which share of each word of a text has no counterpart, given that of each word of its distribution.
func (w *worker) markUnmatched(words []Word, s *text, unmatched []float64) {
	d := &s.distributions[w.definitions[0].plan.by]
	if w.options.Encoder != nil {
		_, places := w.wordTexts(s)
		sums := make([]float64, len(words))
		for k, word := range d.words {
			sums[places[s.positions[word]]] += float64(unmatched[k] * d.mass[k])
		}
		for i := range words {
			if words[i].Mass > 0 {
				words[i].Unmatched = min(sums[i]/words[i].Mass, 1)
			}
		}
		return
	}
	of := make([]float64, len(s.words))
	for k, word := range d.words {
		of[word] = min(unmatched[k], 1)
	}
	for i := range words {
		if k := s.place(i, words[i].Text); k >= 0 {
			words[i].Unmatched = of[k]
		}
	}
}
