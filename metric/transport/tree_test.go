package transport

import (
	"fmt"
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
		if err := s.problem.load(a, b, cost); err != nil {
			t.Fatal(err)
		}
		p, tree := &s.problem, &s.tree
		masses := slices.Concat(p.supply, p.demand)
		tree.reset(p)
		s.greedy.plant(p, tree)
		if err := tree.check(p, masses); err != nil {
			t.Fatalf("start of %d×%d: %v", n, m, err)
		}
		for i, quiet := 0, 0; quiet < p.n; i = (i + 1) % p.n {
			low, j := below(p.row(i), tree.price[p.n:], tree.price[i])
			if j < 0 {
				quiet++
				continue
			}
			quiet = 0
			height := tree.height()
			tree.pivot(i, p.n+j, low-tree.price[i])
			if err := tree.check(p, masses); err != nil {
				t.Fatalf("a pivot of %d×%d: %v", n, m, err)
			}
			// One end of the new edge hangs below the other.
			moved := tree.flow[i]
			if tree.parent[p.n+j] == int32(i) {
				moved = tree.flow[p.n+j]
			} else if tree.parent[i] != int32(p.n+j) {
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

// height is the sum of all prices.
func (t *tree) height() int64 {
	sum := int64(0)
	for _, price := range t.price {
		sum += price
	}
	return sum
}

// check tells what is wrong with the tree. masses are those of its nodes.
func (t *tree) check(p *problem, masses []int64) error {
	nodes := p.n + p.m
	masses = slices.Clone(masses)
	sizes := make([]int, nodes)
	roots := 0
	for x, up := range t.parent {
		y, depth := x, 0
		for ; y >= 0; y = int(t.parent[y]) {
			if depth++; depth > nodes {
				return fmt.Errorf("node %d is on a cycle", x)
			}
			if t.set(y)[x/64]>>(x%64)&1 == 0 {
				return fmt.Errorf("node %d is not in the set of its ancestor %d", x, y)
			}
			sizes[y]++
		}
		if up < 0 {
			roots++
			if x < p.n || t.price[x] != 0 {
				return fmt.Errorf("root %d is a row or has price %d", x, t.price[x])
			}
			continue
		}
		if (x < p.n) == (int(up) < p.n) {
			return fmt.Errorf("edge from %d to %d joins two rows or two columns", x, up)
		}
		masses[x] -= t.flow[x]
		masses[up] -= t.flow[x]
		i, j := t.edge(x)
		if t.price[i] != p.row(i)[j]+t.price[p.n+j] {
			return fmt.Errorf("the prices of %d and %d do not fit their cell", i, p.n+j)
		}
		if t.flow[x] < 0 || t.flow[x] == 0 && x >= p.n {
			return fmt.Errorf("flow %d above node %d of %d rows", t.flow[x], x, p.n)
		}
	}
	if roots != 1 {
		return fmt.Errorf("%d roots", roots)
	}
	for x, rest := range masses {
		if rest != 0 {
			return fmt.Errorf("node %d has %d units too few or too many", x, rest)
		}
	}
	for x, size := range sizes {
		count := 0
		for y := range nodes {
			count += int(t.set(x)[y/64] >> (y % 64) & 1)
		}
		if count != size {
			return fmt.Errorf("the set of node %d holds %d nodes, want %d", x, count, size)
		}
	}
	return nil
}
