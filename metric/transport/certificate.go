package transport

import (
	"math"
	"slices"
)

// total returns the cost of the tree's plan at the true costs.
func (s *Solver) total() float64 {
	p := &s.problem
	sum := 0.0
	for x, flow := range s.tree.flow {
		if flow > 0 {
			i, j := s.tree.edge(x)
			sum += float64(p.mass(flow) * p.cost[i*p.m+j])
		}
	}
	return sum
}

// edge returns row and column of the edge above x.
func (t *tree) edge(x int) (i, j int) {
	up := int(t.parent[x])
	if x < t.first {
		return x, up - t.first
	}
	return up, x - t.first
}

// Plan returns the plan of the problem that the last call of Distance or Solve solved, as Solution.Plan. That call must
// not have failed. The next call of Plan or Solve overwrites the slice.
func (s *Solver) Plan() []Move {
	p := &s.problem
	s.plan = resize(s.plan, p.n+p.m)[:0]
	for x, flow := range s.tree.flow {
		if flow > 0 {
			i, j := s.tree.edge(x)
			from, to := i, int(p.columns[j])
			if p.flip {
				from, to = to, from
			}
			s.plan = append(s.plan, Move{from, to, p.mass(flow)})
		}
	}
	slices.SortFunc(s.plan, func(x, y Move) int {
		if x.From != y.From {
			return x.From - y.From
		}
		return x.To - y.To
	})
	return s.plan
}

// potentials writes the tree's prices in the caller's terms, and gives columns that were left out the highest
// potential that the rows allow.
func (s *Solver) potentials(cost []float64) {
	p, price := &s.problem, s.tree.exact
	s.u = resize(s.u, len(cost)/p.stride)
	s.v = resize(s.v, p.stride)
	rows, columns := s.u, s.v
	rowStep, columnStep := p.stride, 1
	if p.flip {
		rows, columns = columns, rows
		rowStep, columnStep = columnStep, rowStep
	}
	for i := range rows {
		rows[i] = float64(price[i]) * p.unit
	}
	kept := 0
	for j := range columns {
		if kept < p.m && int(p.columns[kept]) == j {
			columns[j] = -float64(price[s.tree.first+kept]) * p.unit
			kept++
			continue
		}
		columns[j] = math.Inf(1)
		for i, u := range rows {
			columns[j] = min(columns[j], cost[i*rowStep+j*columnStep]-u)
		}
	}
}
