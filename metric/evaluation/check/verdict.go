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
		people      func(drop float64, shown bool) people.Preference
	}
	references, err := c.candidate.references()
	if err != nil {
		return err
	}
	var plan []planned
	for k, column := range c.now {
		people := people.Agree(column.Name, column.Signature, references)
		for i, system := range c.candidate.Systems {
			test := Test{System: system, Measure: column.Name, Margin: c.Margins[column.Name]}
			if c.baseline != nil {
				test.Against, test.BaselineSystem = AgainstBaseline, c.pairs[system]
				plan = append(plan, planned{test, c.rowBefore(k, system), column.Grid.Row(i), column, people})
			}
			if floor, ok := c.Floors[column.Name]; ok {
				test.Against, test.BaselineSystem = AgainstFloor, ""
				floors := slices.Repeat([]float64{floor}, len(c.candidate.Segments))
				plan = append(plan, planned{test, floors, column.Grid.Row(i), column, nil})
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
		p = append(p, test.P)
		c.report.Tests = append(c.report.Tests, test)
	}
	if slices.ContainsFunc(c.report.Tests, func(t Test) bool { return t.Draws > 0 }) {
		c.report.Warnings = append(c.report.Warnings, options.FewDraws(len(plan), "test")...)
	}
	for i, adjusted := range c.Tests.Correction.Adjust(p) {
		test := &c.report.Tests[i]
		test.Adjusted = adjusted
		test.conclude(c.Tests.Alpha, each)
		if people := plan[i].people; people != nil {
			test.Preference = people(test.Drop, test.significant(c.Tests.Alpha) && test.Drop != 0)
		}
	}
	return nil
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
		t.Low, t.High = &d.Interval.Low, &d.Interval.High
	}
	t.Worse, t.Equal, t.Better = d.Wins, d.Ties, d.Losses
	if column.LowerIsBetter {
		t.Drop = 0 - d.Mean
		if d.Units > 1 {
			t.Low, t.High = new(0-d.Interval.High), new(0-d.Interval.Low)
		}
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
// where there are other tests.
func (t *Test) conclude(alpha, detected float64) {
	come := func(to Verdict, format string, args ...any) {
		t.Verdict, t.Reason = to, fmt.Sprintf(format, args...)
	}
	shown := t.significant(alpha)
	t.Detectable = t.difference.Detectable
	if t.Detectable == nil && (t.difference.LeastP <= detected || t.Worse+t.Better == 0) {
		t.Detectable = new(float64) // the differences do not vary: any would show
	}
	switch {
	case t.Worse+t.Better == 0:
		come(Pass, "no score has changed")
	case shown && t.Drop > t.Margin:
		come(Regression, "the drop is significant and above the margin %.3g", t.Margin)
	case shown && t.Drop > 0:
		come(Pass, "the drop is significant but within the margin %.3g", t.Margin)
	case shown && t.Drop == 0:
		come(Pass, "the means are equal")
	case shown:
		come(Pass, "significantly better")
	case t.Detectable == nil && t.Documents > 0:
		differ := "at most 1"
		if p := t.difference.LeastP; p < 1 { // 2/2ᵏ for k documents
			differ = fmt.Sprint(1 - math.Ilogb(p))
		}
		come(Inconclusive, "too few documents differ for any drop to be significant: %s of %d", differ, t.Documents)
	case t.Detectable == nil:
		come(Inconclusive, "too few segments differ for any drop to be significant: %d of %d",
			t.Worse+t.Better, t.Segments)
	case *t.Detectable > t.Margin:
		come(Inconclusive, "%s detect only drops above %.3g; the margin is %.3g: add %ss",
			t.units(), *t.Detectable, t.Margin, t.unit())
	case t.Drop > t.Margin:
		come(Inconclusive, "the drop is above the margin %.3g but not significant", t.Margin)
	default:
		come(Pass, "not significant, though %s detect drops above %.3g", t.units(), *t.Detectable)
	}
}

// units counts what is taken as independent.
func (t *Test) units() string {
	n, what := t.Documents, t.unit()
	if t.Documents == 0 {
		n = t.Segments
	}
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func (t *Test) unit() string {
	if t.Documents > 0 {
		return "document"
	}
	return "segment"
}
