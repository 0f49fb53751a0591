package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A host is where a verb runs: what it reads and writes, whom it tells what happens, and what its settings are opened
// in. A verb reads its flags into options and runs these on a host.
type host struct {
	*setup.Environment // its Stdin is what - reads, its Notify whom a verb tells
	out                io.Writer
	errs               io.Writer
}

// hostOf is the host of a run. Encoders and pipes are opened once in it.
func hostOf(c *cli.Context) host { return host{environmentOf(c), c.App.Writer, c.App.ErrWriter} }

// bytesProgress shows the progress of an evaluation that counts bytes.
func (h host) bytesProgress() evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return render.Progress(h.errs, what, true, position)
	}
}

// shareProgress shows the progress of an evaluation that counts no bytes: the share that is done, and the time that it
// may still take.
func (h host) shareProgress() evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return render.Progress(h.errs, what, false, position)
	}
}

// verb is the action of a verb that reads its flags into options and runs these.
func verb[Options any](read func(*cli.Context) (Options, error),
	run func(context.Context, host, Options) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		o, err := read(c)
		if err != nil {
			return err
		}
		return asFlags(c, run(c.Context, hostOf(c), o))
	}
}

// plainOptions reads the flags of a verb that has --format alone.
func plainOptions(c *cli.Context) (format string, err error) {
	_, err = args.Positional(c)
	return plainFormat.Get(c), err
}
