package transport

import "math/bits"

// optimise pivots until no cell has a negative reduced cost.
//
// It goes round the rows, takes the cheapest cell of each and passes to the next row, which visits many parts of
// the tree while they are far from settled. A row without a negative cell stays out of the round until a pivot marks it
// stale. When no row is stale, all have been seen, and no cell has become cheaper since.
func (t *tree) optimise(p *problem) {
	if t.words == 0 {
		return
	}
	columns := t.price[p.n:]
	for i := 0; ; i++ {
		if i = t.next(i); i >= p.n {
			if i = t.next(0); i >= p.n {
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

// next returns the first stale row from i on, or a number past the rows if there is none.
func (t *tree) next(i int) int {
	w := i / 64
	set := t.stale[w] >> (i % 64) << (i % 64)
	for set == 0 {
		w++
		set = t.stale[w]
	}
	return w*64 + bits.TrailingZeros64(set)
}

// below returns the least cell plus price of a row that is less than limit, and its column, or -1 if there is none.
//
// Most rows have no or few such cells, so a branch on each is foretold well; it takes four at a turn of the loop.
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
