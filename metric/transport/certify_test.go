package transport_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/wordrotator/wrd/metric/transport"
)

// A problem is the input of a solver.
type problem struct{ a, b, cost []float64 }

// certify checks a solution against the problem alone: the plan moves a onto b, and the duals prove that none is
// cheaper. All tolerances are relative to the sum of masses and the largest |cost|.
func certify(p problem, s transport.Solution) error {
	n, m := len(p.a), len(p.b)
	if len(s.U) != n || len(s.V) != m {
		return fmt.Errorf("%d and %d potentials, want %d and %d", len(s.U), len(s.V), n, m)
	}
	if len(s.Plan) > n+m-1 {
		return fmt.Errorf("%d moves, want at most %d", len(s.Plan), n+m-1)
	}
	sumA, sumB, largest := sum(p.a), sum(p.b), 0.0
	for _, c := range p.cost {
		largest = max(largest, math.Abs(c))
	}
	// A potential is exact up to the costs' unit, which is at least 1e-301, and its own last bit.
	potential := 0.0
	for _, x := range append(append([]float64{}, s.U...), s.V...) {
		potential = max(potential, math.Abs(x))
	}
	costTol := 1e-13*largest + 1e-15*potential + 1e-300

	for i, u := range s.U {
		for j, v := range s.V {
			if r := p.cost[i*m+j] - u - v; !(r >= -costTol) {
				return fmt.Errorf("U[%d]+V[%d] is above the cost %g by %g", i, j, p.cost[i*m+j], -r)
			}
		}
	}
	rows, columns, primal := make([][]float64, n), make([][]float64, m), 0.0
	last := -1
	for k, x := range s.Plan {
		if x.From < 0 || x.From >= n || x.To < 0 || x.To >= m {
			return fmt.Errorf("move %d %v is outside %d×%d", k, x, n, m)
		}
		if cell := x.From*m + x.To; cell <= last {
			return fmt.Errorf("move %d %v is out of order", k, x)
		} else {
			last = cell
		}
		if !(x.Mass > 0) {
			return fmt.Errorf("move %d %v has no mass", k, x)
		}
		if r := p.cost[last] - s.U[x.From] - s.V[x.To]; math.Abs(r) > costTol {
			return fmt.Errorf("move %d %v has reduced cost %g, want 0", k, x, r)
		}
		rows[x.From] = append(rows[x.From], x.Mass)
		columns[x.To] = append(columns[x.To], x.Mass)
		primal += x.Mass * p.cost[last]
	}
	for i := range rows {
		if d := math.Abs(sum(rows[i]) - p.a[i]); d > 1e-15*sumA {
			return fmt.Errorf("row %d ships %g too much or too little of %g", i, d, p.a[i])
		}
	}
	for j := range columns {
		if d := math.Abs(sum(columns[j]) - p.b[j]*(sumA/sumB)); d > 1e-15*sumA {
			return fmt.Errorf("column %d gets %g too much or too little of %g", j, d, p.b[j])
		}
	}
	dual := 0.0
	for i, u := range s.U {
		dual += u * p.a[i]
	}
	for j, v := range s.V {
		dual += v * p.b[j] * (sumA / sumB)
	}
	valueTol := sumA * (1e-12*largest + 1e-15*potential + 1e-300)
	if d := math.Abs(primal - s.Cost); d > valueTol {
		return fmt.Errorf("the plan costs %.17g, Cost is %.17g", primal, s.Cost)
	}
	if d := math.Abs(dual - s.Cost); !(d <= valueTol) {
		return fmt.Errorf("the dual is %.17g, Cost is %.17g", dual, s.Cost)
	}
	return nil
}

// sum adds up with a second number for what the first one rounds away (Kahan).
func sum(x []float64) float64 {
	total, lost := 0.0, 0.0
	for _, v := range x {
		v -= lost
		next := total + v
		lost = (next - total) - v
		total = next
	}
	return total
}

// unit returns x scaled to sum 1.
func unit(x []float64) []float64 {
	total := sum(x)
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v / total
	}
	return y
}

// same returns n equal masses of sum 1.
func same(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1 / float64(n)
	}
	return x
}

// fill returns n draws.
func fill(n int, draw func() float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = draw()
	}
	return x
}

// texts imitates Word Rotator's Distance between texts of n and m words: lognormal norms as masses, and as costs
// 1 - cos of vectors of 150 dimensions, where one word in five stands on both sides.
func texts(n, m int, seed uint64) problem {
	const dim = 150
	r := rand.New(rand.NewPCG(seed, uint64(n)<<32|uint64(m)))
	word := func() []float64 {
		x, square := fill(dim, r.NormFloat64), 0.0
		x[0] += 6 // word vectors share a direction
		for _, v := range x {
			square += v * v
		}
		for k := range x {
			x[k] /= math.Sqrt(square)
		}
		return x
	}
	from, to := make([][]float64, n), make([][]float64, m)
	for i := range from {
		from[i] = word()
	}
	for j := range to {
		if to[j] = word(); j%5 == 0 && j < n {
			to[j] = from[n-1-j]
		}
	}
	cost := make([]float64, 0, n*m)
	for _, x := range from {
		for _, y := range to {
			dot := 0.0
			for k := range x {
				dot += float64(x[k] * y[k])
			}
			cost = append(cost, max(0, 1-dot))
		}
	}
	norm := func() float64 { return math.Exp(r.NormFloat64() / 2) }
	return problem{unit(fill(n, norm)), unit(fill(m, norm)), cost}
}
