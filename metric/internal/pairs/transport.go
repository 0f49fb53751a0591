package pairs

import (
	"slices"

	"github.com/wordrotator/wrd/metric/internal/texts"
	"github.com/wordrotator/wrd/metric/transport"
)

// A Plan says what moves between two texts and what it costs.
type Plan struct {
	By    texts.Weighting
	costs func(dst, products []float64, a, b *texts.Text, from, to []int32) []float64
	// FromSource says whether the second text is the source of the first, whose untranslated words cost what words do that
	// have no counterpart; see Extensions.Untranslated.
	FromSource bool
}

// Rotations is a plan of rotations: moving one unit of mass costs 1 − cos.
func Rotations(by texts.Weighting) Plan { return Plan{By: by, costs: rotationCosts} }

// StraightMoves is a plan of moves on straight lines: moving one unit of mass costs ‖w − w′‖.
func StraightMoves(by texts.Weighting) Plan { return Plan{By: by, costs: euclideanCosts} }

// Rotates says whether the masses of a plan are norms; its costs are rotations then.
func (p Plan) Rotates() bool { return p.By == texts.ByNorm || p.By == texts.ByNormWithoutStopwords }

// Distance returns the cost of the best plan between two texts that have a distribution.
func (p *Pair) Distance(of Plan, a, b *texts.Text) (float64, error) {
	from, to := p.Problem(of, a, b)
	return p.solve(from.Mass, to.Mass, p.Cost)
}

// solve returns the cost of the best plan of a problem, which p.solver has then. If that is asked for, it finds out how
// far the plan can be from the optimum at the most.
func (p *Pair) solve(from, to, cost []float64) (float64, error) {
	if !p.Certify {
		return p.solver.Distance(from, to, cost)
	}
	solution, err := p.solver.Solve(from, to, cost)
	if err != nil {
		return 0, err
	}
	gap := solution.Cost - lowerBound(solution, from, to, cost)
	p.Gap = max(p.Gap, gap/max(1, slices.Max(cost))) // rounding errors grow with the costs
	return solution.Cost, nil
}

// Problem returns the masses to move between the texts of the current pair, and fills in p.Cost.
func (p *Pair) Problem(of Plan, a, b *texts.Text) (from, to *texts.Distribution) {
	from, to = &a.Distributions[of.By], &b.Distributions[of.By]
	p.price(of, p.products(a, b), a, b, from.Words, to.Words)
	if of.FromSource && p.Untranslated.IsEnglish != nil {
		p.raiseUntranslated(a, b, from, to)
	}
	return from, to
}

// price fills in p.Cost, what it costs to move each of the words from of a to each of the words to of b. products are
// the inner products of all words of a and b.
func (p *Pair) price(of Plan, products []float64, a, b *texts.Text, from, to []int32) {
	inPlace := p.inPlace(of, a, b) && p.ownsProducts(products)
	switch mixed := p.mixes(of); {
	case mixed && inPlace:
		p.Cost = p.mixedCosts(p.padded, a, b, from, to) // each row follows from products in its place and behind it
	case mixed:
		p.Cost = p.mixedCosts(p.Cost, a, b, from, to)
	case inPlace:
		p.Cost = of.costs(products, products, a, b, from, to) // each cell follows from the product in its place
	default:
		p.Cost = of.costs(p.Cost, products, a, b, from, to)
	}
	if inPlace {
		p.dots, p.padded, p.paired = nil, nil, false
	}
	if of.Rotates() {
		p.adjustCosts(a, b, from, to)
	}
}

// mixes says whether a plan's costs are those of directions that metric.Options.ContextWeight mixes.
func (p *Pair) mixes(of Plan) bool { return of.Rotates() && p.reader.ContextWeight > 0 }

// inPlace says whether the costs of a plan may take the place of the products of all words of two texts: they are many, there
// are as many costs, and the products that each is made of stand in its place, or where costs come later.
func (p *Pair) inPlace(of Plan, a, b *texts.Text) bool {
	from, to := &a.Distributions[of.By], &b.Distributions[of.By]
	n := len(a.Words) * len(b.Words)
	return n > Small && len(from.Words)*len(to.Words) == n && (!p.mixes(of) || a.InOrder())
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

// Align returns the best plan between the current candidate and a reference, which have a distribution, in the order of
// the candidate's words, then of the reference's. The next call overwrites the slice.
func (p *Pair) Align(of *Plan, candidate, reference *texts.Text) ([]Move, error) {
	if p.Solved != of || p.reference != reference { // with several measures, or another reference that is closer
		a, b := p.Begin(candidate, reference)
		if _, err := p.Distance(*of, a, b); err != nil {
			return nil, err
		}
	}
	from, to := &candidate.Distributions[of.By], &reference.Distributions[of.By]
	var plan []transport.Move
	row, column := len(to.Mass), 1 // steps in p.Cost to the next word of the candidate, and of the reference
	if p.Turned {
		plan = p.solver.PlanByColumn()
		row, column = 1, len(from.Mass)
	} else {
		plan = p.solver.Plan()
	}
	p.moves = p.moves[:0]
	for _, m := range plan {
		i, j := m.From, m.To
		if p.Turned {
			i, j = j, i
		}
		p.moves = append(p.moves, Move{int(from.Words[i]), int(to.Words[j]), m.Mass, p.Cost[i*row+j*column]})
	}
	return p.moves, nil
}

// A Move is a move between two words of texts, or two pieces, by their places.
type Move struct {
	Candidate, Reference int
	Mass, Cost           float64
}
