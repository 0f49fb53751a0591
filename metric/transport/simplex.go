package transport

import (
	"math"
	"math/bits"
)

// fewRows is how many rows are priced all at once. It makes the best pivots, and with few rows takes little more time
// than a group.
const fewRows = 32

// optimise pivots until no cell of c has a negative reduced cost.
//
// It goes round the rows, a group at a time, and takes the cheapest cell of each group, which visits many parts of
// the tree while they are far from settled. When it has been round without finding any, all is settled. It returns false if
// it was interrupted before.
func (t *tree) optimise(k isa, c *table, interrupted <-chan struct{}) bool {
	rows := pad(c.n, group)
	block := group
	if rows <= fewRows {
		block = rows
	}
	for i, quiet := 0, 0; quiet < rows; quiet += block {
		if reduced, row, column := k.price(c, i, block, t.price, t.first); reduced < 0 {
			delta := t.pivot(k, i+row, t.first+column, int64(reduced))
			k.shift(t.price, t.moved, int32(delta))
			quiet = -block
		}
		if i += block; i == rows {
			if i = 0; interrupted != nil && isClosed(interrupted) {
				return false
			}
		}
	}
	return true
}

// settled reports whether the rounded costs of c prove that the tree is optimal for the true ones. The reduced cost of
// a cell is a sum of cells, with alternating signs, round the cycle that it closes, and rounding has moved each of them
// by less than a unit. So it is enough if all but the tree's cells, which are at 0, have as many units as the longest
// cycle has cells. With few rows and columns that is nearly always so, with many hardly ever, and then it is not tried.
func (t *tree) settled(k isa, c *table) bool {
	if t.words > 1 {
		return false
	}
	return k.count(c, t.price, t.first, int32(2*min(c.n, c.m))) == c.n+c.m-1
}

// settle pivots until no cell of p has a negative reduced cost, now at exact costs. Hardly any tree that is optimal for
// rounded costs needs it, so only the search for a row that does is made for speed. It returns false if it was interrupted
// before.
func (t *tree) settle(k isa, p *problem, interrupted <-chan struct{}) bool {
	t.measure(p)
	for i, quiet := 0, 0; quiet < p.n; {
		rows := min(p.n-i, p.n-quiet)
		clean := k.clean(p, i, rows, t.exact, t.first)
		quiet += clean
		i += clean
		if clean < rows {
			reduced, column := cheapest(p, i, t.exact[t.first:], t.exact[i])
			delta := t.pivot(k, i, t.first+column, reduced)
			for w, set := range t.moved {
				for ; set != 0; set &= set - 1 {
					t.exact[w*64+bits.TrailingZeros64(set)] += delta
				}
			}
			quiet = 0
			i++
		}
		if i == p.n {
			if i = 0; interrupted != nil && isClosed(interrupted) {
				return false
			}
		}
	}
	return true
}

// cheapest returns the least reduced cost of row i, in units, and its column.
func cheapest(p *problem, i int, columns []int64, price int64) (reduced int64, column int) {
	reduced = math.MaxInt64
	for j, c := range p.row(i) {
		if r := int64(c*p.scale) + columns[j] - price; r < reduced {
			reduced, column = r, j
		}
	}
	return reduced, column
}
