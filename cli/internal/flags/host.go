package flags

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// A Host is where a verb runs: where its job runs, and where it prints. A verb reads its flags into options and runs
// these on a host.
type Host struct {
	jobs.Host
	Out  io.Writer
	Errs io.Writer
	Verb string // that runs, for hints
}

// hostOf is the host of a run. Encoders and pipes are opened once in it.
func hostOf(c *cli.Context) Host {
	return Host{jobs.Host{Environment: EnvironmentOf(c), Names: namesOf(c)}, c.App.Writer, c.App.ErrWriter, c.Command.Name}
}

// Verb is the action of a verb that reads its flags into options and runs these.
func Verb[Options any](read func(*cli.Context) (Options, error),
	run func(context.Context, Host, Options) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		o, err := read(c)
		if err != nil {
			return asFlags(c, err)
		}
		return asFlags(c, explainTable(c.Command.Name, run(c.Context, hostOf(c), o)))
	}
}

// PlainOptions reads the flags of a verb that has --format alone.
func PlainOptions(c *cli.Context) (format string, err error) {
	_, err = args.Positional(c)
	return PlainFormat.Get(c), err
}
