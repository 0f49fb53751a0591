package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags of wordsim.
var (
	wordDataFlag  = pairDataFlag("word, word, gold")
	sentencesFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "sentences",
		Usage: "`FILE` with one sentence per line that converters learn from; repeat it for more files"}}
)

func wordsimCommand() *cli.Command {
	return &cli.Command{
		Name:  "wordsim",
		Usage: "measure how well similarity of words agrees with human scores",
		UsageText: "wrd wordsim --data FILE… [--convert LIST] [flags]\n\n" +
			"wrd wordsim --data SimLex999.tsv --data MEN.tsv --convert none,A",
		Description: "Each file holds one pair per line: word, word, gold score, separated by TABs (UTF-8, plain or\n" +
			"gzip; - is standard input). Prints Spearman's ρ × 100 of the gold scores with l2 (the negated\n" +
			"Euclidean distance), dot (the inner product) and cos of the two vectors, and the mean over the\n" +
			"files. Words are lower-cased unless --case keep is given. Pairs with a word without a vector are\n" +
			"counted and left out. Converters with R, P or C learn from --sentences.",
		Flags: slices.Concat([]cli.Flag{
			wordDataFlag,
			sentencesFlag,
			formatFlag(gridFormats...),
			convertListFlag("without S, which needs sentences around words"),
			converterFlag,
		}, resourceFlags(), tokenFlags()),
		Action: wordSimilarity,
	}
}

func wordSimilarity(c *cli.Context) error {
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	settings, sets, err := wordQuestion(c)
	if err != nil {
		return err
	}
	report, err := evaluation.Words(c.Context, settings, sets)
	if err != nil {
		return err
	}
	for _, row := range report.Rows {
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: %s, converter %s: no correlation: %s", row.Data, row.Measure, row.Convert, row.Reason))
		}
	}
	return show.WordSimilarity(c.App.Writer, format, report)
}

// wordQuestion reads the flags and opens what they name.
func wordQuestion(c *cli.Context) (settings evaluation.WordSettings, sets []evaluation.PairSet, err error) {
	list, err := lettersList(c)
	if err != nil {
		return settings, nil, err
	}
	for _, letters := range list {
		switch {
		case letters.SentenceWise():
			return settings, nil, fmt.Errorf("--%s: %s gives a word another vector in each sentence, "+
				"expected letters without S for single words", convertFlag.Name, letters)
		case letters.NeedsSentences() && len(sentencesFlag.Get(c)) == 0:
			err := fmt.Errorf("--%s: %s learns from sentences, and there are none here", convertFlag.Name, letters)
			return settings, nil, &hintedError{err, "give --sentences FILE, or a fit by --converter"}
		}
	}
	if sets, err = openPairs(c, wordDataFlag, sts.Words); err != nil {
		return settings, nil, err
	}
	opened, err := openWords(c)
	if err != nil {
		return settings, nil, err
	}
	settings.Vectors = opened.Options.Vectors
	if opened.Options.KeepCase {
		settings.Case = evaluation.KeepCase
	}
	settings.Converters, err = wordConverters(c, opened, list)
	return settings, sets, err
}

// wordConverters returns the converter that --converter names, or those of list, which learn from --sentences.
func wordConverters(c *cli.Context, opened setup.Opened, list []convert.Letters) ([]*convert.Converter, error) {
	e, options := environmentOf(c), opened.Options
	frequencies, err := e.OpenFrequencies(c.Context, opened.Settings)
	if err != nil {
		return nil, err
	}
	if opened.Settings.Converter != nil {
		converter, err := e.SavedConverter(c.Context, opened.Settings, options)
		return []*convert.Converter{converter}, err
	}
	vocabulary := metric.NewVocabulary(options.Vectors, frequencies)
	tokenizer, err := options.NewTokenizer()
	if err != nil {
		return nil, err
	}
	learners := 0
	for _, letters := range list {
		if letters.NeedsSentences() {
			learners++
		}
	}
	for _, path := range sentencesFlag.Get(c) {
		err := onlyOnce(path, "--sentences are read for each converter of --convert", "")
		if err != nil && learners > 1 {
			return nil, err
		}
	}
	converters := make([]*convert.Converter, len(list))
	for i, letters := range list {
		if letters == (convert.Letters{}) {
			continue
		}
		if err := vectors.NeedFrequencies(letters, frequencies); err != nil {
			return nil, err
		}
		sentences := text.Lines(sentencesFlag.Get(c), c.App.Reader, notify(c))
		if converters[i], err = metric.FitConverter(c.Context, vocabulary, letters, tokenizer, sentences); err != nil {
			return nil, err
		}
	}
	return converters, nil
}
