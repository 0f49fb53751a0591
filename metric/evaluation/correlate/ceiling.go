package correlate

import (
	"cmp"
	"context"

	"github.com/wordrotator/wrd/metric/agreement"
)

// mostRaters is up to how many raters the ceiling has an interval: their pairs are drawn one by one.
const mostRaters = 8

// addCeilings adds how well the raters agree with each other, once for all columns of human scores. Of two raters the
// others are the other.
func (r *correlating) addCeilings(ctx context.Context, q *question, g *judgedGroup, h int, items items) error {
	if len(g.raters) < 2 || h > 0 {
		return nil
	}
	if n := r.tooLongDrawn(q.spec, g.humans[h]); n > 0 {
		r.warn(Warning{Kind: WarningRatersTooLong, Group: q.Group, Statistic: q.Statistic, N: n, Of: int64(r.Draws)})
		return nil
	}
	raters := make([]agreement.Grid, len(g.raters))
	for i, grid := range g.raters {
		raters[i], _ = items.means(grid, grid)
	}
	ceiling := q.spec.Ceiling(raters)
	var draws, permuted [2]agreement.Distribution
	p := paired{units: agreement.Units{Documents: r.documents(g, items), Copies: copiesOf(g.measures...)},
		number: g.number, common: r.common(g, func(g *judgedGroup) []int { return everyOf(g.systems) })}
	b := r.bootstrap(p, r.resampled(q.spec, len(g.systems), p.units))
	if r.Interval != IntervalNone && r.Interval != IntervalFisher && len(raters) <= mostRaters {
		var err error
		if draws[0], draws[1], err = q.spec.BootstrapCeiling(ctx, raters, b); err != nil {
			return err
		}
		if AroundZero(q.Statistic) {
			if permuted[0], permuted[1], err = q.spec.PermuteCeiling(ctx, raters, r.permutation(p)); err != nil {
				return err
			}
		}
	}
	judged := agreement.MeanGrid(raters)
	for kind, value := range []agreement.Value{ceiling.Pairs, ceiling.LeaveOut} {
		if kind == 1 && len(raters) == 2 {
			break
		}
		row := q.row([]string{"one rater against another", "one rater against the others"}[kind])
		row.Ceiling = true
		row.set(value, agreement.Spec{})
		row.Systems, row.Segments = len(g.systems), len(g.segments)
		switch {
		case !value.Defined || r.Interval == IntervalNone:
		case r.Interval == IntervalFisher:
			row.NoInterval = Reason{Kind: ReasonRatersFisher}
		case draws[kind] == nil:
			row.NoInterval = Reason{Kind: ReasonManyRaters, N: int64(len(raters)), Of: mostRaters}
		default:
			estimate := q.spec.Estimate(judged, judged, value.Value, draws[kind], b)
			estimate.Item = cmp.Or(q.Level.Item(), estimate.Item)
			row.setEstimate(estimate, r.Confidence)
			if permuted[kind] != nil {
				row.setPermuted(permuted[kind])
			}
		}
		r.report.Rows = append(r.report.Rows, row)
	}
	return nil
}

// everyOf returns all positions of a list.
func everyOf[T any](list []T) (positions []int) {
	for i := range list {
		positions = append(positions, i)
	}
	return positions
}
