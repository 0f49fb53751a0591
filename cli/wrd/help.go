package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
)

func helpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Usage: "explain wrd, or one of its verbs",
		UsageText: "wrd help [VERB]\nwrd VERB --help", ArgsUsage: "[VERB]",
		Flags: []cli.Flag{formatFlag(textOrJSON...)},
		Action: func(c *cli.Context) error {
			format, err := formatOf(c, textOrJSON)
			if err != nil {
				return err
			}
			verb, err := namedVerb(c)
			if err != nil {
				return err
			}
			if format == "json" {
				return writeHelpJSON(c.App.Writer, c.App, verb)
			}
			out := newPage(c.App.Writer)
			h := helpPage{out, min(max(cmp.Or(out.width, pipedWidth), narrowest), widest)}
			if verb == nil {
				h.app(c.App)
			} else {
				h.verb(verb)
			}
			return out.Flush()
		},
	}
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version",
		UsageText: "wrd version\nwrd --version",
		Flags:     []cli.Flag{formatFlag(textOrJSON...)},
		Action: func(c *cli.Context) error {
			format, err := onlyFormat(c, textOrJSON)
			if err != nil {
				return err
			}
			if format == "json" {
				return writeJSON(c.App.Writer, struct {
					Program string `json:"program"`
					Version string `json:"version"`
				}{"wrd", metric.Version})
			}
			_, err = fmt.Fprintln(c.App.Writer, "wrd version "+metric.Version)
			return err
		},
	}
}

// namedVerb returns the verb that the arguments name, such as "vectors pull", nil for none. Its HelpName is complete.
func namedVerb(c *cli.Context) (verb *cli.Command, err error) {
	verbs, name := c.App.Commands, "wrd"
	for _, arg := range c.Args().Slice() {
		i := slices.IndexFunc(verbs, func(c *cli.Command) bool { return c.HasName(arg) })
		if i < 0 {
			return nil, noSuchVerb(arg, verbs, name+" --help explains them")
		}
		verb = verbs[i]
		name += " " + verb.Name
		verb.HelpName, verbs = name, verb.Subcommands
	}
	return verb, nil
}

const appUsage = "wrd VERB [flags]\nwrd help VERB"

// Widths of help: lines of text that are longer are hard to read, shorter ones are left to the terminal to break.
const (
	narrowest = 40
	widest    = 120
)

// A helpPage writes help for people.
type helpPage struct {
	*page
	columns int
}

// app writes the help of the whole command.
func (h helpPage) app(app *cli.App) {
	h.paragraphs(0, app.Name+": "+app.Usage)
	h.usage(appUsage)
	h.verbs("VERBS", app.Commands)
	h.heading("DESCRIPTION")
	h.paragraphs(2, app.Description)
}

// verb writes the help of a verb.
func (h helpPage) verb(verb *cli.Command) {
	h.paragraphs(0, verb.HelpName+": "+verb.Usage)
	usage, examples, _ := strings.Cut(cmp.Or(verb.UsageText, verb.HelpName+" VERB [flags]"), "\n\n")
	h.usage(usage)
	if verb.Description != "" {
		h.heading("DESCRIPTION")
		h.paragraphs(2, verb.Description)
	}
	if examples != "" {
		h.heading("EXAMPLES")
		h.commands(examples)
	}
	if len(verb.Subcommands) > 0 {
		h.verbs("VERBS", verb.Subcommands)
	}
	for _, group := range flagGroups(verb.Flags) {
		h.heading(group.title)
		var rows [][2]string
		for _, flag := range group.flags {
			rows = append(rows, [2]string{flag.head(), flag.text()})
		}
		h.definitions(rows)
	}
}

func (h helpPage) heading(title string) {
	fmt.Fprintf(h, "\n%s\n", painted(h.colour, bold, title))
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
			parts = wrapped(line, h.columns-8)
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

func (h helpPage) verbs(title string, verbs []*cli.Command) {
	h.heading(title)
	var rows [][2]string
	for _, verb := range verbs {
		if !verb.Hidden {
			rows = append(rows, [2]string{verb.Name, verb.Usage})
		}
	}
	h.definitions(rows)
}

// paragraphs writes text with line ends of its own: those of the source only mark paragraphs, by an empty line.
func (h helpPage) paragraphs(indent int, text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			fmt.Fprintln(h)
		}
		for _, line := range wrapped(paragraph, h.columns-indent) {
			fmt.Fprintf(h, "%*s%s\n", indent, "", line)
		}
	}
}

// definitions writes what is explained on the left and explanations on the right, or below where there is little room.
func (h helpPage) definitions(rows [][2]string) {
	const most = 28 // of what is explained
	left := 0
	for _, row := range rows {
		if n := uniseg.StringWidth(row[0]); n <= most {
			left = max(left, n)
		}
	}
	indent := 2 + left + 2
	if h.columns-indent < 36 {
		indent = 8
	}
	for _, row := range rows {
		lines := wrapped(row[1], h.columns-indent)
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

// wrapped breaks text into lines of at most width columns, between words, and long lists after commas; a longer word,
// such as an address, stays whole.
func wrapped(text string, width int) (lines []string) {
	line, used := "", 0
	for word := range strings.FieldsSeq(text) {
		parts := []string{word}
		if uniseg.StringWidth(word) > width {
			parts = strings.SplitAfter(word, ",")
		}
		for i, part := range parts {
			space := ""
			if line != "" && i == 0 {
				space = " "
			}
			n := uniseg.StringWidth(space + part)
			if line != "" && used+n > width {
				lines, line, used = append(lines, line), "", 0
				space, n = "", uniseg.StringWidth(part)
			}
			line, used = line+space+part, used+n
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// A flagGroup are the flags of a verb about one thing.
type flagGroup struct {
	title string
	flags []flagHelp
}

// flagGroups returns the flags of a verb by category, in the order in which the verb has them.
func flagGroups(flags []cli.Flag) (groups []*flagGroup) {
	of := map[string]*flagGroup{}
	for _, flag := range flags {
		documented, ok := flag.(cli.DocGenerationFlag)
		if visible, is := flag.(cli.VisibleFlag); !ok || is && !visible.IsVisible() {
			continue
		}
		title := "FLAGS"
		if categorised, ok := flag.(cli.CategorizableFlag); ok {
			title = cmp.Or(categorised.GetCategory(), title)
		}
		if of[title] == nil {
			of[title] = &flagGroup{title: title}
			groups = append(groups, of[title])
		}
		of[title].flags = append(of[title].flags, flagHelp{documented, flag.Names()})
	}
	return groups
}

// A flagHelp is what help says about a flag.
type flagHelp struct {
	cli.DocGenerationFlag
	names []string // the long one first, without dashes
}

// head names the flag and its value: -c, --candidate FILE.
func (f flagHelp) head() string {
	short, long := "", dashed(f.names[0])
	for _, name := range f.names[1:] {
		if len(name) == 1 {
			short = dashed(name) + ", "
		}
	}
	if value := f.value(); value != "" {
		long += " " + value
	}
	return short + long
}

// value is the name of the value of a flag, which its usage has between back quotes, "" for none.
func (f flagHelp) value() string {
	if !f.TakesValue() {
		return ""
	}
	if _, after, ok := strings.Cut(f.GetUsage(), "`"); ok {
		value, _, _ := strings.Cut(after, "`")
		return value
	}
	return "VALUE"
}

// text explains the flag, with what holds without it.
func (f flagHelp) text() string {
	text := f.explained()
	var more []string
	if value := f.byDefault(); value != "" {
		more = append(more, "default: "+value)
	}
	for _, name := range f.GetEnvVars() {
		more = append(more, "$"+name)
	}
	if more == nil {
		return text
	}
	return text + " (" + strings.Join(more, "; ") + ")"
}

// explained is what the flag is for.
func (f flagHelp) explained() string {
	text := strings.ReplaceAll(f.GetUsage(), "`", "")
	if value := f.value(); value != "" {
		text = strings.TrimPrefix(text, value+": ") // --tokenizer NAME has just said NAME
	}
	return text
}

// byDefault is what holds without the flag, "" where that is nothing.
func (f flagHelp) byDefault() string {
	if !f.TakesValue() {
		if on, ok := f.DocGenerationFlag.(*cli.BoolFlag); ok {
			return on.DefaultText
		}
		return ""
	}
	value := strings.Trim(f.GetDefaultText(), `"`)
	if value == "0" { // nothing is added, or as many as are right
		return ""
	}
	return value
}
