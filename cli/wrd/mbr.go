package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
)

var (
	mbrMeasureFlag = &cli.StringFlag{Name: "measure", Value: string(metric.MeasureWRD), Category: flags.MeasureCategory, Usage: "`NAME`: measure"}
	bestOnlyFlag   = &cli.BoolFlag{Name: "best-only", Category: flags.OutputFlags,
		Usage: "compute only what the choice needs, not all utilities"}
	utilitiesFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: flags.OutputFlags,
		Usage: "`FILE.parquet`: write the utilities of all candidates"}
)

func mbrCommand() *cli.Command {
	return &cli.Command{
		Name:  "mbr",
		Usage: "choose the best of several candidates (minimum Bayes risk)",
		UsageText: "wrd mbr CANDIDATES --candidates-per-group N [flags]\nwrd mbr CANDIDATES… [-r FILE] [flags]\n\n" +
			"wrd mbr samples.txt --candidates-per-group 100 > chosen.txt\n" +
			"wrd mbr system1.txt system2.txt system3.txt -o choices.parquet > chosen.txt",
		Description: "Prints, for each group, the candidate that is most similar to the others on average. -r compares\n" +
			"candidates with these texts instead, -s with the source, a line for each group. Similarity is 1 - wrd, or\n" +
			"--measure; other distances are negated.",
		Flags: args.Often(append([]cli.Flag{
			flags.SourceFlag, mbrMeasureFlag, bestOnlyFlag, utilitiesFlag, flags.PlainFormat,
		}, flags.GroupFlags("1")...), "candidates-per-group", "reference", "purpose", "output", "best-only"),
		Action: flags.Verb(readMBR, runMBR),
	}
}

// mbrOptions are what mbr is asked.
type mbrOptions struct {
	flags.GroupOptions
	job    jobs.MBR // without the groups
	format string
}

// readMBR reads the flags.
func readMBR(c *cli.Context) (o mbrOptions, err error) {
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	o = mbrOptions{format: flags.PlainFormat.Get(c), job: jobs.MBR{BestOnly: bestOnlyFlag.Get(c),
		Grouped: c.IsSet(flags.CandidatesPerGroupFlag.Name), Output: utilitiesFlag.Get(c)}}
	s, err := flags.CompleteSettings(c)
	if err != nil {
		return o, err
	}
	if len(s.Measures) > 1 {
		return o, fmt.Errorf("--measure: found %d measures, expected one to choose by", len(s.Measures))
	}
	_, sources := s.Reads()
	switch given := c.IsSet(flags.SourceFlag.Name); {
	case given && !sources:
		return o, fmt.Errorf("--source: found --measure %s, expected %s, which reads sources", s.Measures[0],
			metric.MeasureSource)
	case sources && !given && flags.GroupsFlag.Get(c) == "":
		return o, errors.New("found no sources: give -s FILE")
	}
	if o.job.Output != "" && filepath.Ext(o.job.Output) != ".parquet" {
		return o, fmt.Errorf("-o: found %s, expected a name that ends in .parquet", o.job.Output)
	}
	if err := flags.KeepInputs(c, flags.OutputFile(utilitiesFlag.Name, o.job.Output)); err != nil {
		return o, err
	}
	o.GroupOptions, err = flags.ReadGroups(c, false)
	return o, err
}

// runMBR chooses the best candidate of each group.
func runMBR(ctx context.Context, h flags.Host, o mbrOptions) error {
	o.job.Groups = o.Groups
	var printed *show.Choices
	o.job.Print = func(run parquet.Run) func(jobs.Choice) error {
		printed = show.NewChoices(h.Out, o.format, run)
		return printed.Write
	}
	choices, err := o.job.Run(ctx, h.Host)
	if err != nil {
		return o.Explain(err)
	}
	h.Tell(choices.Warnings)
	if o.format == "text" {
		h.Notify(choices.Signature)
	}
	return printed.Close()
}
