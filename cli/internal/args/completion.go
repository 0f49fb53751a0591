package args

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The scripts of the shells ask the hidden verb __complete what may stand at the end of a line, so that they know as
// much as the program: nothing in them changes when a verb or a flag does.
var (
	//go:embed completion/wrd.bash
	bashCompletion string
	//go:embed completion/wrd.zsh
	zshCompletion string
	//go:embed completion/wrd.fish
	fishCompletion string
)

// Shells are those whose scripts Script has.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Script returns the script of a shell, which calls CompleteVerb.
func Script(shell string) (string, error) {
	i := slices.Index(Shells(), shell)
	if i < 0 {
		return "", fmt.Errorf("found the shell %q, expected one of: %s", shell, strings.Join(Shells(), ", "))
	}
	return []string{bashCompletion, zshCompletion, fishCompletion}[i], nil
}

// CompleteVerb is what the scripts call, with the words after the program's name up to the one that is to be completed.
const CompleteVerb = "__complete"

// A Completion is what a word may become, and what that means.
type Completion struct{ Word, Meaning string }

// Words are completions that explain themselves.
func Words(words []string) (list []Completion) {
	for _, word := range words {
		list = append(list, Completion{Word: word})
	}
	return list
}

// A Completer says what values may be: those of flags, of a list with commas its elements; and of arguments of verbs.
// It returns nil where it knows none, as where a file may stand.
type Completer interface {
	// Flag returns the values of a flag that are not those of a Choice.
	Flag(flag cli.Flag) (values []Completion, list bool)
	// Argument returns the arguments of a verb.
	Argument(verb string) []Completion
}

// WriteCompletions prints what the last of the words may become, a line each with its meaning after a tab; nothing
// where a file may stand.
func WriteCompletions(w io.Writer, verbs []*cli.Command, words []string, values Completer) error {
	if len(words) == 0 {
		words = []string{""}
	}
	c := completer{values}
	for _, one := range c.completions(verbs, joinedByEquals(words)) {
		line := one.Word
		if one.Meaning != "" {
			line += "\t" + one.Meaning
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// joinedByEquals undoes what bash does with --flag=value: it makes three words of it, and replaces only the last. A
// value after --flag= is completed as one after --flag.
func joinedByEquals(words []string) []string {
	last := len(words) - 1
	switch {
	case last >= 2 && words[last-1] == "=":
		return append(slices.Clone(words[:last-1]), words[last])
	case last >= 1 && words[last] == "=":
		return append(slices.Clone(words[:last]), "")
	}
	return words
}

// completions returns what the last word may become.
type completer struct{ Completer }

func (c completer) completions(verbs []*cli.Command, words []string) []Completion {
	word, before := words[len(words)-1], words[:len(words)-1]
	explained := false // whether the words are only names of verbs
	if len(before) > 0 && (before[0] == "help" || before[0] == "man") {
		before = before[1:]
		explained = true
	}
	verb := (*cli.Command)(nil)
	for len(before) > 0 && (verb == nil || len(verb.Subcommands) > 0) {
		i := slices.IndexFunc(verbs, func(c *cli.Command) bool { return c.HasName(before[0]) })
		if i < 0 {
			return nil
		}
		verb, verbs, before = verbs[i], verbs[i].Subcommands, before[1:]
	}
	switch {
	case explained:
		return beginning(word, verbsOf(verbs))
	case verb == nil || len(verb.Subcommands) > 0:
		return beginning(word, append(verbsOf(verbs), Completion{"--help", "explain this"}))
	}
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
		var list []Completion
		for _, one := range c.flag(findFlag(verb, strings.TrimLeft(name, "-")), value) {
			list = append(list, Completion{name + "=" + one.Word, one.Meaning})
		}
		return list
	}
	if slices.Contains(before, "--") {
		return nil
	}
	if len(before) > 0 {
		if name, ok := flagName(before[len(before)-1]); ok {
			if flag := findFlag(verb, name); flag != nil && takesValue(flag) {
				return c.flag(flag, word)
			}
		}
	}
	if strings.HasPrefix(word, "-") {
		return beginning(word, flagsOf(verb))
	}
	return beginning(word, c.Argument(verb.Name))
}

// beginning keeps what begins with a word.
func beginning(word string, list []Completion) []Completion {
	return slices.DeleteFunc(list, func(one Completion) bool { return !strings.HasPrefix(one.Word, word) })
}

func verbsOf(verbs []*cli.Command) (list []Completion) {
	for _, verb := range verbs {
		if !verb.Hidden {
			list = append(list, Completion{verb.Name, verb.Usage})
		}
	}
	return list
}

func flagsOf(verb *cli.Command) (list []Completion) {
	for _, group := range flagGroups(verb.Flags) {
		for _, flag := range group.flags {
			list = append(list, Completion{dashed(flag.names[0]), flag.text()})
		}
	}
	return append(list, Completion{"--help", "explain this"})
}

// flag returns the values of a flag that begin with what is there of one; of a list, what its last element may be.
func (c completer) flag(flag cli.Flag, begun string) []Completion {
	if flag == nil {
		return nil
	}
	var values []Completion
	list := false
	if choice, ok := flag.(interface{ Values() []Completion }); ok {
		values = choice.Values()
	} else {
		values, list = c.Flag(flag)
	}
	head := ""
	if i := strings.LastIndexByte(begun, ','); list && i >= 0 {
		head = begun[:i+1]
	}
	for i := range values {
		values[i].Word = head + values[i].Word
	}
	return beginning(begun, values)
}
