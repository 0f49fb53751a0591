package main

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

var scoreFormat = flags.SystemFormat("text", "json", show.FormatJSONL, show.FormatTSV)

var (
	scoredTokenVectorsFlag = &cli.StringFlag{Name: flags.TokenVectorsFlag, Category: flags.TextCategory,
		Usage: "`FILE`: candidates and references as tokens with vectors (Parquet, safetensors), instead of -c, -r and --vectors"}
)

func scoreCommand() *cli.Command {
	return &cli.Command{
		Name:  "score",
		Usage: "score outputs of systems against references or sources",
		UsageText: "wrd score CANDIDATE REFERENCE [flags]\nwrd score -c FILE… -r FILE… [flags]\n" +
			"wrd score -c FILE… -s FILE [flags]\nwrd score TABLE [flags]\n" +
			"wrd score --token-vectors FILE [flags]\n\n" +
			"wrd score output.txt reference.txt\n" +
			"wrd score -c new=a.txt -c old=b.txt.gz -r ref1.txt -r ref2.txt -o results\n" +
			"translate < source.txt | wrd score -c - -r reference.txt --format json",
		Description: "Files have one text per line (UTF-8, plain, .gz or .zst; - is standard input), line n for segment n. Or they are\n" +
			"tables (JSONL, JSON, CSV, TSV, Parquet) with the columns candidate and reference or references, and optionally\n" +
			"system, doc, id and human. wrd is a distance: 0 for equal texts, at most 2. --format jsonl and tsv print every\n" +
			"segment; latex, markdown and csv are tables for papers, and wrd cite says what to cite.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			flags.CandidateFlag,
			flags.ReferenceFlag,
			flags.SourceFlag,
			flags.TextColumnsFlag,
			flags.CommonFlag,
			scoredTokenVectorsFlag,
			flags.MultiReferenceFlag,
			flags.ScoresFlag("PART is the system if there are several"),
			flags.SeedFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			flags.CertifyFlag,
			flags.ResultsFlag,
			flags.AlignmentsFlag,
			pageFlag,
			flags.SortFlag,
			scoreFormat,
			flags.DigitsFlag,
			flags.LowerFlag,
		}, flags.MeasureFlags(), flags.ScoringFlags()), "candidate", "reference", "purpose", "output", "format"),
		Action: flags.Verb(readScore, runScore),
	}
}

// scoreOptions are what score is asked.
type scoreOptions struct {
	flags.TextOptions
	job    jobs.Score // without the texts
	format string
	digits int // of means, in formats with a row for each system
}

// readScore reads the flags.
func readScore(c *cli.Context) (o scoreOptions, err error) {
	o.job = jobs.Score{Seed: flags.SeedFlag.Get(c), Output: flags.ResultsFlag.Get(c), Page: pageFlag.Get(c)}
	o.format = scoreFormat.Get(c)
	o.job.Tested, o.job.Lower = slices.Contains(say.SystemFormats(), o.format), flags.LowerIsBetter(c)
	if o.digits, err = flags.Digits(c); err != nil {
		return o, err
	}
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	outputs := append(flags.InFolder(c, flags.ResultsFlag, parquet.SegmentsFile, parquet.SystemsFile),
		flags.OutputFile(pageFlag.Name, o.job.Page))
	if err := flags.KeepInputs(c, outputs...); err != nil {
		return o, err
	}
	if o.TextOptions, err = flags.ReadTexts(c); err != nil {
		return o, err
	}
	o.Options.ReadSpans = o.job.Page != ""
	o.job.Scores, err = flags.ScoreSources(c)
	return o, err
}

// runScore scores the outputs of systems.
func runScore(ctx context.Context, h flags.Host, o scoreOptions) error {
	o.job.TextFiles = o.TextFiles
	var printer *show.Segments
	if show.PrintsSegments(o.format) {
		o.job.Print = func(shape outcome.Shape) (_ func(outcome.Row) error, err error) {
			if printer, err = show.NewSegments(h.Out, o.format, shape); err != nil {
				return nil, err
			}
			return printer.Write, nil
		}
	}
	scored, err := o.job.Run(ctx, h.Host)
	switch {
	case err != nil:
		return o.Explain(err)
	case printer != nil:
		h.Notify(scored.Signature)
		return printer.Close()
	case o.format == "json":
		return render.JSON(h.Out, scored)
	case o.job.Tested:
		if o.format == say.FormatCSV {
			h.Notify(scored.Signature)
		}
		return show.Systems(h.Out, o.format, scored, o.digits, o.Order(scored.Given))
	}
	if err := show.Summary(h.Out, scored.Summary, o.Order(scored.Given)); err != nil {
		return err
	}
	return tellSettings(h, o.Settings, scored.Settings)
}
