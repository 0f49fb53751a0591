package main

import (
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/show"
)

func vectorsInfoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "show what a vector file contains, and warn of what would spoil a score",
		UsageText: "wrd vectors info [flags] NAME|FILE",
		Flags:     []cli.Flag{wordsFlag, cacheDirFlag, noCacheFlag, plainFormat},
		Action:    vectorsInfo,
	}
}

// vectorsInfo prints what vectors hold.
func vectorsInfo(c *cli.Context) error {
	args, err := positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	format, err := formatOf(c, textOrJSON)
	if err != nil {
		return err
	}
	about, err := describeVectors(c, args[0])
	if err != nil {
		return err
	}
	return show.Vectors(c.App.Writer, format, about)
}
