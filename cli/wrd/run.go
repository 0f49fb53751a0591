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
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/nearest"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
)

// Exit statuses.
const (
	exitDone        = 0
	exitRegression  = 1   // check found one
	exitDamage      = 1   // cache verify found some
	exitBadInput    = 2   // wrong use, or input that cannot be used
	exitFault       = 3   // a mistake of this program
	exitInterrupted = 130 // as a shell reports a program that Ctrl-C (SIGINT) ended
	exitTerminated  = 143 // as a shell reports a program that SIGTERM ended
)

// run runs the command line args, whose first element is the name of the program, and returns the exit
// status. Results go to stdout, everything else to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if value := recover(); value != nil {
			code = report(ctx, stderr, &metric.Fault{Value: value, Stack: debug.Stack()})
		}
	}()
	out := standardOutput(ctx, stdout)
	stderr = untilInterrupted(ctx, stderr)
	app := newApp(stdin, out, stderr)
	line, err := ordered(app.Commands, completeSpelling(args))
	if err == nil {
		err = app.RunContext(ctx, line)
	}
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
	if errors.Is(err, context.Canceled) {
		if i, ok := errors.AsType[*interruption](context.Cause(ctx)); ok && i.signal == syscall.SIGTERM {
			fmt.Fprintln(stderr, "wrd: terminated")
			return exitTerminated
		}
		fmt.Fprintln(stderr, "wrd: interrupted")
		return exitInterrupted
	}
	if fault, ok := errors.AsType[*metric.Fault](err); ok {
		writeLines(stderr, "wrd: "+fault.Error())
		fmt.Fprintf(stderr, "%s\n", fault.Stack)
		writeLines(stderr, "wrd: hint: this is a mistake in wrd, please report it with the lines above")
		return exitFault
	}
	colours := coloured(stderr)
	for i, line := range errorLines(err) {
		if i == 0 {
			fmt.Fprint(stderr, painted(colours, red, "wrd:")+" ")
		}
		writeLines(stderr, bounded(visible.Text(line)))
	}
	if hint := hintFor(err); hint != "" {
		fmt.Fprint(stderr, painted(colours, cyan, "wrd: hint:")+" ")
		writeLines(stderr, hint)
	}
	return exitBadInput
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

// A hintedError comes with a line that says what to do.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// hintFor returns what to do about an error, "" if nothing is known. The rooms below know no flags: their errors say by
// their type what is wrong.
func hintFor(err error) string {
	if h, ok := errors.AsType[*hintedError](err); ok {
		return h.hint
	}
	if e, ok := errors.AsType[*vectors.NotFoundError](err); ok {
		if e.Name == embedding.FormerName {
			return formerHint
		}
		hint := "--vectors takes " + defaultVectors + ", a name that wrd vectors list shows, or a file"
		if variable := os.Getenv(vectorsVariable); variable != "" && variable == e.Name {
			hint += "; " + vectorsVariable + " says " + variable
		}
		return hint
	}
	if hint := encoderHint(err); hint != "" {
		return hint
	}
	if e, ok := errors.AsType[*table.NoTextsError](err); ok {
		if e.Role == table.Candidate && slices.Contains(e.Columns, "candidates") {
			return "wrd matrix and wrd mbr read JSON Lines with lists of candidates by --" + groupsFlag.Name
		}
		hint := fmt.Sprintf("--%s %s=COLUMN says which column it is", columnsFlag.Name, e.Role)
		if e.Role == table.Reference {
			hint += "; -r FILE gives references of their own"
		}
		return hint
	}
	if e, ok := errors.AsType[*vectors.NotFetchedError](err); ok {
		return "wrd vectors pull " + e.Set.Name + " downloads them"
	}
	if _, ok := errors.AsType[*vectors.NoFrequenciesError](err); ok {
		return "give --frequencies FILE, with a word and its count per line"
	}
	if e, ok := errors.AsType[*vectors.NoConverterError](err); ok {
		if e.Name == embedding.FormerName {
			return formerHint
		}
		return "a converter is " + defaultVectors + " or a file that wrd convert fit wrote"
	}
	return ""
}

// formerHint answers who asks for the built-in vectors by the name of those before them.
const formerHint = "the built-in vectors and their converter are called " + defaultVectors + "; " +
	embedding.FormerName +
	" was the set before them, which gave other scores"

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:    "wrd",
		Usage:   "score generated text against references with exact Word Rotator's Distance",
		Version: metric.Version,
		Description: "Exit status: 0 done; 1 check found a regression, or cache verify a damaged entry;\n" +
			"2 wrong use or bad input; 3 a fault of wrd; 130 ended by Ctrl-C (SIGINT), 143 by SIGTERM.\n" +
			"Results go to standard output, everything else to standard error. Only vectors pull downloads anything.",
		Reader:    stdin,
		Writer:    stdout,
		ErrWriter: stderr,
		Commands: []*cli.Command{scoreCommand(), explainCommand(), compareCommand(), checkCommand(),
			correlateCommand(), reportCommand(), matrixCommand(), mbrCommand(), tokenizeCommand(), convertCommand(),
			stsCommand(), wordsimCommand(), reproduceCommand(), cacheCommand(), vectorsCommand(), serveCommand(), helpCommand(),
			versionCommand(), completionCommand(), manCommand(), completeCommand()},
		DisableSliceFlagSeparator: true,
		HideHelp:                  true, // the verb help answers
		HideVersion:               true,
		OnUsageError:              usageError,
		ExitErrHandler:            func(*cli.Context, error) {},
		Action:                    unknownVerb,
	}
	ownUsage(app.Commands)
	return app
}

// ownUsage makes all commands report wrong use in our way.
func ownUsage(commands []*cli.Command) {
	for _, command := range commands {
		command.OnUsageError = usageError
		command.Before = prepare
		command.HideHelp = true
		if len(command.Subcommands) > 0 {
			command.Action = unknownVerbOf
			ownUsage(command.Subcommands)
		}
	}
}

// prepare makes waiting for input end with the run, and checks the inputs. The worker sees to its input itself.
func prepare(c *cli.Context) error {
	if c.Command.Name != "serve" {
		c.App.Reader = file.Interruptible(c.Context, c.App.Reader)
	}
	return readable(c)
}

// usageError replaces the library's way of printing the whole help to standard output.
func usageError(c *cli.Context, err error, _ bool) error {
	return &hintedError{valueError(c, err), helpLine(c)}
}

// helpLine names the command that prints the help for c.
func helpLine(c *cli.Context) string {
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		return c.Command.HelpName + " --help lists the flags"
	}
	return "wrd --help lists the verbs"
}

// unknownVerb reports a line whose verb is not known.
func unknownVerb(c *cli.Context) error {
	return noSuchVerb(c.Args().First(), c.App.Commands, "wrd --help explains them")
}

// unknownVerbOf does the same below a verb that has verbs of its own.
func unknownVerbOf(c *cli.Context) error {
	return noSuchVerb(c.Args().First(), c.Command.Subcommands, "wrd "+c.Command.Name+" --help explains them")
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
	return &hintedError{fmt.Errorf("found the verb %q, expected one of: %s", name, strings.Join(names, ", ")), hint}
}

// positional returns the arguments that are no flags, of which there must be as many as names.
func positional(c *cli.Context, names ...string) ([]string, error) {
	args := c.Args().Slice()
	switch {
	case len(args) > len(names) && len(names) == 0:
		return nil, &hintedError{fmt.Errorf("found the argument %s, expected only flags", quote(args[0])), helpLine(c)}
	case len(args) != len(names):
		return nil, &hintedError{fmt.Errorf("found %s, expected %d: %s", counted(len(args), "argument"), len(names),
			strings.Join(names, " ")), manyOrFew(c, len(args) > len(names))}
	}
	return args, nil
}

// manyOrFew says what to do about too many or too few arguments.
func manyOrFew(c *cli.Context, many bool) string {
	if many {
		return "put each text in quotes; " + helpLine(c)
	}
	return helpLine(c)
}

func quoteAll(args []string) []string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = quote(arg)
	}
	return quoted
}

// quote writes an argument as a shell would need it.
func quote(arg string) string {
	if arg != "" && !strings.ContainsAny(arg, " \t\n'\"\\$`*?[]{}()<>|&;!#~") {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
