package significance

import (
	"math"
	"slices"
)

// halves are what the halves of samples add to the difference of a pair: a[i] by the first half of sample i, b[i] by the
// second. Any first half and any second half make a sample, n² samples from n.
//
// They are as good as others for a p-value. If two systems are alike, then the halves of what was observed, a₀ and b₀,
// are drawn like all others, which are independent of each other. So of all (1+n)² sums a_i + b_j the observed one is
// any, with the same probability: exchanging the numbers of first halves, and those of second halves, changes nothing
// about their distribution. Hence the probability that at most c of the sums are at least as extreme, itself among
// them, is at most c/(1+n)², as it is c/(1+n) of whole draws.
//
// They are less precise than n² samples that share nothing, and far more so than n: over 200 seeds, 10,000 draws gave a p
// of 0.00001 with a standard deviation of 37 % of it, as 800,000 whole ones do; of 0.000001, with 59 %.
type halves struct {
	a, b         []float64
	first, other []float64 // those that matter, to be sorted
}

// of takes the halves of a pair of columns, and returns how many whole samples are at least so far from 0.
func (h *halves) of(s samples, columns [2]int, least float64) (reached int) {
	h.a, h.b = slices.Grow(h.a[:0], s.n+1)[:s.n], slices.Grow(h.b[:0], s.n+1)[:s.n]
	a, b := columns[0], columns[1]
	first, second, third, fourth := s.of(0, a), s.of(0, b), s.of(1, a), s.of(1, b)
	below := uint64(0)
	for r := range h.a {
		x, y := first[r]-second[r], third[r]-fourth[r]
		h.a[r], h.b[r] = x, y
		below += math.Float64bits(math.Abs(x+y)-least) >> 63 // the sign, as no processor foresees a branch
	}
	return s.n - int(below)
}

// reaching counts the sums a[i] + b[j] that are at least so far from 0, which is more than 0.
func (h *halves) reaching(least float64) int {
	furthest := func(list []float64) (most float64) {
		for _, x := range list {
			if x = math.Abs(x); x > most {
				most = x
			}
		}
		return most
	}
	mostA, mostB := furthest(h.a), furthest(h.b)
	h.keep(func(x float64) bool { return math.Abs(x)+mostB >= least }, func(x float64) bool {
		return math.Abs(x)+mostA >= least
	})
	n := h.above(least)
	for _, list := range [][]float64{h.first, h.other} {
		for i := range list {
			list[i] = -list[i]
		}
		slices.Reverse(list)
	}
	return n + h.above(least)
}

// keep sorts the halves that can be in a sum that counts. Most are too small for any.
func (h *halves) keep(a, b func(float64) bool) {
	h.first, h.other = h.first[:0], h.other[:0]
	for i, x := range h.a {
		if a(x) {
			h.first = append(h.first, x)
		}
		if y := h.b[i]; b(y) {
			h.other = append(h.other, y)
		}
	}
	slices.Sort(h.first)
	slices.Sort(h.other)
}

// above counts the sums of kept halves of at least so much, by walking one list up and the other down.
func (h *halves) above(least float64) (n int) {
	from := len(h.other)
	for _, x := range h.first {
		for from > 0 && x+h.other[from-1] >= least {
			from--
		}
		n += len(h.other) - from
	}
	return n
}

// resampled counts the samples of the bootstrap, made of a first half and any second half, in which the difference of
// the means of two columns is further from 0 than edge. A mean is the sum over the number of segments, so that is where
// the sum is further from 0 than edge times their number, to which both halves add.
func (h *halves) resampled(s samples, columns [2]int, edge float64) (n int) {
	over := func(list []float64, part int, sign float64) (most float64) {
		most = math.Inf(-1)
		for r, size := range s.of(part, s.columns-1) {
			list[r] = float64(sign*list[r]) - float64(edge*size)
			most = max(most, list[r])
		}
		return most
	}
	least := math.SmallestNonzeroFloat64
	for _, sign := range []float64{1, -1} {
		h.of(s, columns, 0)
		mostA, mostB := over(h.a, 0, sign), over(h.b, 1, sign)
		h.keep(func(x float64) bool { return x+mostB >= least }, func(x float64) bool { return x+mostA >= least })
		n += h.above(least)
	}
	return n
}
