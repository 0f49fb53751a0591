package transport

import "math"

// total returns the cost of the tree's plan at the true costs.
func (s *Solver) total() float64 {
	p, t := &s.problem, &s.tree
	sum := 0.0
	for i, flow := range t.flow[:p.n] {
		if flow > 0 {
			sum += float64(p.mass(flow) * p.cost[i*p.m+int(t.parent[i])-t.first])
		}
	}
	above := t.parent[t.first:]
	for j, flow := range t.flow[t.first:][:p.m] {
		if flow > 0 {
			sum += float64(p.mass(flow) * p.cost[int(above[j])*p.m+j])
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
// not have failed. The next call of Plan, PlanByColumn or Solve overwrites the slice.
func (s *Solver) Plan() []Move { return s.moves(s.problem.flip) }

// PlanByColumn returns what Plan does, ordered by To, then From.
func (s *Solver) PlanByColumn() []Move { return s.moves(!s.problem.flip) }

// moves returns the plan, ordered by row, then column, of the problem, or by column, then row.
//
// Of the nodes on one side in their order, those below a node of the other side are its moves in order, but for the one
// to its own parent.
func (s *Solver) moves(byColumn bool) []Move {
	p, t := &s.problem, &s.tree
	s.plan = resize(s.plan, p.n+p.m)[:0]
	major, minor := [2]int{0, p.n}, [2]int{t.first, t.first + p.m}
	if byColumn {
		major, minor = minor, major
	}
	next := t.rowSide // in the list of a node: the first below it, and after each the next
	for x := major[0]; x < major[1]; x++ {
		next[x] = -1
	}
	for x := minor[1] - 1; x >= minor[0]; x-- {
		if t.flow[x] > 0 {
			up := t.parent[x]
			next[x], next[up] = next[up], int32(x)
		}
	}
	for x := major[0]; x < major[1]; x++ {
		above := t.flow[x] > 0
		for y := next[x]; y >= 0; y = next[y] {
			if above && t.parent[x] < y {
				above = false
				s.add(x)
			}
			s.add(int(y))
		}
		if above {
			s.add(x)
		}
	}
	return s.plan
}

// add adds the move along the edge above x to the plan.
func (s *Solver) add(x int) {
	p := &s.problem
	i, j := s.tree.edge(x)
	from, to := i, int(p.columns[j])
	if p.flip {
		from, to = to, from
	}
	s.plan = append(s.plan, Move{from, to, p.mass(s.tree.flow[x])})
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
