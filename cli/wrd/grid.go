package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// gridFormats are the formats of verbs that print one table, the default first.
var gridFormats = []string{"text", "json", "markdown", "latex"}

// gridFormat reads --format of such a verb.
func gridFormat(c *cli.Context) (string, error) { return oneOf(c, "format", gridFormats...) }

// writeGrid writes a table with a header as text, Markdown or LaTeX, and the signature below it. The first few columns
// begin at the same place, the others, which hold numbers, end there.
func writeGrid(w io.Writer, format string, rows [][]string, leftAligned int, signature string) error {
	switch format {
	case "markdown":
		if err := writeMarkdown(w, rows, leftAligned); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "\n`%s`\n", signature)
		return err
	case "latex":
		if _, err := fmt.Fprintf(w, "%% %s\n", signature); err != nil {
			return err
		}
		return writeLaTeX(w, rows, leftAligned)
	}
	if err := writeColumns(w, rows, leftAligned); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", signature)
	return err
}

// inMarkdown writes the characters of a cell that Markdown would take as marks.
var inMarkdown = strings.NewReplacer(`\`, `\\`, "|", `\|`, "_", `\_`, "*", `\*`, "`", "\\`", "<", `\<`, "[", `\[`, "~", `\~`)

func writeMarkdown(w io.Writer, rows [][]string, leftAligned int) error {
	out := bufio.NewWriter(w)
	for i, row := range rows {
		for _, cell := range row {
			out.WriteString("| " + inMarkdown.Replace(cell) + " ")
		}
		out.WriteString("|\n")
		if i > 0 {
			continue
		}
		for k := range row {
			if k < leftAligned {
				out.WriteString("|---")
			} else {
				out.WriteString("|---:")
			}
		}
		out.WriteString("|\n")
	}
	return out.Flush()
}

// inLaTeX writes the characters of a cell that LaTeX would take as commands, or does not know.
var inLaTeX = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "×", `$\times$`, "ρ", `$\rho$`)

// writeLaTeX writes a tabular in the manner of the package booktabs.
func writeLaTeX(w io.Writer, rows [][]string, leftAligned int) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "\\begin{tabular}{%s%s}\n\\toprule\n", strings.Repeat("l", leftAligned), strings.Repeat("r", len(rows[0])-leftAligned))
	for i, row := range rows {
		for k, cell := range row {
			if k > 0 {
				out.WriteString(" & ")
			}
			out.WriteString(inLaTeX.Replace(cell))
		}
		out.WriteString(" \\\\\n")
		if i == 0 {
			out.WriteString("\\midrule\n")
		}
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
	return out.Flush()
}
