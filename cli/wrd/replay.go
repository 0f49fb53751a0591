package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name:  "replay",
		Usage: "score stored results again and compare every value",
		UsageText: "wrd replay DIR|FILE [flags]\n\n" +
			"wrd replay results\n" +
			"wrd replay baseline.parquet --vectors moved/wiki.vec",
		Description: "Reads settings and texts from results of wrd score -o or a baseline of wrd check, scores them again, and\n" +
			"compares every value bit by bit: scores, counts, alignments, means and intervals. It lists what differs, and\n" +
			"what changed since: vectors, converter, encoder or version. Scores of other programs are not computed again.\n" +
			"Exit status: 0 all values are the same, 1 some differ, 2 the results cannot be scored again.",
		Flags: []cli.Flag{flags.ElsewhereFlag("vectors"), flags.ElsewhereFlag("words"), flags.ElsewhereFlag("frequencies"),
			flags.ElsewhereFlag("converter"), flags.ElsewhereFlag("encoder"), flags.ThreadsFlag, flags.LimitFlag, flags.PlainFormat, flags.CacheDirFlag, flags.NoCacheFlag},
		Action: flags.Verb(readReplay, runReplay),
	}
}

// replayOptions are what replay is asked.
type replayOptions struct {
	job    jobs.Replay
	format string
}

// readReplay reads the flags.
func readReplay(c *cli.Context) (o replayOptions, err error) {
	paths, err := args.Positional(c, "DIR|FILE")
	if err != nil {
		return o, err
	}
	o.job.Path, o.format = paths[0], flags.PlainFormat.Get(c)
	if o.job.Files, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	_, err = flags.Threads(c)
	return o, err
}

// errDifferent says that results are not what they were. What differs is already written.
var errDifferent = errors.New("different results")

// runReplay scores results again.
func runReplay(ctx context.Context, h flags.Host, o replayOptions) error {
	report, err := o.job.Run(ctx, h.Host)
	if err != nil {
		return err
	}
	if err := show.Replay(h.Out, o.format, o.job.Path, report); err != nil {
		return err
	}
	if !report.Same {
		return errDifferent
	}
	return nil
}
