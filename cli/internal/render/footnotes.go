package render

import (
	"io"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/wording"
)

// withoutMark returns a cell without the raised numbers at its end.
func withoutMark(cell string) string { return strings.TrimRight(cell, wording.RaisedDigits+" ") }

// MarkedTable writes a table whose cells may end with marks of footnotes, as text, Markdown or LaTeX.
func MarkedTable(w io.Writer, format string, rows [][]string, leftAligned int) error {
	switch format {
	case "markdown":
		return markup.Markdown(w, rows, leftAligned)
	case "latex":
		return markup.LaTeX(w, rows, leftAligned)
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
