package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/nearest"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// Exit statuses.
const (
	exitDone        = 0
	exitRegression  = 1   // check found one, or broken outputs
	exitDamage      = 1   // cache verify found some
	exitDifference  = 1   // replay found one
	exitBadInput    = 2   // wrong use, or input that cannot be used
	exitFault       = 3   // a mistake of this program
	exitInterrupted = 130 // as a shell reports a program that Ctrl-C (SIGINT) ended
	exitTerminated  = 143 // as a shell reports a program that SIGTERM ended
)

// run runs a command line, whose first element is the name of the program, and returns the exit
// status. Results go to stdout, everything else to stderr.
func run(ctx context.Context, line []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if value := recover(); value != nil {
			code = report(ctx, stderr, &fault.Fault{Value: value, Stack: debug.Stack()})
		}
	}()
	out := render.StandardOutput(ctx, stdout)
	stderr = render.StandardError(ctx, stderr)
	app := newApp(stdin, out, stderr)
	err := args.Run(ctx, app, flags.CompleteSpelling(line), prepare)
	if flushErr := out.Flush(); err == nil && flushErr != nil {
		err = fmt.Errorf("standard output cannot be written: %w", flushErr)
	}
	return report(ctx, stderr, err)
}

// report prints err, if there is one, and returns the exit status for it. ctx is that of the run.
func report(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errRegression) {
		return exitRegression
	}
	if errors.Is(err, errDamage) {
		return exitDamage
	}
	if errors.Is(err, errDifferent) {
		return exitDifference
	}
	if errors.Is(err, context.Canceled) {
		i, ok := errors.AsType[*interruption](context.Cause(ctx))
		if !ok {
			i = &interruption{os.Interrupt}
		}
		return reportInterruption(stderr, i)
	}
	if fault, ok := errors.AsType[*fault.Fault](err); ok {
		render.Message(stderr, "wrd:", render.Red, fault.Error())
		fmt.Fprintf(stderr, "%s\n", fault.Stack)
		render.Message(stderr, "wrd: hint:", render.Cyan, "this is a mistake in wrd, please report it with the lines above")
		return exitFault
	}
	for i, line := range errorLines(err) {
		if line = bounded(visible.Text(line)); i > 0 {
			render.Prose(stderr, line)
			continue
		}
		render.Message(stderr, "wrd:", render.Red, line)
	}
	if hint := hintFor(err); hint != "" {
		render.Message(stderr, "wrd: hint:", render.Cyan, hint)
	}
	return exitBadInput
}

// reportInterruption says that the run was interrupted, and returns its exit status.
func reportInterruption(stderr io.Writer, i *interruption) int {
	if i.signal == syscall.SIGTERM {
		fmt.Fprintln(stderr, "wrd: terminated")
	} else {
		fmt.Fprintln(stderr, "wrd: interrupted")
	}
	return i.status()
}

// bounded cuts a message that repeats too much of its input for anybody to read, as those of libraries may.
func bounded(message string) string {
	const most = 8 << 10
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + fmt.Sprintf("… (%d bytes)", len(message))
}

// errorLines returns what to print of an error: a line for each of several that were joined. Any other line end is part
// of what an error quotes.
func errorLines(err error) (lines []string) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			lines = append(lines, one.Error())
		}
	}
	if message := err.Error(); strings.Join(lines, "\n") != message {
		return []string{message}
	}
	return lines
}

// hintFor returns what to do about an error, "" if nothing is known. The rooms below know no flags: their errors say by
// their type what is wrong.
func hintFor(err error) string {
	if h, ok := errors.AsType[*args.Hinted](err); ok {
		return h.Hint
	}
	if e, ok := errors.AsType[*corpus.NoTextsError](err); ok {
		if e.Role == rows.Candidate && slices.Contains(e.Columns, "candidates") {
			return "wrd matrix and wrd mbr read JSON Lines with lists of candidates by --" + flags.GroupsFlag.Name
		}
		hint := fmt.Sprintf("--%s %s=COLUMN says which column it is", flags.ColumnsFlag.Name, e.Role)
		if e.Role == rows.Reference {
			hint += "; -r FILE gives references of their own"
		}
		if e.Role == rows.Source {
			hint += "; -s FILE gives sources of their own"
		}
		return hint
	}
	if e, ok := errors.AsType[*metric.UnknownMeasureError](err); ok && e.Measure != "" &&
		nearest.Of(string(e.Measure), wording.Names(metric.Measures())) == "" {
		return fmt.Sprintf("wrd score --%s %s=FILE shows scores of another program beside ours", flags.ScoresName, e.Measure)
	}
	if e, ok := errors.AsType[*metric.NoAlignmentError](err); ok {
		return fmt.Sprintf("--%s wrd,%s has the alignments of wrd", flags.MeasureFlag.Name, e.Measure)
	}
	if _, ok := errors.AsType[*pairing.OtherSegmentsError](err); ok {
		return "--common takes the segments that all inputs have"
	}
	if _, ok := errors.AsType[*corpus.DifferentLengthsError](err); ok {
		return "lines have no ids to match them by; tables with a column id do, and --common takes the segments that all have"
	}
	if e, ok := errors.AsType[*scores.NoHumanError](err); ok && len(e.Columns) > 0 {
		return fmt.Sprintf("--%s COLUMN names it: %s", humanFlag.Name, strings.Join(e.Columns, ", "))
	}
	if _, ok := errors.AsType[*limit.Error](err); ok {
		return fmt.Sprintf("if that is meant, --%s N or %s=N allows more; memory grows with the square of N, now %d",
			flags.LimitFlag.Name, flags.LimitVariable, limit.Most())
	}
	if _, ok := errors.AsType[*scores.ManyColumnsError](err); ok {
		return "choose by --measure LIST"
	}
	if _, ok := errors.AsType[*scores.SignaturesError](err); ok {
		return fmt.Sprintf("score all systems in the same way (%s)", odd.Signatures)
	}
	if hint := pullHint(err); hint != "" {
		return hint
	}
	return setup.Hint(err, flags.AsFlag)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:    "wrd",
		Usage:   "score generated text with exact Word Rotator's Distance",
		Version: metric.Version,
		Description: "Results go to standard output, everything else to standard error. Only vectors pull downloads anything.\n" +
			"Exit status: 0 done; 1 check failed, replay found a difference, or cache verify damage; 2 wrong use or bad\n" +
			"input; 3 a fault of wrd; 130 stopped by Ctrl-C, 143 by SIGTERM.\n\n" +
			"Documentation, questions and bug reports: https://github.com/wordrotator/wrd",
		UsageText: "wrd VERB [flags]\nwrd help VERB\n\n" +
			"wrd score output.txt reference.txt\n" +
			"wrd compare -c new=a.txt -c old=b.txt -r reference.txt\n" +
			"wrd explain 'a cat sat on the rug' 'the cat was sitting on a mat'",
		Reader:    stdin,
		Writer:    stdout,
		ErrWriter: stderr,
		Commands: slices.Concat(
			verbs("SCORE", scoreCommand(), matrixCommand(), mbrCommand()),
			verbs("COMPARE", compareCommand(), checkCommand()),
			verbs("UNDERSTAND", explainCommand(), reportCommand(), tokenizeCommand()),
			verbs("AGREEMENT WITH PEOPLE", correlateCommand(), stsCommand(), wordsimCommand(), reproduceCommand()),
			verbs("FILES", vectorsCommand(), convertCommand(), cacheCommand(), replayCommand()),
			verbs("MORE", citeCommand(), serveCommand(), helpCommand(), versionCommand(), completionCommand(), manCommand(), completeCommand()),
		),
	}
	return app
}

// verbs are those that help lists under a title.
func verbs(title string, list ...*cli.Command) []*cli.Command {
	for _, verb := range list {
		verb.Category = title
	}
	return list
}

// prepare makes waiting for input end with the run, and checks the inputs. The worker sees to its input itself.
func prepare(c *cli.Context) error {
	if c.Command.Name != "serve" {
		c.App.Reader = file.Interruptible(c.Context, c.App.Reader)
	}
	if err := flags.SetLimit(c); err != nil {
		return err
	}
	return args.CheckReadable(flags.Inputs(c))
}
