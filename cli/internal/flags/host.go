package flags

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Host is where a verb runs: what it reads and writes, whom it tells what happens, and what its settings are opened
// in. A verb reads its flags into options and runs these on a host.
type Host struct {
	*setup.Environment // its Stdin is what - reads, its Notify whom a verb tells
	Out                io.Writer
	Errs               io.Writer
	Verb               string // that runs, for hints
}

// hostOf is the host of a run. Encoders and pipes are opened once in it.
func hostOf(c *cli.Context) Host {
	return Host{EnvironmentOf(c), c.App.Writer, c.App.ErrWriter, c.Command.Name}
}

// Tell tells notices, a sentence each.
func (h Host) Tell(notices []string) {
	for _, notice := range notices {
		h.Notify(notice)
	}
}

// ProgressOf shows how far an evaluation is whose position counts something.
func (h Host) ProgressOf(counts render.Counting) evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return render.Progress(h.Errs, what, counts, position)
	}
}

// ScoreSettings say how texts are scored besides the scorer's options.
func (h Host) ScoreSettings() evaluation.ScoreSettings {
	return evaluation.ScoreSettings{Workers: h.Workers, Progress: h.ProgressOf(render.Segments)}
}

// Verb is the action of a verb that reads its flags into options and runs these.
func Verb[Options any](read func(*cli.Context) (Options, error),
	run func(context.Context, Host, Options) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		o, err := read(c)
		if err != nil {
			return err
		}
		return asFlags(c, run(c.Context, hostOf(c), o))
	}
}

// PlainOptions reads the flags of a verb that has --format alone.
func PlainOptions(c *cli.Context) (format string, err error) {
	_, err = args.Positional(c)
	return PlainFormat.Get(c), err
}
