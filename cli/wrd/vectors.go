package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// vectorsCommand is the verb of everything that is about vectors themselves.
func vectorsCommand() *cli.Command {
	return &cli.Command{
		Name:  "vectors",
		Usage: "show what vectors are like, or fetch known ones",
		Subcommands: []*cli.Command{
			vectorsInfoCommand(),
			vectorsPullCommand(),
		},
	}
}

func vectorsInfoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "print what a vector file holds",
		UsageText: "wrd vectors info [flags] NAME|FILE",
		Flags:     []cli.Flag{cacheDirFlag, noCacheFlag, formatFlag("text", "json")},
		Action:    vectorsInfo,
	}
}

// vectorsInfo prints what vectors hold.
func vectorsInfo(c *cli.Context) error {
	args, err := positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	store, err := openNamedVectors(c, openCache(c), args[0])
	if err != nil {
		return err
	}
	info := struct {
		Name  string `json:"name"`
		Words int    `json:"words"`
		Dim   int    `json:"dim"`
	}{store.Name(), store.Len(), store.Dim()}
	if format == "json" {
		return writeJSON(c.App.Writer, info)
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %d words, %d dimensions\n", info.Name, info.Words, info.Dim)
	return err
}
