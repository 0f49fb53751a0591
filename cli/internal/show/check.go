package show

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// Check writes what a check found, as text, Markdown or JSON.
func Check(w io.Writer, format string, c *jobs.Checked) error {
	switch format {
	case "json":
		return render.JSON(w, c)
	case "markdown":
		return writeCheckMarkdown(w, c.Report)
	}
	return writeCheckText(w, c.Report)
}

// checkRows returns the table of tests.
func checkRows(r *check.Report) [][]string {
	rows := [][]string{{
		"system", "measure", "against", "before", "now", "difference", "95% interval", "p", "better/equal/worse", "verdict",
	}}
	for _, t := range r.Tests {
		against := t.Against
		if t.BaselineSystem != "" && t.BaselineSystem != t.System {
			against = t.BaselineSystem
		}
		difference, limits := t.Difference()
		rows = append(rows, []string{
			t.System, t.Measure, against, render.Number(&t.Baseline), render.Number(&t.Candidate),
			render.Signed(&difference), render.SignedInterval(limits.CILow, limits.CIHigh), render.Probability(&t.Adjusted),
			fmt.Sprintf("%d/%d/%d", t.Better, t.Equal, t.Worse), string(t.Verdict),
		})
	}
	return rows
}

// checkLeftAligned is how many columns of checkRows begin at the same place.
const checkLeftAligned = 3

// checkSentences are all that stand below the table.
func checkSentences(r *check.Report) []string {
	return slices.Concat(say.CheckReasons(r), findings.Inconclusive(r), findings.People(r), findings.Baseline(r))
}

// shownVerdict is a verdict as a terminal shows it.
func shownVerdict(w io.Writer, v check.Verdict) string {
	color := render.Yellow
	switch v {
	case check.Pass:
		color = render.Green
	case check.Broken, check.Regression:
		color = render.Red
	}
	return render.Painted(w, color, string(v))
}

// allowBroken says what to do about broken outputs that are meant to be so.
const allowBroken = "To allow some: --max-broken N, or --max-broken P% of a system's outputs."

// failedLine says in one line all that failed, "" where nothing did.
func failedLine(r *check.Report) string { return strings.Join(findings.Reasons(r), "; ") }

// brokenLines says what is newly broken and may be, and how to allow more.
func brokenLines(r *check.Report) (lines []string) {
	for i := range r.Broken {
		if b := &r.Broken[i]; b.New > 0 && !b.Failed {
			lines = append(lines, findings.BrokenFound(b))
		}
	}
	lines = append(lines, findings.Noticed(r)...)
	if r.Verdict == check.Broken {
		lines = append(lines, allowBroken)
	}
	return lines
}

// writeCheckText writes the verdict and what is broken, the tests, and the segments with their texts.
func writeCheckText(w io.Writer, r *check.Report) error {
	verdict := string(r.Verdict)
	if failed := failedLine(r); failed != "" {
		verdict += ": " + failed + "."
	}
	lines := render.Wrapped(w, verdict)
	lines[0] = shownVerdict(w, r.Verdict) + strings.TrimPrefix(lines[0], string(r.Verdict))
	fmt.Fprintln(w, strings.Join(lines, "\n"))
	render.Prose(w, brokenLines(r)...)
	if len(r.Tests) > 0 {
		fmt.Fprintln(w)
		if err := render.Columns(w, checkRows(r), checkLeftAligned); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	render.Prose(w, checkSentences(r)...)
	if list := findings.BrokenOutputs(r); len(list) > 0 {
		fmt.Fprintln(w, "\nWhat is broken:")
		for _, o := range list {
			render.Lines(w, "", findings.BrokenHeading(o))
			for _, line := range findings.BrokenTexts(o) {
				render.Entry(w, line[0], line[1])
			}
		}
	}
	if len(r.Worst) > 0 {
		fmt.Fprintln(w, "\nWhat got worse most:")
	}
	for _, s := range r.Worst {
		render.Lines(w, "", findings.Heading(s))
		for _, line := range findings.Texts(s) {
			render.Entry(w, line[0], line[1])
		}
		for _, m := range s.Alignment {
			render.Entry(w, "", findings.Move(m))
		}
	}
	if len(r.Tests) > 0 {
		fmt.Fprintln(w)
		render.Prose(w, say.CheckMethod(r))
	}
	if r.Signature != "" {
		return render.Lines(w, r.Signature)
	}
	return nil
}

// linked makes links of where to read on, in a line of Markdown.
func linked(line string) string {
	for _, section := range odd.Outputs() {
		name := section.String()
		line = strings.ReplaceAll(line, markup.MarkdownText(name), "["+name+"]("+findings.Linked(name)+")")
	}
	return line
}

// writeCheckMarkdown writes a summary for a pull request: the verdict, what is broken and the tests, and folded away
// the segments.
func writeCheckMarkdown(w io.Writer, r *check.Report) error {
	fmt.Fprintf(w, "### wrd check: %s\n\n", r.Verdict)
	lines := brokenLines(r)
	if failed := failedLine(r); failed != "" {
		lines = append([]string{failed + "."}, lines...)
	}
	for _, line := range lines {
		fmt.Fprintf(w, "%s\n\n", markup.MarkdownText(line))
	}
	if len(r.Tests) > 0 {
		if err := markup.Markdown(w, checkRows(r), checkLeftAligned); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, line := range append(checkSentences(r), r.Warnings...) {
		fmt.Fprintf(w, "- %s\n", linked(markup.MarkdownText(line)))
	}
	if list := findings.BrokenOutputs(r); len(list) > 0 {
		fmt.Fprintf(w, "\n<details><summary>What is broken</summary>\n")
		for _, o := range list {
			fmt.Fprintf(w, "\n**%s**\n\n", markup.MarkdownText(findings.BrokenHeading(o)))
			for _, line := range findings.BrokenTexts(o) {
				fmt.Fprintf(w, "- %s: %s\n", line[0], markup.MarkdownText(line[1]))
			}
		}
		fmt.Fprintln(w, "\n</details>")
	}
	if len(r.Worst) > 0 {
		fmt.Fprintf(w, "\n<details><summary>What got worse most</summary>\n")
		for _, s := range r.Worst {
			fmt.Fprintf(w, "\n**%s**\n\n", markup.MarkdownText(findings.Heading(s)))
			for _, line := range findings.Texts(s) {
				fmt.Fprintf(w, "- %s: %s\n", line[0], markup.MarkdownText(line[1]))
			}
			for _, m := range s.Alignment {
				fmt.Fprintf(w, "  - %s\n", markup.MarkdownLine(findings.Move(m)))
			}
		}
		fmt.Fprintln(w, "\n</details>")
	}
	if len(r.Tests) > 0 {
		fmt.Fprintf(w, "\n%s\n", say.CheckMethod(r))
	}
	if r.Signature != "" {
		return render.Lines(w, "", markup.Code(r.Signature))
	}
	return nil
}
