package args

import (
	"cmp"
	"strings"

	"github.com/urfave/cli/v2"
)

// A VerbHelp is what help says about wrd or one of its verbs, for programs that build on it.
type VerbHelp struct {
	Verb        string     `json:"verb"` // such as "vectors pull", "" for wrd itself
	Usage       string     `json:"usage"`
	Synopsis    []string   `json:"synopsis"`
	Description string     `json:"description"`
	Examples    []string   `json:"examples"`
	Verbs       []VerbUse  `json:"verbs"`
	Flags       []FlagHelp `json:"flags"`
}

// A VerbUse names a verb and what it is for.
type VerbUse struct {
	Verb  string `json:"verb"`
	Usage string `json:"usage"`
	Group string `json:"group"` // "VERBS" where there is one
}

// A FlagHelp is what help says about a flag.
type FlagHelp struct {
	Names       []string `json:"names"`   // the long one first, without dashes
	Value       string   `json:"value"`   // what its value is called, "" if it takes none
	Default     string   `json:"default"` // "" for none
	Usage       string   `json:"usage"`
	Group       string   `json:"group"`
	Environment []string `json:"environment"` // the variables that hold where the flag is not given
}

// Help returns what help says about a verb, or about the whole program if it is nil.
func Help(app *cli.App, verb *cli.Command) VerbHelp {
	name := ""
	if verb == nil {
		verb = &cli.Command{Usage: app.Usage, UsageText: app.UsageText, Description: app.Description,
			Subcommands: app.Commands}
	} else {
		name = strings.TrimPrefix(verb.HelpName, app.Name+" ")
	}
	usage, examples, _ := strings.Cut(cmp.Or(verb.UsageText, app.Name+" "+name+" VERB [flags]"), "\n\n")
	v := VerbHelp{Verb: name, Usage: verb.Usage, Synopsis: strings.Split(usage, "\n"),
		Description: strings.Join(strings.Fields(verb.Description), " "), Examples: []string{}, Verbs: []VerbUse{},
		Flags: []FlagHelp{}}
	if examples != "" {
		v.Examples = strings.Split(examples, "\n")
	}
	for _, sub := range verb.Subcommands {
		if !sub.Hidden {
			v.Verbs = append(v.Verbs, VerbUse{sub.Name, sub.Usage, groupOf(sub)})
		}
	}
	for _, group := range flagGroups(verb.Flags) {
		for _, flag := range group.flags {
			v.Flags = append(v.Flags, FlagHelp{flag.names, flag.value(), flag.byDefault(), flag.explained(), group.title,
				append([]string{}, flag.GetEnvVars()...)})
		}
	}
	return v
}
