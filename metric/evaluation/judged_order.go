package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// A JudgedOrder compares the ranking of systems by a measure with the ranking by the people who judged these very
// outputs. (How often people agree in other test sets is something else.) Both rankings are by
// the means over the outputs that both people and the measure scored, of each system over its own, as in
// mt-metrics-eval. If Reason is not empty, there is no ranking by people, and the fields after it are absent.
type JudgedOrder struct {
	Measure   string `json:"measure"`
	Human     string `json:"human"` // the column of human scores, of which higher is better
	Direction        // of the measure
	// Sentences are all that there is to say: the first whether they agree. InBrief is that sentence for one of several
	// columns of human scores.
	Sentences []string `json:"sentences"`
	InBrief   string   `json:"brief"`

	// Unjudged are the systems without an output that both scored, and LeftOut those whose texts people wrote, both sorted.
	Unjudged []string `json:"unjudged"`
	LeftOut  []string `json:"left_out"`
	Reason   string   `json:"reason,omitempty"` // why people have no order, in a sentence without its full stop
	NoOrder  NoOrder  `json:"-"`                // which say.Judged words as Reason

	Systems  []JudgedSystem `json:"systems"`  // the best by people first
	Segments int            `json:"segments"` // those with an output that both scored
	Outputs  int            `json:"outputs"`  // those of Systems that both scored
	Scored   int            `json:"scored"`   // those of Systems that the measure scored

	// BestByMeasure and BestByPeople are the systems of rank 1, several where their means are equal: the one that the
	// other side ranks highest first.
	BestByMeasure []string `json:"best_by_measure"`
	BestByPeople  []string `json:"best_by_people"`
	SameBest      bool     `json:"same_best"` // whether a system is in both
	// TiedByPeople are people's best system and those that the test of all pairs of human scores does not show to be
	// worse, the best first.
	TiedByPeople  []string `json:"tied_by_people"`
	ApartByPeople int      `json:"apart_by_people"` // pairs of systems that the same test shows to differ

	// Pairs of systems, and how many of them both sides order alike. As in mt-metrics-eval's pairwise accuracy, a pair
	// that both tie is ordered alike, and one that one side alone ties is not.
	Pairs int `json:"pairs"`
	Alike int `json:"alike"`
	// Agreement is Alike/Pairs, with the interval of a bootstrap of Unit: for these systems on other such segments.
	Agreement *float64 `json:"agreement"`
	ConfidenceLimits
	IntervalReason string           `json:"interval_reason,omitempty"` // why there is no interval
	NoInterval     agreement.Reason `json:"-"`                         // which IntervalReason is made of

	// Difference is people's own between the two bests; nil where these are the same.
	Difference *JudgedDifference `json:"difference,omitempty"`

	Unit       Unit    `json:"units"`      // that the interval and the test take as independent
	Draws      int     `json:"samples"`    // of the bootstrap
	Seed       uint64  `json:"seed"`       // of the bootstrap and the test
	Confidence float64 `json:"confidence"` // of intervals
	Alpha      float64 `json:"alpha"`      // of the test
}

// A JudgedSystem is the rank of a system on both sides. Ranks count from 1; equal means have the same rank.
type JudgedSystem struct {
	System    string  `json:"system"`
	Outputs   int     `json:"outputs"` // how many both scored, which the means are of
	Mean      float64 `json:"mean"`    // by the measure
	Rank      int     `json:"rank"`
	HumanMean float64 `json:"human_mean"`
	HumanRank int     `json:"human_rank"`
}

// A JudgedDifference is the difference between the human scores of the best system by people and those of the best
// system by the measure, on the segments on which both were judged.
type JudgedDifference struct {
	System  string `json:"system"`
	Against string `json:"against"`
	Reason  string `json:"reason,omitempty"` // why it cannot be tested; the numbers mean nothing then
	// Untested is what say.Judged words as Reason. NotZero are the differences that are not zero, of UntestedExact.
	Untested Untested `json:"-"`
	NotZero  int      `json:"-"`
	// Verdict is better if people are shown to prefer System, ~ if they are not. It can be worse only if the two were judged
	// on different segments.
	Verdict    significance.Verdict `json:"verdict"`
	Difference float64              `json:"difference"`
	ConfidenceLimits
	Test     significance.Test `json:"test"` // that was done
	Draws    int               `json:"samples"`
	P        float64           `json:"p_value"`
	Adjusted float64           `json:"p_corrected"` // corrected for all pairs of systems that people judged
	LeastP   float64           `json:"least_p"`     // the least that Adjusted can be with so many units that differ
	Segments int               `json:"segments"`
	Units    int               `json:"units"`
}

// JudgedOrders compares the ranking by each column of scores with the ranking by each column of human scores, all
// measures for the first human scores first. unit is what is treated as independent. Draws of the options are those of
// the test, which has more if so few could show nothing; the bootstrap has DefaultDraws. The result is nil without
// human scores or a second system. It does not depend on the order of the systems, nor on systems that nobody judged,
// except that it lists these as left out. Sentences, and reasons in words, are say.Judged's.
//
// It fails with a *GroupsError or a *DocumentsError as Compare does, with an error that names the column if a score is
// not finite, and with an error that wraps ctx.Err() when ctx ends.
func JudgedOrders(ctx context.Context, unit Unit, tests significance.Options, scores *Scores) (
	orders []JudgedOrder, err error) {
	asked := judging{unit, tests}
	if err := scores.OneGroup(); err != nil {
		return nil, err
	}
	if asked.Unit, _, err = asked.Unit.Drawn(scores.Segments); err != nil {
		return nil, err
	}
	return judgedOrders(ctx, asked, scores)
}

// judging is how orders are judged: what is taken as independent, and how the test is done.
type judging struct {
	Unit  Unit
	Tests significance.Options
}

// judgedOrders is JudgedOrders by the unit that is asked for, without sentences.
func judgedOrders(ctx context.Context, asked judging, scores *Scores) (orders []JudgedOrder, err error) {
	if len(scores.Systems) < 2 {
		return nil, nil
	}
	for _, human := range scores.Humans {
		for _, measure := range scores.Columns {
			if slices.ContainsFunc(scores.Humans, func(h Column) bool { return h.Name == measure.Name }) {
				continue // people's own scores are no measure
			}
			j := &Judgments{Systems: scores.Systems, Segments: scores.Segments, Humans: []Column{human},
				Measures: []Column{measure}, HumanSystems: scores.HumanSystems}
			if err := j.Check(); err != nil {
				return nil, err
			}
			order := newJudgedOrder(asked, measure.Name, human.Name, measure.LowerIsBetter)
			order.choose(j)
			if err := order.fill(ctx, asked); err != nil {
				return nil, err
			}
			orders = append(orders, order.JudgedOrder)
		}
	}
	return orders, nil
}

// A judgedOrder is a JudgedOrder on its way. The grids have a row for each of Systems and a column for each of segments,
// and gaps in the same places; both go up as texts get better.
type judgedOrder struct {
	JudgedOrder
	human, measure agreement.Grid
	documents      []int          // of the segments; nil if these are taken as independent
	rows           map[string]int // of the systems in the grids
}

// newJudgedOrder returns an order of which nothing is known but what is asked.
func newJudgedOrder(asked judging, measure, human string, lowerIsBetter bool) *judgedOrder {
	tests := asked.Tests.WithDefaults()
	return &judgedOrder{JudgedOrder: JudgedOrder{
		Measure: measure, Human: human, Direction: Direction{lowerIsBetter}, Unjudged: []string{}, LeftOut: []string{},
		Systems: []JudgedSystem{}, BestByMeasure: []string{}, BestByPeople: []string{}, TiedByPeople: []string{},
		Unit: asked.Unit, Draws: DefaultDraws, Seed: tests.Seed, Confidence: tests.Confidence, Alpha: tests.Alpha}}
}

// choose takes the systems and segments of which something can be said.
func (o *judgedOrder) choose(j *Judgments) {
	chosen, left := j.Chosen(false, nil)
	human, measure := chosen.Humans[0], chosen.Measures[0]
	o.LeftOut = append(o.LeftOut, left.Human...)
	slices.Sort(o.LeftOut)
	var rows []int
	for i, name := range chosen.Systems {
		if both := bothCount(human.Grid.Row(i), measure.Grid.Row(i)); both > 0 {
			rows, o.Systems = append(rows, i), append(o.Systems, JudgedSystem{System: name, Outputs: both})
		} else {
			o.Unjudged = append(o.Unjudged, name)
		}
	}
	slices.Sort(o.Unjudged)
	var columns []int
	var segments []Segment
	for k, segment := range chosen.Segments {
		if slices.ContainsFunc(rows, func(i int) bool {
			return !math.IsNaN(human.Grid.At(i, k)) && !math.IsNaN(measure.Grid.At(i, k))
		}) {
			columns, segments = append(columns, k), append(segments, segment)
		}
	}
	for _, i := range rows {
		for _, x := range measure.Grid.Row(i) {
			if !math.IsNaN(x) {
				o.Scored++
			}
		}
	}
	people, machine := human.Part(rows, columns), measure.Part(rows, columns)
	o.human, o.measure = agreement.CommonCells(people, machine), agreement.CommonCells(machine, people)
	if o.Unit == UnitDocument {
		o.documents, _ = Documents(segments)
	}
	o.Segments = len(segments)
}

// bothCount counts the places where both lists have a number.
func bothCount(a, b []float64) (n int) {
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			n++
		}
	}
	return n
}

// fill says all that follows from the scores.
func (o *judgedOrder) fill(ctx context.Context, asked judging) error {
	switch len(o.Systems) {
	case 0:
		o.NoOrder = NoOrderUnjudged
		return nil
	case 1:
		o.NoOrder = NoOrderOfOne
		return nil
	}
	for i := range o.Systems {
		o.Outputs += o.Systems[i].Outputs
	}
	human, measure := rowMeans(o.human), rowMeans(o.measure)
	for i := range o.Systems {
		o.Systems[i].HumanMean, o.Systems[i].Mean = human[i], measure[i]
		if o.LowerIsBetter {
			o.Systems[i].Mean = 0 - measure[i]
		}
	}
	leveled(human)
	leveled(measure)
	for i := range o.Systems {
		o.Systems[i].HumanRank, o.Systems[i].Rank = rankOf(human, i), rankOf(measure, i)
	}
	counts := agreement.CountPairs(human, measure, 0)
	o.Pairs, o.Alike = counts.Pairs(), counts.Agreeing()
	share, _ := counts.Acc23()
	o.Agreement = &share
	if err := o.addInterval(ctx, asked); err != nil {
		return err
	}
	people, measured := o.bests()
	return o.testPeople(ctx, asked, people, measured)
}

// rowMeans returns the mean of each row, which has at least one score.
func rowMeans(grid agreement.Grid) []float64 {
	means := make([]float64, grid.Systems)
	for i := range means {
		var mean agreement.Mean
		for _, x := range grid.Row(i) {
			if !math.IsNaN(x) {
				mean.Add(x)
			}
		}
		means[i], _ = mean.Value()
	}
	return means
}

// leveled makes means that only rounding tells apart equal: it rounds to 2⁻⁴⁰ of the largest.
func leveled(means []float64) {
	largest := 0.0
	for _, x := range means {
		largest = max(largest, math.Abs(x))
	}
	_, exponent := math.Frexp(largest)
	for i, x := range means {
		means[i] = math.Ldexp(math.Round(math.Ldexp(x, 40-exponent)), exponent-40)
	}
}

// rankOf returns how many of the means are higher than that of i, and one.
func rankOf(means []float64, i int) int {
	rank := 1
	for _, x := range means {
		if x > means[i] {
			rank++
		}
	}
	return rank
}

// addInterval resamples the segments, or documents.
func (o *judgedOrder) addInterval(ctx context.Context, asked judging) (err error) {
	spec := agreement.Spec{Statistic: agreement.StatisticPairwiseAccuracy}
	b := agreement.GridBootstrap{Draws: o.Draws, Over: agreement.ResampleInputs, Seed: o.Seed,
		Workers: asked.Tests.Workers, Units: agreement.Units{Documents: o.documents}}
	estimate := spec.Estimate(o.human, o.measure, *o.Agreement, nil, b)
	if o.NoInterval = estimate.TooFew(); o.NoInterval != (agreement.Reason{}) {
		return nil
	}
	if estimate.Draws, err = spec.Bootstrap(ctx, o.human, o.measure, b); err != nil {
		return err
	}
	interval, reason := estimate.Interval(o.Confidence)
	if o.NoInterval = reason; reason == (agreement.Reason{}) {
		o.ConfidenceLimits = Limits(interval)
	}
	return nil
}

// bests sorts the systems, names the best ones, and returns the rows of the first of them in the grids.
func (o *judgedOrder) bests() (people, measured int) {
	rows := make([]int, len(o.Systems))
	o.rows = make(map[string]int, len(o.Systems))
	for i := range rows {
		rows[i], o.rows[o.Systems[i].System] = i, i
	}
	by := func(own, other func(s *JudgedSystem) int) func(a, b int) int {
		return func(a, b int) int {
			x, y := &o.Systems[a], &o.Systems[b]
			return cmp.Or(cmp.Compare(own(x), own(y)), cmp.Compare(other(x), other(y)), cmp.Compare(x.System, y.System))
		}
	}
	rank, humanRank := func(s *JudgedSystem) int { return s.Rank }, func(s *JudgedSystem) int { return s.HumanRank }
	slices.SortFunc(rows, by(rank, humanRank))
	measured = rows[0]
	for _, i := range rows {
		if s := &o.Systems[i]; s.Rank == 1 {
			o.BestByMeasure = append(o.BestByMeasure, s.System)
			o.SameBest = o.SameBest || s.HumanRank == 1
		}
	}
	slices.SortFunc(rows, by(humanRank, rank))
	people = rows[0]
	for _, i := range rows {
		if s := &o.Systems[i]; s.HumanRank == 1 {
			o.BestByPeople = append(o.BestByPeople, s.System)
		}
	}
	sorted := make([]JudgedSystem, 0, len(rows))
	for _, i := range rows {
		sorted = append(sorted, o.Systems[i])
	}
	o.Systems = sorted
	return people, measured
}

// testPeople tests the human scores of all pairs of systems, as Compare does with any other column: for TiedByPeople, and
// for the difference between two rows if these are not the same.
func (o *judgedOrder) testPeople(ctx context.Context, asked judging, people, measured int) error {
	o.TiedByPeople = slices.Clone(o.BestByPeople)
	tests := asked.Tests
	tests.Pairs = nil
	for against := range o.human.Systems {
		for system := against + 1; system < o.human.Systems; system++ {
			if o.human.Share(against, system) {
				tests.Pairs = append(tests.Pairs, [2]int{system, against})
			}
		}
	}
	untested, notZero := UntestedApart, 0
	comparison := &significance.Comparison{}
	if pairs := len(tests.Pairs); pairs > significance.MaxPairs {
		untested = UntestedSystems
	} else if pairs > 0 {
		tests = tests.WithDefaults().WithDraws(pairs)
		tests.Documents, tests.Done, tests.Ties = o.documents, nil, (&Column{Name: o.Human}).Ties()
		found, err := significance.Compare(ctx, o.human, tests)
		if many, ok := errors.AsType[*significance.TooManyError](err); ok {
			untested, notZero = UntestedExact, many.Differences
		} else if err != nil {
			return fmt.Errorf("column %s: %w", o.Human, err)
		} else {
			comparison = found
		}
	}
	shown := make([]bool, o.human.Systems) // that people's best is better
	for i := range comparison.Differences {
		if comparison.Differences[i].Verdict(false) != significance.Undecided {
			o.ApartByPeople++
		}
		switch d := &comparison.Differences[i]; {
		case d.A == people:
			shown[d.B] = d.Verdict(false) == significance.Better
		case d.B == people:
			shown[d.A] = d.Verdict(false) == significance.Worse
		}
		if o.isBests(&comparison.Differences[i], people, measured) {
			o.differ(&comparison.Differences[i], people, tests)
		}
	}
	for _, s := range o.Systems {
		if !shown[o.rows[s.System]] && !slices.Contains(o.TiedByPeople, s.System) {
			o.TiedByPeople = append(o.TiedByPeople, s.System)
		}
	}
	if o.Difference == nil && !o.SameBest {
		o.Difference = &JudgedDifference{System: o.BestByPeople[0], Against: o.BestByMeasure[0],
			Verdict: significance.Undecided, Untested: untested, NotZero: notZero}
	}
	return nil
}

// isBests says whether a difference is that of the two rows, where these are not the same.
func (o *judgedOrder) isBests(d *significance.Difference, people, measured int) bool {
	return !o.SameBest && (d.A == people && d.B == measured || d.A == measured && d.B == people)
}

// differ fills in the difference of the two bests.
func (o *judgedOrder) differ(found *significance.Difference, people int, tests significance.Options) {
	d := &JudgedDifference{System: o.BestByPeople[0], Against: o.BestByMeasure[0], Verdict: found.Verdict(false),
		Difference: found.Mean, Test: found.Test, Draws: tests.Draws, P: found.P, Adjusted: found.Adjusted,
		LeastP: found.LeastP, Segments: found.Segments, Units: found.Units}
	interval := found.Interval
	if found.A != people {
		d.Difference, interval = 0-d.Difference, agreement.Interval{Low: 0 - interval.High, High: 0 - interval.Low}
		switch d.Verdict {
		case significance.Better:
			d.Verdict = significance.Worse
		case significance.Worse:
			d.Verdict = significance.Better
		}
	}
	if tests.Correction == significance.CorrectionHolm {
		d.LeastP = min(1, float64(len(tests.Pairs))*d.LeastP)
	}
	if found.Units > 1 {
		d.ConfidenceLimits = Limits(interval)
	}
	o.Difference = d
}
