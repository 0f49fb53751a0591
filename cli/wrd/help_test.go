package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// The first screen of help, 24 rows of 80 columns, has how a verb is used, two examples and the flags that are used most.
// All flags are in the whole of it, each once.
func TestFirstScreenOfHelp(t *testing.T) {
	const rows, columns, few = 24, 80, 12
	app := newApp(nil, io.Discard, io.Discard)
	app.Setup()
	check := func(verb *cli.Command) {
		asked := args.Help(app, verb)
		if len(asked.Flags) <= few {
			return
		}
		var written strings.Builder
		if err := args.WriteHelp(&written, app, verb, nil, columns, func(s string) string { return s }); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(written.String(), "\n")
		screen := lines[:rows]
		heading := func(title string) int { return slices.Index(screen, title) }
		usage, examples, most := heading("USAGE"), heading("EXAMPLES"), heading("MOST USED")
		if lines[0] != asked.Verb && !strings.HasSuffix(lines[0], asked.Usage) || usage < 0 || most < usage {
			t.Errorf("%s: its first screen does not begin with what it does and how it is used:\n%s", asked.Verb,
				strings.Join(screen, "\n"))
			return
		}
		if want := min(2, len(asked.Examples)); want > 0 && (examples < usage || most < examples+want) {
			t.Errorf("%s: found no %d examples on the first screen", asked.Verb, want)
		}
		if end := slices.Index(lines[most:], ""); most+end > rows {
			t.Errorf("%s: the flags that are used most end in row %d, expected row %d or before:\n%s", asked.Verb, most+end, rows,
				strings.Join(lines[:most+end], "\n"))
		}
		for _, flag := range asked.Flags {
			found, head := 0, strings.TrimSpace("--"+flag.Names[0]+" "+flag.Value)
			for _, line := range lines {
				explained, _, _ := strings.Cut(strings.TrimPrefix(line, "  "), "  ")
				if explained == head || len(explained) == len(head)+len("-c, ") && strings.HasSuffix(explained, ", "+head) {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s: help explains --%s %d times, expected once", asked.Verb, flag.Names[0], found)
			}
		}
	}
	var checkAll func(verbs []*cli.Command)
	checkAll = func(verbs []*cli.Command) {
		for _, verb := range verbs {
			check(verb)
			checkAll(verb.Subcommands)
		}
	}
	checkAll(app.Commands)
}
