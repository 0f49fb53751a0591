package markup

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"
)

// inLaTeX writes the characters of a cell that LaTeX would take as commands, does not know, or prints as others: <, >
// and | are ¡, ¿ and a dash in the font encoding OT1, LaTeX's default. Two colons are a command to GitHub's log at the
// beginning of a line, and the escape of visible.Log is none that LaTeX knows.
var inLaTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"::", ":{}:", "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"×", `$\times$`, "ρ", `$\rho$`, "−", `$-$`, "↓", `$\downarrow$`, "↑", `$\uparrow$`)

// inLaTeXRow writes cell k of a row. A row that began with [ or * would be an argument of the end of the row before.
func inLaTeXRow(k int, cell string) string {
	cell = inLaTeX.Replace(Shown(k, cell))
	if k == 0 && (strings.HasPrefix(cell, "[") || strings.HasPrefix(cell, "*")) {
		return "{}" + cell
	}
	return cell
}

// LaTeX writes a tabular in the manner of the package booktabs.
func LaTeX(w io.Writer, rows [][]string, leftAligned int) error {
	return latexTabular(w, len(rows[0]), leftAligned, func(yield func([]string) bool) {
		for _, row := range rows {
			written := make([]string, len(row))
			for k, cell := range row {
				written[k] = inLaTeXRow(k, cell)
			}
			if !yield(written) {
				return
			}
		}
	})
}

// latexTabular writes rows whose cells are LaTeX already.
func latexTabular(w io.Writer, columns, leftAligned int, rows iter.Seq[[]string]) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\\begin{tabular}{%s%s}\n\\toprule\n", strings.Repeat("l", leftAligned),
		strings.Repeat("r", columns-leftAligned))
	header := true
	for row := range rows {
		out.WriteString(strings.Join(row, " & ") + " \\\\\n")
		if header {
			out.WriteString("\\midrule\n")
		}
		header = false
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	return out.Flush()
}
