package transport

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPivots follows the solver through problems made of ties, pivot by pivot: the tree must keep its shape and stay
// strongly feasible, and every pivot must make the progress that the argument for termination counts on.
func TestPivots(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	still, moving := 0, 0
	for range 300 {
		n, m := 2+r.IntN(40), 2+r.IntN(40)
		a, b, cost := make([]float64, n), make([]float64, m), make([]float64, n*m)
		for k := range n * m { // masses in lumps of one, so that subsets of rows and columns often balance
			a[r.IntN(n)]++
			b[r.IntN(m)]++
			cost[k] = float64(r.IntN(4))
		}
		var s Solver
		k := ISAs()[r.IntN(len(ISAs()))]
		if err := s.problem.load(k, a, b, cost); err != nil {
			t.Fatal(err)
		}
		p, c, tree := &s.problem, &s.table, &s.tree
		masses := slices.Concat(p.supply, p.demand)
		c.round(k, p)
		tree.reset(p)
		s.greedy.plant(k, p, c, tree)
		if err := tree.check(c, masses); err != nil {
			t.Fatalf("start of %d×%d: %v", n, m, err)
		}
		rows := pad(n, group)
		for i, quiet := 0, 0; quiet < rows; i = (i + group) % rows {
			reduced, row, j := k.price(c, i, group, tree.price, tree.first)
			if reduced >= 0 {
				quiet += group
				continue
			}
			row += i
			quiet = 0
			height := tree.height()
			delta := tree.pivot(k, row, tree.first+j, int64(reduced))
			k.shift(tree.price, tree.moved, int32(delta))
			if err := tree.check(c, masses); err != nil {
				t.Fatalf("a pivot of %d×%d: %v", n, m, err)
			}
			// One end of the new edge hangs below the other.
			moved := tree.flow[row]
			if tree.parent[tree.first+j] == int32(row) {
				moved = tree.flow[tree.first+j]
			} else if tree.parent[row] != int32(tree.first+j) {
				t.Fatalf("a pivot of %d×%d left its cell out", n, m)
			}
			if moved > 0 {
				moving++ // at a negative reduced cost
			} else if still++; tree.height() >= height {
				t.Fatalf("a pivot of %d×%d without mass did not lower the prices", n, m)
			}
		}
	}
	if still == 0 || moving == 0 {
		t.Errorf("%d pivots without and %d with mass; the problems should have both", still, moving)
	}
}

// TestSettle checks what is done about the rounding of costs: trees that it left short of the optimum are mended, and
// those that pass for proven need no mending. Costs differ by so little that this is in the balance.
func TestSettle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	proven, mended := 0, 0
	for range 2000 {
		n, m := 2+r.IntN(20), 2+r.IntN(20)
		a, b, cost := make([]float64, n), make([]float64, m), make([]float64, n*m)
		for i := range a {
			a[i] = float64(m)
		}
		for j := range b {
			b[j] = float64(n)
		}
		grain := math.Ldexp(1, -12-r.IntN(12))
		for k := range cost {
			cost[k] = 1 + grain*r.Float64()
		}
		var s Solver
		k := ISAs()[r.IntN(len(ISAs()))]
		p, c, tree := &s.problem, &s.table, &s.tree
		if err := p.load(k, a, b, cost); err != nil {
			t.Fatal(err)
		}
		c.round(k, p)
		tree.reset(p)
		s.greedy.plant(k, p, c, tree)
		tree.optimise(k, c, nil)
		before := slices.Clone(tree.parent)
		passes := tree.settled(k, c)
		tree.settle(k, p, nil)
		changed := !slices.Equal(tree.parent, before)
		if passes && changed {
			t.Fatalf("%d×%d: a tree that passed for optimal was not", n, m)
		}
		if passes {
			proven++
		}
		if changed {
			mended++
		}
		for i := range p.n {
			for j := range p.m {
				if u := p.units(i, j) + tree.exact[tree.first+j] - tree.exact[i]; u < 0 {
					t.Fatalf("%d×%d: cell (%d,%d) has reduced cost %d after all", n, m, i, j, u)
				}
			}
		}
	}
	if proven == 0 || mended == 0 {
		t.Errorf("%d trees proven and %d mended; the problems should have both", proven, mended)
	}
}

// height is the sum of all prices.
func (t *tree) height() int64 {
	sum := int64(0)
	for _, price := range t.price {
		sum += int64(price)
	}
	return sum
}

// check reports what is wrong with the tree. masses are those of its nodes.
func (t *tree) check(c *table, masses []int64) error {
	var nodes []int
	for i := range c.n {
		nodes = append(nodes, i)
	}
	for j := range c.m {
		nodes = append(nodes, t.first+j)
	}
	rest := make([]int64, len(t.parent))
	for k, x := range nodes {
		rest[x] = masses[k]
	}
	sizes := make([]int, len(t.parent))
	roots := 0
	for _, x := range nodes {
		up := int(t.parent[x])
		y, depth := x, 0
		for ; y >= 0; y = int(t.parent[y]) {
			if depth++; depth > len(nodes) {
				return fmt.Errorf("node %d is on a cycle", x)
			}
			if t.set(y)[x/64]>>(x%64)&1 == 0 {
				return fmt.Errorf("node %d is not in the set of its ancestor %d", x, y)
			}
			sizes[y]++
		}
		if up < 0 {
			roots++
			if x < t.first || t.price[x] != 0 {
				return fmt.Errorf("root %d is a row or has price %d", x, t.price[x])
			}
			continue
		}
		if t.price[x] <= -far || t.price[x] >= far {
			return fmt.Errorf("node %d has price %d", x, t.price[x])
		}
		if (x < t.first) == (up < t.first) {
			return fmt.Errorf("edge from %d to %d joins two rows or two columns", x, up)
		}
		rest[x] -= t.flow[x]
		rest[up] -= t.flow[x]
		i, j := t.edge(x)
		if t.price[i] != c.row(i)[j]+t.price[t.first+j] {
			return fmt.Errorf("the prices of %d and %d do not fit their cell", i, t.first+j)
		}
		if t.flow[x] < 0 || t.flow[x] == 0 && x >= t.first {
			return fmt.Errorf("flow %d above node %d, columns from %d", t.flow[x], x, t.first)
		}
	}
	if roots != 1 {
		return fmt.Errorf("%d roots", roots)
	}
	for x, rest := range rest {
		if rest != 0 {
			return fmt.Errorf("node %d has %d units too few or too many", x, rest)
		}
	}
	for _, x := range nodes {
		count := 0
		for _, word := range t.set(x) {
			count += bits.OnesCount64(word)
		}
		if count != sizes[x] {
			return fmt.Errorf("the set of node %d holds %d nodes, want %d", x, count, sizes[x])
		}
	}
	return nil
}
