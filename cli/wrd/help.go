package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// The verbs that say something about others.

func helpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Usage: "show help for wrd or a verb",
		UsageText: "wrd help [VERB]\nwrd VERB --help", ArgsUsage: "[VERB]",
		Flags: []cli.Flag{flags.PlainFormat},
		Action: func(c *cli.Context) error {
			format := flags.PlainFormat.Get(c)
			verb, err := args.Verb(c)
			if err != nil {
				return err
			}
			if format == "json" {
				return render.JSON(c.App.Writer, args.Help(c.App, verb))
			}
			return writeHelp(c.App.Writer, c, verb, nil)
		},
	}
}

// writeHelp writes help as what standard output shows takes it.
func writeHelp(w io.Writer, c *cli.Context, verb *cli.Command, environment [][2]string) error {
	bold := func(title string) string { return render.Painted(c.App.Writer, render.Bold, title) }
	return args.WriteHelp(w, c.App, verb, environment, cmp.Or(render.Width(c.App.Writer), render.PipedWidth), bold)
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version",
		UsageText: "wrd version\nwrd --version",
		Flags:     []cli.Flag{flags.PlainFormat},
		Action: func(c *cli.Context) error {
			format := flags.PlainFormat.Get(c)
			if _, err := args.Positional(c); err != nil {
				return err
			}
			var without []string
			for _, b := range encoder.BuiltIns() {
				if b.Absent {
					without = append(without, b.Name)
				}
			}
			kernels, named := map[string]string{}, []string{}
			for _, p := range encoder.Precisions() {
				kernels[string(p)] = p.Kernel()
				named = append(named, string(p)+" by "+p.Kernel())
			}
			if format == "json" {
				return render.JSON(c.App.Writer, struct {
					Program string            `json:"program"`
					Version string            `json:"version"`
					Kernels map[string]string `json:"kernels"`           // of encoders, by precision, on this machine
					Without []string          `json:"without,omitempty"` // encoders that were left out when the program was built
				}{"wrd", metric.Version, kernels, without})
			}
			text := "wrd version " + metric.Version + "\nencoders here: " + strings.Join(named, ", ") + "\n"
			if len(without) > 0 {
				text += "built without the encoder " + strings.Join(without, ", ") + "\n"
			}
			_, err := io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

func manCommand() *cli.Command {
	return &cli.Command{
		Name: "man", Usage: "print the manual page of wrd or a verb",
		UsageText: "wrd man [VERB]\n\nwrd man score\nwrd man > ~/.local/share/man/man1/wrd.1",
		ArgsUsage: "[VERB]",
		Action: func(c *cli.Context) error {
			verb, err := args.Verb(c)
			if err != nil {
				return err
			}
			environment := [][2]string{
				{flags.VectorsVariable, "the vectors to use without --vectors"},
				{flags.CacheDirFlag.EnvVars[0], "the folder for cached vector files and downloads"},
				{flags.LimitVariable, "the limit without --limit"},
				{mirrorFlag.EnvVars[0], "the address from which vectors pull downloads"},
				{"PAGER", "the program that shows the manual on a terminal, less if it is not set"},
				{"NO_COLOR", "if it is not empty, a terminal shows no colours"},
				{"COLUMNS", "the width of the terminal, if it is another than the terminal says"},
			}
			if render.Width(c.App.Writer) == 0 {
				return args.WriteManual(c.App.Writer, c.App, verb, environment)
			}
			return paged(c.App.Writer, func(w io.Writer) error { return writeHelp(w, c, verb, environment) })
		},
	}
}

// paged shows what is written, a page at a time by the program that PAGER names, or else by less. Where there is no such
// program it goes to out, a terminal, at once.
func paged(out io.Writer, write func(io.Writer) error) error {
	line := strings.Fields(cmp.Or(os.Getenv("PAGER"), "less"))
	if len(line) == 0 {
		return write(out)
	}
	program, err := exec.LookPath(line[0])
	if err != nil {
		return write(out)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	pager := exec.Command(program, line[1:]...)
	pager.Stdin, pager.Stdout, pager.Stderr = &text, os.Stdout, os.Stderr
	pager.Env = append([]string{"LESS=FRX"}, os.Environ()...) // a variable that is set comes later and wins
	signal.Ignore(os.Interrupt)                               // Ctrl-C is the pager's
	if err := pager.Run(); err != nil {
		return fmt.Errorf("PAGER: %s: %w", line[0], err)
	}
	return nil
}

func completionCommand() *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print the completion script of a shell",
		UsageText: "wrd completion bash|zsh|fish\n\n" +
			"source <(wrd completion bash)   # in ~/.bashrc\n" +
			"source <(wrd completion zsh)    # in ~/.zshrc, after compinit\n" +
			"wrd completion fish > ~/.config/fish/completions/wrd.fish",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			shell, err := args.Positional(c, "SHELL")
			if err != nil {
				return err
			}
			script, err := args.Script(shell[0])
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.App.Writer, script)
			return err
		},
	}
}

func completeCommand() *cli.Command {
	return &cli.Command{
		Name: args.CompleteVerb, Hidden: true, SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			return args.WriteCompletions(c.App.Writer, c.App.Commands, c.Args().Slice(), completer{})
		},
	}
}

// A completer knows the values that the flags themselves do not say.
type completer struct{}

func (completer) Argument(verb string) []args.Completion {
	switch verb {
	case "completion":
		return args.Words(args.Shells())
	case "pull":
		return setsOf("", false)
	case "info":
		return setsOf("", true)
	}
	return nil
}

func (completer) Flag(flag cli.Flag) (values []args.Completion, list bool) {
	switch name := flag.Names()[0]; name {
	case flags.VectorsFlag.Name:
		return setsOf("vectors", true), false
	case flags.EncoderFlag.Name:
		return setsOf("encoder", true), false
	case flags.ConverterFlag.Name:
		return args.Words([]string{flags.DefaultVectors}), false
	default:
		return args.Words(setup.Describe(strings.ReplaceAll(name, "-", "_")).Values), name == flags.MeasureFlag.Name
	}
}

// setsOf returns the names of vectors or encoders, or of both if what is "": those that are here, or those that
// can be downloaded.
func setsOf(what string, here bool) (list []args.Completion) {
	for _, set := range catalog.List("") {
		if (what == "" || set.What == what) && (set.State != catalog.Known) == here {
			list = append(list, args.Completion{Word: set.Name, Meaning: set.About})
		}
	}
	return list
}
