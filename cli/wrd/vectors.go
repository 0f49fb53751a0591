package main

import "github.com/urfave/cli/v2"

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
