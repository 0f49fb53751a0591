package render

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/cli/internal/wrap"
)

// How a table that is too wide for a terminal becomes narrower.

// A block is a part of a table that is shown by itself; its first columns, leftAligned of them, are words.
type block struct {
	rows        [][]string
	leftAligned int
}

// fitted returns the blocks in which a table is shown in width columns, 0 for any number: as it is if it fits, with its
// last column broken into lines if that is text, with a header of several lines, or in several blocks that share the
// columns of words at the left, which say what a row is about, as far as these leave room.
func fitted(rows [][]string, leftAligned, width int) []block {
	if width == 0 || len(rows) == 0 || tableWidth(columnWidths(rows)) <= width {
		return []block{{rows, leftAligned}}
	}
	if leftAligned >= len(columnWidths(rows)) {
		return []block{{lastWrapped(rows, width), leftAligned}}
	}
	blocks := blocksOf(rows, leftAligned, width)
	if fewer := blocksOf(headerWrapped(rows), leftAligned, width); len(fewer) < len(blocks) {
		return fewer
	}
	return blocks
}

func tableWidth(widths []int) (sum int) {
	for _, w := range widths {
		sum += w + len(gap)
	}
	return sum - len(gap)
}

// leastText is how narrow the text of a last column may become.
const leastText = 20

// lastWrapped breaks the last column into lines.
func lastWrapped(rows [][]string, width int) (wrappedRows [][]string) {
	widths := columnWidths(rows)
	last := len(widths) - 1
	room := max(width-tableWidth(widths[:last])-len(gap), leastText)
	for _, row := range rows {
		if len(row) <= last || uniseg.StringWidth(row[last]) <= room {
			wrappedRows = append(wrappedRows, row)
			continue
		}
		for i, line := range wrap.Lines(row[last], room) {
			cells := make([]string, last, last+1)
			if i == 0 {
				copy(cells, row)
			}
			wrappedRows = append(wrappedRows, append(cells, line))
		}
	}
	return wrappedRows
}

// headerWrapped breaks the titles that are wider than what is below them, and ends them on the same line.
func headerWrapped(rows [][]string) [][]string {
	below := columnWidths(rows[1:])
	titles := make([][]string, len(rows[0]))
	height := 0
	for i, title := range rows[0] {
		room := 0
		if i < len(below) {
			room = below[i]
		}
		// A path of words, such as better/equal/worse, is broken as a list is.
		titles[i] = wrap.Lines(strings.ReplaceAll(title, "/", "/ "), room)
		height = max(height, len(titles[i]))
	}
	header := make([][]string, height)
	for i, lines := range titles {
		for k := range header {
			cell := ""
			if missing := height - len(lines); k >= missing {
				cell = lines[k-missing]
			}
			header[k] = append(header[k][:i:i], cell)
		}
	}
	return slices.Concat(header, rows[1:])
}

// blocksOf cuts a table between columns.
func blocksOf(rows [][]string, leftAligned, width int) (blocks []block) {
	widths := columnWidths(rows)
	keys := sharedColumns(widths, leftAligned, width)
	for from := keys; from < len(widths); {
		to, used := from, tableWidth(widths[:keys])
		for to < len(widths) && (to == from || used+len(gap)+widths[to] <= width) {
			used += len(gap) + widths[to]
			to++
		}
		b := block{leftAligned: keys + max(0, min(to, leftAligned)-from)}
		for _, row := range rows {
			own := row[min(from, len(row)):min(to, len(row))]
			if strings.Join(own, "") != "" { // otherwise the row or line of a header is about other columns
				b.rows = append(b.rows, append(slices.Clone(row[:min(keys, len(row))]), own...))
			}
		}
		blocks, from = append(blocks, b), to
	}
	return blocks
}

// sharedColumns returns how many of the columns at the left every block can have: as many as leave room for the widest
// of the others.
func sharedColumns(widths []int, leftAligned, width int) int {
	keys := leftAligned
	for keys > 0 && tableWidth(widths[:keys])+len(gap)+slices.Max(widths[keys:]) > width {
		keys--
	}
	return keys
}
