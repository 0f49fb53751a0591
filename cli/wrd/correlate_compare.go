package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric/agreement"
)

// A rivalryReport holds the tests of measure against measure of one question.
type rivalryReport struct {
	question
	pairs []rivalPair
}

// A rivalPair is one test. A nil number is absent.
type rivalPair struct {
	Group      string   `json:"group,omitempty"`
	Human      string   `json:"human"`
	Level      string   `json:"level"`
	Averaging  string   `json:"averaging"`
	Statistic  string   `json:"statistic"`
	Test       string   `json:"test"`
	Better     string   `json:"better"`
	Worse      string   `json:"worse"`
	Difference *float64 `json:"difference"`
	CILow      *float64 `json:"ci_low"`
	CIHigh     *float64 `json:"ci_high"`
	PValue     *float64 `json:"p_value"` // one-sided, of better being better
	PTwoSided  *float64 `json:"p_value_two_sided"`
	Draws      int      `json:"draws"` // 0 for a formula
	Exact      bool     `json:"exact"`
	Reason     string   `json:"reason,omitempty"`
}

// compareMeasures tests all pairs of measures, on the outputs that all of them and people scored, and ranks the rows from first on.
func (r *correlationReport) compareMeasures(c *cli.Context, q question, first int, g *judgedGroup, h int, at leveller) error {
	common := agreement.CommonCells(g.humans[h], g.measures...)
	metrics := make([]agreement.Grid, len(g.measures))
	human := common
	for m, grid := range g.measures {
		human, metrics[m] = at(common, grid)
	}
	rivalry, err := q.spec.CompareMetrics(c.Context, human, metrics, agreement.MetricComparisonOptions{Test: r.compare, Draws: r.samples, Over: r.overFor(q.spec, human.Systems),
		Confidence: r.confidence, Alpha: r.alpha, Seed: r.seed, Workers: r.threads, Done: &r.work.done})
	if err != nil {
		return err
	}
	untested := slices.ContainsFunc(rivalry.Pairs, func(p agreement.MetricPair) bool { return !p.Defined })
	for k, m := range rivalry.Order {
		if !untested { // a rank says that tests were made
			r.rows[first+m].Rank = &rivalry.Ranks[k]
		}
	}
	shared := 0
	for _, v := range common.Values {
		if !math.IsNaN(v) {
			shared++
		}
	}
	for _, grid := range g.measures {
		if shared < sharedCells(g.humans[h], grid) {
			r.warn(fmt.Sprintf("%s--compare holds measures against each other on the %d outputs that all of them and people scored", prefixed(q.Group), shared))
			break
		}
	}
	if len(rivalry.Pairs) == 0 {
		return nil // fewer than two measures have a value: their rows say why
	}
	report := rivalryReport{question: q}
	for _, pair := range rivalry.Pairs {
		report.pairs = append(report.pairs, r.rivalPair(&q, &pair))
	}
	r.rivalries = append(r.rivalries, report)
	return nil
}

func (r *correlationReport) rivalPair(q *question, pair *agreement.MetricPair) rivalPair {
	out := rivalPair{Group: q.Group, Human: q.Human, Level: q.Level, Averaging: string(q.averaging()), Statistic: string(q.spec.Statistic),
		Test: testName(r.compare), Better: r.measures[pair.A], Worse: r.measures[pair.B], Draws: pair.Draws, Exact: pair.Exact, Reason: pair.Reason}
	if !pair.Defined {
		return out
	}
	out.Difference, out.PValue = &pair.Difference, &pair.P
	if r.compare == agreement.MetricTestPermBoth {
		out.PTwoSided = &pair.PTwoSided
	}
	if pair.Interval != nil {
		out.CILow, out.CIHigh = &pair.Interval.Low, &pair.Interval.High
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
