package evaluation

import (
	"context"
	"fmt"
	"slices"

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
	_, _, independent := spec.IndependentScores(human, metric)
	if err := r.addP(ctx, row, spec, g, human, metric, independent); err != nil {
		return err
	}
	if independent && r.Interval != IntervalBootstrap {
		if interval, ok := agreement.FisherInterval(spec.Statistic, *row.Value, row.Scores, r.Confidence); ok {
			row.CILow, row.CIHigh, row.Interval = &interval.Low, &interval.High, string(IntervalFisher)
			return nil
		}
		if aroundZero(spec.Statistic) {
			row.Without = fmt.Sprintf("Fisher's takes 4 scores, for Kendall 5, found %d", row.Scores)
			if agreement.Perfect(*row.Value) {
				row.Without = "a perfect correlation shows no spread"
			}
			return nil
		}
	}
	if r.Interval == IntervalFisher {
		row.Without = "Fisher's is for Pearson, Spearman and Kendall of independent scores"
		return nil
	}
	if row.Without = r.tooLongDrawn(spec, human); row.Without != "" {
		return nil
	}
	over := r.resampled(spec, human.Systems)
	draws, err := spec.Bootstrap(ctx, human, metric, r.bootstrap(g, over))
	if err != nil {
		return err
	}
	row.setEstimate(spec.Estimate(human, metric, *row.Value, draws, over), r.Confidence)
	return nil
}

// addP fills in p, by permutation where scores depend on each other.
func (r *correlating) addP(ctx context.Context, row *Correlation, spec agreement.Spec, g *judgedGroup,
	human, metric agreement.Grid, independent bool) error {
	var permuted agreement.Distribution
	if aroundZero(spec.Statistic) && r.Interval != IntervalFisher && (!independent || len(r.groups) > 1) {
		var err error
		if permuted, err = spec.Permute(ctx, human, metric, r.permutation(g)); err != nil {
			return err
		}
	}
	switch {
	case !aroundZero(spec.Statistic):
	case independent:
		row.permuted = permuted // for the mean over groups
		if p, ok := spec.PValue(human, metric); ok {
			row.PValue = &p
		} else {
			row.WithoutP = fmt.Sprintf("p takes 3 independent scores, found %d", row.Scores)
		}
	case permuted != nil:
		row.setPermuted(permuted)
	}
	return nil
}

// bootstrap returns the bootstrap of a group.
func (r *correlating) bootstrap(g *judgedGroup, over agreement.Resampled) agreement.GridBootstrap {
	return agreement.GridBootstrap{
		Draws: r.Draws, Over: over, Seed: r.Seed + g.number, Workers: r.Workers, Common: r.common(g), Done: &r.work.done,
	}
}

// permutation returns the permutation test of a group.
func (r *correlating) permutation(g *judgedGroup) agreement.GridPermutation {
	return agreement.GridPermutation{
		Draws: r.Draws, Seed: r.Seed + g.number, Workers: r.Workers, Common: r.common(g), Done: &r.work.done,
	}
}

// common returns the systems of a group, nil if no other group has one of them.
func (r *correlating) common(g *judgedGroup) *agreement.CommonSystems {
	common := &agreement.CommonSystems{Numbers: g.rows, Seed: r.Seed, Same: true}
	alone := true
	for i := range r.groups {
		if other := &r.groups[i]; other.number != g.number && slices.ContainsFunc(other.rows, func(row int) bool {
			_, found := slices.BinarySearch(g.rows, row)
			return found
		}) {
			alone = false
			common.Same = common.Same && slices.Equal(other.rows, g.rows)
		}
	}
	if alone {
		return nil
	}
	return common
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

// setEstimate fills in what the bootstrap says.
func (row *Correlation) setEstimate(e agreement.Estimate, confidence float64) {
	row.estimate, row.Undefined = &e, e.Draws.Undefined()
	interval, reason := e.Interval(confidence)
	if row.Without = reason; reason == "" {
		row.CILow, row.CIHigh, row.Interval = &interval.Low, &interval.High, bootstrapOf(e.Over)
	}
}

// setPermuted fills in what the permutation test says.
func (row *Correlation) setPermuted(permuted agreement.Distribution) {
	p := permuted.Beyond(*row.Value)
	row.permuted, row.PValue = permuted, &p
}

// aroundZero says whether a statistic is 0 where measure and people have nothing to do with each other.
func aroundZero(s agreement.Statistic) bool {
	switch s {
	case agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB,
		agreement.StatisticKendallC,
		agreement.StatisticPDP:
		return true
	}
	return false
}
