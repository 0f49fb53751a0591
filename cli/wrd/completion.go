package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/tokenize"
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

var shells = []string{"bash", "zsh", "fish"}

func completionCommand() *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "print the completion of commands for a shell",
		UsageText: "wrd completion bash|zsh|fish\n\n" +
			"source <(wrd completion bash)   # in ~/.bashrc\n" +
			"source <(wrd completion zsh)    # in ~/.zshrc, after compinit\n" +
			"wrd completion fish > ~/.config/fish/completions/wrd.fish",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			args, err := positional(c, "SHELL")
			if err != nil {
				return err
			}
			i := slices.Index(shells, args[0])
			if i < 0 {
				return fmt.Errorf("found the shell %q, expected one of: %s", args[0], strings.Join(shells, ", "))
			}
			_, err = io.WriteString(c.App.Writer, []string{bashCompletion, zshCompletion, fishCompletion}[i])
			return err
		},
	}
}

// completeVerb is what the scripts call, with the words after wrd up to the one that is to be completed.
const completeVerb = "__complete"

func completeCommand() *cli.Command {
	return &cli.Command{
		Name: completeVerb, Hidden: true, SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			return writeCompletions(c.App.Writer, c.App.Commands, c.Args().Slice())
		},
	}
}

// A completion is what a word may become, and what that means.
type completion struct{ word, meaning string }

// writeCompletions prints what the last of the words may become, a line each with its meaning after a tab; nothing
// where a file may stand.
func writeCompletions(w io.Writer, verbs []*cli.Command, words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	for _, one := range completions(verbs, joinedByEquals(words)) {
		line := one.word
		if one.meaning != "" {
			line += "\t" + one.meaning
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
func completions(verbs []*cli.Command, words []string) []completion {
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
		return beginning(word, append(verbsOf(verbs), completion{"--help", "explain this"}))
	}
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
		var list []completion
		for _, one := range flagCompletions(findFlag(verb, strings.TrimLeft(name, "-")), value) {
			list = append(list, completion{name + "=" + one.word, one.meaning})
		}
		return list
	}
	if slices.Contains(before, "--") {
		return nil
	}
	if len(before) > 0 {
		if name, ok := flagName(before[len(before)-1]); ok {
			if flag := findFlag(verb, name); flag != nil && takesValue(flag) {
				return flagCompletions(flag, word)
			}
		}
	}
	if strings.HasPrefix(word, "-") {
		return beginning(word, flagsOf(verb))
	}
	return beginning(word, argumentsOf(verb))
}

// beginning keeps what begins with a word.
func beginning(word string, list []completion) []completion {
	return slices.DeleteFunc(list, func(one completion) bool { return !strings.HasPrefix(one.word, word) })
}

func verbsOf(verbs []*cli.Command) (list []completion) {
	for _, verb := range verbs {
		if !verb.Hidden {
			list = append(list, completion{verb.Name, verb.Usage})
		}
	}
	return list
}

func flagsOf(verb *cli.Command) (list []completion) {
	for _, group := range flagGroups(verb.Flags) {
		for _, flag := range group.flags {
			list = append(list, completion{dashed(flag.names[0]), flag.text()})
		}
	}
	return append(list, completion{"--help", "explain this"})
}

// argumentsOf are the arguments of a verb that are no files.
func argumentsOf(verb *cli.Command) []completion {
	switch verb.Name {
	case "completion":
		return wordsOf(shells)
	case "pull":
		return setsOf("", false)
	case "info":
		return setsOf("", true)
	}
	return nil
}

// flagCompletions returns the values of a flag that begin with what is there of one; of a list, what its last element
// may be.
func flagCompletions(flag cli.Flag, begun string) []completion {
	if flag == nil {
		return nil
	}
	var values []completion
	list := false
	switch name := flag.Names()[0]; name {
	case formatName:
		values = wordsOf(strings.Split(afterColon(flag), ", "))
	case vectorsFlag.Name:
		values = setsOf("vectors", true)
	case encoderFlag.Name:
		values = setsOf("encoder", true)
	case measureFlag.Name:
		values, list = wordsOf(names(metric.Measures())), true
	case tokenizerFlag.Name:
		values = wordsOf(tokenize.Names())
	case caseFlag.Name:
		values = wordsOf([]string{caseLower, caseKeep})
	case oovFlag.Name:
		values = wordsOf(names(metric.OOVPolicies()))
	case emptyFlag.Name:
		values = wordsOf(names(metric.EmptyPolicies()))
	case spellingFlag.Name:
		values = wordsOf(names(metric.SpellingPolicies()))
	case multiReferenceFlag.Name:
		values = wordsOf(names(metric.MultiReferencePolicies()))
	case testFlag.Name:
		values = wordsOf(names(agreement.Tests()))
	case correctionFlag.Name:
		values = wordsOf(names(agreement.Corrections()))
	case purposeFlag.Name:
		values = wordsOf(names(metric.Purposes()))
	case converterFlag.Name:
		values = wordsOf([]string{defaultVectors})
	}
	head := ""
	if i := strings.LastIndexByte(begun, ','); list && i >= 0 {
		head = begun[:i+1]
	}
	for i := range values {
		values[i].word = head + values[i].word
	}
	return beginning(begun, values)
}

// afterColon is the list that the usage of a flag ends with.
func afterColon(flag cli.Flag) string {
	if documented, ok := flag.(cli.DocGenerationFlag); ok {
		_, after, _ := strings.Cut(documented.GetUsage(), ": ")
		return after
	}
	return ""
}

func wordsOf(words []string) (list []completion) {
	for _, word := range words {
		list = append(list, completion{word: word})
	}
	return list
}

// setsOf returns the names of vectors or encoders, or of both kinds if kind is "": those that are here, or those that
// can be downloaded.
func setsOf(kind string, here bool) (list []completion) {
	for _, set := range knownSets("") {
		if (kind == "" || set.Kind == kind) && (set.State != known) == here {
			list = append(list, completion{set.Name, set.About})
		}
	}
	return list
}
