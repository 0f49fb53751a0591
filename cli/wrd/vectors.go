package main

import (
	"context"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
)

// vectorsCommand is the verb of everything that is about vectors themselves.
func vectorsCommand() *cli.Command {
	return &cli.Command{
		Name:  "vectors",
		Usage: "list, show and download vectors and encoders",
		Subcommands: []*cli.Command{
			{
				Name:        "list",
				Usage:       "list vectors and encoders: built in, downloaded, downloadable",
				UsageText:   "wrd vectors list [flags]",
				Description: "wrd vectors pull NAME downloads the others. $WRD_VECTORS is the default of --vectors.",
				Flags:       []cli.Flag{flags.CacheDirFlag, flags.PlainFormat},
				Action: flags.Verb(flags.PlainOptions, func(_ context.Context, h flags.Host, format string) error {
					return show.Catalog(h.Out, format, catalog.List(h.CacheDir))
				}),
			},
			{
				Name:      "info",
				Usage:     "show what a vector file contains, and what may distort scores",
				UsageText: "wrd vectors info [flags] NAME|FILE",
				Flags:     []cli.Flag{flags.WordsFlag, flags.CacheDirFlag, flags.NoCacheFlag, flags.PlainFormat},
				Action:    vectorsInfo,
			},
			vectorsPullCommand(),
		},
	}
}

// vectorsInfo prints what vectors hold.
func vectorsInfo(c *cli.Context) error {
	name, err := args.Positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	about, err := flags.DescribeVectors(c, name[0])
	if err != nil {
		return err
	}
	return show.Vectors(c.App.Writer, flags.PlainFormat.Get(c), about)
}
