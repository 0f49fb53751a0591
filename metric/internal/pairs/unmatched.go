package pairs

import "github.com/wordrotator/wrd/metric/internal/texts"

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

// leavingOut is the scratch of Unmatched: the problem with null nodes, and the shares that are left out of the words of both
// distributions.
type leavingOut struct {
	cost, rows, columns []float64
	ofRows, ofColumns   []float64
}

// Unmatched returns which share of the mass of each word of the two texts has no counterpart, in the order of their
// distributions. Align has aligned the two, so that p.Cost is theirs. The next call overwrites the slices.
func (p *Pair) Unmatched(of *Plan, candidate, reference *texts.Text) (ofCandidate, ofReference []float64, err error) {
	a, b := candidate, reference
	if p.Turned {
		a, b = reference, candidate
	}
	from, to := &a.Distributions[of.By], &b.Distributions[of.By]
	n, m := len(from.Mass), len(to.Mass)
	mean := 0.
	for i, x := range from.Mass {
		for j, y := range to.Mass {
			mean += float64(float64(x*y) * p.Cost[i*m+j]) // the conversions forbid a fused multiply-add
		}
	}
	l := &p.leavingOut
	l.ofRows, l.ofColumns = Zeros(l.ofRows, n), Zeros(l.ofColumns, m)
	if mean > 0 { // otherwise nothing costs anything, so nothing is left out
		if err := p.leaveOut(priceOfNothing*mean, from, to); err != nil {
			return nil, nil, err
		}
	}
	if p.Turned {
		return l.ofColumns, l.ofRows, nil
	}
	return l.ofRows, l.ofColumns, nil
}

// leaveOut adds to p.leavingOut which share of each word of two distributions an optimal plan leaves out at a price. What
// words weigh by themselves counts, not shares: a shorter text has less to move, but nothing of another kind.
func (p *Pair) leaveOut(price float64, from, to *texts.Distribution) error {
	l, n, m := &p.leavingOut, len(from.Mass), len(to.Mass)
	cost := texts.Resized(l.cost, (n+1)*(m+1))[:0]
	for i := range n {
		cost = append(append(cost, p.Cost[i*m:][:m]...), price/2)
	}
	for range m {
		cost = append(cost, price/2)
	}
	cost = append(cost, 0)
	all := from.Total + to.Total
	rows, columns := texts.Resized(l.rows, n+1), texts.Resized(l.columns, m+1)
	for i, share := range from.Mass {
		rows[i] = share * (from.Total / all)
	}
	for j, share := range to.Mass {
		columns[j] = share * (to.Total / all)
	}
	rows[n], columns[m] = to.Total/all, from.Total/all
	l.cost, l.rows, l.columns = cost, rows, columns
	p.Solved = nil
	if _, err := p.solve(rows, columns, cost); err != nil {
		return err
	}
	for _, move := range p.solver.Plan() {
		switch {
		case move.From < n && move.To == m:
			l.ofRows[move.From] += move.Mass / rows[move.From]
		case move.From == n && move.To < m:
			l.ofColumns[move.To] += move.Mass / columns[move.To]
		}
	}
	return nil
}
