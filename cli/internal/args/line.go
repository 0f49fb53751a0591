package args

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/nearest"
)

// The library wants all flags of a verb before its arguments. People write them anywhere, so a command line is put in
// order before the library sees it.

// Names that a line may have in place of a verb or of a flag of one.
var (
	helpNames    = []string{"help", "h"}
	versionNames = []string{"version", "v", "V"}
)

// ordered returns a command line with the flags of its verb before the arguments, and -- between them. A question for
// help or for the version becomes the verb that answers it. A line whose verb is not known stays as it is.
func ordered(name string, verbs []*cli.Command, args []string) ([]string, error) {
	path, rest := []string{name}, args[1:]
	for {
		rest = verbFirst(verbs, rest)
		if len(rest) == 0 {
			return answer(path, "help"), nil
		}
		if name, ok := flagName(rest[0]); ok {
			switch {
			case slices.Contains(helpNames, name):
				return answer(path, "help"), nil
			case slices.Contains(versionNames, name) && len(path) == 1:
				return answer(path, "version"), nil
			}
			return nil, Hint(fmt.Errorf("found the flag %s and no verb, expected a verb", rest[0]),
				strings.Join(path, " ")+" --help lists the verbs")
		}
		i := slices.IndexFunc(verbs, func(c *cli.Command) bool { return c.HasName(rest[0]) })
		if i < 0 {
			return args, nil
		}
		path, rest = append(path, rest[0]), rest[1:]
		if verbs[i].SkipFlagParsing {
			return args, nil
		}
		if len(verbs[i].Subcommands) == 0 {
			return orderedFlags(verbs[i], path, rest)
		}
		verbs = verbs[i].Subcommands
	}
}

// answer is the line of the verb that says something about others.
func answer(path []string, verb string) []string {
	return append([]string{path[0], verb}, path[1:]...)
}

// verbFirst moves the flags that stand before a verb behind it.
func verbFirst(verbs []*cli.Command, rest []string) []string {
	if len(rest) == 0 {
		return rest
	}
	if name, ok := flagName(rest[0]); !ok || slices.Contains(helpNames, name) || slices.Contains(versionNames, name) {
		return rest
	}
	for i, arg := range rest {
		if slices.ContainsFunc(verbs, func(c *cli.Command) bool { return c.HasName(arg) }) {
			return slices.Concat(rest[i:i+1], rest[:i], rest[i+1:])
		}
	}
	return rest
}

// flagName returns the name of the flag that an argument is, without dashes and value.
func flagName(arg string) (name string, ok bool) {
	if len(arg) < 2 || arg[0] != '-' || arg == "--" {
		return "", false
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	return name, true
}

// orderedFlags puts what follows a verb in order.
func orderedFlags(verb *cli.Command, path, rest []string) ([]string, error) {
	var flags, arguments []string
	unknown := ""
	given := map[string]string{} // what the flags that have one value are given, by their first names
	var before *fileAfter        // the file of a flag that the last argument was, after other arguments
	for i := 0; i < len(rest); i++ {
		arg := rest[i]
		name, ok := flagName(arg)
		if arg == "--" {
			arguments = append(arguments, rest[i+1:]...)
			break
		}
		found := findFlag(verb, name)
		switch {
		case !ok:
			if before != nil {
				return nil, before.ask(arg, path)
			}
			arguments = append(arguments, arg)
			continue
		case found != nil:
			flags = append(flags, arg)
			_, value, written := strings.Cut(arg, "=")
			if takesValue(found) && !written {
				if i++; i == len(rest) {
					return nil, Hint(fmt.Errorf("%s: found no value after it", dashed(name)), helpHint(path))
				}
				value = rest[i]
				flags = append(flags, value)
			}
			if before, twice := given[found.Names()[0]]; twice && !repeats(found) {
				return nil, givenTwice(found, name, before, value, path)
			}
			given[found.Names()[0]] = value
			if _, file := found.(*Files); file && len(arguments) > 0 {
				before = &fileAfter{name, value, arguments[0]}
				continue
			}
		case slices.Contains(helpNames, name):
			return answer(path, "help"), nil
		default:
			if unknown == "" {
				unknown = arg
			}
			arguments = append(arguments, arg)
		}
		before = nil
	}
	if unknown != "" {
		return nil, unknownFlag(verb, path, flags, arguments, unknown)
	}
	line := append(slices.Clone(path), flags...)
	if len(arguments) > 0 {
		line = append(append(line, "--"), arguments...)
	}
	return line, nil
}

// A fileAfter is a file that a flag names after an argument. An argument that follows it may be another one of the flag, as
// in the tools whose flags take several, or one of the verb.
type fileAfter struct{ flag, file, argument string }

func (f *fileAfter) ask(next string, path []string) error {
	flag, verb := dashed(f.flag), strings.Join(path, " ")
	return Hint(fmt.Errorf("found %s after %s %s, expected %s before each of its files, and the other files together",
		Quote(next), flag, Quote(f.file), flag), strings.Join([]string{verb, Quote(f.argument), flag, Quote(f.file), flag, Quote(next)}, " ")+
		", or "+strings.Join([]string{verb, Quote(f.argument), Quote(next), flag, Quote(f.file)}, " "))
}

// unknownFlag is the error of an argument that looks like a flag and is none. Where a verb takes texts it may be one.
func unknownFlag(verb *cli.Command, path, flags, arguments []string, unknown string) error {
	name, _ := flagName(unknown)
	hint := helpHint(path)
	near := nearestFlag(verb, name)
	switch {
	case near != "":
		hint = "did you mean " + near + "? " + hint
	case verb.ArgsUsage != "" || strings.ContainsAny(unknown, " \t\n"):
		hint += "; -- ends them, so that a text may begin with -: " +
			strings.Join(quoteAll(slices.Concat(path, flags, []string{"--"}, arguments)), " ")
	}
	if !strings.ContainsAny(unknown, " \t\n") {
		unknown, _, _ = strings.Cut(unknown, "=")
	}
	return Hint(fmt.Errorf("found the flag %s, which %s does not have", Quote(unknown),
		strings.Join(path, " ")), hint)
}

// repeats says whether a flag may be repeated.
func repeats(flag cli.Flag) bool {
	slice, ok := flag.(cli.DocGenerationSliceFlag)
	return ok && slice.IsSliceFlag()
}

// givenTwice is the error of a flag that has one value and is given two, of which the library would take the last.
func givenTwice(flag cli.Flag, name, before, now string, path []string) error {
	found, hint := "the flag twice", "leave one out; "+helpHint(path)
	if before != now {
		found = Quote(before) + " and " + Quote(now)
		if described, ok := flag.(cli.DocGenerationFlag); ok && strings.Contains(described.GetUsage(), "`LIST`") {
			hint = dashed(name) + " " + Quote(before+","+now) + " has both"
		}
	}
	return Hint(fmt.Errorf("%s: found %s, expected it once", dashed(name), found), hint)
}

func helpHint(path []string) string { return strings.Join(path, " ") + " --help lists the flags" }

func findFlag(verb *cli.Command, name string) cli.Flag {
	for _, flag := range verb.Flags {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

func takesValue(flag cli.Flag) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return !ok || documented.TakesValue()
}

// dashed writes the name of a flag as people do.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// nearestFlag returns the flag of a verb that a name may have meant, "" for none.
func nearestFlag(verb *cli.Command, name string) string {
	if ours := otherTools(verb, name); ours != "" {
		return ours
	}
	var known []string
	for _, flag := range verb.Flags {
		known = append(known, flag.Names()...)
	}
	near := nearest.Of(name, known)
	if near == "" {
		near = shortestWith(name, known)
	}
	if near == "" {
		return ""
	}
	return dashed(near)
}

// shortestWith returns the shortest name that begins with some letters, "" for none. Of fewer than three letters it
// says nothing.
func shortestWith(beginning string, names []string) (shortest string) {
	for _, name := range names {
		if len(beginning) >= 3 && strings.HasPrefix(name, beginning) && (shortest == "" || len(name) < len(shortest)) {
			shortest = name
		}
	}
	return shortest
}

// valueError words an error of the library about the value of a flag in our way.
func valueError(c *cli.Context, err error) error {
	message := err.Error()
	var value, name string
	for _, form := range []string{"invalid value %q for flag -%s", "invalid boolean value %q for -%s"} {
		if n, _ := fmt.Sscanf(message, form, &value, &name); n == 2 {
			name = strings.TrimSuffix(name, ":")
			expected := "another value"
			switch findFlag(c.Command, name).(type) {
			case *cli.IntFlag, *cli.Uint64Flag:
				expected = "a whole number"
			case *cli.Float64Flag:
				expected = "a number"
			case *cli.BoolFlag:
				expected = "true or false, or the flag alone"
			}
			return fmt.Errorf("%s: found %q, expected %s", dashed(name), value, expected)
		}
	}
	if errors.Is(err, flag.ErrHelp) {
		return errors.New("found --help where it cannot be answered")
	}
	return err
}
