package main

import (
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// writeCheckPage writes the page of check --report: the systems of this run, and those of the baseline next to them.
func writeCheckPage(c *cli.Context, columns []string, candidate *checkedScores, baseline *evaluation.CheckInput,
	report *evaluation.CheckReport) error {
	tests, err := flags.TestSettings(c)
	if err != nil {
		return err
	}
	input, err := inspectInput(c, candidate.table, columns, "")
	if err != nil {
		return err
	}
	input.Texts = textsOf(func(visit func(scores.Output) error) error {
		return candidate.table.Outputs(candidate.path, nil, candidate.options, visit)
	})
	if baseline != nil && report.Forced == "" {
		before := candidate.baseline
		input.AddBaseline(&baseline.Scores, textsOf(func(visit func(scores.Output) error) error {
			return before.table.Outputs(before.path, nil, before.options, visit)
		}))
	}
	settings := inspection.Settings{Compare: evaluation.CompareSettings{Tests: tests}, Alone: true}
	if candidate.files != nil {
		settings.Scoring = func() (metric.Options, error) { return candidate.scored, nil }
	}
	page := html.Report{Title: "Check: " + string(report.Verdict), Check: report,
		Remarks: show.CheckReasons(report)}
	switch { // what becomes of the baseline is decided after the page is there
	case report.New:
		page.Remarks = append(page.Remarks, "There was no baseline to compare with.")
	case report.Forced != "":
		page.Remarks = append(page.Remarks, "The baseline could not be compared with: "+report.Forced+".")
	}
	if len(report.Tests) > 0 {
		page.CheckMethod = show.CheckMethod(report)
	}
	return writePage(c, pageFlag.Get(c), settings, input, page)
}
