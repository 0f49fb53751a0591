package metric

import (
	"slices"

	"github.com/wordrotator/wrd/metric/transport"
)

// A plan says what moves between two texts and what it costs.
type plan struct {
	by    weighting
	costs func(dst, products []float64, a, b *text, from, to []int32) []float64
}

// similarityOf returns the column that is one minus a distance, if there is one.
func similarityOf(distance Column) (similarity Column, ok bool) {
	switch distance {
	case WRD:
		return WRDSimilarity, true
	case WRDSource:
		return WRDSourceSimilarity, true
	}
	return 0, false
}

// transportMeasure is a measure that is the cost of the best plan.
func transportMeasure(m Measure, main Column, p plan) definition {
	columns := []Column{main}
	if similarity, ok := similarityOf(main); ok {
		columns = append(columns, similarity)
	}
	return definition{
		measure: m,
		columns: columns,
		main:    main,
		rotates: p.rotates(),
		prepare: func(w *worker, s *text) { s.distribute(w, p.by) },
		defined: func(s *text) bool { return s.distributions[p.by].total > 0 },
		compare: func(w *worker, a, b *text, values *[numColumns]float64) (err error) {
			values[main], err = w.distance(p, a, b)
			return err
		},
		plan: &p,
	}
}

// distance returns the cost of the best plan between two texts that have a distribution.
func (w *worker) distance(p plan, a, b *text) (float64, error) {
	from, to := w.problem(p, a, b)
	return w.solve(from.mass, to.mass, w.cost)
}

// solve returns the cost of the best plan of a problem, which w.solver has then. If that is asked for, it finds out how
// far the plan can be from the optimum at the most.
func (w *worker) solve(from, to, cost []float64) (float64, error) {
	if !w.options.Certify {
		return w.solver.Distance(from, to, cost)
	}
	solution, err := w.solver.Solve(from, to, cost)
	if err != nil {
		return 0, err
	}
	gap := solution.Cost - lowerBound(solution, from, to, cost)
	w.gap = max(w.gap, gap/max(1, slices.Max(cost))) // rounding errors grow with the costs
	return solution.Cost, nil
}

// problem returns the masses to move between the texts of the current pair, and fills in w.cost.
func (w *worker) problem(p plan, a, b *text) (from, to *distribution) {
	from, to = &a.distributions[p.by], &b.distributions[p.by]
	w.price(p, w.products(a, b), a, b, from.words, to.words)
	return from, to
}

// price fills in w.cost, what it costs to move each of the words from of a to each of the words to of b. products are
// the inner products of all words of a and b.
func (w *worker) price(p plan, products []float64, a, b *text, from, to []int32) {
	if p.rotates() && w.extension.contextWeight > 0 {
		w.cost = w.mixedCosts(w.cost, a, b, from, to)
	} else {
		w.cost = p.costs(w.cost, products, a, b, from, to)
	}
	if p.rotates() {
		w.adjustCosts(a, b, from, to)
	}
}

// lowerBound returns the dual value Σ aᵢuᵢ + Σ bⱼvⱼ, after lowering each uᵢ until no uᵢ+vⱼ exceeds its cost, so
// that by weak duality no plan can cost less, whatever the solver did.
func lowerBound(solution transport.Solution, a, b, cost []float64) float64 {
	var bound float64
	for j, mass := range b {
		bound += mass * solution.V[j]
	}
	for i, mass := range a {
		u := solution.U[i]
		for j, c := range cost[i*len(b):][:len(b)] {
			u = min(u, c-solution.V[j])
		}
		bound += mass * u
	}
	return bound
}

// align returns the best plan between the current candidate and a reference, which have a distribution, in the order of
// the candidate's words, then of the reference's. What moves between the pieces of two words is one move.
func (w *worker) align(p *plan, candidate, reference *text) ([]Move, error) {
	if w.solved != p || w.reference != reference { // with several measures, or another reference that is closer
		a, b := w.begin(candidate, reference)
		if _, err := w.distance(*p, a, b); err != nil {
			return nil, err
		}
	}
	from, to := &candidate.distributions[p.by], &reference.distributions[p.by]
	var plan []transport.Move
	row, column := len(to.mass), 1 // steps in w.cost to the next word of the candidate, and of the reference
	if w.turned {
		plan = w.solver.PlanByColumn()
		row, column = 1, len(from.mass)
	} else {
		plan = w.solver.Plan()
	}
	w.moves = w.moves[:0]
	for _, m := range plan {
		i, j := m.From, m.To
		if w.turned {
			i, j = j, i
		}
		w.moves = append(w.moves, placedMove{int(from.words[i]), int(to.words[j]), m.Mass, w.cost[i*row+j*column]})
	}
	if w.options.Encoder != nil {
		return w.addUp(w.moves, candidate, reference), nil
	}
	moves := make([]Move, len(w.moves))
	for i, m := range w.moves {
		moves[i] = Move{candidate.words[m.candidate], reference.words[m.reference], m.mass, m.cost}
	}
	return moves, nil
}
