package transport

import "errors"

// A Move is one entry of a transport plan: Mass goes from row From to column To, at cost[From*m+To] a unit.
type Move struct {
	From, To int
	Mass     float64
}

// A Solution is an optimal plan with the proof that it is optimal. Its slices are views of the solver's
// memory: they are valid until the solver's next call and must not be modified.
type Solution struct {
	// Cost is the optimum, the sum of Mass × cost over the plan.
	Cost float64
	// Plan holds at most n+m-1 moves of positive mass, ordered by From, then To. Its row sums are a. Its
	// column sums are b·Σa/Σb, which is b where the sides agree exactly.
	Plan []Move
	// U (len n) and V (len m) are dual potentials: U[i]+V[j] ≤ cost[i*m+j] for every cell, with equality
	// where mass moves, both within 1e-12 of the largest |cost| up to 2000×2000. No plan costs less than
	// Σ a·U + Σ b·V, and that is Cost.
	U, V []float64
}

// A Solver keeps the memory of past solutions and must not be shared between goroutines; give each worker its
// own. The zero value is ready. A solver grows to the largest problem that it has met and allocates nothing for
// a problem that fits. Its answers are a pure function of the arguments: the same bits, whatever it solved
// before.
type Solver struct {
	// Interrupted makes Distance and Solve give up with ErrInterrupted soon after it is closed; nil never.
	Interrupted <-chan struct{}

	isa     isa
	problem problem
	table   table
	greedy  greedy
	tree    tree
	plan    []Move
	u, v    []float64
}

// Distance returns the least cost of turning the masses a into the masses b,
//
//	min Σᵢⱼ Tᵢⱼ·Cᵢⱼ  with  Σⱼ Tᵢⱼ = aᵢ,  Σᵢ Tᵢⱼ = bⱼ,  Tᵢⱼ ≥ 0.
//
// cost is C in row-major order, len(a)×len(b), finite, of any sign. Masses are finite and not negative; each
// side has a positive finite sum, any sum, and the two agree within 1e-9 of the larger (b is then scaled to
// the sum of a). What breaks this is an error that names index and value. The arguments are only read.
//
// The result is the optimum, not an approximation by regularisation: it is off by rounding alone, by at most
// 1e-12 × Σa × max |C|. Masses below 2e-19 of the sum count as zero, and so do costs below 1e-301.
func (s *Solver) Distance(a, b, cost []float64) (float64, error) {
	if err := s.run(a, b, cost); err != nil {
		return 0, err
	}
	return s.total(), nil
}

// Solve returns what Distance does, to the same bit, with the plan and the dual potentials. Arguments and errors
// are those of Distance. The solution's slices are overwritten by the next call of Solve or Distance.
func (s *Solver) Solve(a, b, cost []float64) (Solution, error) {
	if err := s.run(a, b, cost); err != nil {
		return Solution{}, err
	}
	s.tree.measure(&s.problem)
	s.potentials(cost)
	return Solution{Cost: s.total(), Plan: s.Plan(), U: s.u, V: s.v}, nil
}

// run leaves an optimal tree for the problem.
func (s *Solver) run(a, b, cost []float64) error {
	if s.isa == unknown {
		s.isa = machine
	}
	k, p, t := s.isa, &s.problem, &s.tree
	if err := p.load(k, a, b, cost); err != nil {
		return err
	}
	s.table.round(k, p)
	t.reset(p)
	s.greedy.plant(k, p, &s.table, t)
	if p.m > 1 {
		interrupted := s.Interrupted
		if len(cost) < longRun {
			interrupted = nil // asking would take its time
		}
		if !t.optimise(k, &s.table, interrupted) || !t.settled(k, &s.table) && !t.settle(k, p, interrupted) {
			return ErrInterrupted
		}
	}
	return nil
}

// longRun is from how many costs on a problem can take more than some milliseconds.
const longRun = 1 << 16

// ErrInterrupted says that Solver.Interrupted was closed.
var ErrInterrupted = errors.New("transport: interrupted")

// isClosed says whether a channel is closed.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// resize returns a slice of length n in the memory of s if it fits. The contents are arbitrary.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
