package agreement

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Tie calibration (Deutsch, Foster and Freitag 2023) asks at which threshold ε, below which two metric scores count as
// tied, the metric agrees best with people. Only two kinds of pairs depend on ε: a pair that people tie comes to agree,
// and a concordant pair ceases to agree, once ε reaches the difference of its metric scores. So the accuracy changes at
// these differences only, and looking at all of them is exact.
//
// There are O(n²) of them, which for one group of 28,000 scores is gigabytes. A calibration therefore cuts the range of
// differences at a sample of them, counts for each part what happens there, which bounds the accuracy inside, and sorts
// only the parts that can hold the best threshold.

const (
	// calibrationSample is how many differences cut the range, if there are many more pairs than that.
	calibrationSample = 2048
	// wholeCalibration is up to how many pairs nothing is cut.
	wholeCalibration = 1 << 22
	// sameAccuracy is how near two accuracies are that differ by rounding only; the lower threshold is then taken.
	sameAccuracy = 1e-13
)

// A calibration looks for the best threshold of groups of pairs, and keeps the memory for it.
type calibration struct {
	groups  []calibrated
	weights []float64 // of an agreeing pair, by class; the accuracy is the weighted sum of the agreeing pairs
	cuts    []float64 // ascending; part 2i+1 is {cuts[i]}, part 2i what lies between cuts[i−1] and cuts[i]
	events  []keyed   // pairs whose agreement changes with ε: the difference, and class and change
	sorter  radixSorter
	classes map[int]int // pairs of a group → class
	whole   int         // up to how many pairs nothing is cut; 0 means wholeCalibration
	ended   func() bool // nil: work is never given up
}

// A calibrated is a group sorted by metric score.
type calibrated struct {
	human, metric []float64
	class         int // groups of one size share a class, so that pairs are counted in whole numbers
}

// An event tells that a pair of a class comes to agree, change 1, or ceases to, −1, once ε reaches the difference of
// its scores.
func event(difference float64, class, change int) keyed {
	return keyed{keyOf(difference), 2*class + (change+1)/2}
}

func ofEvent(e keyed) (class, change int) { return e.at / 2, e.at%2*2 - 1 }

// best returns the highest average accuracy of the groups, weighted by the number of items if micro is set, and the
// least threshold that attains it. It is undefined, and ok false, if no group has a pair.
func (c *calibration) best(groups []group, micro bool) (accuracy, epsilon float64, ok bool) {
	agreeing, pairs := c.prepare(groups, micro)
	if len(c.groups) == 0 {
		return 0, 0, false
	}
	c.cut(pairs)
	gains, losses := c.countParts()
	value := func() (sum float64) {
		for class, n := range agreeing {
			sum += c.weights[class] * float64(n)
		}
		return sum
	}
	accuracy = math.Inf(-1)
	classes := len(c.weights)
	for part := range 2*len(c.cuts) + 1 {
		gains, losses := gains[part*classes:][:classes], losses[part*classes:][:classes]
		bound := value()
		for class, n := range gains {
			bound += c.weights[class] * float64(n)
		}
		// ε = 0 is a threshold even if no two metric scores are equal, as those without ties are then.
		mayBeBest := bound > accuracy+sameAccuracy || part == 0
		if part%2 == 0 && mayBeBest {
			accuracy, epsilon = c.search(part, agreeing, value, accuracy, epsilon)
			continue
		}
		for class := range agreeing {
			agreeing[class] += gains[class] - losses[class]
		}
		if v := value(); mayBeBest && v > accuracy+sameAccuracy { // at a cut
			accuracy, epsilon = v, c.cuts[part/2]
		}
	}
	return accuracy, epsilon, true
}

// prepare sorts the groups and returns how many pairs of each class agree before any are tied, but for copies, and how
// many pairs there are in all.
func (c *calibration) prepare(groups []group, micro bool) (agreeing []int, pairs int) {
	c.groups, c.weights = c.groups[:0], c.weights[:0]
	c.classes = map[int]int{}
	total := 0.0
	for i := range groups {
		g := &groups[i]
		n := len(g.human)*(len(g.human)-1)/2 - g.copies
		if n == 0 {
			continue
		}
		weight := groupWeight(len(g.human), micro)
		total += weight
		key := n
		if micro {
			key = n<<32 | len(g.human)
		}
		class, known := c.classes[key]
		if !known {
			class = len(c.weights)
			c.classes[key] = class
			c.weights = append(c.weights, weight/float64(n))
			agreeing = append(agreeing, 0)
		}
		c.groups = append(c.groups, sortedByMetric(g, class))
		agreeing[class] += CountPairs(g.human, g.metric, 0).Concordant - g.copies
		pairs += n
	}
	for class := range c.weights {
		c.weights[class] /= total
	}
	return agreeing, pairs
}

func sortedByMetric(g *group, class int) calibrated {
	order := make([]int, len(g.metric))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(g.metric[i], g.metric[j]) })
	sorted := calibrated{class: class, human: make([]float64, len(order)), metric: make([]float64, len(order))}
	for at, i := range order {
		sorted.human[at], sorted.metric[at] = g.human[i], g.metric[i]
	}
	return sorted
}

// cut chooses the cuts: differences of pairs drawn at random, from a fixed seed. They decide about speed only.
func (c *calibration) cut(pairs int) {
	c.cuts = c.cuts[:0]
	if pairs <= cmp.Or(c.whole, wholeCalibration) {
		return
	}
	rng := rand.New(rand.NewPCG(0, 0))
	for range calibrationSample {
		g := &c.groups[rng.IntN(len(c.groups))]
		c.cuts = append(c.cuts, math.Abs(g.metric[rng.IntN(len(g.metric))]-g.metric[rng.IntN(len(g.metric))]))
	}
	slices.Sort(c.cuts)
	c.cuts = slices.Compact(c.cuts)
}

// countParts returns for each part and class how many pairs come to agree there, and how many cease to.
func (c *calibration) countParts() (gains, losses []int) {
	classes := len(c.weights)
	gains, losses = make([]int, (2*len(c.cuts)+1)*classes), make([]int, (2*len(c.cuts)+1)*classes)
	if len(c.cuts) == 0 {
		return gains, losses // the only part is searched
	}
	for k := range c.groups {
		g := &c.groups[k]
		for i, m := range g.metric {
			if c.ended != nil && c.ended() {
				return gains, losses
			}
			part := 0
			for j := i + 1; j < len(g.metric); j++ {
				difference := g.metric[j] - m
				for part < 2*len(c.cuts) && after(c.cuts, part, difference) {
					part++
				}
				switch change := g.change(i, j, difference); {
				case change > 0:
					gains[part*classes+g.class]++
				case change < 0:
					losses[part*classes+g.class]++
				}
			}
		}
	}
	return gains, losses
}

// after says whether a difference lies beyond a part.
func after(cuts []float64, part int, difference float64) bool {
	if part%2 == 0 {
		return difference >= cuts[part/2]
	}
	return difference > cuts[part/2]
}

// change returns what happens to the agreement of items i and j, in order of their metric scores, when they are tied.
func (g *calibrated) change(i, j int, difference float64) int {
	switch {
	case g.human[i] == g.human[j]:
		return 1
	case difference > 0 && g.human[i] < g.human[j]:
		return -1
	}
	return 0
}

// search walks through the differences in one part, updates agreeing, and returns the best of what it was given and
// what it found. The first part begins with ε = 0.
func (c *calibration) search(part int, agreeing []int, value func() float64, accuracy,
	epsilon float64) (float64, float64) {
	low, high := math.Inf(-1), math.Inf(1)
	if part > 0 {
		low = c.cuts[part/2-1]
	}
	if part/2 < len(c.cuts) {
		high = c.cuts[part/2]
	}
	c.gather(low, high)
	events := c.sorter.sort(c.events)
	if part == 0 && (len(events) == 0 || events[0].key > keyOf(0)) && high > 0 {
		accuracy, epsilon = value(), 0
	}
	for at := 0; at < len(events); {
		threshold := events[at].key
		for ; at < len(events) && events[at].key == threshold; at++ {
			class, change := ofEvent(events[at])
			agreeing[class] += change
		}
		if v := value(); v > accuracy+sameAccuracy {
			accuracy, epsilon = v, numberOf(threshold)
		}
	}
	return accuracy, epsilon
}

// gather fills c.events with the pairs whose difference lies between low and high.
func (c *calibration) gather(low, high float64) {
	c.events = c.sorter.begin()
	for k := range c.groups {
		g := &c.groups[k]
		from := 0
		for i, m := range g.metric {
			if c.ended != nil && c.ended() {
				return
			}
			from = max(from, i+1)
			for from < len(g.metric) && g.metric[from]-m <= low {
				from++
			}
			for j := from; j < len(g.metric); j++ {
				difference := g.metric[j] - m
				if difference >= high {
					break
				}
				if change := g.change(i, j, difference); change != 0 {
					c.events = append(c.events, event(difference, g.class, change))
				}
			}
		}
	}
}
