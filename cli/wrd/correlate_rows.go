package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric/agreement"
)

// stronglyNegative is below which a correlation suggests that scores go the wrong way.
const stronglyNegative = -0.3

// fewSystems is below how many systems these are not drawn anew: most draws would have one or two of them.
const fewSystems = 5

// A correlationReport is what is computed, and printed.
type correlationReport struct {
	correlateSettings
	*judgments
	rows      []correlationRow
	rivalries []rivalryReport
	warnings  []string
	work      workload
}

// A question is a statistic at a level, of one column of human scores in one group of segments.
type question struct {
	Group string
	Human string
	Level string
	spec  agreement.Spec
}

// averaging is how the question calls it; at system level there is nothing to average.
func (q *question) averaging() agreement.Averaging { return q.spec.Averaging }

// A correlationRow is the answer for one measure. A nil number is absent.
type correlationRow struct {
	Group     string   `json:"group,omitempty"`
	Measure   string   `json:"measure"`
	Human     string   `json:"human"`
	Level     string   `json:"level"`
	Averaging string   `json:"averaging"`
	Statistic string   `json:"statistic"`
	Value     *float64 `json:"value"`
	Reason    string   `json:"reason,omitempty"`
	CILow     *float64 `json:"ci_low"`
	CIHigh    *float64 `json:"ci_high"`
	Interval  string   `json:"interval,omitempty"`        // fisher, or bootstrap and what it draws
	Without   string   `json:"interval_reason,omitempty"` // why there is none, or why it is not to be trusted
	Undefined int      `json:"undefined_draws,omitempty"`
	PValue    *float64 `json:"p_value"` // of the correlation being 0, two-sided; accuracies have none
	Epsilon   *float64 `json:"epsilon,omitempty"`
	Systems   int      `json:"n_systems"`
	Segments  int      `json:"n_segments"`
	Scores    int      `json:"n_scores"` // pairs of a human score and one of the measure
	Groups    int      `json:"n_groups"` // in the average
	Skipped   int      `json:"n_skipped"`
	Ceiling   bool     `json:"ceiling,omitempty"` // a row of raters: how well people agree among themselves
	Rank      *int     `json:"rank,omitempty"`    // the cluster of --compare

	draws agreement.Distribution
}

// compute answers all questions.
func (r *correlationReport) compute(c *cli.Context) error {
	r.work.total = r.plan()
	defer startShare(c.App.ErrWriter, "correlating", r.work.position)()
	for h, human := range r.humans {
		for g := range r.groups {
			for _, level := range r.levels {
				if err := r.correlateLevel(c, h, human, &r.groups[g], level); err != nil {
					return err
				}
			}
		}
	}
	r.addMeans()
	r.warnNegative()
	return nil
}

// specs lists what is asked at a level.
func (r *correlationReport) specs(level string, systems int) (specs []agreement.Spec) {
	averagings := r.averagings
	switch {
	case level == levelSystem || averagings == nil && systems < 2:
		averagings = []agreement.Averaging{agreement.AverageNone}
	case averagings == nil:
		averagings = []agreement.Averaging{agreement.AverageNone, agreement.AverageItem}
	}
	for _, averaging := range averagings {
		statistics := r.statistics
		if statistics == nil {
			statistics = []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB}
			switch {
			case level == levelSystem:
				statistics = append(statistics, agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP)
			case averaging == agreement.AverageItem:
				statistics = append(statistics, agreement.StatisticAccEq)
			}
		}
		for _, statistic := range statistics {
			if statistic.OfSystems() && level != levelSystem {
				continue
			}
			spec := r.spec
			spec.Statistic, spec.Averaging, spec.SystemLevel = statistic, averaging, level == levelSystem
			if !statistic.Calibrates() {
				spec.Epsilon, spec.EpsilonKnown = 0, false
			}
			specs = append(specs, spec)
		}
	}
	return specs
}

// correlateLevel adds the rows of a level.
func (r *correlationReport) correlateLevel(c *cli.Context, h int, human string, g *judgedGroup, level string) error {
	at, err := r.atLevel(c, g, level)
	if err != nil {
		return err
	}
	for _, spec := range r.specs(level, len(g.systems)) {
		q := question{Group: g.name, Human: human, Level: level, spec: spec}
		first := len(r.rows)
		for m, measure := range r.measures {
			humans, scores := at(g.humans[h], g.measures[m])
			row := q.row(measure)
			spec, unlearned := r.withEpsilon(c, spec, g, level, h, m)
			if err := r.work.step(c.Context, r.valueDraws(), func() error {
				if row.Reason = unlearned; unlearned != "" {
					return nil
				}
				return r.fill(c, &row, spec, g, humans, scores)
			}); err != nil {
				return err
			}
			row.countCells(g.humans[h], g.measures[m], spec)
			r.rows = append(r.rows, row)
		}
		if r.compare != "" && len(r.measures) > 1 {
			if r.learnt != nil && spec.Statistic == agreement.StatisticAccEq {
				r.warn("--compare holds measures against each other with the best thresholds on these scores, not with those of --epsilon-from")
			}
			if err := r.work.step(c.Context, r.rivalryDraws(), func() error { return r.compareMeasures(c, q, first, g, h, at) }); err != nil {
				return err
			}
		}
		if err := r.work.step(c.Context, r.ceilingDraws(human), func() error { return r.addCeilings(c, &q, g, at) }); err != nil {
			return err
		}
	}
	return nil
}

// A leveller turns the scores of segments into those of a level.
type leveller func(human, metric agreement.Grid) (agreement.Grid, agreement.Grid)

// atLevel returns the leveller of a level. System means are made by the statistics, which draw segments for their intervals.
func (r *correlationReport) atLevel(c *cli.Context, g *judgedGroup, level string) (leveller, error) {
	if level == levelSegment || level == levelSystem {
		return func(human, metric agreement.Grid) (agreement.Grid, agreement.Grid) { return human, metric }, nil
	}
	of, count, without := g.units(level)
	if count == 0 {
		return nil, fmt.Errorf("--level %s: found no %s of any segment, expected a column %s (--columns %s=NAME names it)", level, level, level, level)
	}
	if without > 0 {
		r.warn(fmt.Sprintf("%sno %s of %d of %d segments, which are left out at that level", prefixed(g.name), level, without, len(of)))
	}
	return func(human, metric agreement.Grid) (agreement.Grid, agreement.Grid) {
		return agreement.Collapse(human, metric, of, count)
	}, nil
}

// prefixed is how a message begins that concerns a group.
func prefixed(group string) string {
	if group == "" {
		return ""
	}
	return group + ": "
}

// warn adds a warning once.
func (r *correlationReport) warn(text string) {
	if !slices.Contains(r.warnings, text) {
		r.warnings = append(r.warnings, text)
	}
}

// withEpsilon puts the threshold that was learned on other scores into a spec of acc_eq. reason says why there is none.
func (r *correlationReport) withEpsilon(c *cli.Context, spec agreement.Spec, g *judgedGroup, level string, h, m int) (_ agreement.Spec, reason string) {
	if r.learnt == nil || spec.Statistic != agreement.StatisticAccEq {
		return spec, ""
	}
	from := &r.learnt.groups[0]
	if i := slices.IndexFunc(r.learnt.groups, func(other judgedGroup) bool { return other.name == g.name }); i >= 0 {
		from = &r.learnt.groups[i]
	} else if len(r.learnt.groups) > 1 {
		return spec, "no threshold was learned, as --epsilon-from has several groups and none of that name"
	}
	at, err := r.atLevel(c, from, level)
	if err != nil {
		return spec, fmt.Sprintf("no threshold was learned, as --epsilon-from has no %s of any segment", level)
	}
	other := spec.Correlate(at(from.humans[h], from.measures[m]))
	if !other.Defined {
		return spec, "no threshold could be learned: " + other.Reason
	}
	spec.Epsilon, spec.EpsilonKnown = other.Epsilon, true
	return spec, ""
}

func (q *question) row(measure string) correlationRow {
	return correlationRow{Group: q.Group, Measure: measure, Human: q.Human, Level: q.Level, Averaging: string(q.averaging()), Statistic: string(q.spec.Statistic)}
}

// fill computes a row's value, interval and p.
func (r *correlationReport) fill(c *cli.Context, row *correlationRow, spec agreement.Spec, g *judgedGroup, human, metric agreement.Grid) error {
	value := spec.Correlate(human, metric)
	row.set(value, spec)
	if !value.Defined || r.interval == intervalNone {
		return nil
	}
	// One column of independent scores: the systems, or the segments of one system.
	independent := spec.SystemLevel || human.Systems == 1 && spec.Averaging == agreement.AverageNone
	// A perfect correlation has no spread that Fisher's z could see.
	perfect := math.Abs(value.Value) == 1
	if independent && (r.interval == intervalFisher || r.interval == intervalAuto && !perfect) {
		if interval, ok := agreement.FisherInterval(spec.Statistic, value.Value, value.Scores, r.confidence); ok {
			row.CILow, row.CIHigh, row.Interval = &interval.Low, &interval.High, intervalFisher
			if p, ok := spec.PValue(human, metric); ok {
				row.PValue = &p
			}
			return nil
		}
	}
	if r.interval == intervalFisher {
		row.Without = "Fisher's needs Pearson, Spearman or Kendall of more than three or four independent scores"
		return nil
	}
	over := r.overFor(spec, human.Systems)
	var err error
	if row.draws, err = spec.Bootstrap(c.Context, human, metric, agreement.GridBootstrap{Draws: r.samples, Over: over, Seed: r.seed + g.number, Workers: r.threads, Done: &r.work.done}); err != nil {
		return err
	}
	row.setDraws(r.confidence, "bootstrap "+string(over))
	return nil
}

// overFor says what the bootstrap draws. A segment has few systems, and drawn with replacement fewer, which moves correlations
// within segments; so there the segments alone are drawn.
func (r *correlationReport) overFor(spec agreement.Spec, systems int) agreement.Resampled {
	switch {
	case r.over != "":
		return r.over
	case systems < fewSystems || spec.Averaging == agreement.AverageItem && !spec.SystemLevel:
		return agreement.ResampleInputs
	}
	return agreement.ResampleBoth
}

// set fills in a value.
func (row *correlationRow) set(value agreement.Value, spec agreement.Spec) {
	row.Reason, row.Scores, row.Groups, row.Skipped = value.Reason, value.Scores, value.Groups, value.Skipped
	if !value.Defined {
		return
	}
	row.Value = &value.Value
	if spec.Statistic.Calibrates() {
		row.Epsilon = &value.Epsilon
	}
}

// setDraws fills in what the bootstrap says.
func (row *correlationRow) setDraws(confidence float64, interval string) {
	row.Undefined = row.draws.Undefined()
	if ci, ok := row.draws.Interval(confidence); ok {
		row.CILow, row.CIHigh, row.Interval = &ci.Low, &ci.High, interval
		if row.Value != nil && (*row.Value < ci.Low || *row.Value > ci.High) {
			row.Without = "the interval does not hold the value: what is drawn twice moves this statistic; --resample inputs draws no system twice"
		}
	} else {
		row.Without = fmt.Sprintf("%d of %d draws have no value", row.Undefined, len(row.draws))
	}
	if p, ok := row.draws.AwayFromZero(); ok && aroundZero(agreement.Statistic(row.Statistic)) {
		row.PValue = &p
	}
}

// aroundZero says whether a statistic is 0 where measure and people have nothing to do with each other.
func aroundZero(s agreement.Statistic) bool {
	switch s {
	case agreement.StatisticPearson, agreement.StatisticSpearman, agreement.StatisticKendallB, agreement.StatisticKendallC, agreement.StatisticPDP:
		return true
	}
	return false
}

// countCells counts the systems and segments that have scores of both sides; soft pairwise accuracy uses whole segments only.
func (row *correlationRow) countCells(human, metric agreement.Grid, spec agreement.Spec) {
	segments := make([]int, human.Segments)
	for i := range human.Systems {
		any := false
		for k := range human.Segments {
			if !math.IsNaN(human.At(i, k)) && !math.IsNaN(metric.At(i, k)) {
				any = true
				segments[k]++
			}
		}
		if any {
			row.Systems++
		}
	}
	least := 1
	if spec.Statistic == agreement.StatisticSPA || spec.Statistic == agreement.StatisticSPAMidP {
		least = human.Systems
	}
	for _, n := range segments {
		if n >= least {
			row.Segments++
		}
	}
}

// addMeans adds, where there are several groups, the mean over them of each row that has a value in all.
func (r *correlationReport) addMeans() {
	if len(r.groups) < 2 {
		return
	}
	type key struct{ measure, human, level, averaging, statistic string }
	var order []key
	members := map[key][]*correlationRow{}
	for i := range r.rows {
		row := &r.rows[i]
		k := key{row.Measure, row.Human, row.Level, row.Averaging, row.Statistic}
		if members[k] == nil {
			order = append(order, k)
		}
		members[k] = append(members[k], row)
	}
	var means []correlationRow
	for _, k := range order {
		mean := meanRow(members[k], len(r.groups), r.confidence)
		means = append(means, mean)
	}
	r.rows = append(r.rows, means...)
}

// meanOfGroups is what the mean over groups is called.
const meanOfGroups = "mean"

// meanRow averages the rows of groups. Draws of different groups are independent, and averaged draw by draw.
func meanRow(rows []*correlationRow, groups int, confidence float64) correlationRow {
	mean := correlationRow{Group: meanOfGroups, Measure: rows[0].Measure, Human: rows[0].Human, Level: rows[0].Level,
		Averaging: rows[0].Averaging, Statistic: rows[0].Statistic, Ceiling: rows[0].Ceiling, Groups: len(rows)}
	sum, drawn := 0.0, len(rows) == groups
	for _, row := range rows {
		mean.Scores += row.Scores
		mean.Segments += row.Segments
		mean.Systems += row.Systems
		if row.Value == nil {
			mean.Reason = fmt.Sprintf("no value in %s: %s", row.Group, row.Reason)
			return mean
		}
		sum += *row.Value
		drawn = drawn && row.draws != nil
	}
	if len(rows) < groups {
		mean.Reason = fmt.Sprintf("asked in %d of %d groups", len(rows), groups)
		return mean
	}
	value := sum / float64(groups)
	mean.Value = &value
	if !drawn {
		return mean
	}
	mean.draws = make(agreement.Distribution, len(rows[0].draws))
	for _, row := range rows {
		for i, v := range row.draws {
			mean.draws[i] += v / float64(groups)
		}
	}
	mean.setDraws(confidence, rows[0].Interval)
	return mean
}

// warnNegative warns of measures that seem to go the wrong way.
func (r *correlationReport) warnNegative() {
	for _, measure := range r.measures {
		var worst *correlationRow
		for i := range r.rows {
			row := &r.rows[i]
			if row.Measure == measure && row.Value != nil && aroundZero(agreement.Statistic(row.Statistic)) && *row.Value < stronglyNegative && row.Scores > 2 &&
				(worst == nil || *row.Value < *worst.Value) {
				worst = row
			}
		}
		if worst != nil {
			advice := "--lower-is-better " + measure + " if it is a distance"
			if r.lower[slices.Index(r.measures, measure)] {
				advice = "it is taken to be a distance; are the human scores errors or penalties?"
			}
			r.warn(fmt.Sprintf("%s%s correlates strongly negatively with %s (%s %.3f at %s level): %s", prefixed(worst.Group), measure, worst.Human, worst.Statistic, *worst.Value, worst.Level, advice))
		}
	}
}
