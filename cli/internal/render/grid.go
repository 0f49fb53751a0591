package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// GridFormats are the formats of verbs that print one table, the default first.
var GridFormats = []string{"text", "json", "markdown", "latex"}

// Grid writes a table with a header as text, Markdown or LaTeX, and the signature below it. The first few columns
// begin at the same place, the others, which hold numbers, end there.
func Grid(w io.Writer, format string, rows [][]string, leftAligned int, signature string) error {
	switch format {
	case "markdown":
		if err := Markdown(w, rows, leftAligned); err != nil {
			return err
		}
		return Lines(w, "", Code(signature))
	case "latex":
		if err := Lines(w, "% "+signature); err != nil {
			return err
		}
		return LaTeX(w, rows, leftAligned)
	}
	if err := Columns(w, rows, leftAligned); err != nil {
		return err
	}
	return Lines(w, "", signature)
}

// inLaTeX writes the characters of a cell that LaTeX would take as commands, does not know, or prints as others: <, >
// and | are ¡, ¿ and a dash in the font encoding OT1, LaTeX's default. Two colons are a command to GitHub's log at the
// beginning of a line, and the escape of visible.Log is none that LaTeX knows.
var inLaTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"::", ":{}:", "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"×", `$\times$`, "ρ", `$\rho$`)

// LaTeX writes a tabular in the manner of the package booktabs.
func LaTeX(w io.Writer, rows [][]string, leftAligned int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\\begin{tabular}{%s%s}\n\\toprule\n",
		strings.Repeat("l", leftAligned), strings.Repeat("r", len(rows[0])-leftAligned))
	for i, row := range rows {
		for k, cell := range row {
			if k > 0 {
				out.WriteString(" & ")
			}
			out.WriteString(inLaTeX.Replace(shownCell(k, cell)))
		}
		out.WriteString(" \\\\\n")
		if i == 0 {
			out.WriteString("\\midrule\n")
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	return out.Flush()
}
