package transport

import (
	"math"
	"math/bits"
)

// largestOf returns max |cost|, or what is not finite. Without the sign, float64s compare
// like their bits, infinities and NaNs above all numbers.
func largestOf(cost []float64) float64 {
	const magnitude = 1<<63 - 1
	var top uint64
	for _, c := range cost {
		top = max(top, math.Float64bits(c)&magnitude)
	}
	return math.Float64frombits(top)
}

// roundInto writes cost × scale, cut to whole numbers, into the rows of t, far into their padding, and adds up rows
// and columns.
func roundInto(t *table, cost []float64, scale float64) {
	columns := t.columnSum[:t.m]
	for i := range t.n {
		row := t.row(i)
		total := int32(0)
		for j, c := range cost[i*t.m:][:t.m] {
			x := int32(c * scale)
			row[j] = x
			columns[j] += x
			total += x
		}
		t.rowSum[i] = total
		padding := t.cells[i*t.stride+t.m : (i+1)*t.stride]
		for j := range padding {
			padding[j] = far
		}
	}
}

// leastIn returns the least cell plus offset of a row, and its column, the first if there are more.
//
// Groups of four shorten the chain of comparisons that wait for each other, and choosing among them needs no
// branch: where the minimum is going to be found is anyone's guess.
func leastIn(cells, offset []int32) (low int32, at int) {
	offset = offset[:len(cells)]
	low = math.MaxInt32
	j := 0
	for ; j < len(cells)-3; j += 4 {
		c0, c1 := cells[j]+offset[j], cells[j+1]+offset[j+1]
		c2, c3 := cells[j+2]+offset[j+2], cells[j+3]+offset[j+3]
		if c := min(c0, c1, c2, c3); c < low {
			low, at = c, j
		}
	}
	for ; j < len(cells); j++ {
		if c := cells[j] + offset[j]; c < low {
			low, at = c, j
		}
	}
	for cells[at]+offset[at] != low {
		at++
	}
	return low, at
}

// leastInAll writes leastIn of each row of t.
func leastInAll(t *table, offset, low, at []int32) {
	for i := range t.n {
		least, column := leastIn(t.row(i), offset)
		low[i], at[i] = least, int32(column)
	}
}

// priceRows returns the least reduced cost among count rows of t, whole groups, from row from on, if it is negative,
// with its row, counted from there, and its column; of several the first. price holds the rows' prices, and from first
// on the columns'.
func priceRows(t *table, from, count int, price []int32, first int) (reduced int32, row, column int) {
	columns := price[first:][:t.m]
	for i := from; i < min(from+count, t.n); i++ {
		if low, j := below(t.row(i), columns, price[i]+reduced); j >= 0 {
			reduced, row, column = low-price[i], i-from, j
		}
	}
	return reduced, row, column
}

// below returns the least cell plus price of a row that is less than limit, and its column, or -1 if there is none.
//
// Most rows have no or few such cells, so a branch on each is foretold well; it takes four at a turn of the loop.
func below(cells, price []int32, limit int32) (low int32, at int) {
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

// countBelow returns the number of cells of t whose reduced cost is below limit.
func countBelow(t *table, price []int32, first int, limit int32) int {
	columns := price[first:][:t.m]
	n := 0
	for i := range t.n {
		bound := price[i] + limit
		for j, c := range t.row(i) {
			if c+columns[j] < bound {
				n++
			}
		}
	}
	return n
}

// cleanRows returns how many of count rows of p from row from on, up to the first that has one, hold no cell of
// negative reduced cost.
func cleanRows(p *problem, from, count int, exact []int64, first int) int {
	columns := exact[first:][:p.m]
	scale := p.scale
	for i := range count {
		limit := exact[from+i]
		for j, c := range p.row(from + i) {
			if int64(c*scale)+columns[j] < limit {
				return i
			}
		}
	}
	return count
}

// shiftPrices adds delta to the prices of the nodes in set.
func shiftPrices(price []int32, set []uint64, delta int32) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			price[w*64+bits.TrailingZeros64(word)] += delta
		}
	}
}

// leave takes moved from the sets of the nodes on a way up the tree.
func (t *tree) leave(way []int32) {
	for _, x := range way {
		set := t.set(int(x))
		for w, word := range t.moved {
			set[w] &^= word
		}
	}
}

// join adds moved to the sets of the nodes on a way up the tree.
func (t *tree) join(way []int32) {
	for _, x := range way {
		set := t.set(int(x))
		for w, word := range t.moved {
			set[w] |= word
		}
	}
}

// turn makes the sets of the nodes on a way up the tree what they are when the way is turned round and moved is all
// that is below it: then below a node is all of moved but what was below its former child.
func (t *tree) turn(way []int32) {
	for at := len(way) - 1; at > 0; at-- {
		set, child := t.set(int(way[at])), t.set(int(way[at-1]))
		for w, word := range t.moved {
			set[w] = word &^ child[w]
		}
	}
	copy(t.set(int(way[0])), t.moved)
}
