package transport

import (
	"math"
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
	rows, columns int
	first         int     // node of column 0, whole vectors from row 0 on; nodes between are not in the tree
	parent        []int32 // -1 for the root
	flow          []int64 // on the edge to the parent
	// price is u of a row and -v of a column: the reduced cost of a cell is cell + price of column - price of
	// row, and re-hanging a part of the tree adds the same to all its prices. The root's is 0. These are the prices at
	// the rounded costs of the table, exact holds those at the exact ones.
	price []int32
	exact []int64
	// below holds a bit set for each node, words long: the node itself and all its descendants. With it the way up
	// from one end of a cell to the common ancestor of both is a walk with a bit test, and re-hanging a subtree is
	// and-nots and ors along two paths.
	below []uint64
	words int      // 1 or a multiple of 4
	moved []uint64 // the part that the last pivot moved
	// rowSide and colSide have room for ways up the tree.
	rowSide, colSide []int32
}

// reset makes room for a tree of p.
func (t *tree) reset(p *problem) {
	t.rows, t.columns = p.n, p.m
	t.first = pad(p.n, lanes)
	nodes := t.first + pad(p.m, lanes)
	t.words = 1
	if t.first+p.m > 64 {
		t.words = pad((nodes+63)/64, 4)
	}
	if p.m == 1 {
		t.words = 0 // the only tree is optimal and needs no sets, which would be large
	}
	t.parent = resize(t.parent, nodes)
	t.flow = resize(t.flow, nodes)
	t.price = resize(t.price, nodes)
	t.exact = resize(t.exact, nodes)
	t.below = resize(t.below, nodes*t.words)
	t.moved = resize(t.moved, t.words)
	t.rowSide = resize(t.rowSide, nodes)
	t.colSide = resize(t.colSide, nodes)
	clear(t.flow)
	clear(t.price)
}

// set returns the nodes below x.
func (t *tree) set(x int) []uint64 {
	return t.below[x*t.words:][:t.words]
}

// grow completes a tree whose parents and flows are known. order has all nodes but the root, children before
// parents.
func (t *tree) grow(c *table, root int, order []int32) {
	t.parent[root] = -1
	parent, price, first, cells, stride := t.parent, t.price, t.first, c.cells, c.stride
	for k := len(order) - 1; k >= 0; k-- {
		x := int(order[k])
		up := int(parent[x])
		if x < first {
			price[x] = cells[x*stride+up-first] + price[up]
		} else {
			price[x] = price[up] - cells[up*stride+x-first]
		}
	}
	if t.words == 0 {
		return
	}
	clear(t.below)
	if t.words == 1 {
		below := t.below
		below[root] = 1 << root
		for _, x := range order {
			set := below[x] | 1<<(x&63)
			below[x] = set
			below[parent[x]] |= set
		}
		return
	}
	t.set(root)[root/64] = 1 << (root % 64)
	for _, x := range order {
		set := t.set(int(x))
		set[x/64] |= 1 << (x % 64)
		up := t.set(int(t.parent[x]))
		for w := range set {
			up[w] |= set[w]
		}
	}
}

// measure finds the exact prices. It goes up from each node to one whose price is known, and back down.
func (t *tree) measure(p *problem) {
	const unknown = math.MinInt64
	for x := range t.exact {
		t.exact[x] = unknown
	}
	way := t.rowSide
	for x := range t.exact {
		if x >= t.rows && x < t.first || x >= t.first+t.columns {
			t.exact[x] = 0
			continue
		}
		depth := 0
		y := x
		for ; y >= 0 && t.exact[y] == unknown; y = int(t.parent[y]) {
			way[depth] = int32(y)
			depth++
		}
		price := int64(0)
		if y >= 0 {
			price = t.exact[y]
		}
		for depth > 0 {
			depth--
			z := int(way[depth])
			switch {
			case y < 0:
			case z < t.first:
				price += p.units(z, y-t.first)
			default:
				price -= p.units(y, z-t.first)
			}
			t.exact[z] = price
			y = z
		}
	}
}

// pivot takes cell (row, col-first) into the tree, whose reduced cost is negative. Mass goes round the cycle
// from the common ancestor of row and col down to row, over the cell to col, and back up. Edges that it passes
// from column to row lose mass; the first to run empty leaves. Among ties it is the last on that way, which
// keeps the tree strongly feasible.
//
// It leaves in moved the part of the tree that now hangs elsewhere, and returns what its prices gain: whichever part it
// is, the side of row falls against the side of col, as much as the reduced cost is below zero.
func (t *tree) pivot(k isa, row, col int, reduced int64) (delta int64) {
	rowSide, colSide := t.climb(row, col)
	// Rows and columns take turns: the edges that lose mass are those above the rows of the one side and the columns of
	// the other.
	flow := t.flow
	theta, out := int64(math.MaxInt64), 0
	for at := 0; at < len(rowSide); at += 2 {
		if f := flow[rowSide[at]]; f < theta {
			theta, out = f, at
		}
	}
	onRowSide := true
	for at := 0; at < len(colSide); at += 2 {
		if f := flow[colSide[at]]; f <= theta {
			theta, out, onRowSide = f, at, false
		}
	}
	if theta > 0 {
		push(flow, rowSide, theta)
		push(flow, colSide, theta)
	}
	if onRowSide {
		t.rehang(k, rowSide, out, colSide, col, theta)
		return reduced
	}
	t.rehang(k, colSide, out, rowSide, row, theta)
	return -reduced
}

// climb returns the ways up from row and from col, each from itself to the last before their common ancestor. One may
// be empty.
func (t *tree) climb(row, col int) (rowSide, colSide []int32) {
	parent, below, words := t.parent, t.below[col/64:], t.words
	bit := uint64(1) << (col % 64)
	rowSide, colSide = t.rowSide, t.colSide
	x, n := row, 0
	for ; below[x*words]&bit == 0; x = int(parent[x]) {
		rowSide[n] = int32(x)
		n++
	}
	top, m := x, 0
	for x = col; x != top; x = int(parent[x]) {
		colSide[m] = int32(x)
		m++
	}
	return rowSide[:n], colSide[:m]
}

// push takes mass from every other edge on a way up and adds it to those between.
func push(flow []int64, way []int32, mass int64) {
	for _, x := range way {
		flow[x] -= mass
		mass = -mass
	}
}

// rehang cuts the edge above way[out] and hangs the part below it, in which way[0] lies, under node to by a new edge
// from way[0] with flow. toSide is the way up from to. Both ways end below the common ancestor. The part cut off
// stands in moved afterwards.
func (t *tree) rehang(k isa, way []int32, out int, toSide []int32, to int, flow int64) {
	if t.words == 1 {
		t.rehangWords(way, out, toSide)
	} else {
		copy(t.moved, t.set(int(way[out])))
		k.leave(t, way[out+1:])
		k.join(t, toSide)
		k.turn(t, way[:out+1])
	}
	// The nodes up to way[out] get their former children as parents, and with them the edges' flow.
	for at := out; at > 0; at-- {
		x, child := way[at], way[at-1]
		t.parent[x], t.flow[x] = child, t.flow[child]
	}
	t.parent[way[0]], t.flow[way[0]] = int32(to), flow
}

// rehangWords does for sets of one word what leave, join and turn do for all.
func (t *tree) rehangWords(way []int32, out int, toSide []int32) {
	below := t.below
	moved := below[way[out]]
	t.moved[0] = moved
	for _, x := range way[out+1:] {
		below[x] &^= moved
	}
	for _, x := range toSide {
		below[x] |= moved
	}
	for at := out; at > 0; at-- {
		below[way[at]] = moved &^ below[way[at-1]]
	}
	below[way[0]] = moved
}
