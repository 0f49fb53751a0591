// Package args reads the command line: verbs, flags, arguments. One list of flags, that of each verb, makes what a line
// may say, its help, the manual, the completion in shells and docs/flags.md.
//
// It stands on github.com/urfave/cli/v2, which knows verbs, flags and their values, and mends what that lacks: flags
// stand anywhere (line.go), a mistake is told with what to do about it (Hinted), names of files are taken as they are
// (Files), a value is checked against what it may be (Choice), and help is for people.
package args

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/nearest"
	"github.com/wordrotator/wrd/internal/wording"
)

// Run runs a line, whose first element is the name of the program. before is called before the verb that it names.
func Run(ctx context.Context, app *cli.App, line []string, before cli.BeforeFunc) error {
	app.DisableSliceFlagSeparator = true
	app.HideHelp = true // the verb help answers
	app.HideVersion = true
	app.OnUsageError = usageError
	app.ExitErrHandler = func(*cli.Context, error) {}
	app.Action = unknownVerb
	ownUsage(app.Commands, before)
	setUp(app)
	line, err := ordered(app.Name, app.Commands, line)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, line)
}

// setUp prepares the library without the flags of the verbs, which it would sort for help of its own: that took as long
// as all else before the verb.
func setUp(app *cli.App) {
	flags := make([][]cli.Flag, len(app.Commands))
	for i, verb := range app.Commands {
		flags[i], verb.Flags = verb.Flags, nil
	}
	app.Setup()
	for i, verb := range app.Commands {
		verb.Flags = flags[i]
	}
}

// A named is a flag that knows its names, which the library's finds by a regular expression each time, for every flag
// of a verb as often as one of them is asked for.
type named struct {
	cli.Flag
	names []string
}

func (f named) Names() []string { return f.names }

// withNames returns a copy of a verb whose flags are named.
func withNames(verb *cli.Command) *cli.Command {
	copied := *verb
	copied.Flags = make([]cli.Flag, len(verb.Flags))
	for i, flag := range verb.Flags {
		copied.Flags[i] = named{flag, flag.Names()}
	}
	return &copied
}

// ownUsage makes all verbs report wrong use in our way.
func ownUsage(verbs []*cli.Command, before cli.BeforeFunc) {
	for _, verb := range verbs {
		verb.OnUsageError = usageError
		verb.HideHelp = true
		if len(verb.Subcommands) > 0 {
			verb.Action = unknownVerbOf
			ownUsage(verb.Subcommands, before)
			continue
		}
		flags := verb.Flags
		verb.Before = func(c *cli.Context) error {
			c.Command = withNames(verb)
			for _, flag := range flags {
				if checked, ok := flag.(interface{ check(*cli.Context) error }); ok {
					if err := checked.check(c); err != nil {
						return err
					}
				}
			}
			return before(c)
		}
	}
}

// A Hinted is an error with a line that says what to do.
type Hinted struct {
	Err  error
	Hint string
}

func (e *Hinted) Error() string { return e.Err.Error() }

func (e *Hinted) Unwrap() error { return e.Err }

// Hint returns an error that says what to do about err.
func Hint(err error, hint string) error { return &Hinted{err, hint} }

// Missing is the error of a line that lacks something: the hint names its help.
func Missing(c *cli.Context, format string, values ...any) error {
	return Hint(fmt.Errorf(format, values...), HelpLine(c))
}

// usageError replaces the library's way of printing the whole help to standard output.
func usageError(c *cli.Context, err error, _ bool) error {
	return Hint(valueError(c, err), HelpLine(c))
}

// HelpLine names the command that prints the help for c.
func HelpLine(c *cli.Context) string {
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		return c.Command.HelpName + " --help lists the flags"
	}
	return c.App.Name + " --help lists the verbs"
}

// unknownVerb reports a line whose verb is not known.
func unknownVerb(c *cli.Context) error {
	return noSuchVerb(c.Args().First(), c.App.Commands, c.App.Name+" --help explains them")
}

// unknownVerbOf does the same below a verb that has verbs of its own.
func unknownVerbOf(c *cli.Context) error {
	return noSuchVerb(c.Args().First(), c.Command.Subcommands, c.Command.HelpName+" --help explains them")
}

func noSuchVerb(name string, verbs []*cli.Command, hint string) error {
	var names []string
	for _, verb := range verbs {
		if !verb.Hidden {
			names = append(names, verb.Name)
		}
	}
	if near := nearest.Of(name, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return Hint(fmt.Errorf("found the verb %q, expected one of: %s", name, strings.Join(names, ", ")), hint)
}

// Verb returns the verb that the arguments name, such as "vectors pull", nil for none. Its HelpName is complete.
func Verb(c *cli.Context) (verb *cli.Command, err error) {
	verbs, name := c.App.Commands, c.App.Name
	for _, arg := range c.Args().Slice() {
		i := slices.IndexFunc(verbs, func(c *cli.Command) bool { return c.HasName(arg) })
		if i < 0 {
			return nil, noSuchVerb(arg, verbs, name+" --help explains them")
		}
		verb = verbs[i]
		name += " " + verb.Name
		verb.HelpName, verbs = name, verb.Subcommands
	}
	return verb, nil
}

// Positional returns the arguments that are no flags, of which there must be as many as names.
func Positional(c *cli.Context, names ...string) ([]string, error) {
	args := c.Args().Slice()
	switch {
	case len(args) > len(names) && len(names) == 0:
		return nil, Missing(c, "found the argument %s, expected only flags", Quote(args[0]))
	case len(args) != len(names):
		found := fmt.Sprintf("%d arguments", len(args))
		if len(args) == 1 {
			found = "1 argument"
		}
		hint := HelpLine(c)
		if len(args) > len(names) {
			hint = "put each text in quotes; " + hint
		}
		return nil, Hint(fmt.Errorf("found %s, expected %d: %s", found, len(names), strings.Join(names, " ")), hint)
	}
	return args, nil
}

func quoteAll(args []string) []string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = Quote(arg)
	}
	return quoted
}

// Quote writes an argument as a shell would need it.
func Quote(arg string) string { return wording.Argument(arg) }
