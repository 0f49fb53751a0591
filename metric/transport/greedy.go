package transport

import "math"

// struck is added to the cells of a column that has been used up, more than any cell and far from overflow.
const struck = 1 << 60

// blockRows is how many rows share an entry in the upper level of the search for the cheapest row.
const blockRows = 32

// A greedy finds the first plan by the least-cost rule: take the cheapest cell left, ship as much as possible
// along it, strike the row or column that is used up.
//
// Each live row keeps its cheapest cell. Striking a column leaves some of these stale; since a row's minimum only
// grows, a stale one is found out when it comes up as the least, and only then is the row scanned again.
type greedy struct {
	low   []int64 // low[i] is the least cell of row i, or of more columns than are live; struck rows MaxInt64
	at    []int32 // at[i] is its column
	block []int32 // block[k] is the row of least low among rows k·blockRows…
	order []int32 // nodes in the order in which they were struck
}

// plant makes t the spanning tree of the greedy plan. Node i is row i, node n+j is column j.
//
// A struck node becomes the child of the node at the other end of the cell: it is never touched again, the other
// one goes on, so this is a tree whose root is the last column, and the order of striking puts children before
// parents.
//
// The tree is strongly feasible (see tree): an edge without flow has a row below and a column above. For a tie
// strikes the column, whose mass, being positive, flows; the row stays with nothing left and is struck next, below
// its column. Only the last column takes rows until none is left.
func (g *greedy) plant(p *problem, t *tree) {
	n, m := p.n, p.m
	used := t.price[n:] // 0 or struck; the prices themselves come last
	clear(used)
	g.open(p, used)
	for live := m; live > 1; {
		i := g.cheapest()
		j := int(g.at[i])
		switch {
		case used[j] != 0:
			low, at := least(p.row(i), used)
			g.set(i, low, at)
		case p.supply[i] < p.demand[j]:
			p.demand[j] -= p.supply[i]
			g.strike(t, i, n+j, p.supply[i])
			g.set(i, math.MaxInt64, 0)
		default:
			p.supply[i] -= p.demand[j]
			g.strike(t, n+j, i, p.demand[j])
			used[j] = struck
			live--
		}
	}
	root := n
	for used[root-n] != 0 {
		root++
	}
	for i, low := range g.low {
		if low != math.MaxInt64 {
			g.strike(t, i, root, p.supply[i])
		}
	}
	t.grow(p, root, g.order)
}

// open finds the cheapest cell of each row.
func (g *greedy) open(p *problem, used []int64) {
	g.low = resize(g.low, p.n)
	g.at = resize(g.at, p.n)
	g.block = resize(g.block, (p.n+blockRows-1)/blockRows)
	g.order = resize(g.order, p.n+p.m)[:0]
	for i := range p.n {
		g.low[i], g.at[i] = least(p.row(i), used)
	}
	for k := range g.block {
		g.elect(k)
	}
}

// cheapest returns the row of least low.
func (g *greedy) cheapest() int {
	best := g.block[0]
	low := g.low[best]
	for _, i := range g.block[1:] {
		if x := g.low[i]; x < low {
			low, best = x, i
		}
	}
	return int(best)
}

// set changes the least cell of row i.
func (g *greedy) set(i int, low int64, at int32) {
	g.low[i], g.at[i] = low, at
	g.elect(i / blockRows)
}

// elect finds the row of least low in block k.
func (g *greedy) elect(k int) {
	first := k * blockRows
	rows := g.low[first:min(first+blockRows, len(g.low))]
	best, low := 0, rows[0]
	for i, x := range rows {
		if x < low {
			low, best = x, i
		}
	}
	g.block[k] = int32(first + best)
}

// strike hangs node x below parent by an edge with flow.
func (g *greedy) strike(t *tree, x, parent int, flow int64) {
	t.parent[x], t.flow[x] = int32(parent), flow
	g.order = append(g.order, int32(x))
}

// least returns the least cell plus offset of a row, and its column. The offsets are 0 or large.
//
// Groups of four shorten the chain of comparisons that wait for each other, and choosing among them needs no
// branch: where the minimum is going to be found is anyone's guess.
func least(cells, offset []int64) (low int64, at int32) {
	offset = offset[:len(cells)]
	low = math.MaxInt64
	j := 0
	for ; j < len(cells)-3; j += 4 {
		c0, c1 := cells[j]+offset[j], cells[j+1]+offset[j+1]
		c2, c3 := cells[j+2]+offset[j+2], cells[j+3]+offset[j+3]
		if c := min(c0, c1, c2, c3); c < low {
			low, at = c, int32(j)
		}
	}
	for ; j < len(cells); j++ {
		if c := cells[j] + offset[j]; c < low {
			low, at = c, int32(j)
		}
	}
	for cells[at]+offset[at] != low {
		at++
	}
	return low, at
}
