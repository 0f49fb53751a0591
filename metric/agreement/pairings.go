package agreement

import (
	"math"
	"slices"
)

// mostPairings is up to how many ways of pairing two columns are enumerated: all of nine scores without ties, and of
// many more with.
const mostPairings = 362_880

// mostPaired is up to how many scores they are enumerated; placing so many takes a while even where few are not tied.
const mostPaired = 50

// pairingsP returns the share of the ways of pairing x and y whose score, of which form says how it grows, is at
// least as far from 0 as that of x and y as they are. It is undefined, and ok false, if there are more than
// mostPairings, or more than mostPaired scores.
func pairingsP(x, y []float64, form pairingForm) (p float64, ok bool) {
	if len(x) > mostPaired {
		return 0, false
	}
	if pairings(y) > pairings(x) {
		x, y = y, x // ties make fewer ways; it does not matter which side is moved
	}
	if pairings(y) > mostPairings {
		return 0, false
	}
	// About their means, sums of products are 0 on average, as sums of orders are.
	e := pairingEnumerator{x: deviations(x, nil), form: form, moved: make([]float64, 0, len(y))}
	y = deviations(y, nil)
	observed := 0.0
	for i := range y {
		observed += form(e.x, y, i)
	}
	// Sums of the same terms in another order differ by rounding; the terms are at most n, in units of the largest
	// deviation.
	e.least = math.Abs(observed) - 1e-12*float64(len(y)*len(y))
	slices.Sort(y)
	e.left, e.values = tieSizes(y), slices.Compact(y)
	e.place(0)
	return float64(e.atLeast) / float64(e.all), true
}

// pairings returns in how many different ways the values of y can be put in order, +Inf if that is beyond numbers.
func pairings(y []float64) float64 {
	log, _ := math.Lgamma(float64(len(y) + 1))
	for _, size := range tieSizes(y) {
		of, _ := math.Lgamma(float64(size + 1))
		log -= of
	}
	return math.Round(math.Exp(log))
}

// A pairingForm returns what item i adds to a score of x and y, of which only the items up to i are looked at.
type pairingForm func(x, y []float64, i int) float64

// products adds up to what Pearson's correlation is proportional to.
func products(x, y []float64, i int) float64 { return x[i] * y[i] }

// orders adds up to what Kendall's taus are proportional to: concordant pairs less discordant ones.
func orders(x, y []float64, i int) (sum float64) {
	for j := range i {
		switch product := (x[i] - x[j]) * (y[i] - y[j]); {
		case product > 0:
			sum++
		case product < 0:
			sum--
		}
	}
	return sum
}

// A pairingEnumerator puts the values of y in every order.
type pairingEnumerator struct {
	x      []float64
	form   pairingForm
	values []float64 // distinct, of y
	left   []int     // how many of each are not placed
	moved  []float64 // those that are
	least  float64

	all, atLeast int
}

// place places the rest, where those that are placed have a sum.
func (e *pairingEnumerator) place(sum float64) {
	if len(e.moved) == len(e.x) {
		e.all++
		if math.Abs(sum) >= e.least {
			e.atLeast++
		}
		return
	}
	for k, v := range e.values {
		if e.left[k] == 0 {
			continue
		}
		e.left[k]--
		e.moved = append(e.moved, v)
		e.place(sum + e.form(e.x, e.moved, len(e.moved)-1))
		e.moved = e.moved[:len(e.moved)-1]
		e.left[k]++
	}
}
