package markup

import (
	"bufio"
	"io"
	"iter"
	"strings"

	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/visible"
)

// How text from outside is written in Markdown, which often lands in a comment of a pull request.

// linkBreak is a space of no width. It stands in what GitHub and GitLab make a link of although nothing marks it:
// names, which would be notified, numbers of issues, and addresses. A backslash does not help: the hosts look for these
// in the finished page, where it is gone. Nor does &#64;, which is an @ there. Dependabot and Renovate do the same.
const linkBreak = "&#8203;"

// inMarkdown writes what Markdown would take as marks, HTML or a character reference, and what would become a link.
var inMarkdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "_", `\_`, "*", `\*`, "`", "\\`", "<", `\<`, ">", `\>`,
	"[", `\[`, "~", `\~`, "&", `\&`,
	"@", "@"+linkBreak, "#", "#"+linkBreak, "://", ":"+linkBreak+"//", "www.", "www"+linkBreak+".")

// issueNumber is the other form of #123 on GitHub.
var issueNumber = lazy.Regexp(`(?i)\b(gh-)([0-9])`)

// MarkdownText writes text so that Markdown shows it as it is: without marks and HTML, and without links, so that no
// name in it is notified.
func MarkdownText(s string) string { return MarkdownLine(visible.Text(s)) }

// MarkdownLine is MarkdownText for a line whose parts are visible already.
func MarkdownLine(s string) string {
	return issueNumber().ReplaceAllString(inMarkdown.Replace(s), "$1"+linkBreak+"$2")
}

// Code writes a line of text so that Markdown shows it as it is; no host looks for names in it.
func Code(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// Markdown writes a table with a header. The first few columns begin at the same place, the others end there.
func Markdown(w io.Writer, rows [][]string, leftAligned int) error {
	return markdownTable(w, leftAligned, func(yield func([]string) bool) {
		for _, row := range rows {
			written := make([]string, len(row))
			for k, cell := range row {
				written[k] = MarkdownLine(Shown(k, cell))
			}
			if !yield(written) {
				return
			}
		}
	})
}

// markdownTable writes rows whose cells are Markdown already.
func markdownTable(w io.Writer, leftAligned int, rows iter.Seq[[]string]) error {
	out := bufio.NewWriter(w)
	header := true
	for row := range rows {
		out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if header {
			out.WriteString(strings.Repeat("|---", leftAligned) + strings.Repeat("|---:", len(row)-leftAligned) + "|\n")
		}
		header = false
	}
	return out.Flush()
}
