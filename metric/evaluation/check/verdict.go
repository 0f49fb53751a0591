package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/internal/bounds"
	"github.com/wordrotator/wrd/metric/evaluation/people"
)

// test does all tests, corrects their p-values together and draws the conclusions.
func (c *checking) test(ctx context.Context) error {
	type planned struct {
		test        Test
		before, now []float64 // by the candidate's segments
		column      *evaluation.Column
		system      int // of the candidate's
		people      func(drop float64, shown bool) people.Preference
	}
	references, err := c.candidate.references()
	if err != nil {
		return err
	}
	if err := c.setMargins(references); err != nil {
		return err
	}
	var plan []planned
	for k, column := range c.now {
		people := people.On(column.Name, column.Signature, references).Of
		for i, system := range c.candidate.Systems {
			test := Test{System: system, Measure: column.Name, Margin: c.Margins[column.Name],
				MarginPoints: c.inPoints[column.Name]}
			if c.baseline != nil {
				test.Against, test.BaselineSystem = AgainstBaseline, c.pairs[system]
				plan = append(plan, planned{test, c.rowBefore(k, system), column.Grid.Row(i), column, i, people})
			}
			if floor, ok := c.Floors[column.Name]; ok {
				test.Against, test.BaselineSystem = AgainstFloor, ""
				floors := slices.Repeat([]float64{floor}, len(c.candidate.Segments))
				plan = append(plan, planned{test, floors, column.Grid.Row(i), column, i, nil})
			}
		}
	}
	options := c.Tests.WithDraws(len(plan))
	options.Family, options.Documents, options.Pairs = len(plan), nil, nil
	c.report.Draws, c.report.Halves = options.Draws, options.Halves
	each := c.Tests.Alpha // of a test by itself, before p is corrected
	if c.Tests.Correction == significance.CorrectionHolm {
		each /= float64(len(plan))
	}
	if documents, all := evaluation.Documents(c.candidate.Segments); all {
		options.Documents = documents
	}
	var p []float64
	for _, do := range plan {
		test := do.test
		if err := test.run(ctx, do.before, do.now, options, do.column); err != nil {
			return fmt.Errorf("%s of system %s: %w", test.Measure, test.System, err)
		}
		if test.Against == AgainstBaseline {
			drops := make([]float64, len(do.now))
			for i := range drops {
				if drops[i] = do.column.Ahead(do.before[i], do.now[i]); c.isBroken(do.system, i) {
					drops[i] = math.NaN() // they are counted already
				}
			}
			test.Tail = tailOf(drops, do.before, test.Margin)
		}
		if scale, ok := c.scales[test.Measure]; ok {
			test.Points = &PointMeans{scale.Points(test.Baseline), scale.Points(test.Candidate), scale.PointsOf(test.Drop)}
		}
		p = append(p, test.P)
		c.report.Tests = append(c.report.Tests, test)
	}
	for i, adjusted := range c.Tests.Correction.Adjust(p) {
		test := &c.report.Tests[i]
		test.Adjusted, test.each = adjusted, each
		if people := plan[i].people; people != nil {
			test.Preference = people(test.Drop, test.significant(c.Tests.Alpha) && test.Drop != 0)
		}
	}
	return nil
}

// concludeTests draws the conclusions of all tests.
func (c *checking) concludeTests() {
	for i := range c.report.Tests {
		t := &c.report.Tests[i]
		changed := 0
		for _, b := range c.report.Broken {
			if b.System == t.System {
				changed = b.Changed
			}
		}
		t.conclude(c.Tests.Alpha, t.each, c.candidate, changed)
	}
}

// run compares scores with those before.
func (t *Test) run(
	ctx context.Context, before, now []float64, options significance.Options, column *evaluation.Column,
) error {
	n := len(now)
	both := 0
	for i := range now {
		if !math.IsNaN(now[i]) && !math.IsNaN(before[i]) {
			both++
		}
	}
	if both == 0 {
		return errors.New("found no segment with a score on both sides, expected at least one")
	}
	grid, err := agreement.NewGrid(2, n, slices.Concat(before, now))
	if err != nil {
		return err
	}
	options.Ties = column.Ties()
	comparison, err := significance.Compare(ctx, grid, options)
	if err != nil {
		return err
	}
	d := comparison.Differences[0]
	d.Interval = bounds.Of(column.Name, column.Signature).Differences().Cut(d.Interval)
	t.difference = d
	t.Baseline, t.Candidate, t.P, t.Test, t.Draws = d.MeanA, d.MeanB, d.P, d.Test, d.Draws
	t.Segments, t.Without = d.Segments, n-d.Segments
	t.Drop = d.Mean
	if d.Units > 1 {
		t.ConfidenceLimits = evaluation.Limits(d.Interval)
	}
	t.Worse, t.Equal, t.Better = d.Wins, d.Ties, d.Losses
	if column.LowerIsBetter {
		t.Drop, t.ConfidenceLimits = 0-d.Mean, t.Negated()
		t.Worse, t.Better = d.Losses, d.Wins
	}
	if options.Documents != nil {
		t.Documents = d.Units
	}
	return nil
}

// significant says whether the test shows a difference, once the p-value is corrected.
func (t *Test) significant(alpha float64) bool {
	return t.Adjusted <= alpha && t.difference.LeastP <= alpha
}

// conclude draws the conclusion, once the p-value is corrected. A drop is detected at the second alpha, which is smaller
// where there are other tests. changed are the outputs that are not the baseline's, 0 where that is not known.
func (t *Test) conclude(alpha, detected float64, in *Version, changed int) {
	shown := t.significant(alpha)
	t.Detectable = t.difference.Detectable
	if t.Detectable == nil && (t.difference.LeastP <= detected || t.Worse+t.Better == 0) {
		t.Detectable = new(float64) // the differences do not vary: any would show
	}
	t.Mean = t.concludeMean(shown, changed)
	t.Verdict = t.Mean.Verdict
	if t.Tail == nil {
		return
	}
	t.Tail.Where = in.where(t.Tail.outputs)
	if t.Tail.Failed {
		t.Verdict = Regression
	}
}

// leastUnits is how many segments or documents an interval says something of: fewer can show nothing at the usual alpha.
const leastUnits = 6

// concludeMean draws the conclusion about the mean.
func (t *Test) concludeMean(shown bool, changed int) MeanConclusion {
	n, _ := t.Independent()
	within := t.CIHigh != nil && *t.CIHigh <= t.Margin && n >= leastUnits
	switch {
	case t.Worse+t.Better == 0:
		return MeanConclusion{Verdict: Pass, Reason: MeanUnchanged, Changed: changed}
	case shown && t.Drop > t.Margin:
		return MeanConclusion{Verdict: Regression, Reason: MeanDropped}
	case shown && t.Drop < 0 && (within || t.CIHigh == nil):
		return MeanConclusion{Verdict: Pass, Reason: MeanRose}
	case shown && t.Drop == 0:
		return MeanConclusion{Verdict: Pass, Reason: MeanEqual}
	case shown && t.Drop > 0 && within:
		return MeanConclusion{Verdict: Pass, Reason: MeanDroppedWithin}
	case within:
		return MeanConclusion{Verdict: Pass, Reason: MeanWithin}
	case t.CIHigh == nil || t.Detectable == nil:
		return MeanConclusion{Verdict: Inconclusive, Reason: MeanTooFew, Differing: t.differing()}
	}
	return MeanConclusion{Verdict: Inconclusive, Reason: MeanOpen, Deciding: t.deciding()}
}

// deciding is about how many segments, or documents, would decide: an interval gets narrower with the square root of their
// number, until it is within the margin or, where the drop is above that, away from zero.
func (t *Test) deciding() int {
	room := t.Margin - t.Drop
	if room < 0 {
		room = t.Drop
	}
	half := (*t.CIHigh - *t.CILow) / 2
	count, _ := t.Independent()
	most := float64(count) * 1e4
	if room <= 0 {
		return int(most)
	}
	n := math.Ceil(float64(count) * math.Pow(half/room, 2))
	digits := math.Pow(10, max(0, math.Floor(math.Log10(n))-1)) // two are enough
	return int(min(most, max(math.Ceil(n/digits)*digits, float64(count+1))))
}

// differing is how many of what is taken as independent differ, at most 1 more than is known of documents.
func (t *Test) differing() int {
	if t.Documents == 0 {
		return t.Worse + t.Better
	}
	if p := t.difference.LeastP; p < 1 { // 2/2ᵏ for k documents
		return 1 - math.Ilogb(p)
	}
	return 1
}
