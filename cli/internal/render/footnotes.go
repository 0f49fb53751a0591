package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// Footnotes are the warnings of cells, numbered in the order in which they are first said.
type Footnotes struct {
	texts []string
	at    map[string]int // the place of each in texts
}

// Mark puts the raised numbers of warnings behind a cell, and remembers the warnings.
func (f *Footnotes) Mark(cell string, warnings []string) string {
	var marks []string
	for _, text := range warnings {
		i, known := f.at[text]
		if !known {
			if f.at == nil {
				f.at = map[string]int{}
			}
			i = len(f.texts)
			f.texts, f.at[text] = append(f.texts, text), i
		}
		marks = append(marks, raised(i+1))
	}
	if marks == nil {
		return cell
	}
	return cell + " " + strings.Join(marks, " ")
}

// Lines returns the warnings with their numbers.
func (f *Footnotes) Lines() (lines []string) {
	for i, text := range f.texts {
		lines = append(lines, raised(i+1)+" "+text)
	}
	return lines
}

// raised writes a number with raised digits.
func raised(n int) string {
	return strings.Map(func(digit rune) rune { return []rune(raisedDigits)[digit-'0'] }, fmt.Sprint(n))
}

const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// withoutMark returns a cell without the raised numbers at its end.
func withoutMark(cell string) string { return strings.TrimRight(cell, raisedDigits+" ") }

// MarkedTable writes a table whose cells may end with marks of footnotes, as text, Markdown or LaTeX.
func MarkedTable(w io.Writer, format string, rows [][]string, leftAligned int) error {
	switch format {
	case "markdown":
		return Markdown(w, rows, leftAligned)
	case "latex":
		return LaTeX(w, rows, leftAligned)
	}
	alignMarks(rows)
	return Columns(w, rows, leftAligned)
}

// alignMarks makes room for footnote marks in all cells of a column, so that numbers stay below each other.
func alignMarks(rows [][]string) {
	marks := func(cell string) int { return uniseg.StringWidth(cell) - uniseg.StringWidth(withoutMark(cell)) }
	for k := 1; k < len(rows[0]); k++ {
		room := 0
		for _, row := range rows {
			if k < len(row) {
				room = max(room, marks(row[k]))
			}
		}
		for _, row := range rows {
			if k < len(row) && row[k] != "" {
				row[k] += strings.Repeat(" ", room-marks(row[k]))
			}
		}
	}
}
