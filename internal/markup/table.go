package markup

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Table is one with a caption, as a paper has it.
type Table struct {
	Header  []string
	Rows    [][]Cell
	Caption []string // sentences
	Code    []string // what the caption ends with and what is not broken between words, such as signatures
}

// A Cell is one of a Table; Bold sets it off.
type Cell struct {
	Text string
	Bold bool
}

// LaTeX writes the table with its caption, for the package booktabs. The first column has names, the others numbers.
func (t *Table) LaTeX(w io.Writer) error {
	caption := inLaTeX.Replace(strings.Join(t.Caption, " "))
	for _, code := range t.Code {
		caption += " " + LaTeXCode(code)
	}
	if _, err := fmt.Fprintf(w, "%% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{%s}\n", caption); err != nil {
		return err
	}
	err := latexTabular(w, len(t.Header), 1, t.rows(func(k int, cell Cell) string {
		text := inLaTeXRow(k, cell.Text)
		if cell.Bold {
			return "\\textbf{" + text + "}"
		}
		return text
	}))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\\end{table}\n")
	return err
}

// LaTeXCode writes a line such as a signature in the letters of code; it may be broken after each |.
func LaTeXCode(s string) string {
	return "\\texttt{" + strings.ReplaceAll(inLaTeX.Replace(s), "$|$", "$|$\\allowbreak ") + "}"
}

// Markdown writes the table and its caption.
func (t *Table) Markdown(w io.Writer) error {
	err := markdownTable(w, 1, t.rows(func(k int, cell Cell) string {
		text := MarkdownLine(Shown(k, cell.Text))
		if cell.Bold {
			return "**" + text + "**"
		}
		return text
	}))
	if err != nil {
		return err
	}
	lines := []string{MarkdownText(strings.Join(t.Caption, " "))}
	for _, code := range t.Code {
		lines = append(lines, Code(code))
	}
	_, err = io.WriteString(w, "\n"+strings.Join(lines, "  \n")+"\n")
	return err
}

// CSV writes the table without its caption, for other programs.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	for row := range t.rows(func(k int, cell Cell) string { return Shown(k, cell.Text) }) {
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// rows yields the header and the rows as a format writes their cells.
func (t *Table) rows(written func(k int, cell Cell) string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		var header []Cell
		for _, name := range t.Header {
			header = append(header, Cell{Text: name})
		}
		for _, row := range slices.Insert(slices.Clone(t.Rows), 0, header) {
			var cells []string
			for k, cell := range row {
				cells = append(cells, written(k, cell))
			}
			if !yield(cells) {
				return
			}
		}
	}
}
