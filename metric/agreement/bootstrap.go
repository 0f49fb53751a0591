package agreement

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
)

// A Resampled names what a bootstrap draws, that is, what a statement is to hold for other than the systems and
// inputs at hand (Deutsch, Dror and Roth 2021).
type Resampled string

// What can be drawn.
const (
	ResampleSystems Resampled = "systems" // other systems on these segments
	ResampleInputs  Resampled = "inputs"  // these systems on other segments
	ResampleBoth    Resampled = "both"    // other systems on other segments
)

// ResampledUnits lists what can be drawn.
func ResampledUnits() []Resampled {
	return []Resampled{ResampleSystems, ResampleInputs, ResampleBoth}
}

// A GridBootstrap describes a percentile bootstrap of a statistic of a grid.
type GridBootstrap struct {
	Draws   int            // how often, at least 1
	Over    Resampled      // what is drawn with replacement
	Seed    uint64         // equal seeds draw equal systems and segments
	Workers int            // goroutines; 0 means GOMAXPROCS. Results do not depend on it
	Common  *CommonSystems // nil if no other grid that is drawn from has any of the systems
	Units   Units          // what is drawn together

	// Done, if it is not nil, counts the draws as they are made, for those who show how far the work is.
	Done *atomic.Int64
}

// A Distribution holds a statistic of each draw, in order; NaN where it was not defined.
type Distribution []float64

// Bootstrap computes a statistic of grids whose rows, columns, or both are drawn with replacement. A pair of items
// that are one item drawn twice counts in no accuracy and as no tie that both sides share. It fails only if ctx ends.
func (s Spec) Bootstrap(ctx context.Context, human, metric Grid, b GridBootstrap) (Distribution, error) {
	whole := newSample(human, metric)
	if b.Over == ResampleInputs && s.averagesSegments() {
		return s.bootstrapShares(ctx, &whole, b)
	}
	if b.Over == ResampleInputs && s.calibratesSegments() {
		var g grouper
		if ties, ok := newSegmentTies(g.split(&whole, AverageItem)); ok {
			return s.bootstrapTies(ctx, &whole, ties, b)
		}
	}
	switch {
	case s.meansOverUnits(b.Over):
		return s.bootstrapMeans(ctx, &whole, b)
	case s.byLevels():
		return s.bootstrapLevels(ctx, &whole, b)
	case s.Statistic == StatisticSPA || s.Statistic == StatisticSPAMidP:
		return s.bootstrapSoft(ctx, &whole, b)
	}
	return s.bootstrapFormed(ctx, &whole, b)
}

// bootstrapFormed is Bootstrap in the general way, which forms the grid of each draw.
func (s Spec) bootstrapFormed(ctx context.Context, whole *sample, b GridBootstrap) (Distribution, error) {
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		e := newEvaluator(ctx)
		drawn := drawnSample{drawer: newDrawer(b)}
		return func(draw int) float64 {
			drawn.draw(whole, draw)
			drawn.form(whole)
			return e.evaluate(s, &drawn.sample).orNaN()
		}
	})
}

// bootstrapLevels is Bootstrap of a statistic of levels: each draw counts how often it has each row and column.
func (s Spec) bootstrapLevels(ctx context.Context, whole *sample, b GridBootstrap) (Distribution, error) {
	levels := newLeveled(whole, s.Averaging)
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		var d drawnGroup
		var rows, columns []int
		var times [2][]int32
		drawer := newDrawer(b)
		return func(draw int) float64 {
			rows, columns = drawer.rows(rows, whole.systems, draw), drawer.columns(columns, whole.segments, draw)
			times[0], times[1] = tally(times[0], rows, whole.systems), tally(times[1], columns, whole.segments)
			return levels.resampled(s, &d, times[0], times[1]).orNaN()
		}
	})
}

// tally returns how often each number below n is in a list, in the memory of times if that suffices.
func tally(times []int32, list []int, n int) []int32 {
	times = zeros(times, n)
	for _, i := range list {
		times[i]++
	}
	return times
}

// averagesSegments says whether a statistic is the mean of what each segment brings, whichever other segments there
// are.
func (s Spec) averagesSegments() bool {
	switch s.Statistic {
	case StatisticPDP, StatisticSPA, StatisticSPAMidP, StatisticPairwiseAccuracy:
		return false
	case StatisticAccEq:
		if !s.EpsilonKnown {
			return false
		}
	}
	return s.Averaging == AverageItem && !s.SystemLevel
}

// bootstrapShares is Bootstrap of such a statistic over segments: the correlation within a segment is computed once,
// not in each draw.
func (s Spec) bootstrapShares(ctx context.Context, whole *sample, b GridBootstrap) (Distribution, error) {
	var e evaluator
	var shares []groupShare
	for _, g := range e.split(whole, AverageItem) {
		shares = append(shares, e.share(s, &g))
	}
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		var columns []int
		drawer := newDrawer(b)
		return func(draw int) float64 {
			columns = drawer.columns(columns, whole.segments, draw)
			var mean groupMean
			for _, column := range columns {
				mean.add(shares[column])
			}
			return mean.orNaN()
		}
	})
}

// mostlyEqual says whether more than half of sorted values are equal up to rounding, as they are if there are none:
// they say nothing of how far a value may be off.
func mostlyEqual(sorted []float64) bool {
	for i := len(sorted)/2 + 1; i <= len(sorted); i++ {
		if sorted[i-1]-sorted[i-1-len(sorted)/2] <= sameValue {
			return true
		}
	}
	return len(sorted) == 0
}

// Undefined returns how many draws have no value.
func (d Distribution) Undefined() int { return len(d) - len(d.defined()) }

// sorted returns the values of the draws that have one.
func (d Distribution) sorted() []float64 {
	defined := d.defined()
	slices.Sort(defined)
	return defined
}

func (d Distribution) defined() []float64 {
	return slices.DeleteFunc(slices.Clone(d), math.IsNaN)
}

// Minus returns the differences to the same draws of another metric.
func (d Distribution) Minus(other Distribution) Distribution {
	differences := make(Distribution, len(d))
	for i := range d {
		differences[i] = d[i] - other[i]
	}
	return differences
}

// A drawnSample is a resampled sample, and the memory for it.
type drawnSample struct {
	sample
	drawer *drawer
}

// draw chooses rows and columns of whole.
func (d *drawnSample) draw(whole *sample, draw int) {
	d.rows = d.drawer.rows(d.rows, whole.systems, draw)
	d.columns = d.drawer.columns(d.columns, whole.segments, draw)
}

// form fills the sample with the rows and columns of whole that were drawn.
func (d *drawnSample) form(whole *sample) {
	d.systems, d.segments, d.whole = len(d.rows), len(d.columns), whole
	d.human, d.metric = d.human[:0], d.metric[:0]
	for _, row := range d.rows {
		from := row * whole.segments
		for _, column := range d.columns {
			d.human = append(d.human, whole.human[from+column])
			d.metric = append(d.metric, whole.metric[from+column])
		}
	}
}

// drawIndices returns n numbers below n, drawn with replacement, or each once in order.
func drawIndices(indices []int, n int, replace bool, source rand.Source) []int {
	indices = indices[:0]
	rng := rand.New(source)
	for i := range n {
		if replace {
			i = rng.IntN(n)
		}
		indices = append(indices, i)
	}
	return indices
}

// distribution returns so many draws, each from a function that is made for its goroutine; done counts them.
func distribution(ctx context.Context, draws, workers int, done *atomic.Int64,
	newWorker func() func(draw int) float64) (Distribution, error) {
	values := make(Distribution, draws)
	err := parallel.Each(ctx, draws, workers, func() func(int) {
		value := newWorker()
		return func(draw int) {
			values[draw] = value(draw)
			parallel.Count(done, 1)
		}
	})
	return values, err
}
