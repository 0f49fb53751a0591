package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

var (
	lettersFlag    = &cli.StringFlag{Name: "letters", Usage: "`LETTERS` of the converter, such as AWR"}
	fitPurposeFlag = &cli.StringFlag{Name: purposeFlag.Name, Category: vectorFlags,
		Usage: "with --encoder: take the layer of the purpose `NAME`"}
	fitThreadsFlag = &cli.IntFlag{Name: threadsFlag.Name,
		Usage: "with --encoder: `N` threads, 0 for one per core; the fit does not depend on it"}
	fitTextFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "sentences",
		Usage: "`FILE` with one sentence per line, for the letters R, P and C, and of an encoder for all but S; repeat it " +
			"for more files"}}
	sumsFlag = &cli.BoolFlag{Name: "sums",
		Usage: "write no converter but what the sentences add up to, for --add of another run"}
	addFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "add",
		Usage: "`FILE` that --sums wrote: learn from its sentences too; repeat it for more files"}}
	appliedFlag = &cli.StringFlag{Name: converterFlag.Name,
		Usage: "`NAME|FILE`: " + defaultVectors + ", or a file that wrd convert fit wrote"}
	binaryFlag        = &cli.BoolFlag{Name: "binary", Usage: "write word2vec's binary format, not its text format"}
	convertOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags,
		Usage: "`FILE` to write"}
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:  "convert",
		Usage: "learn, show and apply vector converters (the paper's Algorithm 2)",
		Description: "A converter is written as letters, at most one of each step: A, M, S or Z; W or U; R, P or C.\n" +
			"A all-but-the-top, M subtracting the mean, S sentence-wise feature scaling, Z standardising,\n" +
			"W SIF weights, U uSIF weights,\n" +
			"R common component removal, P piecewise removal, C conceptor removal.",
		Subcommands: []*cli.Command{
			{
				Name:  "fit",
				Usage: "learn a converter from vectors, word frequencies and sentences, and save it",
				UsageText: "wrd convert fit --letters AWR --sentences FILE… -o FILE [flags]\n" +
					"wrd convert fit --encoder NAME --letters AR --sentences FILE… -o FILE [flags]",
				Flags: slices.Concat(tokenFlags(), resourceFlags(), encoderFlags(), []cli.Flag{fitPurposeFlag,
					convertOutputFlag, lettersFlag, fitTextFlag, addFlag, sumsFlag, fitThreadsFlag}),
				Action: fit,
			},
			{
				Name:      "apply",
				Usage:     "write the converted vectors in word2vec format, for use elsewhere",
				UsageText: "wrd convert apply --converter NAME|FILE -o FILE [flags]",
				Flags:     append(resourceFlags(), convertOutputFlag, appliedFlag, binaryFlag),
				Action:    apply,
			},
			{
				Name:      "info",
				Usage:     "show what a converter was learned from and what it removes",
				UsageText: "wrd convert info [flags] NAME|FILE",
				Flags:     []cli.Flag{formatFlag(textOrJSON...)},
				Action:    converterInfo,
			},
		},
	}
}

func fit(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	letters, err := convert.ParseLetters(lettersFlag.Get(c))
	if err != nil {
		return fmt.Errorf("--letters: %w", err)
	}
	settings, err := settingsOf(c)
	if err != nil {
		return err
	}
	sentences, added, path := fitTextFlag.Get(c), addFlag.Get(c), convertOutputFlag.Get(c)
	reads := letters.NeedsSentences()
	if settings.Encodes() {
		reads = letters.NeedsStates()
	}
	switch {
	case letters == convert.Letters{}:
		return &hintedError{errors.New("found no letters: give --letters LETTERS"), helpLine(c)}
	case path == "":
		return &hintedError{errors.New("found no file to write: give -o FILE"), helpLine(c)}
	case !reads && (sumsFlag.Get(c) || len(added) > 0):
		return fmt.Errorf("--%s and --%s: %s learns nothing from sentences, expected R, P or C among the letters",
			sumsFlag.Name, addFlag.Name, letters)
	case reads && len(sentences)+len(added) == 0:
		return &hintedError{fmt.Errorf("found no sentences, and %s learns from them: give --sentences FILE", letters),
			helpLine(c)}
	case !reads && len(sentences) > 0:
		notify(c)(fmt.Sprintf("%s learns nothing from sentences; they are not read", letters))
	}
	if err := keepInputs(c, outputFile{convertOutputFlag.Name, path}); err != nil {
		return err
	}
	s, err := newFitSource(c, settings, letters)
	if err != nil {
		return err
	}
	for _, sums := range added {
		if err := addSums(c, s.fitter, sums); err != nil {
			return err
		}
	}
	if reads {
		if err := s.learn(text.Lines(sentences, c.App.Reader, notify(c))); err != nil {
			return err
		}
	}
	if s.vectors != nil && s.vectors.Err() != nil {
		return s.vectors.Err()
	}
	if sumsFlag.Get(c) {
		return writeFile(c.Context, path, s.fitter.SaveSums)
	}
	converter, err := s.fitter.Finish()
	if err != nil {
		return err
	}
	if err := writeFile(c.Context, path, converter.Save); err != nil {
		return err
	}
	info := converter.Info()
	notify(c)(fmt.Sprintf("%s: %s@%.8s, learned from %d sentences", path, letters, info.Hash, info.Sentences))
	return nil
}

// A fitSource is what a converter is learned for, with what learns it from sentences.
type fitSource struct {
	fitter  *convert.Fitter
	vectors *embedding.Store // nil for states of an encoder
	learn   func(sentences iter.Seq2[string, error]) error
}

// newFitSource opens the vectors or the encoder that settings name.
func newFitSource(c *cli.Context, settings setup.Settings, letters convert.Letters) (*fitSource, error) {
	encodes := settings.Encodes()
	switch {
	case !encodes && settings.Layer == nil && settings.Precision == nil && settings.Purpose != nil:
		return nil, fmt.Errorf("--%s: found no --%s, of which it chooses the layer", fitPurposeFlag.Name, encoderFlag.Name)
	case encodes && settings.Frequencies != nil:
		return nil, fmt.Errorf("found --%s and --%s, whose pieces have none: expected one or the other",
			frequenciesFlag.Name, encoderFlag.Name)
	}
	workers, err := threads(c)
	if err != nil {
		return nil, err
	}
	opened, err := openWords(c)
	if err != nil {
		return nil, err
	}
	options := opened.Options
	if encodes {
		fitter, err := metric.StatesFitter(c.Context, options, letters)
		return &fitSource{fitter, nil, func(sentences iter.Seq2[string, error]) error {
			return metric.LearnStates(c.Context, fitter, options, sentences, workers)
		}}, err
	}
	fitter, err := environmentOf(c).Fitter(c.Context, opened.Settings, letters, options.Vectors)
	return &fitSource{fitter, options.Vectors, func(sentences iter.Seq2[string, error]) error {
		tokenizer, err := options.NewTokenizer()
		if err != nil {
			return err
		}
		return metric.LearnSentences(c.Context, fitter, options.Vectors, tokenizer, sentences)
	}}, err
}

// addSums adds the sums of a file.
func addSums(c *cli.Context, fitter *convert.Fitter, path string) error {
	in, err := file.Open(path, c.App.Reader)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := fitter.AddSums(in); err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	return nil
}

func apply(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	name, path := appliedFlag.Get(c), convertOutputFlag.Get(c)
	switch {
	case name == "":
		return &hintedError{errors.New("found no converter: give --converter NAME|FILE"), helpLine(c)}
	case path == "":
		return &hintedError{errors.New("found no file to write: give -o FILE"), helpLine(c)}
	}
	if err := keepInputs(c, outputFile{convertOutputFlag.Name, path}); err != nil {
		return err
	}
	opened, err := openWords(c)
	if err != nil {
		return err
	}
	vectors := opened.Options.Vectors
	converter, err := environmentOf(c).SavedConverter(c.Context, opened.Settings, opened.Options)
	if err != nil {
		return err
	}
	table, err := converter.Table(c.Context)
	if err != nil {
		return err
	}
	write := formats.WriteWord2Vec
	if binaryFlag.Get(c) {
		write = formats.WriteWord2VecBinary
	}
	return writeFile(c.Context, path, func(w io.Writer) error {
		if err := write(c.Context, w, table); err != nil {
			return err
		}
		return vectors.Err()
	})
}

func converterInfo(c *cli.Context) error {
	args, err := positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	format, err := formatOf(c, textOrJSON)
	if err != nil {
		return err
	}
	info, err := vectors.ConverterInfo(c.Context, args[0])
	if err != nil {
		return err
	}
	return show.Converter(c.App.Writer, format, info)
}
