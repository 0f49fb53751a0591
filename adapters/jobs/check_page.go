package jobs

import (
	"context"
	"slices"

	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// writePage writes the page of a check: the systems of this run, and those of the baseline next to them.
func (c *checking) writePage(ctx context.Context, baseline *check.Version, report *check.Report) error {
	candidate := c.now
	input, err := candidate.table.Inspected(c.Rules.Columns, "", c.Lower, nil, candidate.File)
	if err != nil {
		return err
	}
	if baseline != nil && report.Forced == "" {
		input.AddBaseline(&baseline.Scores, candidate.baseline.texts())
	}
	page := html.Report{Title: "Check: " + string(report.Verdict), Check: report,
		CheckReasons: say.CheckReasons(report)}
	contents := inspection.Contents{Compare: compare.Design{Tests: c.Rules.Tests}, Alone: true}
	if baseline != nil && report.Forced == "" {
		contents.Pair = checkedPair(candidate.table.Systems, baseline.Systems, report)
	}
	if candidate.scorer != nil {
		contents.Scoring = func() (metric.Options, error) { return candidate.scored, nil }
	}
	switch { // what becomes of the baseline is decided after the page is there
	case report.New:
		page.Remarks = append(page.Remarks, "There was no baseline to compare with.")
	case report.Forced != "":
		page.Remarks = append(page.Remarks, "The baseline could not be compared with: "+report.Forced+".")
	}
	if len(report.Tests) > 0 {
		page.CheckMethod = say.CheckMethod(report)
	}
	return c.host.WritePage(ctx, c.Page, contents, input, page)
}

// checkedPair returns the places of the system whose comparison with the baseline matters most and of what it was
// compared with, where the systems of the baseline are after those of this run; the better one first, so that the page
// shows where it is ahead. It is nil if only a floor was tested.
func checkedPair(systems, baseline []string, report *check.Report) (pair *[2]int) {
	found := func(system, against string, worse bool) *[2]int {
		i, k := slices.Index(systems, system), slices.Index(baseline, against)
		switch {
		case i < 0 || k < 0:
			return nil
		case worse:
			return &[2]int{len(systems) + k, i}
		}
		return &[2]int{i, len(systems) + k}
	}
	for _, b := range report.Broken {
		if b.Failed && pair == nil {
			pair = found(b.System, b.BaselineSystem, true)
		}
	}
	if pair != nil {
		return pair
	}
	for _, t := range report.Tests {
		if t.Against != check.AgainstBaseline || pair != nil && t.Verdict != check.Regression {
			continue
		}
		difference, _ := t.Difference()
		if p := found(t.System, t.BaselineSystem, difference < 0); p != nil {
			pair = p
			if t.Verdict == check.Regression {
				break
			}
		}
	}
	return pair
}
