package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
)

// readReportTexts finds out whether the files hold texts alone, which are to be scored.
func (o *reportOptions) readReportTexts(c *cli.Context, paths []string) error {
	held := map[scores.Content]string{} // by what it holds, a file
	for i, table := range o.job.Tables.Tables {
		table.Columns = o.job.Measures
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
			"wrd report CANDIDATE… -r REFERENCE is for several systems")
	}
	if err := refuseFlags(c, "with texts, expected it with tables of scores", flags.LayoutFlags()[1:]); err != nil {
		return err
	}
	texts, err := flags.FileArguments(c, paths)
	texts.Options.ReadSpans = true
	o.texts = &texts
	return err
}

// readTextsOfFlags reads the texts that -c, -r and -s name.
func (o *reportOptions) readTextsOfFlags(c *cli.Context) error {
	if err := flags.CheckTexts(c); err != nil {
		return err
	}
	if named := flags.ScoreArguments(c); named != nil {
		return fmt.Errorf("found --%s and the scores of %s, expected texts", flags.SourceFlag.Name, args.Quote(named[0]))
	}
	if err := refuseFlags(c, "with texts, expected it with tables of scores", flags.LayoutFlags()[1:]); err != nil {
		return err
	}
	texts, err := flags.ReadTexts(c)
	texts.Options.ReadSpans = true
	o.texts = &texts
	return err
}
