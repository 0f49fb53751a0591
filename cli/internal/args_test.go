package internal_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// said is what a line says to the verb of a program.
type said struct {
	files     []string
	number    int
	color     string
	loud      bool
	arguments []string
}

type color string

// program returns a program with a verb paint, which says what it was told, and a verb pots with verbs of its own.
func program(told *said) *cli.App {
	files := &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "file", Aliases: []string{"f"}, Usage: "paint `FILE`"}}
	number := &cli.IntFlag{Name: "number", Value: 3, Usage: "`N` coats", Category: "PAINT"}
	colors := args.OneOf(&cli.StringFlag{Name: "color", Value: "red", Usage: "`NAME`: red, green", Category: "PAINT"},
		color("red"), color("green"))
	loud := &cli.BoolFlag{Name: "loud", Usage: "say so"}
	sizes := &cli.StringFlag{Name: "size", Aliases: []string{"s"}, Usage: "`LIST`: of brushes"}
	return &cli.App{Name: "prog", Usage: "paint things", Version: "1", Writer: io.Discard, ErrWriter: io.Discard,
		Commands: []*cli.Command{
			{Name: "paint", Usage: "paint a thing", ArgsUsage: "THING", UsageText: "prog paint THING [flags]\n\nprog paint door",
				Description: "Paints.\n\nTwice.", Flags: []cli.Flag{files, number, colors, loud, sizes},
				Action: func(c *cli.Context) error {
					*told = said{files.Get(c), number.Get(c), string(colors.Get(c)), loud.Get(c), c.Args().Slice()}
					return nil
				}},
			{Name: "pots", Usage: "about pots", Subcommands: []*cli.Command{
				{Name: "list", Usage: "list them", Action: func(c *cli.Context) error {
					_, err := args.Positional(c)
					return err
				}},
			}},
			{Name: "help", Usage: "explain", Action: func(*cli.Context) error { return errHelp }},
			{Name: "version", Usage: "print the version", Action: func(*cli.Context) error { return errVersion }},
		}}
}

var errHelp, errVersion = errors.New("help"), errors.New("version")

func run(line ...string) (said, error) {
	var told said
	err := args.Run(context.Background(), program(&told), append([]string{"prog"}, line...),
		func(*cli.Context) error { return nil })
	return told, err
}

func TestArgsLines(t *testing.T) {
	for _, c := range []struct {
		name string
		line string // its words, in one
		want said
	}{
		{"the defaults", "paint door", said{number: 3, color: "red", arguments: []string{"door"}}},
		{"flags behind arguments", "paint door --number 5 wall --loud",
			said{number: 5, color: "red", loud: true, arguments: []string{"door", "wall"}}},
		{"flags before the verb", "--number=5 paint door", said{number: 5, color: "red", arguments: []string{"door"}}},
		{"one dash", "paint -number 5", said{number: 5, color: "red"}},
		{"a flag that is off", "paint --loud=false", said{number: 3, color: "red"}},
		{"files as they are", "paint -f a,b -f x\xff --color green",
			said{files: []string{"a,b", "x\xff"}, number: 3, color: "green"}},
		{"after --", "paint -- --number -", said{number: 3, color: "red", arguments: []string{"--number", "-"}}},
		{"standard input", "paint - -f -", said{files: []string{"-"}, number: 3, color: "red", arguments: []string{"-"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := run(strings.Split(c.line, " ")...)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.files, c.want.files) || !slices.Equal(got.arguments, c.want.arguments) ||
				got.number != c.want.number || got.color != c.want.color || got.loud != c.want.loud {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestArgsMistakes(t *testing.T) {
	for _, c := range []struct{ name, line, want, hint string }{
		{"no verb of that name", "pait", `found the verb "pait", expected one of: paint, pots, help, version`,
			"did you mean paint? prog --help explains them"},
		{"a verb below", "pots lst", `found the verb "lst", expected one of: list`,
			"did you mean list? prog pots --help explains them"},
		{"a flag without a verb", "--loud", "found the flag --loud and no verb, expected a verb",
			"prog --help lists the verbs"},
		{"an unknown flag", "paint --numbr 5", "found the flag --numbr, which prog paint does not have",
			"did you mean --number? prog paint --help lists the flags"},
		{"a text that looks like a flag", "paint -x", "found the flag -x, which prog paint does not have",
			"prog paint --help lists the flags; -- ends them, so that a text may begin with -: prog paint -- -x"},
		{"no value", "paint --number", "--number: found no value after it", "prog paint --help lists the flags"},
		{"no number", "paint --number many", `--number: found "many", expected a whole number`,
			"prog paint --help lists the flags"},
		{"no truth", "paint --loud=x", `--loud: found "x", expected true or false, or the flag alone`,
			"prog paint --help lists the flags"},
		{"two values", "paint --number 4 --number=5", "--number: found 4 and 5, expected it once",
			"leave one out; prog paint --help lists the flags"},
		{"two values by two names", "paint -s a door --size b", "--size: found a and b, expected it once",
			"--size a,b has both"},
		{"a value twice", "paint --color red --color red", "--color: found the flag twice, expected it once",
			"leave one out; prog paint --help lists the flags"},
		{"a switch twice", "--loud paint --loud", "--loud: found the flag twice, expected it once",
			"leave one out; prog paint --help lists the flags"},
		{"no choice", "paint --color blue", `--color: found "blue", expected one of: red, green`, ""},
		{"an argument", "pots list a b", "found the argument a, expected only flags",
			"prog pots list --help lists the flags"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := run(strings.Fields(c.line)...)
			if err == nil || err.Error() != c.want {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			hint := ""
			if hinted, ok := errors.AsType[*args.Hinted](err); ok {
				hint = hinted.Hint
			}
			if hint != c.hint {
				t.Errorf("got the hint %q, want %q", hint, c.hint)
			}
		})
	}
}

// A question for help or the version becomes the verb that answers.
func TestArgsQuestions(t *testing.T) {
	for line, want := range map[string]error{
		"": errHelp, "--help": errHelp, "paint --help": errHelp, "paint door -h": errHelp, "pots": errHelp,
		"--version": errVersion, "-v": errVersion,
	} {
		if _, err := run(strings.Fields(line)...); err != want {
			t.Errorf("%q: got %v, want %v", line, err, want)
		}
	}
}

// Help for people and programs, manual and completion are made of the same list.
func TestArgsOneListMakesAll(t *testing.T) {
	app := program(new(said))
	app.Commands[0].HelpName = "prog paint"
	var help, manual, completed strings.Builder
	if err := args.WriteHelp(&help, app, app.Commands[0], nil, 80, strings.ToLower); err != nil {
		t.Fatal(err)
	}
	const want = `prog paint: paint a thing

usage
  prog paint THING [flags]

examples
  prog paint door

description
  Paints.

  Twice.

flags
  -f, --file FILE  paint FILE
  --loud           say so
  -s, --size LIST  of brushes

paint
  --number N    N coats (default: 3)
  --color NAME  red, green (default: red)
`
	if help.String() != want {
		t.Errorf("got\n%s\nwant\n%s", help.String(), want)
	}
	if err := args.WriteManual(&manual, app, app.Commands[0], nil); err != nil {
		t.Fatal(err)
	}
	asked := args.Help(app, app.Commands[0])
	if err := args.WriteCompletions(&completed, app.Commands, []string{"paint", "-"}, none{}); err != nil {
		t.Fatal(err)
	}
	for _, flag := range app.Commands[0].Flags {
		name := flag.Names()[0]
		if !strings.Contains(manual.String(), `\-\-`+name) ||
			!strings.Contains(completed.String(), "--"+name+"\t") ||
			!slices.ContainsFunc(asked.Flags, func(f args.FlagHelp) bool { return f.Names[0] == name }) {
			t.Errorf("--%s is not everywhere", name)
		}
	}
}

// none completes nothing.
type none struct{}

func (none) Flag(cli.Flag) ([]args.Completion, bool) { return nil, false }
func (none) Argument(string) []args.Completion       { return nil }

func TestArgsCompletionOfChoices(t *testing.T) {
	for line, want := range map[string]string{
		"paint --color g": "green\n", "paint --color=r": "--color=red\n", "paint --color = g": "green\n",
		"paint --file ": "", "pots l": "list\tlist them\n", "paint -- --col": "", "nonsense ": "",
	} {
		var got strings.Builder
		if err := args.WriteCompletions(&got, program(new(said)).Commands, strings.Split(line, " "), none{}); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("%q: got %q, want %q", line, got.String(), want)
		}
	}
}

func TestArgsQuote(t *testing.T) {
	for in, want := range map[string]string{"a": "a", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "x=1": "x=1"} {
		if got := args.Quote(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
