package args

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/wrap"
)

// Widths of help: lines of text that are longer are hard to read, shorter ones are left to the terminal to break.
const (
	narrowest = 40
	widest    = 120
)

// WriteHelp writes the help of a verb, or of the whole program if it is nil, in lines of so many columns: with
// environment, variables and what they are for, if there are some. bold makes a heading stand out.
func WriteHelp(w io.Writer, app *cli.App, verb *cli.Command, environment [][2]string, columns int,
	bold func(string) string) error {
	out := bufio.NewWriter(w)
	h := helpPage{out, min(max(columns, narrowest), widest), bold}
	if verb == nil {
		h.app(app, environment)
	} else {
		h.verb(verb)
	}
	return out.Flush()
}

// A helpPage writes help for people.
type helpPage struct {
	io.Writer
	columns int
	bold    func(string) string
}

// app writes the help of the whole command.
func (h helpPage) app(app *cli.App, environment [][2]string) {
	h.paragraphs(0, app.Name+": "+app.Usage)
	usage, examples, _ := strings.Cut(app.UsageText, "\n\n")
	h.usage(usage)
	h.verbs(app.Commands)
	h.heading("EXAMPLES")
	h.commands(examples)
	h.heading("DESCRIPTION")
	h.paragraphs(2, app.Description)
	if environment != nil {
		h.heading("ENVIRONMENT")
		h.definitions(environment, leftOf(environment))
	}
}

// verb writes the help of a verb.
func (h helpPage) verb(verb *cli.Command) {
	h.paragraphs(0, verb.HelpName+": "+verb.Usage)
	usage, examples, _ := strings.Cut(cmp.Or(verb.UsageText, verb.HelpName+" VERB [flags]"), "\n\n")
	h.usage(usage)
	if examples != "" {
		h.heading("EXAMPLES")
		h.commands(examples)
	}
	often, others := mostUsed(verb.Flags)
	h.flags("MOST USED", often)
	if verb.Description != "" {
		h.heading("DESCRIPTION")
		h.paragraphs(2, verb.Description)
	}
	if len(verb.Subcommands) > 0 {
		h.verbs(verb.Subcommands)
	}
	for _, group := range flagGroups(others) {
		h.flags(group.title, group.flags)
	}
}

// flags explains flags under a title; none without any.
func (h helpPage) flags(title string, flags []flagHelp) {
	if len(flags) == 0 {
		return
	}
	h.heading(title)
	var rows [][2]string
	for _, flag := range flags {
		rows = append(rows, [2]string{flag.head(), flag.text()})
	}
	h.definitions(rows, leftOf(rows))
}

func (h helpPage) heading(title string) {
	fmt.Fprintf(h, "\n%s\n", h.bold(title))
}

func (h helpPage) usage(lines string) {
	h.heading("USAGE")
	h.commands(lines)
}

// commands writes lines of a shell, which can be copied: those that are too long are broken between words.
func (h helpPage) commands(lines string) {
	for line := range strings.SplitSeq(lines, "\n") {
		parts := []string{line}
		if uniseg.StringWidth(line) > h.columns-2 {
			parts = wrap.Lines(line, h.columns-8)
		}
		for i, part := range parts {
			end := ""
			if i < len(parts)-1 {
				end = ` \`
			}
			fmt.Fprintf(h, "%s%s%s\n", strings.Repeat(" ", 2+4*min(i, 1)), part, end)
		}
	}
}

// verbs lists verbs under the titles of their groups.
func (h helpPage) verbs(verbs []*cli.Command) {
	var rows [][2]string
	for _, verb := range verbs {
		rows = append(rows, [2]string{verb.Name, verb.Usage})
	}
	left, title := leftOf(rows), ""
	for i, verb := range verbs {
		if verb.Hidden {
			continue
		}
		if of := groupOf(verb); of != title {
			title = of
			h.heading(title)
		}
		h.definitions(rows[i:i+1], left)
	}
}

// groupOf is the title of the group of a verb.
func groupOf(verb *cli.Command) string { return cmp.Or(verb.Category, "VERBS") }

// paragraphs writes text with line ends of its own: those of the source only mark paragraphs, by an empty line.
func (h helpPage) paragraphs(indent int, text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			fmt.Fprintln(h)
		}
		for _, line := range wrap.Lines(paragraph, h.columns-indent) {
			fmt.Fprintf(h, "%*s%s\n", indent, "", line)
		}
	}
}

// leftOf returns how wide what is explained on the left is.
func leftOf(rows [][2]string) (left int) {
	const most = 28
	for _, row := range rows {
		if n := uniseg.StringWidth(row[0]); n <= most {
			left = max(left, n)
		}
	}
	return left
}

// definitions writes what is explained on the left, so wide, and explanations on the right, or below where there is
// little room.
func (h helpPage) definitions(rows [][2]string, left int) {
	indent := 2 + left + 2
	if h.columns-indent < 36 {
		indent = 8
	}
	for _, row := range rows {
		lines := wrap.Lines(row[1], h.columns-indent)
		fmt.Fprintf(h, "  %s", row[0])
		if n := 2 + uniseg.StringWidth(row[0]); n+2 <= indent && len(lines) > 0 {
			fmt.Fprintf(h, "%*s%s", indent-n, "", lines[0])
			lines = lines[1:]
		}
		fmt.Fprintln(h)
		for _, line := range lines {
			fmt.Fprintf(h, "%*s%s\n", indent, "", line)
		}
	}
}
