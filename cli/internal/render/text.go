package render

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/cli/internal/wrap"
	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
)

// Columns writes rows of cells under each other: the first few columns begin, the others end at the same
// place. Width is what a terminal shows, so that names in any script line up. Those that are read from right to left
// keep their column, and what cannot be seen is written visibly. The first row is the header, unless all columns are
// words. A table that is too wide for the terminal is made narrower; elsewhere a row is one line.
func Columns(w io.Writer, cells [][]string, leftAligned int) error {
	rows := make([][]string, len(cells))
	for i, row := range cells {
		for k, cell := range row {
			rows[i] = append(rows[i], markup.Shown(k, cell))
		}
	}
	out := bufio.NewWriter(w)
	for i, block := range fitted(rows, leftAligned, Width(w)) {
		if i > 0 {
			out.WriteByte('\n')
		}
		writeRows(out, block.rows, block.leftAligned)
	}
	return out.Flush()
}

// pipedText is how much of a text Clipped writes where no terminal shows it.
const pipedText = 400

// Clipped writes rows that end with a text, of which it shows as much as there is room for on one line.
func Clipped(w io.Writer, cells [][]string) error {
	rows := make([][]string, len(cells))
	for i, row := range cells {
		for _, cell := range row {
			rows[i] = append(rows[i], visible.Uncommanded(visible.Text(cell)))
		}
	}
	last := len(rows[0]) - 1
	room := pipedText
	if width := Width(w); width > 0 {
		widths := columnWidths(rows)
		room = max(width-tableWidth(widths[:last])-len(gap), leastText)
	}
	for _, row := range rows {
		row[last] = clipped(row[last], room)
	}
	out := bufio.NewWriter(w)
	writeRows(out, rows, last+1)
	return out.Flush()
}

// clipped returns the beginning of a text that is not wider than room, and says where there is more.
func clipped(text string, room int) string {
	if uniseg.StringWidth(text) <= room {
		return text
	}
	var b strings.Builder
	for used, rest, state := 1, text, -1; rest != ""; {
		var cluster string
		var width int
		cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += width; used > room {
			break
		}
		b.WriteString(cluster)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// gap is between two columns.
const gap = "  "

func writeRows(out *bufio.Writer, rows [][]string, leftAligned int) {
	widths := columnWidths(rows)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			cell = wording.InLine(cell)
			if i > 0 {
				line.WriteString(gap)
			}
			if i < leftAligned {
				line.WriteString(cell + padding)
			} else {
				line.WriteString(padding + cell)
			}
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func columnWidths(rows [][]string) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	return widths
}

// Prose writes sentences as Lines does, and breaks them between words where a terminal ends.
func Prose(w io.Writer, lines ...string) error {
	for _, line := range lines {
		if err := Lines(w, Wrapped(w, line)...); err != nil {
			return err
		}
	}
	return nil
}

// Wrapped returns a line as lines of a terminal, or as it is where w is none.
func Wrapped(w io.Writer, line string) []string {
	if width := Width(w); width > 0 {
		return wrap.Lines(line, width)
	}
	return []string{line}
}

// Message writes what is told beside results: who speaks, such as wrd:, and a sentence, broken between words where a terminal
// ends.
func Message(w io.Writer, speaker string, color Color, sentence string) error {
	lines, width := []string{speaker + " " + visible.Text(sentence)}, cmp.Or(Width(w), terminalWidth(w))
	if width > 0 {
		lines = wrap.Lines(lines[0], width)
	}
	lines[0] = strings.TrimPrefix(lines[0], speaker)
	if color != "" {
		speaker = Painted(w, color, speaker)
	}
	if _, err := io.WriteString(w, speaker); err != nil {
		return err
	}
	return ShownLines(w, lines...)
}

// Lines writes lines of text visibly: a name in one of them cannot end it or command a terminal.
func Lines(w io.Writer, lines ...string) error { return linesAs(visible.Text, w, lines) }

// ShownLines is Lines for lines whose parts are visible already.
func ShownLines(w io.Writer, lines ...string) error { return linesAs(visible.Line, w, lines) }

func linesAs(shown func(string) string, w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := io.WriteString(w, shown(line)+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// Entry writes what a line is about, and the line, whose parts are visible already; a terminal has a long one under each
// other.
func Entry(w io.Writer, about, line string) {
	const indent = 13
	lines := []string{line}
	if width := Width(w); width > 0 && indent+uniseg.StringWidth(visible.Line(line)) > width {
		lines = wrap.Lines(visible.Line(line), width-indent)
	}
	for _, part := range lines {
		ShownLines(w, fmt.Sprintf("  %-10s %s", about, part))
		about = ""
	}
}
