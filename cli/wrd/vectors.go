package main

import "github.com/urfave/cli/v2"

// vectorsCommand is the verb of everything that is about vectors themselves.
func vectorsCommand() *cli.Command {
	return &cli.Command{
		Name:  "vectors",
		Usage: "list vectors, show what a file of them contains, or download a known set or an encoder",
		Subcommands: []*cli.Command{
			vectorsListCommand(),
			vectorsInfoCommand(),
			vectorsPullCommand(),
		},
	}
}
