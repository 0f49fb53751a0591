package main

import "github.com/urfave/cli/v2"

// vectorsCommand is the verb of everything that is about vectors themselves.
func vectorsCommand() *cli.Command {
	return &cli.Command{
		Name:  "vectors",
		Usage: "show what a vector file contains, or download a known set or an encoder",
		Subcommands: []*cli.Command{
			vectorsInfoCommand(),
			vectorsPullCommand(),
		},
	}
}
