package main

import "github.com/urfave/cli/v2"

// vectorsCommand is the verb of everything that is about vectors themselves.
func vectorsCommand() *cli.Command {
	return &cli.Command{
		Name:  "vectors",
		Usage: "list, show and download vectors and encoders",
		Subcommands: []*cli.Command{
			vectorsListCommand(),
			vectorsInfoCommand(),
			vectorsPullCommand(),
		},
	}
}
