package main

import (
	"iter"
	"math"
	"slices"

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
	options := candidate.options
	options.Details = true
	input.Texts = textsOf(func(visit func(scores.Output) error) error {
		return scores.Outputs(candidate.path, nil, options, visit)
	})
	if baseline != nil && report.Forced == "" {
		options, err := flags.TableOptions(c, 0, 2, columns)
		if err != nil {
			return err
		}
		options.Details = true
		addBaseline(input, baseline, textsOf(func(visit func(scores.Output) error) error {
			return scores.Outputs(baselineFlag.Get(c), nil, options, visit)
		}))
	}
	settings := inspection.Settings{Compare: evaluation.CompareSettings{Tests: tests}, Alone: true}
	if candidate.files != nil {
		settings.Scoring = []func() (metric.Options, error){func() (metric.Options, error) { return candidate.scored, nil }}
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

// addBaseline adds the systems of the baseline and their texts under names of their own, on the segments that the input
// has.
func addBaseline(input *inspection.Input, baseline *evaluation.CheckInput,
	before iter.Seq2[inspection.Texts, error]) {
	places := map[string]int{}
	for i, segment := range baseline.Segments {
		places[segment.String()] = i
	}
	names := map[string]string{}
	for _, name := range baseline.Systems {
		own := name + " (baseline)"
		for slices.Contains(input.Systems, own) {
			own += " "
		}
		names[name] = own
		input.Systems = append(slices.Clip(input.Systems), own)
	}
	for k := range input.Columns {
		column := &input.Columns[k]
		i := slices.IndexFunc(baseline.Columns, func(b evaluation.Column) bool { return b.Name == column.Name })
		values := slices.Clone(column.Grid.Values)
		for system := range baseline.Systems {
			for _, segment := range input.Segments {
				x := math.NaN()
				if place, ok := places[segment.String()]; ok && i >= 0 {
					x = baseline.Columns[i].Grid.At(system, place)
				}
				values = append(values, x)
			}
		}
		column.Grid.Values, column.Grid.Systems = values, len(input.Systems)
	}
	of := map[string]evaluation.Segment{}
	for _, segment := range input.Segments {
		of[segment.String()] = segment
	}
	now := input.Texts
	input.Texts = func(yield func(inspection.Texts, error) bool) {
		more := true
		now(func(t inspection.Texts, err error) bool {
			more = yield(t, err) && err == nil
			return more
		})
		if !more {
			return
		}
		for t, err := range before {
			t.System, t.Segment = names[t.System], of[t.Segment.String()]
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}
