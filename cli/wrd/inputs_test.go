package main

import (
	"io"
	"regexp"
	"slices"
	"testing"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/flags"
)

// Every flag that takes a file or a folder says in inputFlags which files it reads: what is not there could be written
// over.
func TestInputFlags(t *testing.T) {
	takesFile := regexp.MustCompile("`[^`]*(FILE|DIR)[^`]*`")
	var visit func(commands []*cli.Command)
	found := 0
	visit = func(commands []*cli.Command) {
		for _, command := range commands {
			visit(command.Subcommands)
			for _, flag := range command.Flags {
				text, ok := flag.(cli.DocGenerationFlag)
				if !ok || !takesFile.MatchString(text.GetUsage()) {
					continue
				}
				found++
				if flags.InputFlags[flag.Names()[0]] == nil {
					t.Errorf("wrd %s --%s takes a file and is not in inputFlags", command.Name, flag.Names()[0])
				}
			}
		}
	}
	commands := newApp(nil, io.Discard, io.Discard).Commands
	visit(commands)
	if found < 50 || !slices.ContainsFunc(commands, func(c *cli.Command) bool { return c.Name == "score" }) {
		t.Errorf("found %d flags that take files: the test is blind", found)
	}
}
