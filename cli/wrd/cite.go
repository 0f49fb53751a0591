package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/cite"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/metric"
)

func citeCommand() *cli.Command {
	return &cli.Command{
		Name:  "cite",
		Usage: "print what to cite: the paper, wrd, and what scores were made with",
		UsageText: "wrd cite [bibtex|text] [RESULTS] [flags]\n\n" +
			"wrd cite results\n" +
			"wrd cite text --purpose translation",
		Description: "RESULTS are those of wrd score -o: their measures, vectors or encoder and their signature are named. Without\n" +
			"them those of a run with the same flags are. The built-in encoders are cited with what they were made of and\n" +
			"the judgments that they were tuned on.",
		Flags: []cli.Flag{flags.PurposeFlag, flags.MeasureFlag, flags.LanguageFlag, flags.VectorsFlag, flags.EncoderFlag,
			flags.PrecisionFlag, flags.LayerFlag, flags.CacheDirFlag, flags.NoCacheFlag},
		Action: flags.Verb(readCite, runCite),
	}
}

// citeOptions are what cite is asked.
type citeOptions struct {
	format   string
	results  string // a path, "" for the settings
	settings setup.Settings
}

// readCite reads the flags.
func readCite(c *cli.Context) (o citeOptions, err error) {
	o.format = cite.FormatBibTeX
	formats := []string{cite.FormatBibTeX, cite.FormatText}
	for i, argument := range c.Args().Slice() {
		switch {
		case i == 0 && slices.Contains(formats, argument):
			o.format = argument
		case o.results == "":
			o.results = argument
		default:
			return o, args.Hint(fmt.Errorf("found the argument %q, expected bibtex or text, and RESULTS", argument), args.HelpLine(c))
		}
	}
	if o.results != "" {
		return o, refuseFlags(c, "with results, which have their settings", c.Command.Flags)
	}
	o.settings, err = flags.SettingsOf(c)
	return o, err
}

// runCite writes what to cite.
func runCite(ctx context.Context, h flags.Host, o citeOptions) error {
	settings, signature, err := o.used(ctx, h)
	if err != nil {
		return err
	}
	named := func(setting *string) string {
		if setting == nil {
			return ""
		}
		return *setting
	}
	return cite.Write(h.Out, o.format, cite.Works(settings.Measures, named(settings.Encoder), named(settings.Vectors)), signature)
}

// used returns what scores were made with: stored ones, or those of a run with these flags.
func (o *citeOptions) used(ctx context.Context, h flags.Host) (setup.Settings, string, error) {
	if o.results != "" {
		stored, err := replay.OpenSegments(o.results)
		if err != nil {
			return setup.Settings{}, "", err
		}
		defer stored.Close()
		settings, err := stored.Settings()
		return settings, stored.Run.Signature, err
	}
	opened, err := h.Open(ctx, o.settings, setup.Material{})
	if err != nil {
		return setup.Settings{}, "", err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return setup.Settings{}, "", err
	}
	return opened.Settings, scorer.Signature(1).String(), nil
}
