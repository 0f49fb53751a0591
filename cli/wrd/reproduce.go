package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/paper"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
)

// Flags of reproduce. Those of names that other verbs have too mean nearly the same.
var (
	paperVectorsFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: flags.VectorsFlag.Name, Category: flags.VectorFlags,
		DefaultText: flags.DefaultVectors,
		Usage:       "`NAME[=FILE]`: " + strings.Join(paper.Names(), ", ") + "; without FILE the downloaded vectors; repeat for more"}}
	paperDataFlag        = &cli.StringFlag{Name: "data", Usage: "`DIR`: folder of the data sets"}
	paperFrequenciesFlag = &cli.StringFlag{Name: flags.FrequenciesFlag.Name, Category: flags.VectorFlags,
		Usage:       "`FILE`: a word and its count per line",
		DefaultText: "DIR/" + paper.FrequenciesFile + "; for " + flags.DefaultVectors + " its own"}
	paperScoresFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: flags.ScoresName,
		Usage: "`NAME=DIR`: scores of another program, a number per line in DIR/STS15/headlines.txt and so on, " +
			"or NAME@STS15/headlines=FILE; the paper quotes " + strings.Join(paper.Systems(), ", ")}}
)

// The flags of the encoder of which the paper's claim about contextual vectors is tested.
var (
	paperEncoderFlag = &cli.StringFlag{Name: flags.EncoderFlag.Name, Category: flags.VectorFlags,
		Usage: "`NAME|DIR`: test the claim about contextual vectors with this encoder"}
	paperLayerFlag = &cli.IntFlag{Name: flags.LayerFlag.Name, Category: flags.VectorFlags,
		Usage: "`N`: layer of --encoder", DefaultText: "the last, as in the paper"}
)

var reproduceFormat = args.Format(flags.OutputFlags, "text", "json", "markdown")

func reproduceCommand() *cli.Command {
	return &cli.Command{
		Name:  "reproduce",
		Usage: "recompute the paper's tables and test its claims",
		UsageText: "wrd reproduce --data DIR [--vectors NAME=FILE…] [flags]\n\n" +
			"wrd reproduce --data data\n" +
			"wrd reproduce --data data --vectors glove=glove.840B.300d.zip --vectors psl --format markdown",
		Description: "DIR has sts/STS12 to sts/STS15, sts/STS-B, sts/twitter, sts/SICK-R and wordsim; missing files are\n" +
			"reported and left out. Correlations are × 100; differences are ours minus the paper's.\n" +
			"docs/reproduction.md explains the layout, and the choices that the paper leaves open.",
		Flags: []cli.Flag{
			paperVectorsFlag, paperDataFlag, paperFrequenciesFlag, paperScoresFlag, paperEncoderFlag, paperLayerFlag,
			flags.PrecisionFlag,
			flags.CacheDirFlag, flags.NoCacheFlag,
			reproduceFormat,
		},
		Action: flags.Verb(readReproduce, runReproduce),
	}
}

// reproduceOptions are what reproduce is asked.
type reproduceOptions struct {
	data        string   // folder of the data sets
	vectors     []string // as paper.Sources takes them
	frequencies string
	encoder     setup.Settings
	scores      []scores.Source // of other programs
	format      string
}

// readReproduce reads the flags.
func readReproduce(c *cli.Context) (o reproduceOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	o = reproduceOptions{data: paperDataFlag.Get(c), vectors: paperVectorsFlag.Get(c),
		frequencies: paperFrequenciesFlag.Get(c), format: reproduceFormat.Get(c),
		encoder: setup.Settings{Encoder: flags.Given(c, flags.EncoderFlag.Name, c.String), Layer: flags.Given(c, flags.LayerFlag.Name, c.Int),
			Precision: flags.Given(c, flags.PrecisionFlag.Name, c.String)}}
	if len(o.vectors) == 0 {
		o.vectors = []string{flags.DefaultVectors}
	}
	if o.data == "" {
		return o, args.Missing(c, "found no data: give --data DIR")
	}
	if info, err := os.Stat(o.data); err != nil {
		return o, fmt.Errorf("--data: %w", err)
	} else if !info.IsDir() {
		return o, fmt.Errorf("--data: %s is a file, expected a folder", o.data)
	}
	o.scores, err = flags.ScoreSources(c)
	return o, err
}

// runReproduce recomputes the paper's numbers.
func runReproduce(ctx context.Context, h flags.Host, o reproduceOptions) (err error) {
	settings := paper.Materials{Dir: o.data, Notify: h.Notify, Progress: h.Progress,
		Hint: func(set paper.VectorSet) string {
			return fmt.Sprintf("wrd vectors pull %s, then --%s %s (or --%[2]s %[3]s=FILE)", set.Catalog, flags.VectorsFlag.Name,
				set.Name)
		}}
	settings.Vectors, err = paper.Sources(ctx, h.Environment, o.vectors, o.data, o.frequencies)
	if err != nil {
		return fmt.Errorf("--%s: %w", flags.VectorsFlag.Name, err)
	}
	if _, err := o.encoder.Complete(setup.Settings{}); err != nil {
		return err
	}
	if o.encoder.Encoder != nil {
		opened, err := h.OpenTexts(ctx, o.encoder, setup.Material{})
		if err != nil {
			return err
		}
		settings.Encoders = []paper.EncoderSource{{Model: opened.Options.Encoder, Layer: o.encoder.Layer,
			Precision: opened.Options.Precision}}
	}
	if settings.Systems, settings.Scores, err = paper.FindScores(o.scores); err != nil {
		return fmt.Errorf("--%s: %w", flags.ScoresName, err)
	}
	result, err := paper.Reproduce(ctx, settings)
	if err != nil {
		return err
	}
	return show.Reproduction(h.Out, o.format, result)
}
