package agreement

import (
	"math"
	"slices"
)

// PairCounts says how people and a metric order the pairs of n items: all n(n−1)/2 of them, each in one of five
// classes.
type PairCounts struct {
	Concordant int // ordered alike
	Discordant int // ordered the other way round
	TiesHuman  int // tied by people only
	TiesMetric int // tied by the metric only
	TiesBoth   int // tied by both
}

// Pairs returns how many pairs there are.
func (c PairCounts) Pairs() int {
	return c.Concordant + c.Discordant + c.TiesHuman + c.TiesMetric + c.TiesBoth
}

// Agreeing returns the number of pairs on which people and metric say the same: better, worse, or tied.
func (c PairCounts) Agreeing() int { return c.Concordant + c.TiesBoth }

// Acc23 returns the share of agreeing pairs (Deutsch, Foster and Freitag 2023), and false if there are no pairs. Of
// system scores it is the pairwise accuracy of Kocmi et al. (2021).
func (c PairCounts) Acc23() (float64, bool) {
	return float64(c.Agreeing()) / float64(c.Pairs()), c.Pairs() > 0
}

// Tau23 returns 2·acc23 − 1, on the scale of the other taus, and false if there are no pairs.
func (c PairCounts) Tau23() (float64, bool) {
	return float64(2*c.Agreeing()-c.Pairs()) / float64(c.Pairs()), c.Pairs() > 0
}

// TauB returns Kendall's τ-b, (C − D) / √((P − T)(P − U)) where P pairs have T ties on one side and U on the other. It
// is undefined, and ok false, where a side has nothing but ties.
func (c PairCounts) TauB() (tau float64, ok bool) {
	pairs := c.Pairs()
	human, metric := pairs-c.TiesHuman-c.TiesBoth, pairs-c.TiesMetric-c.TiesBoth
	if human == 0 || metric == 0 {
		return 0, false
	}
	tau = float64(c.Concordant-c.Discordant) / math.Sqrt(float64(human)) / math.Sqrt(float64(metric))
	return min(max(tau, -1), 1), true
}

// CountPairs compares all pairs of items, in O(n log n) steps. Metric scores that differ by epsilon or less, 0 for
// equal scores only, are tied. human and metric have one length and finite values.
func CountPairs(human, metric []float64, epsilon float64) PairCounts {
	var c pairCounter
	return c.count(human, metric, 0, epsilon)
}

// KendallB returns Kendall's τ-b of x and y, in [−1, 1]. It is undefined, and ok false, where a side is constant.
func KendallB(x, y []float64) (tau float64, ok bool) { return CountPairs(x, y, 0).TauB() }

// KendallC returns Kendall's τ-c (Stuart's), 2(C − D) / (n²(m − 1)/m) with m the smaller number of distinct values on a
// side. It is undefined, and ok false, where a side is constant.
func KendallC(x, y []float64) (tau float64, ok bool) {
	var c pairCounter
	return c.tauC(x, y)
}

// KendallLike returns (C − D)/(C + D) over the pairs whose human scores differ by least or more, as the metrics tasks
// of WMT did: D counts the ties of the metric too. Pairs that people tie are left out also if least is 0. It is
// undefined, and ok false, where no pair is left.
func KendallLike(human, metric []float64, least float64) (tau float64, pairs int, ok bool) {
	var c pairCounter
	return c.kendallLike(human, metric, least)
}

// few is up to how many items comparing all pairs is quicker than sorting.
const few = 24

// A pairCounter counts pairs, and keeps the memory for it. It must not be shared between goroutines.
type pairCounter struct {
	sorter         radixSorter
	order          []int     // items by human, then metric score
	places         []int     // of an item's metric score in sorted
	sorted, column []float64 // the distinct metric scores; a copy to sort
	tree           []int
}

// count counts the pairs; of those that people order, only the ones whose human scores differ by least or more.
func (p *pairCounter) count(human, metric []float64, least, epsilon float64) (c PairCounts) {
	if len(human) != len(metric) {
		panic("agreement: human and metric differ in length")
	}
	if len(human) <= few {
		return countFew(human, metric, least, epsilon)
	}
	p.sort(human, metric)
	p.tree = append(p.tree[:0], make([]int, len(p.sorted)+1)...)

	// Items enter the tree, which counts by metric score, once they are far enough below the item at hand.
	entered := 0
	for _, i := range p.order {
		for j := p.order[entered]; human[j] < human[i] && human[i]-human[j] >= least; j = p.order[entered] {
			p.enter(p.places[j])
			entered++
		}
		lower, notHigher := p.places[i], p.places[i]+1
		if epsilon > 0 {
			lower, notHigher = p.bounds(metric[i], epsilon)
		}
		below, upTo := p.entered(lower), p.entered(notHigher)
		c.Concordant += below
		c.TiesMetric += upTo - below
		c.Discordant += entered - upTo
	}
	p.countHumanTies(human, metric, epsilon, &c)
	return c
}

// sort fills order, places and sorted.
func (p *pairCounter) sort(human, metric []float64) {
	items := p.sorter.begin()
	for i, m := range metric {
		items = append(items, keyed{keyOf(m), i})
	}
	items = p.sorter.sort(items)
	p.sorted = p.sorted[:0]
	p.places = slices.Grow(p.places[:0], len(metric))[:len(metric)]
	for k, item := range items {
		if k == 0 || item.key != items[k-1].key {
			p.sorted = append(p.sorted, metric[item.at])
		}
		p.places[item.at] = len(p.sorted) - 1
	}
	for k := range items { // equal human scores stay in the order of their metric scores
		items[k].key = keyOf(human[items[k].at])
	}
	items = p.sorter.sort(items)
	p.order = p.order[:0]
	for _, item := range items {
		p.order = append(p.order, item.at)
	}
}

// countHumanTies counts the pairs with equal human scores; p.order is sorted by human, then metric score.
func (p *pairCounter) countHumanTies(human, metric []float64, epsilon float64, c *PairCounts) {
	for from := 0; from < len(p.order); {
		to := from + 1
		for to < len(p.order) && human[p.order[to]] == human[p.order[from]] {
			to++
		}
		near := from // the first item that is tied with i
		for i := from; i < to; i++ {
			for metric[p.order[i]]-metric[p.order[near]] > epsilon {
				near++
			}
			c.TiesBoth += i - near
			c.TiesHuman += near - from
		}
		from = to
	}
}

// bounds returns how many of the distinct metric scores are below x and not tied with it, and how many are below or
// tied.
func (p *pairCounter) bounds(x, epsilon float64) (lower, notHigher int) {
	lower, _ = slices.BinarySearchFunc(p.sorted, x, func(v, x float64) int {
		if x-v > epsilon {
			return -1
		}
		return 1
	})
	notHigher, _ = slices.BinarySearchFunc(p.sorted, x, func(v, x float64) int {
		if v-x <= epsilon {
			return -1
		}
		return 1
	})
	return lower, notHigher
}

// enter and entered are those of a Fenwick tree, where each node holds the sum of a range.
func (p *pairCounter) enter(at int) {
	for at++; at < len(p.tree); at += at & -at {
		p.tree[at]++
	}
}

// entered returns how many items have one of the least n distinct metric scores.
func (p *pairCounter) entered(n int) (items int) {
	for ; n > 0; n &= n - 1 {
		items += p.tree[n]
	}
	return items
}

// countFew compares all pairs.
func countFew(human, metric []float64, least, epsilon float64) (c PairCounts) {
	for i, h := range human {
		m := metric[i]
		for j, other := range human[:i] {
			dh, dm := h-other, m-metric[j]
			tied := math.Abs(dm) <= epsilon
			switch {
			case h == other && tied:
				c.TiesBoth++
			case h == other:
				c.TiesHuman++
			case math.Abs(dh) < least:
			case tied:
				c.TiesMetric++
			case (dh > 0) == (dm > 0):
				c.Concordant++
			default:
				c.Discordant++
			}
		}
	}
	return c
}

func (p *pairCounter) tauC(x, y []float64) (tau float64, ok bool) {
	c := p.count(x, y, 0, 0)
	return tauC(c.Concordant-c.Discordant, len(x), min(p.distinct(x), p.distinct(y)))
}

// tauC is Kendall's τ-c of n items, of which so many more pairs are concordant than discordant.
func tauC(lead, n, classes int) (tau float64, ok bool) {
	if classes < 2 {
		return 0, false
	}
	items, m := float64(n), float64(classes)
	return 2 * float64(lead) / (items * items * (m - 1) / m), true
}

func (p *pairCounter) distinct(x []float64) int {
	p.column = append(p.column[:0], x...)
	slices.Sort(p.column)
	return len(slices.Compact(p.column))
}

func (p *pairCounter) kendallLike(human, metric []float64, least float64) (tau float64, pairs int, ok bool) {
	c := p.count(human, metric, least, 0)
	pairs = c.Concordant + c.Discordant + c.TiesMetric
	return float64(2*c.Concordant-pairs) / float64(pairs), pairs, pairs > 0
}
