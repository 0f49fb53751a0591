package transport

import "math/bits"

const (
	// lanes is the number of int32s in the widest vector register. Rows of a table are padded to whole vectors.
	lanes = 16
	// group is the number of rows that are priced for one pivot; tables are padded to whole groups. More rows make
	// better pivots and so fewer of them; eight were best for code with vectors and without.
	group = 8
	// far is the cost of padding: above any sum of a cell and a price, and twice of it fits an int32.
	far = 1 << 30
)

// A table holds costs rounded to 32 bits, in rows of whole vectors. The simplex method finds its way on them, since a
// vector holds twice as many of them as of exact costs, and settles on the exact costs what is left, mostly nothing.
//
// A cell has 29 - bits.Len(max(n, m)) bits, so that no price can reach far, whatever the tree: a price is a sum of
// cells, with alternating signs, along a path of at most 2·min(n, m) edges. Neither can the sum of a row or column.
type table struct {
	n, m   int
	stride int     // from a row to the next, a multiple of lanes
	cells  []int32 // whole groups of rows; those past n and columns past m are far
	// rowSum and columnSum are the sums of rows and columns, len n and m, each padded to whole vectors, and to two
	// vectors at least, by zeros.
	rowSum, columnSum []int32
}

// round fills the table with the costs of p.
func (t *table) round(k isa, p *problem) {
	t.n, t.m = p.n, p.m
	t.stride = pad(p.m, lanes)
	rows := pad(p.n, group)
	t.cells = resize(t.cells, rows*t.stride)
	t.rowSum = resize(t.rowSum, max(pad(p.n, lanes), 2*lanes))
	t.columnSum = resize(t.columnSum, max(t.stride, 2*lanes))
	clear(t.rowSum[p.n:])
	clear(t.columnSum)
	shift := 29 - bits.Len(uint(max(p.n, p.m))) - exponent(p.largest)
	k.round(t, p.cost, power(min(shift, 1000)))
	padding := t.cells[p.n*t.stride:]
	for i := range padding {
		padding[i] = far
	}
}

// row is row i without its padding.
func (t *table) row(i int) []int32 {
	return t.cells[i*t.stride:][:t.m]
}

// pad rounds n up to a multiple of unit, a power of two.
func pad(n, unit int) int {
	return (n + unit - 1) &^ (unit - 1)
}
