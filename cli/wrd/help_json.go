package main

import (
	"cmp"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// A verbJSON is what help says about wrd or one of its verbs, for programs that build on it.
type verbJSON struct {
	Verb        string     `json:"verb"` // such as "vectors pull", "" for wrd itself
	Usage       string     `json:"usage"`
	Synopsis    []string   `json:"synopsis"`
	Description string     `json:"description"`
	Examples    []string   `json:"examples"`
	Verbs       []verbUse  `json:"verbs"`
	Flags       []flagJSON `json:"flags"`
}

// A verbUse names a verb and what it is for.
type verbUse struct {
	Verb  string `json:"verb"`
	Usage string `json:"usage"`
}

// A flagJSON is what help says about a flag.
type flagJSON struct {
	Names       []string `json:"names"`   // the long one first, without dashes
	Value       string   `json:"value"`   // what its value is called, "" if it takes none
	Default     string   `json:"default"` // "" for none
	Usage       string   `json:"usage"`
	Group       string   `json:"group"`
	Environment []string `json:"environment"` // the variables that hold where the flag is not given
}

// helpAsJSON returns what help says about a verb.
func helpAsJSON(name string, verb *cli.Command) verbJSON {
	usage, examples, _ := strings.Cut(cmp.Or(verb.UsageText, "wrd "+name+" VERB [flags]"), "\n\n")
	v := verbJSON{Verb: name, Usage: verb.Usage, Synopsis: strings.Split(usage, "\n"),
		Description: strings.Join(strings.Fields(verb.Description), " "), Examples: []string{}, Verbs: []verbUse{},
		Flags: []flagJSON{}}
	if examples != "" {
		v.Examples = strings.Split(examples, "\n")
	}
	for _, sub := range verb.Subcommands {
		if !sub.Hidden {
			v.Verbs = append(v.Verbs, verbUse{sub.Name, sub.Usage})
		}
	}
	for _, group := range flagGroups(verb.Flags) {
		for _, flag := range group.flags {
			v.Flags = append(v.Flags, flagJSON{flag.names, flag.value(), flag.byDefault(), flag.explained(), group.title,
				append([]string{}, flag.GetEnvVars()...)})
		}
	}
	return v
}

// writeHelpJSON writes what help says about a verb, nil for wrd itself.
func writeHelpJSON(w io.Writer, app *cli.App, verb *cli.Command) error {
	if verb == nil {
		return writeJSON(w, helpAsJSON("", &cli.Command{Usage: app.Usage, UsageText: appUsage,
			Description: app.Description, Subcommands: app.Commands}))
	}
	return writeJSON(w, helpAsJSON(strings.TrimPrefix(verb.HelpName, "wrd "), verb))
}
