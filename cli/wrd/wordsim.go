package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
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
	settings  setup.Settings
	letters   []convert.Letters // of converters to learn
	data      []string          // files of pairs
	layout    pairs.Layout      // of them
	sentences []string          // files that converters learn from
	format    string
}

// readWordsim reads the flags.
func readWordsim(c *cli.Context) (o wordsimOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	o.format = flags.GridFormat.Get(c)
	if o.layout, err = flags.PairLayout(c, pairs.Words); err != nil {
		return o, err
	}
	if o.letters, err = flags.LettersList(c); err != nil {
		return o, err
	}
	if o.data = wordDataFlag.Get(c); len(o.data) == 0 {
		return o, args.Missing(c, "found no data: give --data FILE")
	}
	o.sentences = sentencesFlag.Get(c)
	o.settings, err = flags.SettingsOf(c)
	return o, err
}

// runWordsim says how well vectors of words agree with people.
func runWordsim(ctx context.Context, h flags.Host, o wordsimOptions) error {
	learners := 0
	for _, letters := range o.letters {
		if letters.NeedsSentences() {
			learners++
		}
	}
	for _, path := range o.sentences {
		err := flags.OnlyOnce(path, "--sentences are read for each converter of --convert", "")
		if err != nil && learners > 1 {
			return err
		}
	}
	if len(o.sentences) > 0 {
		h.Sentences = text.Lines(o.sentences, h.Stdin, h.Notify)
	}
	sets, err := pairs.OpenSets("--data", o.data, h.Stdin, o.layout, h.Notify)
	if err != nil {
		return err
	}
	settings, used, err := h.OpenWordPairs(ctx, o.settings, o.letters)
	if err != nil {
		return err
	}
	report, err := similarity.Words(ctx, settings, sets)
	if err != nil {
		return err
	}
	for _, row := range report.Rows {
		if row.Reason != "" {
			h.Notify(fmt.Sprintf("%s: %s, converter %s: no correlation: %s", row.Data, row.Measure, row.Convert, row.Reason))
		}
	}
	return show.WordSimilarity(h.Out, o.format, report, used)
}
