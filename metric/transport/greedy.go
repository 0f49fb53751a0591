package transport

// struck is added to the cells of a column that has been used up, and takes the place of the least cell of a row that
// has: more than any other, and what it is added to still fits an int32.
const struck = far

// A greedy finds the first plan by the least-cost rule: take the cheapest cell left, ship as much as possible
// along it, strike the row or column that is used up.
//
// Cheap is meant against the means of row and column: a word that is expensive from everywhere must be paid for anyway,
// so it should come before one that has alternatives. This takes a quarter off the pivots that remain.
//
// Each live row keeps its cheapest cell. Striking a column leaves some of these stale; since a row's minimum only
// grows, a stale one is found out when it comes up as the least, and only then is the row scanned again.
type greedy struct {
	low    table   // one row: the least cells of rows, or of more columns than are live; struck rows have struck
	at     []int32 // at[i] is the column of low's cell i
	row    []int32 // -mean of each row
	column []int32 // -mean of each column, and struck on top of it
	order  []int32 // nodes in the order in which they were struck
}

// plant makes t the spanning tree of the greedy plan. It uses up supply and demand of p.
//
// A struck node becomes the child of the node at the other end of the cell: it is never touched again, the other
// one goes on, so this is a tree whose root is the last column, and the order of striking puts children before
// parents.
//
// The tree is strongly feasible (see tree): an edge without flow has a row below and a column above. For a tie
// strikes the column, whose mass, being positive, flows; the row with nothing left is struck next, below the
// cheapest column. Only the last column takes rows until none is left.
func (g *greedy) plant(k isa, p *problem, c *table, t *tree) {
	g.open(k, c)
	k.pick(g, p, c, t)
	root := 0
	for g.column[root] >= struck/2 {
		root++
	}
	root += t.first
	for i, least := range g.low.cells[:p.n] {
		if least != struck {
			g.strike(t, i, root, p.supply[i])
		}
	}
	t.grow(c, root, g.order)
}

// pick ships and strikes until one column is left.
func (g *greedy) pick(p *problem, c *table, t *tree) {
	low := g.low.cells
	for live := p.m; live > 1; {
		_, i := leastIn(g.low.row(0), g.row)
		j := int(g.at[i])
		switch {
		case g.column[j] >= struck/2:
			least, at := leastIn(c.row(i), g.column)
			low[i], g.at[i] = least, int32(at)
		case p.supply[i] < p.demand[j]:
			p.demand[j] -= p.supply[i]
			g.strike(t, i, t.first+j, p.supply[i])
			low[i] = struck
		default:
			p.supply[i] -= p.demand[j]
			g.strike(t, t.first+j, i, p.demand[j])
			g.column[j] += struck
			live--
			if p.supply[i] == 0 {
				_, at := leastIn(c.row(i), g.column)
				g.strike(t, i, t.first+at, 0)
				low[i] = struck
			}
		}
	}
}

// open finds means, and the cheapest cell of each row.
func (g *greedy) open(k isa, c *table) {
	g.row = negativeMeans(g.row, c.rowSum, c.n, c.m)
	g.column = negativeMeans(g.column, c.columnSum, c.m, c.n)
	g.order = resize(g.order, c.n+c.m)[:0]
	g.at = resize(g.at, c.n)
	low := resize(g.low.cells, len(c.rowSum))
	g.low = table{n: 1, m: c.n, stride: len(low), cells: low}
	k.leastOfAll(c, g.column, low, g.at)
	for i := c.n; i < len(low); i++ {
		low[i] = struck
	}
}

// negativeMeans returns -sum/n for count sums, padded like them, in the memory of means.
func negativeMeans(means, sums []int32, count, n int) []int32 {
	means = resize(means, len(sums))
	share := -1 / float64(n)
	for i, sum := range sums[:count] {
		means[i] = int32(float64(sum) * share)
	}
	clear(means[count:])
	return means
}

// strike hangs node x below parent by an edge with flow.
func (g *greedy) strike(t *tree, x, parent int, flow int64) {
	t.parent[x], t.flow[x] = int32(parent), flow
	g.order = append(g.order, int32(x))
}
