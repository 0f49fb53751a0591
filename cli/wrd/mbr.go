package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

var (
	mbrMeasureFlag = &cli.StringFlag{Name: "measure", Value: string(metric.MeasureWRD), Usage: "`NAME` of the measure"}
	bestOnlyFlag   = &cli.BoolFlag{Name: "best-only",
		Usage: "leave out comparisons that cannot change the choice; the other utilities stay unknown"}
	utilitiesFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags,
		Usage: "write the utilities to `FILE`, which ends in .parquet"}
)

func mbrCommand() *cli.Command {
	return &cli.Command{
		Name:  "mbr",
		Usage: "choose the best of several candidates by minimum Bayes risk",
		UsageText: "wrd mbr CANDIDATES --candidates-per-group N [flags]\nwrd mbr CANDIDATES… [-r FILE] [flags]\n\n" +
			"wrd mbr samples.txt --candidates-per-group 100 > chosen.txt\n" +
			"wrd mbr system1.txt system2.txt system3.txt -o choices.parquet > chosen.txt",
		Description: "Prints, one line per group, the candidate that is most similar to the others on average: " +
			"what a\n" +
			"model says most consistently is seldom wrong. With -r the candidates are compared with these\n" +
			"texts instead. Similarity is 1 - wrd, or what --measure says; minus the distance for other distances.\n" +
			"With -o FILE.parquet the utilities of all candidates are written, counted from 0.",
		Flags: append([]cli.Flag{
			mbrMeasureFlag, bestOnlyFlag, utilitiesFlag, plainFormat,
		}, groupFlags("1")...),
		Action: mbr,
	}
}

func mbr(c *cli.Context) error {
	format, err := textsFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	if err := checkMBRMeasure(c); err != nil {
		return err
	}
	output := utilitiesFlag.Get(c)
	if output != "" && filepath.Ext(output) != ".parquet" {
		return fmt.Errorf("-o: found %s, expected a name that ends in .parquet", output)
	}
	if err := keepInputs(c, outputFile(utilitiesFlag.Name, output)); err != nil {
		return err
	}
	groups, err := openGroups(c, false)
	if err != nil {
		return err
	}
	defer groups.Close()
	if groups.Files == 1 && !c.IsSet(candidatesPerGroupFlag.Name) {
		return &hintedError{errors.New("found one file of candidates and no --candidates-per-group: there is nothing " +
			"to choose from"),
			"say how many consecutive lines are candidates of the same segment: --candidates-per-group N"}
	}
	scorer, settings, err := groupScorer(c, groups)
	if err != nil {
		return err
	}
	column, _ := scorer.Measures()[0].Utility()
	run := runOf(scorer.Signature(1).With("utility", column.String()).String(), settings.OfPairs())
	printed := show.NewChoices(c.App.Writer, format, run)
	var rows *parquet.ChoiceFile // nil if nobody asked for the utilities
	if output != "" {
		if rows, err = parquet.CreateChoices(c.Context, output, run); err != nil {
			return err
		}
		defer rows.Abort()
	}
	if err := choose(c, scorer, groups, printed, rows); err != nil {
		return err
	}
	if format == "text" {
		notify(c)(run.Signature)
	}
	return printed.Close()
}

// checkMBRMeasure fails unless there is one measure to choose by.
func checkMBRMeasure(c *cli.Context) error {
	s, err := completeSettings(c)
	if err == nil && len(s.Measures) > 1 {
		err = fmt.Errorf("--measure: found %d measures, expected one to choose by", len(s.Measures))
	}
	return err
}

// choose writes the choice of each group, and commits the file of utilities.
func choose(c *cli.Context, scorer *metric.Scorer, groups *corpus.Groups, printed *show.Choices,
	rows *parquet.ChoiceFile) error {
	stop := render.Progress(c.App.ErrWriter, "comparing", true, groups.Progress)
	defer stop()
	long, chosen := 0, int64(0)
	var read evaluation.SystemReading
	err := scorer.StreamChoices(c.Context, groups.All(), bestOnlyFlag.Get(c), threadsFlag.Get(c),
		func(group metric.Group, choice metric.Choice) error {
			long += choice.LongTexts
			read.Candidates.Add(choice.CandidateReading)
			read.References.Add(choice.ReferenceReading)
			if rows != nil {
				if err := rows.Write(chosen, group, choice); err != nil {
					return err
				}
			}
			chosen++
			return printed.Write(chosen-1, group, choice)
		})
	stop()
	if err != nil {
		return explainGroup(err)
	}
	tellLongTexts(notify(c), long)
	for _, notice := range append(groups.Notices(), evaluation.ReadingWarnings(read)...) {
		notify(c)(notice)
	}
	switch {
	case chosen == 0:
		return errors.New("found no groups: expected at least one candidate")
	case rows != nil:
		return rows.Commit()
	}
	return nil
}
