package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

var stdioFlag = &cli.BoolFlag{Name: "stdio", Category: "REQUESTS",
	Usage: "use standard input and output (required)"}

var cacheScoresFlag = &cli.BoolFlag{Name: "cache-scores", Category: "REQUESTS",
	Usage: "keep scores in the cache for texts that come again"}

// sourcesAloneFlag is for programs whose users have sources and did not say by which settings they are scored.
var sourcesAloneFlag = &cli.BoolFlag{Name: "sources-alone", Category: flags.TextCategory,
	Usage: "requests have sources and no references; selects settings as wrd score -s does"}

func serveCommand() *cli.Command {
	return &cli.Command{
		Name:      "serve",
		Usage:     "answer requests of other programs on standard input and output",
		UsageText: "wrd serve --stdio [flags]",
		Description: "For programs that score many texts. Requests are lines of JSON with id, method and params, or binary frames;\n" +
			"answers come in the same order. Methods: score, explain, tokenize, matrix, mbr, compare, correlate, replay and\n" +
			"others. The end of the input ends it; closing its output or SIGTERM ends it at once. It never opens a\n" +
			"port. docs/serve.md is the protocol, which the Python package speaks.",
		Flags: args.Often(slices.Concat([]cli.Flag{stdioFlag, cacheScoresFlag, sourcesAloneFlag, flags.MultiReferenceFlag,
			flags.ThreadsFlag, flags.LimitFlag, flags.SettingsFlag, flags.NamesFlag}, flags.MeasureFlags(), flags.ScoringFlags()),
			"stdio", "settings", "cache-scores", "threads", "cache-dir"),
		Action: flags.Verb(readServe, runServe),
	}
}

// serveOptions are what wrd serve is told.
type serveOptions struct {
	scoring     setup.Settings
	cacheScores bool
	names       func(name string) string // as in worker.Config
}

// readServe reads the flags: settings, with all that follows of them.
func readServe(c *cli.Context) (o serveOptions, err error) {
	if _, err := args.Positional(c); err != nil {
		return o, err
	}
	if !stdioFlag.Get(c) {
		return o, args.Hint(errors.New("found no --stdio, expected it: there is no other way to reach the worker"),
			"write: wrd serve --stdio")
	}
	if _, err := flags.Threads(c); err != nil {
		return o, err
	}
	if o.cacheScores = cacheScoresFlag.Get(c); o.cacheScores && flags.NoCacheFlag.Get(c) {
		return o, errors.New("found --cache-scores and --no-cache, expected one of them")
	}
	if o.names, err = flags.CallerNames(c); err != nil {
		return o, err
	}
	if o.scoring, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if sourcesAloneFlag.Get(c) {
		o.scoring = o.scoring.WithSources()
	}
	_, err = flags.Complete(c, o.scoring)
	return o, err
}

// runServe answers requests by settings.
func runServe(ctx context.Context, h flags.Host, o serveOptions) error {
	opened, err := h.Open(ctx, o.scoring, setup.Material{})
	if err != nil {
		return err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		if outputClosed(ctx) {
			cancel(errOutputClosed)
		}
	}()
	config := worker.Config{Workers: h.Workers, Scoring: opened.Settings, Options: opened.Options, Said: o.scoring,
		Environment: h.Environment, Names: o.names}
	if o.scoring.LeftToReferences() {
		config.Undecided = &o.scoring
	}
	if o.cacheScores {
		config.Scores, err = worker.OpenScores(cache.Open(h.CacheDir, h.Notify), scorer, opened.Options)
		if err != nil {
			return args.Hint(err, fmt.Sprintf("name a folder that can be written by %s, or leave out %s", h.Names("cache_dir"),
				h.Names("cache_scores")))
		}
		defer config.Scores.Close()
	}
	err = worker.Serve(ctx, scorer, config, h.Stdin, flushing{render.Exact(h.Out)})
	if errors.Is(context.Cause(ctx), errOutputClosed) {
		return nil // nobody is left to be told anything
	}
	return err
}

// errOutputClosed is the cause of the end when the client has closed the output.
var errOutputClosed = errors.New("the output was closed")

// flushing is a buffered writer that keeps nothing back.
type flushing struct{ out io.Writer }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.out.Write(p)
	if buffered, ok := f.out.(interface{ Flush() error }); ok && err == nil {
		err = buffered.Flush()
	}
	return n, err
}
