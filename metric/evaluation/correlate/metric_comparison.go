package correlate

import (
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// compareMeasures tests all pairs of measures, on the outputs that all of them and people scored, and ranks the rows
// from first on.
func (r *correlating) compareMeasures(ctx context.Context, q *question, first int, g *judgedGroup, h int,
	items items) error {
	if r.Compare == "" || len(r.measures) < 2 {
		return nil
	}
	if n := r.tooLongDrawn(q.spec, g.humans[h]); n > 0 {
		r.warn(Warning{Kind: WarningComparedTooLong, Group: q.Group, Statistic: q.Statistic, N: n, Of: int64(r.Draws)})
		return nil
	}
	if r.EpsilonFrom != nil && q.Statistic == agreement.StatisticAccEq {
		r.warn(Warning{Kind: WarningBestThresholds})
	}
	common := agreement.CommonCells(g.humans[h], g.measures...)
	systems := bothOf(common, common)
	metrics := make([]agreement.Grid, len(g.measures))
	for m, grid := range g.measures {
		metrics[m] = grid.Rows(systems)
	}
	people := common.Rows(systems)
	human := people
	units := agreement.Units{Documents: r.documents(g, items), Copies: copiesOf(metrics...)}
	for m, scored := range metrics {
		human, metrics[m] = items.means(people, scored)
	}
	comparison, err := q.spec.CompareMetrics(ctx, human, metrics, agreement.MetricComparisonOptions{
		Test: r.Compare, Draws: r.Draws, Over: r.resampled(q.spec, human.Systems, units), Units: units, Confidence: r.Confidence,
		Alpha: r.Alpha, Seed: r.Seed, Workers: r.Workers, Done: &r.work.done,
	})
	if err != nil {
		return err
	}
	untested := slices.ContainsFunc(comparison.Pairs, func(p agreement.MetricPair) bool { return !p.Defined })
	for k, m := range comparison.Order {
		if !untested { // a rank says that tests were made
			r.report.Rows[first+m].Rank = &comparison.Ranks[k]
		}
	}
	if len(comparison.Pairs) == 0 { // fewer than two measures have a value: their rows say why
		return nil
	}
	shared := sharedCells(common, common)
	for _, grid := range g.measures {
		if shared < sharedCells(g.humans[h], grid) {
			r.warn(Warning{Kind: WarningSharedOutputs, Group: q.Group, N: int64(shared)})
			break
		}
	}
	for i := range comparison.Pairs {
		r.report.Pairs = append(r.report.Pairs, r.metricPair(q, &comparison.Pairs[i]))
	}
	return nil
}

func (r *correlating) metricPair(q *question, pair *agreement.MetricPair) MetricPair {
	out := MetricPair{
		Question: q.Question, Test: testName(r.Compare), Better: r.measures[pair.A], Worse: r.measures[pair.B],
		Draws: pair.Draws, Exact: pair.Exact, NoTest: pair.Reason,
	}
	if !pair.Defined {
		return out
	}
	out.Difference, out.PValue = &pair.Difference, &pair.P
	if r.Compare == agreement.MetricTestPermBoth {
		out.PTwoSided = &pair.PTwoSided
	}
	if pair.Interval != nil {
		out.ConfidenceLimits = evaluation.Limits(*pair.Interval)
	}
	return out
}

// testName says which form of a test is meant.
func testName(kind agreement.MetricTestKind) string {
	if kind == agreement.MetricTestWilliams {
		return "williams (signed correlations)"
	}
	return string(kind)
}

// sharedCells counts the outputs that have both scores.
func sharedCells(human, metric agreement.Grid) (n int) {
	for i, v := range human.Values {
		if !math.IsNaN(v) && !math.IsNaN(metric.Values[i]) {
			n++
		}
	}
	return n
}
