package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
)

// Flags of wordsim.
var (
	wordDataFlag    = flags.PairDataFlag("word, word, gold")
	wordColumnsFlag = flags.PairColumnsFlag("word1=a,word2=b,gold=score, or word1=1,word2=2,gold=4")
	sentencesFlag   = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "sentences", Category: flags.TextCategory,
		Usage: "`FILE`: sentences to fit converters on, one per line; repeat for more files"}}
)

func wordsimCommand() *cli.Command {
	return &cli.Command{
		Name:  "wordsim",
		Usage: "correlate similarities of word pairs with human scores",
		UsageText: "wrd wordsim --data FILE… [--convert LIST] [flags]\n\n" +
			"wrd wordsim --data SimLex999.tsv --data MEN.tsv --convert none,A",
		Description: "Each line has word, word and gold score, separated by TABs (UTF-8, plain or gzip; - is standard input).\n" +
			"Prints Spearman's ρ × 100 for l2 (the negated Euclidean distance), dot (the inner product) and cos, and the\n" +
			"mean over files. Words are lower-cased unless --case keep. Pairs with an unknown word are counted and\n" +
			"left out. Converters with R, P or C learn from --sentences.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			wordDataFlag,
			wordColumnsFlag,
			sentencesFlag,
			flags.GridFormat,
			flags.ConvertListFlag("without S, which needs sentences"),
			flags.ConverterFlag,
		}, flags.ResourceFlags(), flags.TokenFlags()), "data", "vectors", "convert", "sentences", "format"),
		Action: flags.Verb(readWordsim, runWordsim),
	}
}

// wordsimOptions are what wordsim is asked.
type wordsimOptions struct {
	job    jobs.WordSimilarity
	format string
}

// readWordsim reads the flags.
func readWordsim(c *cli.Context) (o wordsimOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	o.format = flags.GridFormat.Get(c)
	if o.job.Data.Layout, err = flags.PairLayout(c, pairs.Words); err != nil {
		return o, err
	}
	if o.job.Letters, err = flags.LettersList(c); err != nil {
		return o, err
	}
	if o.job.Data.Files = wordDataFlag.Get(c); len(o.job.Data.Files) == 0 {
		return o, args.Missing(c, "found no data: give --data FILE")
	}
	o.job.Sentences = sentencesFlag.Get(c)
	o.job.Settings, err = flags.SettingsOf(c)
	return o, err
}

// runWordsim says how well vectors of words agree with people.
func runWordsim(ctx context.Context, h flags.Host, o wordsimOptions) error {
	report, err := o.job.Run(ctx, h.Host)
	if err != nil {
		return err
	}
	for _, row := range report.Rows {
		if row.Reason != "" {
			h.Notify(fmt.Sprintf("%s: %s, converter %s: no correlation: %s", row.Data, row.Measure, row.Convert, row.Reason))
		}
	}
	return show.WordSimilarity(h.Out, o.format, report)
}
