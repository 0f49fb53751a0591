package args

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/visible"
)

// WriteManual writes the page for man of a verb, or of the whole program if it is nil: with environment, variables and
// what they are for.
func WriteManual(w io.Writer, app *cli.App, verb *cli.Command, environment [][2]string) error {
	out := bufio.NewWriter(w)
	m := manPage{out, app}
	if verb == nil {
		m.program(environment)
	} else {
		m.verb(verb)
	}
	return out.Flush()
}

// A manPage writes a page for man, in the macros of man(7).
type manPage struct {
	w   io.Writer
	app *cli.App
}

// program writes the page of the whole command.
func (m manPage) program(environment [][2]string) {
	m.head(m.app.Name, m.app.Usage)
	m.section("SYNOPSIS")
	m.line(".B " + m.app.Name)
	m.text("VERB [flags]")
	m.section("DESCRIPTION")
	m.paragraphs(m.app.Description)
	m.verbs(m.app.Commands)
	_, examples, _ := strings.Cut(m.app.UsageText, "\n\n")
	m.section("EXAMPLES")
	m.commands(examples)
	m.section("ENVIRONMENT")
	for _, variable := range environment {
		m.entry(variable[0], variable[1])
	}
	m.section("SEE ALSO")
	m.text(m.app.Name + " help VERB, " + m.app.Name + " man VERB")
}

// verb writes the page of a verb.
func (m manPage) verb(verb *cli.Command) {
	m.head(strings.ReplaceAll(verb.HelpName, " ", "-"), verb.Usage)
	usage, examples, _ := strings.Cut(cmp.Or(verb.UsageText, verb.HelpName+" VERB [flags]"), "\n\n")
	m.section("SYNOPSIS")
	m.commands(usage)
	if verb.Description != "" {
		m.section("DESCRIPTION")
		m.paragraphs(verb.Description)
	}
	if len(verb.Subcommands) > 0 {
		m.verbs(verb.Subcommands)
	}
	for _, group := range flagGroups(verb.Flags) {
		m.section(group.title)
		for _, flag := range group.flags {
			m.entry(flag.head(), flag.text())
		}
	}
	if examples != "" {
		m.section("EXAMPLES")
		m.commands(examples)
	}
	m.section("SEE ALSO")
	m.text(m.app.Name + "(1)")
}

// verbs lists verbs under the titles of their groups.
func (m manPage) verbs(verbs []*cli.Command) {
	title := ""
	for _, verb := range verbs {
		if verb.Hidden {
			continue
		}
		if of := groupOf(verb); of != title {
			title = of
			m.section(title)
		}
		m.entry(verb.Name, verb.Usage)
	}
}

func (m manPage) head(name, usage string) {
	m.line(fmt.Sprintf(`.TH "%s" "1" "" "%s %s" "%[2]s"`, strings.ToUpper(inRoff(name)), m.app.Name, m.app.Version))
	// Names of flags and files are not hyphenated, and lines with long ones not stretched.
	m.line(".nh")
	m.line(".ad l")
	m.section("NAME")
	m.text(name + " - " + usage)
}

func (m manPage) section(title string) { m.line(`.SH "` + inRoff(title) + `"`) }

func (m manPage) entry(name, text string) {
	m.line(".TP")
	m.line(`\fB` + inRoff(name) + `\fR`)
	m.text(text)
}

func (m manPage) paragraphs(text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			m.line(".PP")
		}
		m.text(paragraph)
	}
}

// commands writes lines of a shell as they are.
func (m manPage) commands(lines string) {
	m.line(".nf")
	for line := range strings.SplitSeq(lines, "\n") {
		m.words(inRoff(line))
	}
	m.line(".fi")
}

// text writes text, in lines that people can read in the source.
func (m manPage) text(text string) {
	const width = 78
	line := ""
	for word := range strings.FieldsSeq(text) {
		word = inRoff(word)
		if line != "" && len(line)+1+len(word) > width {
			m.words(line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	m.words(line)
}

// words writes a line in roff, which cannot be taken for a macro.
func (m manPage) words(line string) {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	m.line(line)
}

func (m manPage) line(line string) { fmt.Fprintln(m.w, line) }

// roff are the characters that roff would take for something else, or print as another.
var roff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// betweenCommas finds the commas of a list without spaces.
var betweenCommas = lazy.Regexp(`,(\S)`)

// inRoff writes text for roff in ASCII. A list may be broken after its commas.
func inRoff(text string) string {
	var out strings.Builder
	for _, r := range betweenCommas().ReplaceAllString(roff.Replace(visible.Text(text)), `,\:$1`) {
		if r < utf8.RuneSelf {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, `\[u%04X]`, r)
		}
	}
	return out.String()
}
