package transport

import "math/bits"

// optimise pivots until no cell has a negative reduced cost.
//
// It goes round the rows, takes the cheapest cell of each and passes to the next row, which visits many parts of the tree
// while they are far from settled. A row without a negative cell stays out of the round until a pivot marks it
// stale. When no row is stale, all have been seen, and no cell has become cheaper since.
func (t *tree) optimise(p *problem) {
	if t.words == 0 {
		return
	}
	columns := t.price[p.n:]
	for i := 0; ; i++ {
		if i = next(t.stale, i); i >= p.n {
			if i = next(t.stale, 0); i >= p.n {
				return
			}
		}
		price := t.price[i]
		if low, j := below(p.row(i), columns, price); j >= 0 {
			t.pivot(i, p.n+j, low-price)
		} else {
			t.stale[i/64] &^= 1 << (i % 64)
		}
	}
}

// next returns the first member of set from i on, or 64·len(set).
func next(set []uint64, i int) int {
	w := i / 64
	if w == len(set) {
		return i
	}
	if rest := set[w] >> (i % 64); rest != 0 {
		return i + bits.TrailingZeros64(rest)
	}
	for w++; w < len(set); w++ {
		if set[w] != 0 {
			return w*64 + bits.TrailingZeros64(set[w])
		}
	}
	return w * 64
}

// below returns the least cell plus price of a row that is less than limit, and its column, or -1 if there is none.
//
// Most rows have no or few such cells, so each is a branch that is foretold well, four to a turn of the loop.
func below(cells, price []int64, limit int64) (low int64, at int) {
	price = price[:len(cells)]
	low, at = limit, -1
	for j := 0; ; j++ {
		for ; j < len(cells)-3; j += 4 {
			if cells[j]+price[j] < low || cells[j+1]+price[j+1] < low ||
				cells[j+2]+price[j+2] < low || cells[j+3]+price[j+3] < low {
				break
			}
		}
		for j < len(cells) && cells[j]+price[j] >= low {
			j++
		}
		if j >= len(cells) {
			return low, at
		}
		low, at = cells[j]+price[j], j
	}
}
