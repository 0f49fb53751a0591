package render

import (
	"io"

	"github.com/wordrotator/wrd/internal/markup"
)

// GridFormats are the formats of verbs that print one table, the default first.
var GridFormats = []string{"text", "json", "markdown", "latex"}

// Grid writes a table with a header as text, Markdown or LaTeX, and the signature below it. The first few columns
// begin at the same place, the others, which hold numbers, end there.
func Grid(w io.Writer, format string, rows [][]string, leftAligned int, signature string) error {
	switch format {
	case "markdown":
		if err := markup.Markdown(w, rows, leftAligned); err != nil {
			return err
		}
		return Lines(w, "", markup.Code(signature))
	case "latex":
		if err := Lines(w, "% "+signature); err != nil {
			return err
		}
		return markup.LaTeX(w, rows, leftAligned)
	}
	if err := Columns(w, rows, leftAligned); err != nil {
		return err
	}
	return Lines(w, "", signature)
}
