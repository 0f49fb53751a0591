package metric

import (
	"slices"

	"github.com/wordrotator/wrd/metric/transport"
)

// A plan says what moves between two texts and what it costs.
type plan struct {
	by    weighting
	costs func(dst, products []float64, a, b *side, from, to []int32) []float64
}

// transportKind is a measure that is the cost of the best plan.
func transportKind(m Measure, main Column, p plan) kind {
	columns := []Column{main}
	if m == MeasureWRD {
		columns = []Column{WRD, WRDSimilarity}
	}
	return kind{
		measure: m,
		columns: columns,
		main:    main,
		rotates: p.rotates(),
		prepare: func(w *worker, s *side) { s.distribute(w, p.by) },
		defined: func(s *side) bool { return s.distributions[p.by].total > 0 },
		compare: func(w *worker, candidate, reference *side, values *[numColumns]float64) (err error) {
			values[main], err = w.distance(p, candidate, reference)
			return err
		},
		plan: &p,
	}
}

// distance returns the cost of the best plan between two texts that have a distribution.
func (w *worker) distance(p plan, candidate, reference *side) (float64, error) {
	a, b := w.problem(p, candidate, reference)
	if !w.options.Certify {
		return w.solver.Distance(a.mass, b.mass, w.cost)
	}
	solution, err := w.solver.Solve(a.mass, b.mass, w.cost)
	if err != nil {
		return 0, err
	}
	gap := solution.Cost - lowerBound(solution, a.mass, b.mass, w.cost)
	w.gap = max(w.gap, gap/max(1, slices.Max(w.cost))) // rounding errors grow with the costs
	return solution.Cost, nil
}

// problem returns the masses to move, and fills in w.cost.
func (w *worker) problem(p plan, candidate, reference *side) (a, b *distribution) {
	a, b = &candidate.distributions[p.by], &reference.distributions[p.by]
	products := w.products(candidate, reference)
	if p.rotates() && w.extension.contextWeight > 0 {
		w.cost = w.leaningCosts(w.cost, products, candidate, reference, a.places, b.places)
	} else {
		w.cost = p.costs(w.cost, products, candidate, reference, a.places, b.places)
	}
	if p.rotates() {
		w.adjustCosts(candidate, reference, a.places, b.places)
	}
	return a, b
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

// align returns the best plan between two texts that have a distribution.
func (w *worker) align(p plan, candidate, reference *side) ([]Move, error) {
	w.forget()
	a, b := w.problem(p, candidate, reference)
	solution, err := w.solver.Solve(a.mass, b.mass, w.cost)
	if err != nil {
		return nil, err
	}
	moves := make([]Move, len(solution.Plan))
	for i, m := range solution.Plan {
		moves[i] = Move{
			CandidateToken: candidate.words[a.places[m.From]],
			ReferenceToken: reference.words[b.places[m.To]],
			Mass:           m.Mass,
			Cost:           w.cost[int(m.From)*len(b.mass)+int(m.To)],
		}
	}
	return moves, nil
}
