package agreement

import (
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// A Ceiling says how well people agree with each other, by the statistic by which metrics are compared with people: a
// metric that agrees with people as well as they do among themselves cannot be told from one of them.
type Ceiling struct {
	Pairs    Value // mean over pairs of raters
	LeaveOut Value // mean over raters, of one against the mean of the others
}

// Ceiling computes a statistic between raters: grids of one shape with gaps where a rater gave no score. Pairs
// without a value are left out; Scores is the number of cells that were compared. Statistics that are not symmetric
// are averaged over both directions. A tie-calibrated accuracy calibrates the rater in the metric's place.
func (s Spec) Ceiling(raters []Grid) Ceiling {
	means := [2]ceilingMean{}
	for kind, comparisons := range raterComparisons(raters) {
		for _, c := range comparisons {
			means[kind].add(s.Correlate(c[0], c[1]))
		}
	}
	means[0].scores /= 2 // both directions
	return Ceiling{Pairs: means[0].value(ReasonNoTwoRaters),
		LeaveOut: means[1].value(ReasonNoOtherRaters)}
}

// BootstrapCeiling resamples what Ceiling computes. A draw averages the comparisons that are defined in it. It fails
// only if ctx ends.
func (s Spec) BootstrapCeiling(ctx context.Context, raters []Grid,
	b GridBootstrap) (pairs, leaveOut Distribution, err error) {
	var means [2]Distribution
	for kind, comparisons := range raterComparisons(raters) {
		means[kind] = make(Distribution, b.Draws)
		defined := make([]float64, b.Draws)
		for _, c := range comparisons {
			values, err := s.Bootstrap(ctx, c[0], c[1], b)
			if err != nil {
				return nil, nil, err
			}
			for draw, v := range values {
				if !math.IsNaN(v) {
					means[kind][draw] += v
					defined[draw]++
				}
			}
		}
		for draw := range means[kind] {
			means[kind][draw] /= defined[draw] // NaN where none is
		}
	}
	return means[0], means[1], nil
}

// PermuteCeiling computes what Ceiling does after systems and segments of each rater but the first were put in random
// order, as [Spec.Permute] does with those of a metric. It fails only if ctx ends.
func (s Spec) PermuteCeiling(ctx context.Context, raters []Grid,
	p GridPermutation) (pairs, leaveOut Distribution, err error) {
	pairs, leaveOut = make(Distribution, p.Draws), make(Distribution, p.Draws)
	err = parallel.Each(ctx, p.Draws, p.Workers, func() func(int) {
		e := newEvaluator(ctx)
		moved, mover := slices.Clone(raters), newMover(p)
		for i := range moved[1:] {
			moved[i+1].Values = make([]float64, len(raters[i+1].Values))
		}
		return func(draw int) {
			for i := range moved[1:] {
				whole := newSample(raters[i+1], raters[i+1])
				mover.permute(moved[i+1].Values, &whole, draw*len(raters)+i)
			}
			for kind, comparisons := range raterComparisons(moved) {
				var mean ceilingMean
				for _, c := range comparisons {
					whole := newSample(c[0], c[1])
					mean.add(e.evaluate(s, &whole))
				}
				[]Distribution{pairs, leaveOut}[kind][draw] = mean.value("").orNaN()
			}
			parallel.Count(p.Done, 1)
		}
	})
	return pairs, leaveOut, err
}

// raterComparisons lists which scores are compared with which: those of each rater with each other's, and with the
// mean of the others.
func raterComparisons(raters []Grid) (kinds [2][][2]Grid) {
	for i, rater := range raters {
		var others []Grid
		for j, other := range raters {
			if i != j {
				others = append(others, other)
				kinds[0] = append(kinds[0], [2]Grid{rater, other})
			}
		}
		if len(others) > 0 {
			kinds[1] = append(kinds[1], [2]Grid{MeanGrid(others), rater})
		}
	}
	return kinds
}

// A ceilingMean is the mean of those values that are defined.
type ceilingMean struct {
	sum                      float64
	scores, defined, missing int
}

func (m *ceilingMean) add(v Value) {
	if !v.Defined {
		m.missing++
		return
	}
	m.defined++
	m.sum += v.Value
	m.scores += v.Scores
}

func (m *ceilingMean) value(without ReasonKind) Value {
	if m.defined == 0 {
		return Value{Reason: Reason{Kind: without}, Skipped: m.missing}
	}
	return Value{Value: m.sum / float64(m.defined), Defined: true, Scores: m.scores, Groups: m.defined,
		Skipped: m.missing}
}

// MeanGrid returns the mean of several grids of one shape, cell by cell, over those that have a score there.
func MeanGrid(grids []Grid) Grid {
	means := Grid{grids[0].Systems, grids[0].Segments, make([]float64, len(grids[0].Values))}
	for at := range means.Values {
		var sum unitsums.Neumaier
		n := 0
		for _, g := range grids {
			if v := g.Values[at]; !math.IsNaN(v) {
				sum.Add(v)
				n++
			}
		}
		means.Values[at] = math.NaN()
		if n > 0 {
			means.Values[at] = sum.Value() / float64(n)
		}
	}
	return means
}

// Collapse returns grids with a column for each unit, such as a document, in place of the segments of that unit: the
// mean over the segments that both people and metric scored. unitOf holds for each segment a number below units, or
// −1 for a segment of no unit.
func Collapse(human, metric Grid, unitOf []int, units int) (Grid, Grid) {
	collapsedHuman := Grid{human.Systems, units, make([]float64, human.Systems*units)}
	collapsedMetric := Grid{human.Systems, units, make([]float64, human.Systems*units)}
	for i := range human.Systems {
		sums := make([]struct {
			human, metric unitsums.Neumaier
			n             int
		}, units)
		for j, unit := range unitOf {
			h, m := human.At(i, j), metric.At(i, j)
			if unit < 0 || math.IsNaN(h) || math.IsNaN(m) {
				continue
			}
			sums[unit].human.Add(h)
			sums[unit].metric.Add(m)
			sums[unit].n++
		}
		for unit, sum := range sums {
			h, m := math.NaN(), math.NaN()
			if sum.n > 0 {
				h, m = sum.human.Value()/float64(sum.n), sum.metric.Value()/float64(sum.n)
			}
			collapsedHuman.Values[i*units+unit], collapsedMetric.Values[i*units+unit] = h, m
		}
	}
	return collapsedHuman, collapsedMetric
}
