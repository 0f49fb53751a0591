package evaluation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
)

// test does all tests, corrects their p-values together and draws the conclusions.
func (c *checking) test(ctx context.Context) error {
	type planned struct {
		test        CheckTest
		before, now []float64 // by the candidate's segments
		column      *Column
		people      func(drop float64) *float64
	}
	references, err := c.candidate.references()
	if err != nil {
		return err
	}
	var plan []planned
	for k, column := range c.now {
		people, notMeasured := PeopleAgree(column.Name, column.Signature, references)
		for i, system := range c.candidate.Systems {
			test := CheckTest{System: system, Measure: column.Name, Margin: c.Margins[column.Name],
				PeopleNotMeasured: notMeasured}
			if c.baseline != nil {
				test.Against, test.BaselineSystem = AgainstBaseline, c.pairs[system]
				plan = append(plan, planned{test, c.rowBefore(k, system), column.Grid.Row(i), column, people})
			}
			if floor, ok := c.Floors[column.Name]; ok {
				test.Against, test.BaselineSystem = AgainstFloor, ""
				floors := slices.Repeat([]float64{floor}, len(c.candidate.Segments))
				plan = append(plan, planned{test, floors, column.Grid.Row(i), column, people})
			}
		}
	}
	options := c.Tests.WithDraws(len(plan))
	options.Family, options.Documents, options.Pairs = len(plan), nil, nil
	c.report.Draws, c.report.Halves = options.Draws, options.Halves
	if documents := documents(c.candidate.Segments); documents.without == 0 {
		options.Documents = documents.of
	}
	var p []float64
	for _, do := range plan {
		test := do.test
		if err := test.run(ctx, do.before, do.now, options, do.column); err != nil {
			return fmt.Errorf("%s of system %s: %w", test.Measure, test.System, err)
		}
		test.PeopleAgree = do.people(test.Drop)
		p = append(p, test.P)
		c.report.Tests = append(c.report.Tests, test)
	}
	if slices.ContainsFunc(c.report.Tests, func(t CheckTest) bool { return t.Draws > 0 }) {
		c.report.Warnings = append(c.report.Warnings, fewDraws(options, len(plan), "test")...)
	}
	for i, adjusted := range c.Tests.Correction.Adjust(p) {
		c.report.Tests[i].Adjusted = adjusted
		c.report.Tests[i].conclude(c.Tests.Alpha)
	}
	return nil
}

// run compares scores with those before.
func (t *CheckTest) run(
	ctx context.Context, before, now []float64, options agreement.CompareOptions, column *Column,
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
	comparison, err := agreement.Compare(ctx, grid, options)
	if err != nil {
		return err
	}
	d := comparison.Differences[0]
	d.Interval = rangeOf(column.Name, column.Signature).differences().cut(d.Interval)
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

// conclude draws the conclusion, once the p-value is corrected.
func (t *CheckTest) conclude(alpha float64) {
	come := func(to CheckVerdict, format string, args ...any) {
		t.Verdict, t.Reason = to, fmt.Sprintf(format, args...)
	}
	d := t.difference
	significant := t.Adjusted <= alpha && d.LeastP <= alpha
	t.Detectable = d.Detectable
	if t.Detectable == nil && (d.LeastP <= alpha || t.Worse+t.Better == 0) {
		t.Detectable = new(float64) // the differences do not vary: any would show
	}
	switch {
	case t.Worse+t.Better == 0:
		come(CheckPass, "no segment has another score")
	case significant && t.Drop > t.Margin:
		come(CheckRegression, "the drop is significant and above the margin %.3g", t.Margin)
	case significant && t.Drop > 0:
		come(CheckPass, "the drop is significant but within the margin %.3g", t.Margin)
	case significant:
		come(CheckPass, "better, and significantly so")
	case t.Detectable == nil:
		come(CheckInconclusive, "too few segments differ for any drop to be significant: %d of %d",
			t.Worse+t.Better, t.Segments)
	case *t.Detectable > t.Margin:
		come(CheckInconclusive, "%s detect only drops above %.3g; the margin is %.3g: add segments",
			t.units(), *t.Detectable, t.Margin)
	default:
		come(CheckPass, "not significant, though %s detect drops above %.3g", t.units(), *t.Detectable)
	}
}

// units counts what is taken as independent.
func (t *CheckTest) units() string {
	n, what := t.Segments, "segment"
	if t.Documents > 0 {
		n, what = t.Documents, "document"
	}
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
