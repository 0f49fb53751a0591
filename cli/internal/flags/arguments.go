package flags

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// What an argument is that is no flag: one rule for all verbs, which docs/command-line.md says for people. What a file
// holds says scores.ContentOf.

// An Argument is what an argument is to a verb that takes files or texts.
type Argument int

const (
	IsText    Argument = iota // words: nothing is called so, and it does not look like a path
	IsFile                    // a file, a pipe, a folder of results, or -, standard input
	IsMissing                 // it looks like a path, and nothing is there
)

// ArgumentOf says what an argument is. What exists is a file; a folder without results is one only where the argument
// looks like a path, as folders have names that are words.
func ArgumentOf(arg string) Argument {
	info, err := os.Stat(arg)
	switch {
	case arg == file.Stdin || err == nil && (!info.IsDir() || looksLikePath(arg) || rows.File(arg) != arg):
		return IsFile
	case err != nil && looksLikePath(arg):
		return IsMissing
	}
	return IsText
}

// fileEndings are those of files that wrd reads or writes.
var fileEndings = jobs.EndingsOfFiles()

// pathBeginnings are those of paths, with / for \.
var pathBeginnings = []string{"/", "./", "../", "~/"}

// looksLikePath says whether an argument looks like the path of a file: it has no white space, and a known ending, or the
// beginning of a path, or before its last separator the name of a folder that exists. So out.txt and ./out are paths and,
// where there is a folder runs, runs/out; km/h and and/or are texts. \ separates on every system.
func looksLikePath(arg string) bool {
	if len(strings.Fields(arg)) != 1 || strings.TrimSpace(arg) != arg {
		return false
	}
	slashed := strings.ReplaceAll(arg, `\`, "/")
	begins := func(beginning string) bool { return strings.HasPrefix(slashed, beginning) }
	if slices.ContainsFunc(pathBeginnings, begins) && (arg[0] != '\\' || begins("//")) { // \alpha is LaTeX
		return true
	}
	folder := strings.LastIndexByte(slashed, '/')
	return slices.Contains(fileEndings, strings.ToLower(filepath.Ext(arg))) ||
		folder > 0 && file.IsFolder(arg[:folder]) || len(arg) > 3 && slashed[1:3] == ":/"
}

// TextsOrFiles says what the arguments of a verb are that takes texts or files, IsText or IsFile: all of one kind, where -
// goes with the others. asTexts is the flag that takes them as texts, whatever they look like.
func TextsOrFiles(list []string, asTexts string) (Argument, error) {
	var files, texts []string
	for _, arg := range list {
		switch {
		case arg == file.Stdin:
		case ArgumentOf(arg) == IsMissing:
			return IsMissing, args.Hint(noSuchFile(arg), asTexts+" takes it for a text")
		case ArgumentOf(arg) == IsFile:
			files = append(files, arg)
		default:
			texts = append(texts, arg)
		}
	}
	switch {
	case files == nil:
		return IsText, nil
	case texts == nil:
		return IsFile, nil
	}
	return IsText, args.Hint(fmt.Errorf("found the file %s and the text %s, expected two files or two texts",
		args.Quote(files[0]), args.Quote(texts[0])), fmt.Sprintf(`"$(sed -n 1p %s)" is the first line of the file; %s takes `+
		"both for texts", args.Quote(files[0]), asTexts))
}

// LooksMissing says whether a text was perhaps meant as a file: one word with a separator or a dot inside, as outputs/hyp, or
// what columns of texts are called, as hyp.
func LooksMissing(arg string) bool {
	if len(strings.Fields(arg)) != 1 {
		return false
	}
	inside := strings.Trim(arg, `./\`)
	return strings.ContainsAny(inside, `./\_`) || rows.Layout{}.IsKnown(arg)
}

// CheckFiles fails if an argument of a verb that takes only files is none.
func CheckFiles(c *cli.Context) error {
	for _, arg := range c.Args().Slice() {
		path := pathOf(arg)
		if path == file.Stdin || file.Exists(path) ||
			rows.Files(path)[0] != path { // wmt22:en-de of a test set, whose reader says what it lacks
			continue
		}
		err := noSuchFile(path)
		if looksLikePath(path) {
			return err
		}
		hint := "each argument is a file; wrd explain compares two texts"
		if c.Command.Name == "tokenize" {
			hint = "each argument is a file; a text comes from standard input: echo " + args.Quote(arg) + " | wrd tokenize"
		}
		return args.Hint(err, hint)
	}
	return nil
}

// ScoreArguments returns the arguments, FILE or NAME=FILE, of a verb that takes texts or scores, if all of them hold
// scores and no flag names texts; nil otherwise. A table with texts holds scores only if wrd wrote it, or if it has a column
// that is asked for as a measure and is none of ours.
func ScoreArguments(c *cli.Context) []string {
	if c.NArg() == 0 || c.IsSet(CandidateFlag.Name) || c.IsSet(ReferenceFlag.Name) {
		return nil
	}
	list := c.Args().Slice()
	for i, arg := range list {
		path := pathOf(arg)
		t, err := ReadTable(c, path, i, len(list))
		if err != nil || !file.Exists(path) || !file.Rereadable(path) {
			return nil
		}
		t.Columns = otherMeasures(c)
		holds, err := scores.ContentOf(t)
		if _, asks := errors.AsType[*rows.AskError](err); !asks && (err != nil || holds != scores.HoldsScores) {
			return nil
		}
	}
	return list
}

// otherMeasures returns what is asked for as a measure and is none of ours; never nil.
func otherMeasures(c *cli.Context) []string {
	others := []string{}
	for name := range strings.SplitSeq(c.String(MeasureFlag.Name), ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(metric.Measures(), metric.Measure(name)) {
			others = append(others, name)
		}
	}
	return others
}

// pathOf returns the path of FILE or NAME=FILE.
func pathOf(arg string) string {
	if system, err := text.ParseSystem(arg); err == nil && !file.Exists(arg) {
		return system.Path
	}
	return arg
}

// noSuchFile is the error of a path where nothing is.
func noSuchFile(path string) error {
	_, err := os.Stat(path)
	return file.Named(err)
}
