package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/tokenize"
)

// Flags of sts.
var (
	stsDataFlag    = flags.PairDataFlag("gold, sentence, sentence")
	stsColumnsFlag = flags.PairColumnsFlag("gold=score,sentence1=s1,sentence2=s2, or gold=5,sentence1=6,sentence2=7")
	plotFlag       = &cli.StringFlag{Name: "plot", Category: flags.OutputFlags,
		Usage: "`FILE.svg`: plot predicted scores against gold"}
	stsTokenVectorsFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: flags.TokenVectorsFlag, Category: flags.TextCategory,
		Usage: "`NAME[@PART]=FILE`: sentences as tokens with vectors (Parquet, safetensors); PART is the data file if there are " +
			"several; repeat for more"}}
	fittedFlag  = flags.ConvertListFlag("learned from the sentences of each file")
	asGivenFlag = &cli.StringFlag{Name: flags.NormalizeFlag.Name, Value: string(tokenize.NormalizeNone), Category: flags.VectorFlags,
		Usage: "`FORM`: leave texts as they are, as in the paper (none), or read as one what looks the same (unicode)"}
	skipFlag = &cli.StringFlag{Name: flags.OOVFlag.Name, Value: string(metric.OOVSkip), Category: flags.VectorFlags,
		Usage: "`POLICY`: words without a vector are left out as in the paper (skip), or match only themselves (own)"}
)

func stsCommand() *cli.Command {
	return &cli.Command{
		Name:  "sts",
		Usage: "correlate similarities of sentence pairs with human scores",
		UsageText: "wrd sts --data FILE… [--measure LIST] [--convert LIST] [flags]\n\n" +
			"wrd sts --data dev.tsv\n" +
			"wrd sts --data OnWN.tsv --data headlines.tsv --measure wrd,wmd --convert none,AWR",
		Description: "Each line has gold score, sentence and sentence, separated by TABs, without quoting (UTF-8, plain or gzip; - is\n" +
			"standard input); or the file is a table with a header. Pairs without a gold score are left out.\n" +
			"Prints Pearson's r and Spearman's ρ, both × 100, for each file, measure and converter, and the mean over files.\n" +
			"Distances are negated: higher is better. bertscore is its F1.",
		Flags: args.Often(append([]cli.Flag{
			stsDataFlag,
			stsColumnsFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			stsTokenVectorsFlag,
			flags.ScoresFlag("higher is more similar; PART is the data file if there are several"),
			plotFlag,
			flags.GridFormat,
		}, append(flags.MeasureFlags(), flags.ScoringFlagsWith(asGivenFlag, fittedFlag, skipFlag)...)...),
			"data", "measure", "convert", "purpose", "format"),
		Action: flags.Verb(readSTS, runSTS),
	}
}

// stsOptions are what sts is asked.
type stsOptions struct {
	job    jobs.Similarity
	plot   string // file to draw into, "" for none
	format string
}

// readSTS reads the flags.
func readSTS(c *cli.Context) (o stsOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	o.format = flags.GridFormat.Get(c)
	o.job.Data.Files, o.plot = stsDataFlag.Get(c), plotFlag.Get(c)
	if err := flags.KeepInputs(c, flags.OutputFile(plotFlag.Name, o.plot)); err != nil {
		return o, err
	}
	if o.job.Data.Layout, err = flags.PairLayout(c, pairs.Sentences); err != nil {
		return o, err
	}
	if o.job.Settings, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if o.job.Letters, err = flags.LettersList(c); err != nil {
		return o, err
	}
	if _, err := flags.Threads(c); err != nil {
		return o, err
	}
	if err := flags.CheckPlot(o.plot); err != nil {
		return o, err
	}
	if len(o.job.Data.Files) == 0 {
		return o, args.Missing(c, "found no data: give --data FILE")
	}
	if c.IsSet(flags.TokenVectorsFlag) && c.IsSet(flags.PurposeFlag.Name) {
		return o, fmt.Errorf("found --%s and --%s, expected one of them: it selects settings for word vectors",
			flags.PurposeFlag.Name, flags.TokenVectorsFlag)
	}
	if o.job.Scores, err = flags.ScoreSources(c); err != nil {
		return o, err
	}
	if o.job.Vectors, err = scores.ParseSources(stsTokenVectorsFlag.Get(c)); err != nil {
		return o, fmt.Errorf("--%s: %w", flags.TokenVectorsFlag, err)
	}
	return o, nil
}

// runSTS says how well measures agree with people.
func runSTS(ctx context.Context, h flags.Host, o stsOptions) error {
	report, err := o.job.Run(ctx, h.Host)
	if err != nil {
		return err
	}
	h.Tell(report.Warnings)
	if o.plot != "" {
		draw := func(w io.Writer) error { return show.SimilarityPlot(w, report.Rows) }
		if err := file.Write(ctx, o.plot, draw); err != nil {
			return err
		}
	}
	for _, row := range report.Rows {
		if row.Reason != "" {
			h.Notify(fmt.Sprintf("%s: no correlation: %s", row.Label(), row.Reason))
		}
	}
	return show.Similarity(h.Out, o.format, report)
}
