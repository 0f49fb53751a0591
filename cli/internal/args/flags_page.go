package args

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// FlagsPage returns a page in Markdown with the flags of all verbs: a row for each flag and meaning, with the verbs that
// have it so.
func FlagsPage(app *cli.App) string {
	type row struct{ name, head, text string }
	var rows []row
	verbs := map[row][]string{}
	var collect func(prefix string, list []*cli.Command)
	collect = func(prefix string, list []*cli.Command) {
		for _, verb := range list {
			if verb.Hidden {
				continue
			}
			collect(prefix+verb.Name+" ", verb.Subcommands)
			for _, group := range flagGroups(verb.Flags) {
				for _, flag := range group.flags {
					r := row{flag.names[0], flag.head(), flag.text()}
					if verbs[r] == nil {
						rows = append(rows, r)
					}
					verbs[r] = append(verbs[r], prefix+verb.Name)
				}
			}
		}
	}
	collect("", app.Commands)
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	var page strings.Builder
	fmt.Fprintf(&page, "# Flags\n\nEvery flag of every verb, as `%s VERB --help` explains it. A flag may stand before or "+
		"after the arguments of its verb.\n\n| flag | verbs | meaning |\n|---|---|---|\n", app.Name)
	for _, r := range rows {
		fmt.Fprintf(&page, "| `%s` | %s | %s |\n", inCell(r.head), strings.Join(verbs[r], ", "), inCell(r.text))
	}
	return page.String()
}

// inCell writes text for a cell of a table.
func inCell(text string) string { return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(text) }
