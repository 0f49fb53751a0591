package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// readReportTexts finds out whether the files hold texts alone, which are to be scored.
func (o *reportOptions) readReportTexts(c *cli.Context, paths []string) error {
	held := map[scores.Content]string{} // by what it holds, a file
	for i, table := range o.tables.Tables {
		table.Columns = o.measures
		holds, err := scores.ContentOf(table)
		if err != nil {
			return nil // opening the tables says what is wrong
		}
		held[holds] = paths[i]
	}
	lines, table := held[scores.HoldsLines], held[scores.HoldsScores]
	switch {
	case lines != "" && table != "":
		return args.Hint(fmt.Errorf("found lines of text in %s and scores in %s, expected files of one kind", lines, table),
			fmt.Sprintf("wrd score %s REFERENCE -o DIR scores them, then: wrd report DIR %s", args.Quote(lines), args.Quote(table)))
	case table != "":
		return nil
	case len(paths) > 2:
		return args.Hint(fmt.Errorf("found %d files of texts, expected CANDIDATE REFERENCE", len(paths)),
			"wrd score CANDIDATE… -r REFERENCE --"+pageFlag.Name+" "+args.Quote(o.output)+" writes the page of several systems")
	}
	if err := refuseFlags(c, "with texts, expected it with tables of scores", flags.LayoutFlags()[1:]); err != nil {
		return err
	}
	texts, err := flags.FileArguments(c, paths)
	texts.Texts.ReadSpans = true
	o.texts = &texts
	return err
}

// scoreTexts scores the texts, if there are some, into a table that is removed when the run is closed, nil if there are
// none.
func (o *reportOptions) scoreTexts(ctx context.Context, h flags.Host) (kept *keptRun, err error) {
	if o.texts == nil {
		return nil, nil
	}
	source, opened, err := h.OpenCorpus(ctx, o.texts)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if o.settings.Alignments >= 0 {
		alignForPage(&opened.Options)
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	if kept, err = keepRun(); err != nil {
		return nil, err
	}
	kept.scoring, kept.spans = &opened.Options, source.Spans()
	scored, err := scoreInto(ctx, h, scorer, opened.Settings, source,
		segmentsFile{kept.path, opened.Options.Alignments})
	if err != nil {
		kept.close()
		return nil, err
	}
	h.Tell(append(source.Notices(), reading.Warnings(scored.Read...)...))
	o.tables, o.measures = flags.TableOptions{Tables: []scores.Input{{Path: kept.path}}}, nil
	return kept, nil
}
