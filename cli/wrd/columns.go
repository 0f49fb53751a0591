package main

import (
	"bufio"
	"io"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/internal/wording"
)

// writeColumns writes rows of cells under each other: the first few columns begin, the others end at the same
// place. Width is what a terminal shows, so that names in any script line up.
// Those that are read from right to left keep their column.
func writeColumns(w io.Writer, rows [][]string, leftAligned int) error {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	out := bufio.NewWriter(w)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			cell = wording.InLine(cell)
			if i > 0 {
				line.WriteString("  ")
			}
			if i < leftAligned {
				line.WriteString(cell + padding)
			} else {
				line.WriteString(padding + cell)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return out.Flush()
}
