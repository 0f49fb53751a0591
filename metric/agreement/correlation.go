package agreement

import (
	"math"
	"slices"
)

// Pearson returns the product-moment correlation of x and y, which have one length and finite values, in [−1, 1]. It
// is undefined, and ok false, for fewer than two pairs and where one side is constant.
func Pearson(x, y []float64) (r float64, ok bool) {
	var c correlator
	return c.pearson(x, y)
}

// A correlator keeps the memory of correlations. It must not be shared between goroutines.
type correlator struct {
	dx, dy []float64 // deviations from the mean
	rx, ry []float64 // ranks
	sorter radixSorter
}

func (c *correlator) pearson(x, y []float64) (r float64, ok bool) {
	if len(x) != len(y) {
		panic("agreement: x and y differ in length")
	}
	if constant(x) || constant(y) {
		return 0, false
	}
	// Means first, then deviations from them: one pass over raw moments would cancel.
	c.dx, c.dy = deviations(x, c.dx[:0]), deviations(y, c.dy[:0])
	var xx, yy, xy float64
	for i, dx := range c.dx {
		dy := c.dy[i]
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	return min(max(xy/math.Sqrt(xx*yy), -1), 1), true
}

// Spearman returns the rank correlation of x and y: Pearson's of their ranks, equal values sharing the mean of their
// ranks. It is undefined where Pearson's is.
func Spearman(x, y []float64) (rho float64, ok bool) {
	var c correlator
	return c.spearman(x, y)
}

func (c *correlator) spearman(x, y []float64) (rho float64, ok bool) {
	c.rx, c.ry = c.ranks(x, c.rx), c.ranks(y, c.ry)
	return c.pearson(c.rx, c.ry)
}

// Ranks returns the rank of each value, from 1 for the least; equal values share the mean of their ranks.
func Ranks(x []float64) []float64 {
	var c correlator
	return c.ranks(x, nil)
}

// ranks returns the ranks of x, in the memory of ranks if that suffices.
func (c *correlator) ranks(x, ranks []float64) []float64 {
	order := c.sorter.begin()
	for i, v := range x {
		order = append(order, keyed{keyOf(v), i})
	}
	order = c.sorter.sort(order)
	ranks = slices.Grow(ranks[:0], len(x))[:len(x)]
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && order[to].key == order[from].key {
			to++
		}
		for _, item := range order[from:to] {
			ranks[item.at] = float64(from+to+1) / 2 // the mean of from+1 … to
		}
		from = to
	}
	return ranks
}

// constant says whether all values are equal, as they are if there are fewer than two.
func constant(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}

// deviations returns how far values that are not all equal are from their mean, in units that make the largest 1, so
// that no square of them leaves the range of numbers. It appends them to d, which is empty.
func deviations(x, d []float64) []float64 {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	unit := math.Ldexp(0.5, exponent) // dividing by a power of two is exact
	mean := 0.0
	for i, v := range x {
		d = append(d, v/unit)
		mean += d[i]
	}
	mean /= float64(len(x))
	spread := 0.0
	for i := range d {
		d[i] -= mean
		spread = max(spread, math.Abs(d[i]))
	}
	for i := range d {
		d[i] /= spread
	}
	return d
}
