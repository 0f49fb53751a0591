package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

var (
	lettersFlag    = &cli.StringFlag{Name: "letters", Usage: "`LETTERS`: the converter, such as AWR"}
	fitPurposeFlag = &cli.StringFlag{Name: flags.PurposeFlag.Name, Category: flags.VectorFlags,
		Usage: "`NAME`: use the layer of this purpose (--encoder)"}
	fitThreadsFlag = &cli.IntFlag{Name: flags.ThreadsFlag.Name,
		DefaultText: "all cores",
		Usage:       "`N`: number of threads for --encoder"}
	fitTextFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "sentences",
		Usage: "`FILE`: one sentence per line, for R, P and C (--encoder: all but S); repeat for more files"}}
	sumsFlag = &cli.BoolFlag{Name: "sums",
		Usage: "write the sums over the sentences, for --add in another run"}
	addFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "add",
		Usage: "`FILE`: sums of another run (--sums), to learn from, too; repeat for more"}}
	appliedFlag = &cli.StringFlag{Name: flags.ConverterFlag.Name,
		Usage: "`NAME|FILE`: " + flags.DefaultVectors + ", or a file of wrd convert fit"}
	binaryFlag        = &cli.BoolFlag{Name: "binary", Usage: "write word2vec's binary format"}
	convertOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: flags.OutputFlags,
		Usage: "`FILE`: where to write"}
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:  "convert",
		Usage: "learn, show and apply vector converters",
		Description: "Letters name a converter (the paper's Algorithm 2), at most one of each step: A, M, S or Z; W or U; R, P or C.\n" +
			"A all-but-the-top, M subtract the mean, S sentence-wise feature scaling, Z standardise; W SIF weights,\n" +
			"U uSIF weights; R common component removal, P piecewise removal, C conceptor removal.",
		Subcommands: []*cli.Command{
			{
				Name:  "fit",
				Usage: "learn a converter and save it",
				UsageText: "wrd convert fit --letters AWR --sentences FILE… -o FILE [flags]\n" +
					"wrd convert fit --encoder NAME --letters AR --sentences FILE… -o FILE [flags]",
				Flags: args.Often(slices.Concat(flags.TokenFlags(), flags.ResourceFlags(), flags.EncoderFlags(),
					[]cli.Flag{flags.NormalizeFlag, flags.SettingsFlag, fitPurposeFlag, convertOutputFlag, lettersFlag, fitTextFlag, addFlag, sumsFlag,
						fitThreadsFlag}), "letters", "sentences", "output", "vectors", "encoder"),
				Action: flags.Verb(readFit, runFit),
			},
			{
				Name:      "apply",
				Usage:     "write the converted vectors in word2vec format",
				UsageText: "wrd convert apply --converter NAME|FILE -o FILE [flags]",
				Flags:     append(flags.ResourceFlags(), convertOutputFlag, appliedFlag, binaryFlag),
				Action:    flags.Verb(readApply, runApply),
			},
			{
				Name:      "info",
				Usage:     "show what a converter learned from, and what it removes",
				UsageText: "wrd convert info [flags] NAME|FILE",
				Flags:     []cli.Flag{flags.PlainFormat},
				Action:    converterInfo,
			},
		},
	}
}

// fitOptions are what convert fit is asked.
type fitOptions struct {
	settings  setup.Settings
	letters   convert.Letters
	sentences []string // files to learn from
	added     []string // files of sums
	sums      bool     // write the sums, not the converter
	output    string
}

// readFit reads the flags.
func readFit(c *cli.Context) (o fitOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	if o.letters, err = convert.ParseLetters(lettersFlag.Get(c)); err != nil {
		return o, fmt.Errorf("--letters: %w", err)
	}
	if o.settings, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	o.sentences, o.added, o.sums = fitTextFlag.Get(c), addFlag.Get(c), sumsFlag.Get(c)
	o.output = convertOutputFlag.Get(c)
	switch reads := o.reads(); {
	case o.letters == convert.Letters{}:
		return o, args.Missing(c, "found no letters: give --letters LETTERS")
	case o.output == "":
		return o, args.Missing(c, "found no file to write: give -o FILE")
	case !reads && (o.sums || len(o.added) > 0):
		return o, fmt.Errorf("--%s and --%s: %s learns nothing from sentences, expected R, P or C among the letters",
			sumsFlag.Name, addFlag.Name, o.letters)
	case reads && len(o.sentences)+len(o.added) == 0:
		return o, args.Missing(c, "found no sentences, and %s learns from them: give --sentences FILE", o.letters)
	}
	if _, err := flags.Threads(c); err != nil {
		return o, err
	}
	return o, flags.KeepInputs(c, flags.OutputFile(convertOutputFlag.Name, o.output))
}

// reads says whether the letters learn from sentences.
func (o *fitOptions) reads() bool {
	if o.settings.Encodes() {
		return o.letters.NeedsHiddenStates()
	}
	return o.letters.NeedsSentences()
}

// runFit learns a converter and saves it.
func runFit(ctx context.Context, h flags.Host, o fitOptions) error {
	if !o.reads() && len(o.sentences) > 0 {
		h.Notify(fmt.Sprintf("%s learns nothing from sentences, so they are not read", o.letters))
	}
	learner, err := h.Learner(ctx, o.settings, o.letters)
	if err != nil {
		return err
	}
	for _, path := range o.added {
		in, err := file.Open(path, h.Stdin)
		if err != nil {
			return err
		}
		err = learner.AddSums(in)
		in.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	if o.reads() {
		if err := learner.Learn(ctx, text.Lines(o.sentences, h.Stdin, h.Notify)); err != nil {
			return err
		}
	}
	if err := learner.Err(); err != nil {
		return err
	}
	if o.sums {
		return file.Write(ctx, o.output, learner.SaveSums)
	}
	converter, err := learner.Finish()
	if err != nil {
		return err
	}
	if err := file.Write(ctx, o.output, converter.Save); err != nil {
		return err
	}
	info := converter.Info()
	h.Notify(fmt.Sprintf("%s: %s@%.8s, learned from %d sentences", o.output, o.letters, info.Hash, info.Sentences))
	return nil
}

// applyOptions are what convert apply is asked; its settings name vectors and converter.
type applyOptions struct {
	settings setup.Settings
	binary   bool
	output   string
}

// readApply reads the flags.
func readApply(c *cli.Context) (o applyOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	o.binary, o.output = binaryFlag.Get(c), convertOutputFlag.Get(c)
	switch {
	case appliedFlag.Get(c) == "":
		return o, args.Missing(c, "found no converter: give --converter NAME|FILE")
	case o.output == "":
		return o, args.Missing(c, "found no file to write: give -o FILE")
	}
	if o.settings, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	return o, flags.KeepInputs(c, flags.OutputFile(convertOutputFlag.Name, o.output))
}

// runApply writes the converted vectors.
func runApply(ctx context.Context, h flags.Host, o applyOptions) error {
	opened, err := h.OpenTexts(ctx, o.settings, setup.Material{})
	if err != nil {
		return err
	}
	vectors := opened.Options.Vectors
	converter, err := h.SavedConverter(ctx, opened.Settings, opened.Options)
	if err != nil {
		return err
	}
	table, err := converter.Table(ctx)
	if err != nil {
		return err
	}
	write := formats.WriteWord2Vec
	if o.binary {
		write = formats.WriteWord2VecBinary
	}
	return file.Write(ctx, o.output, func(w io.Writer) error {
		if err := write(ctx, w, table); err != nil {
			return err
		}
		return vectors.Err()
	})
}

func converterInfo(c *cli.Context) error {
	file, err := args.Positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	info, err := vectors.ConverterInfo(c.Context, file[0])
	if err != nil {
		return err
	}
	return show.Converter(c.App.Writer, flags.PlainFormat.Get(c), info)
}
