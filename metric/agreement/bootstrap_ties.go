package agreement

import (
	"context"
	"math"
)

// A bootstrap of tie-calibrated accuracy within segments draws whole segments, so the pairs of a segment, and the
// differences at which they come to agree or cease to, are those of every draw that has the segment. They are sorted
// once; a draw walks through them and counts each as often as its segment was drawn.

// segmentTies are what a calibration needs of each segment. They do not change, so that goroutines share them.
type segmentTies struct {
	events                   []tieEvent // of all segments by difference
	items, pairs, concordant []int      // of each segment
	fromZero                 bool       // the first event is beyond the threshold 0
}

// A tieEvent tells that a pair of a segment comes to agree, change 1, or ceases to, −1, at a threshold, and whether it is
// the last one there.
type tieEvent struct {
	segment, change int32
	last            bool
}

// newSegmentTies returns false if there are too many pairs to hold, in any draw.
func newSegmentTies(groups []group) (t *segmentTies, ok bool) {
	t = &segmentTies{}
	most := 0
	for i := range groups {
		n := len(groups[i].human)
		t.items, t.pairs = append(t.items, n), append(t.pairs, n*(n-1)/2)
		most = max(most, t.pairs[i])
	}
	if most*len(groups) > wholeCalibration {
		return nil, false
	}
	var c calibration
	for i := range groups {
		c.groups = append(c.groups, sortedByMetric(&groups[i], i))
		t.concordant = append(t.concordant, CountPairs(groups[i].human, groups[i].metric, 0).Concordant)
	}
	c.gather(math.Inf(-1), math.Inf(1))
	sorted := c.sorter.sort(c.events)
	t.events = make([]tieEvent, len(sorted))
	for i, e := range sorted {
		segment, change := ofEvent(e)
		t.events[i] = tieEvent{int32(segment), int32(change), i+1 == len(sorted) || sorted[i+1].key != e.key}
	}
	// ε = 0 is a threshold even if no two scores are equal.
	t.fromZero = len(sorted) == 0 || sorted[0].key != keyOf(0)
	return t, true
}

// A drawnTies is a draw of segments, and the memory for it. Segments of one number of pairs share a class, as in a
// calibration.
type drawnTies struct {
	*segmentTies
	times    []int32     // how often each segment was drawn
	class    []int       // of each segment that was drawn
	classes  map[int]int // number of pairs → class, in the order in which they are drawn
	weights  []float64   // as those of a calibration
	agreeing []int
}

// best returns the accuracy that a calibration gives for the segments drawn, to the last bit; NaN if none has a pair.
func (d *drawnTies) best(columns []int, micro bool) (accuracy float64) {
	d.draw(columns, micro)
	switch len(d.weights) {
	case 0:
		return math.NaN()
	case 1:
		return d.weights[0] * float64(d.mostAgreeing())
	}
	accuracy = math.Inf(-1)
	try := func() {
		sum := 0.0
		for class, n := range d.agreeing {
			sum += d.weights[class] * float64(n)
		}
		if sum > accuracy+sameAccuracy {
			accuracy = sum
		}
	}
	if d.fromZero {
		try()
	}
	for _, e := range d.events {
		if times := d.times[e.segment]; times > 0 {
			d.agreeing[d.class[e.segment]] += int(e.change * times)
		}
		if e.last {
			try()
		}
	}
	return accuracy
}

// mostAgreeing returns the number of agreeing pairs where it is largest, if all segments are of one class.
func (d *drawnTies) mostAgreeing() (most int) {
	agreeing, most := d.agreeing[0], -1
	if d.fromZero {
		most = agreeing
	}
	for i := range d.events {
		e := &d.events[i]
		agreeing += int(e.change * d.times[e.segment])
		if e.last {
			most = max(most, agreeing)
		}
	}
	return most
}

// draw counts the segments and sets up their classes.
func (d *drawnTies) draw(columns []int, micro bool) {
	clear(d.times)
	clear(d.classes)
	d.weights, d.agreeing = d.weights[:0], d.agreeing[:0]
	total := 0.0
	for _, segment := range columns {
		pairs := d.pairs[segment]
		if pairs == 0 {
			continue
		}
		weight := groupWeight(d.items[segment], micro)
		total += weight
		class, known := d.classes[pairs]
		if !known {
			class = len(d.weights)
			d.classes[pairs] = class
			d.weights, d.agreeing = append(d.weights, weight/float64(pairs)), append(d.agreeing, 0)
		}
		d.class[segment] = class
		d.times[segment]++
		d.agreeing[class] += d.concordant[segment]
	}
	for class := range d.weights {
		d.weights[class] /= total
	}
}

// calibratesSegments says whether a statistic has a threshold of its own in each draw and groups that are segments.
func (s Spec) calibratesSegments() bool {
	return s.Statistic == StatisticAccEq && !s.EpsilonKnown && s.Averaging == AverageItem && !s.SystemLevel
}

// bootstrapTies is Bootstrap of such a statistic over segments.
func (s Spec) bootstrapTies(ctx context.Context, whole *sample, ties *segmentTies,
	b GridBootstrap) (Distribution, error) {
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		var columns []int
		drawer := newDrawer(b)
		drawn := drawnTies{segmentTies: ties, times: make([]int32, whole.segments), class: make([]int, whole.segments),
			classes: map[int]int{}}
		return func(draw int) float64 {
			columns = drawer.columns(columns, whole.segments, draw)
			return drawn.best(columns, s.Micro)
		}
	})
}
