package evaluation

import (
	"context"
	"fmt"
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
)

// An IntervalKind is a way to get the interval of a correlation.
type IntervalKind string

// The kinds.
const (
	IntervalAuto      IntervalKind = "auto"      // Fisher's where scores are independent, else the bootstrap
	IntervalFisher    IntervalKind = "fisher"    // none where scores depend on each other
	IntervalBootstrap IntervalKind = "bootstrap" // of percentiles
	IntervalNone      IntervalKind = "none"      // and no p
)

// IntervalKinds lists all kinds, the default first.
func IntervalKinds() []IntervalKind {
	return []IntervalKind{IntervalAuto, IntervalFisher, IntervalBootstrap, IntervalNone}
}

// addInterval fills in the interval and p of a row that has a value.
func (r *correlating) addInterval(ctx context.Context, row *Correlation, spec agreement.Spec, g *judgedGroup,
	human, metric agreement.Grid) error {
	if r.Interval == IntervalNone {
		return nil
	}
	// One column of independent scores: the systems, or the segments of one system.
	independent := spec.SystemLevel || human.Systems == 1 && spec.Averaging == agreement.AverageNone
	// A perfect correlation has no spread that Fisher's z could see.
	perfect := math.Abs(*row.Value) == 1
	if independent && (r.Interval == IntervalFisher || r.Interval == IntervalAuto && !perfect) {
		if interval, ok := agreement.FisherInterval(spec.Statistic, *row.Value, row.Scores, r.Confidence); ok {
			row.CILow, row.CIHigh, row.Interval = &interval.Low, &interval.High, string(IntervalFisher)
			if p, ok := spec.PValue(human, metric); ok {
				row.PValue = &p
			}
			return nil
		}
	}
	if r.Interval == IntervalFisher {
		row.Without = "Fisher's needs Pearson, Spearman or Kendall of more than three or four independent scores"
		return nil
	}
	over := r.resampled(spec, human.Systems)
	var err error
	if row.draws, err = spec.Bootstrap(ctx, human, metric, r.bootstrap(g, over)); err != nil {
		return err
	}
	row.setDraws(r.Confidence, bootstrapOf(over))
	return nil
}

// bootstrap returns the bootstrap of a group.
func (r *correlating) bootstrap(g *judgedGroup, over agreement.Resampled) agreement.GridBootstrap {
	return agreement.GridBootstrap{
		Draws: r.Draws, Over: over, Seed: r.Seed + g.number, Workers: r.Workers, Done: &r.work.done,
	}
}

// bootstrapOf is what a report calls the interval of a bootstrap.
func bootstrapOf(over agreement.Resampled) string {
	return string(IntervalBootstrap) + " " + string(over)
}

// fewSystems is below how many systems these are not resampled: most draws would have one or two of them.
const fewSystems = 5

// resampled says what the bootstrap draws. A segment has few systems, and drawn with replacement fewer, which moves
// correlations within segments; so there the segments alone are drawn.
func (r *correlating) resampled(spec agreement.Spec, systems int) agreement.Resampled {
	switch {
	case r.Resample != "":
		return r.Resample
	case systems < fewSystems || spec.Averaging == agreement.AverageItem && !spec.SystemLevel:
		return agreement.ResampleInputs
	}
	return agreement.ResampleBoth
}

// setDraws fills in what the bootstrap says.
func (row *Correlation) setDraws(confidence float64, interval string) {
	row.Undefined = row.draws.Undefined()
	if ci, ok := row.draws.Interval(confidence); ok {
		row.CILow, row.CIHigh, row.Interval = &ci.Low, &ci.High, interval
		if row.Value != nil && (*row.Value < ci.Low || *row.Value > ci.High) {
			row.Without = "the interval does not hold the value: what is drawn twice moves this statistic; " +
				"resampling inputs draws no system twice"
		}
	} else {
		row.Without = fmt.Sprintf("%d of %d draws have no value", row.Undefined, len(row.draws))
	}
	if p, ok := row.draws.AwayFromZero(); ok && aroundZero(row.Statistic) {
		row.PValue = &p
	}
}

// aroundZero says whether a statistic is 0 where measure and people have nothing to do with each other.
func aroundZero(s agreement.Statistic) bool {
	switch s {
	case agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB, agreement.StatisticKendallC,
		agreement.StatisticPDP:
		return true
	}
	return false
}
