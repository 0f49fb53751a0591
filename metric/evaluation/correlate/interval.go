package correlate

import (
	"cmp"
	"context"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
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
func (r *correlating) addInterval(ctx context.Context, row *Correlation, spec agreement.Spec, p paired) error {
	if r.Interval == IntervalNone {
		return nil
	}
	x, y, independent := spec.IndependentScores(p.human, p.metric, p.units)
	if err := r.addP(ctx, row, spec, p, x, y, independent); err != nil {
		return err
	}
	if independent && r.Interval != IntervalBootstrap {
		if interval, ok := agreement.FisherInterval(spec.Statistic, *row.Value, row.Scores, r.Confidence); ok {
			row.ConfidenceLimits, row.Interval = evaluation.Limits(interval), string(IntervalFisher)
			return nil
		}
		if AroundZero(spec.Statistic) {
			row.NoInterval = Reason{Kind: ReasonFewScores, N: int64(row.Scores)}
			if agreement.Perfect(*row.Value) {
				row.NoInterval = Reason{Kind: ReasonPerfect}
			}
			return nil
		}
	}
	if r.Interval == IntervalFisher {
		row.NoInterval = Reason{Kind: ReasonNotFisher}
		return nil
	}
	if n := r.tooLongDrawn(spec, p.human); n > 0 {
		row.NoInterval = Reason{Kind: ReasonDrawsTooLong, N: n, Of: int64(r.Draws)}
		return nil
	}
	b := r.bootstrap(p, r.resampled(spec, p.human.Systems, p.units))
	estimate := spec.Estimate(p.human, p.metric, *row.Value, nil, b)
	estimate.Item = cmp.Or(row.Level.Item(), estimate.Item)
	if row.NoInterval = stated(estimate.TooFew()); row.NoInterval.Kind != "" {
		return nil
	}
	var err error
	if estimate.Draws, err = spec.Bootstrap(ctx, p.human, p.metric, b); err != nil {
		return err
	}
	row.setEstimate(estimate, r.Confidence)
	return nil
}

// addP fills in p, by permutation where scores depend on each other, and for Pearson where there are few.
func (r *correlating) addP(ctx context.Context, row *Correlation, spec agreement.Spec, p paired, x, y []float64,
	independent bool) error {
	if !AroundZero(spec.Statistic) {
		return nil
	}
	var permuted agreement.Distribution
	if r.Interval != IntervalFisher && (!independent || len(r.groups) > 1) {
		var err error
		human, metric, permutation := p.human, p.metric, r.permutation(p)
		if spec.SystemLevel { // means move whole: with gaps, segments in another order would give others
			human, metric = agreement.Collapse(human, metric, make([]int, human.Segments), 1)
			permutation.Units.Documents = nil
		}
		if permuted, err = spec.Permute(ctx, human, metric, permutation); err != nil {
			return err
		}
	}
	switch {
	case independent && r.Interval != IntervalFisher && agreement.Permutes(spec.Statistic, x, y):
		alone, err := agreement.Spec{Statistic: spec.Statistic, Averaging: agreement.AverageNone}.Permute(ctx,
			column(x), column(y), agreement.GridPermutation{Draws: r.Draws, Seed: r.Seed + p.number, Workers: r.Workers})
		if err != nil {
			return err
		}
		row.setPermuted(alone)
		row.permuted = permuted // for the mean over groups
	case independent:
		row.permuted = permuted
		if p, ok := agreement.PValue(spec.Statistic, x, y); ok {
			row.PValue = &p
		} else {
			row.NoP = Reason{Kind: ReasonFewForP, N: int64(row.Scores)}
		}
	case permuted != nil:
		row.setPermuted(permuted)
	}
	return nil
}

// column returns scores as a grid of one system.
func column(x []float64) agreement.Grid {
	return agreement.Grid{Systems: 1, Segments: len(x), Values: x}
}

// bootstrap returns the bootstrap of a group.
func (r *correlating) bootstrap(p paired, over agreement.Resampled) agreement.GridBootstrap {
	return agreement.GridBootstrap{
		Draws: r.Draws, Over: over, Seed: r.Seed + p.number, Workers: r.Workers, Common: p.common, Units: p.units,
		Done: &r.work.done,
	}
}

// permutation returns the permutation test of a group.
func (r *correlating) permutation(p paired) agreement.GridPermutation {
	return agreement.GridPermutation{
		Draws: r.Draws, Seed: r.Seed + p.number, Workers: r.Workers, Common: p.common, Units: p.units,
		Done: &r.work.done,
	}
}

// common returns the systems of a group, nil if no other group has one of them. systems returns which of a group's
// take part.
func (r *correlating) common(g *judgedGroup, systems func(*judgedGroup) []int) *agreement.CommonSystems {
	if len(r.groups) < 2 {
		return nil
	}
	rows := func(g *judgedGroup) (rows []int) {
		for _, i := range systems(g) {
			rows = append(rows, g.rows[i])
		}
		return rows
	}
	own := rows(g)
	common := &agreement.CommonSystems{Numbers: own, Seed: r.Seed, Same: true}
	alone := true
	for i := range r.groups {
		if r.groups[i].number == g.number {
			continue
		}
		if other := rows(&r.groups[i]); slices.ContainsFunc(other, func(row int) bool {
			_, found := slices.BinarySearch(own, row)
			return found
		}) {
			alone = false
			common.Same = common.Same && slices.Equal(other, own)
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
func (r *correlating) resampled(spec agreement.Spec, systems int, units agreement.Units) agreement.Resampled {
	if units.Copies != nil { // are no systems of their own
		systems = 0
		for i, first := range units.Copies {
			if i == first {
				systems++
			}
		}
	}
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
	if row.NoInterval = stated(reason); reason == (agreement.Reason{}) {
		row.ConfidenceLimits, row.Interval = evaluation.Limits(interval), bootstrapOf(e.Over)
	}
}

// setPermuted fills in what the permutation test says.
func (row *Correlation) setPermuted(permuted agreement.Distribution) {
	p := permuted.Beyond(*row.Value)
	row.permuted, row.PValue = permuted, &p
}

// AroundZero says whether a statistic is 0 where measure and people have nothing to do with each other.
func AroundZero(s agreement.Statistic) bool {
	switch s {
	case agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB,
		agreement.StatisticKendallC,
		agreement.StatisticPDP:
		return true
	}
	return false
}
