package transport

import (
	"math"
	"math/bits"
)

// A tree is a spanning tree of rows and columns with its plan and potentials: all mass moves along its edges,
// and the potentials of both ends of an edge sum to its cell. Node i < n is row i, node n+j is column j.
//
// The tree is strongly feasible: an edge without flow has its row below its column, so that every node could send a
// little mass to the root. pivot keeps this by its choice among ties, which is Cunningham's rule against cycling: when
// a pivot moves no mass, the edge that stopped it lies on the row's side of the cycle, so the part that moves
// contains the row, and its prices, relative to the root, fall. Such pivots cannot come back to a tree they left;
// and a pivot that moves mass lowers the cost for good. There are finitely many trees, so the simplex method
// ends, whichever cells it picks. All numbers being integers, no rounding can spoil the argument.
type tree struct {
	n      int     // rows
	parent []int32 // -1 for the root
	flow   []int64 // on the edge to the parent
	// price is u of a row and -v of a column: the reduced cost of a cell is cell + price of column - price of
	// row, and re-hanging a part of the tree adds the same to all its prices. The root's is 0.
	price []int64
	// below holds a bit set for each node, words long: the node itself and all its descendants. With it the way up
	// from one end of a cell to the common ancestor of both is a walk with a bit test, and re-hanging a subtree is
	// and-nots and ors along two paths.
	below []uint64
	words int
	moved []uint64 // scratch: the part that a pivot moves
	inner []uint64 // scratch: the part of moved below a node
	// stale marks the rows that may hold a cell of negative reduced cost. The bits past the rows are always
	// set, which ends every search.
	stale []uint64
}

// reset makes room for a tree of p.
func (t *tree) reset(p *problem) {
	nodes := p.n + p.m
	t.n = p.n
	t.words = (nodes + 63) / 64
	if p.m == 1 {
		t.words = 0 // the only tree is optimal and needs no sets, which would be large
	}
	t.parent = resize(t.parent, nodes)
	t.flow = resize(t.flow, nodes)
	t.price = resize(t.price, nodes)
	t.below = resize(t.below, nodes*t.words)
	t.moved = resize(t.moved, t.words)
	t.inner = resize(t.inner, t.words)
	t.stale = resize(t.stale, t.words)
}

// set returns the nodes below x.
func (t *tree) set(x int) []uint64 {
	return t.below[x*t.words:][:t.words]
}

// grow completes a tree whose parents and flows are known. order has all nodes but the root, children before
// parents.
func (t *tree) grow(p *problem, root int, order []int32) {
	t.parent[root], t.flow[root], t.price[root] = -1, 0, 0
	for k := len(order) - 1; k >= 0; k-- {
		x := int(order[k])
		up := int(t.parent[x])
		if x < t.n {
			t.price[x] = p.row(x)[up-t.n] + t.price[up]
		} else {
			t.price[x] = t.price[up] - p.row(up)[x-t.n]
		}
	}
	if t.words == 0 {
		return
	}
	clear(t.below)
	t.set(root)[root/64] = 1 << (root % 64)
	for _, x := range order {
		set := t.set(int(x))
		set[x/64] |= 1 << (x % 64)
		up := t.set(int(t.parent[x]))
		for w := range set {
			up[w] |= set[w]
		}
	}
	for w := range t.stale {
		t.stale[w] = math.MaxUint64
	}
}

// pivot takes cell (row, col-n) into the tree, whose reduced cost is negative. Mass goes round the cycle
// from the common ancestor of row and col down to row, over the cell to col, and back up. Edges that it passes
// from column to row lose mass; the first to run empty leaves. Among ties it is the last on that way, which
// keeps the tree strongly feasible.
func (t *tree) pivot(row, col int, reduced int64) {
	n, parent, flow := t.n, t.parent, t.flow
	below, words := t.below[col/64:], t.words
	bit := uint64(1) << (col % 64)

	theta, out, rowSide := int64(math.MaxInt64), -1, true
	x := row
	for ; below[x*words]&bit == 0; x = int(parent[x]) {
		if x < n && flow[x] < theta {
			theta, out = flow[x], x
		}
	}
	top := x
	for x = col; x != top; x = int(parent[x]) {
		if x >= n && flow[x] <= theta {
			theta, out, rowSide = flow[x], x, false
		}
	}
	if theta > 0 {
		t.push(row, top, -theta)
		t.push(col, top, theta)
	}
	if rowSide {
		t.rehang(row, col, out, top, theta)
		t.shift(reduced)
	} else {
		t.rehang(col, row, out, top, theta)
		t.shift(-reduced)
	}
}

// push adds mass to the edges above rows and takes it from those above columns, from x up to top.
func (t *tree) push(x, top int, mass int64) {
	for ; x != top; x = int(t.parent[x]) {
		if x < t.n {
			t.flow[x] += mass
		} else {
			t.flow[x] -= mass
		}
	}
}

// rehang cuts the edge above out and hangs the part below it, in which x lies, under to by a new edge from x with
// flow. top is the common ancestor of x and to. The part cut off stands in moved afterwards.
func (t *tree) rehang(x, to, out, top int, flow int64) {
	moved, inner := t.moved, t.inner
	copy(moved, t.set(out))
	for y := int(t.parent[out]); y != top; y = int(t.parent[y]) {
		set := t.set(y)
		for w, bits := range moved {
			set[w] &^= bits
		}
	}
	for y := to; y != top; y = int(t.parent[y]) {
		set := t.set(y)
		for w, bits := range moved {
			set[w] |= bits
		}
	}
	// Turn round the edges from x to out: each node gets its former child as parent, and with it the edge's
	// flow; below it is all of moved but what was below that child.
	clear(inner)
	for {
		set := t.set(x)
		for w, bits := range moved {
			set[w], inner[w] = bits&^inner[w], set[w]
		}
		t.flow[x], flow = flow, t.flow[x]
		up := int(t.parent[x])
		t.parent[x] = int32(to)
		if x == out {
			return
		}
		x, to = up, x
	}
}

// shift adds delta to all prices in moved and marks the rows whose cells may have become cheaper.
//
// Whichever part moved, the side of the row that came in fell against the side of its column. So the cells
// between a row of the column's side and a column of the row's side have become cheaper, no others.
func (t *tree) shift(delta int64) {
	rowSide := uint64(0)
	if delta < 0 {
		rowSide = math.MaxUint64
	}
	for w, set := range t.moved {
		t.stale[w] |= set ^ rowSide
		for ; set != 0; set &= set - 1 {
			t.price[w*64+bits.TrailingZeros64(set)] += delta
		}
	}
}
