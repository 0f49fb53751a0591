package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// A table goes on in further blocks, or with a header of several lines, where a terminal is too narrow, and is as it was
// elsewhere. Nothing of it is lost.
func TestTablesFit(t *testing.T) {
	rows := [][]string{{"system", "against", "difference", "95% interval", "better/equal/worse", "detectable"},
		{"new", "old", "-0.1271", "-0.1587 to -0.0920", "33/0/7", "0.0489"}}
	words := [][]string{{"name", "about"}, {"glove.42B", "1.9 million words, 300 dimensions; Common Crawl, lower case"}}
	for _, c := range []struct {
		name        string
		rows        [][]string
		leftAligned int
		width       int
		lines       int
	}{
		{"no terminal", rows, 2, 0, 2},
		{"room", rows, 2, 100, 2},
		{"a higher header", rows, 2, 70, 4},
		{"two blocks", rows, 2, 50, 5},
		{"three blocks", rows, 2, 40, 10},
		{"text", words, 2, 50, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed bytes.Buffer
			out := newPage(&printed)
			out.width = c.width
			if err := writeColumns(out, c.rows, c.leftAligned); err != nil {
				t.Fatal(err)
			}
			out.Flush()
			lines := strings.Split(strings.TrimSuffix(printed.String(), "\n"), "\n")
			if len(lines) != c.lines {
				t.Errorf("%d lines, want %d:\n%s", len(lines), c.lines, printed.String())
			}
			for _, line := range lines {
				if c.width > 0 && uniseg.StringWidth(line) > c.width {
					t.Errorf("%q is wider than %d", line, c.width)
				}
			}
			for _, row := range c.rows[1:] {
				for _, word := range strings.Fields(strings.Join(row, " ")) {
					if !strings.Contains(printed.String(), word) {
						t.Errorf("found no %q in\n%s", word, printed.String())
					}
				}
			}
		})
	}
}

// Colours are for terminals: a page that is none has none, whatever the environment says.
func TestColoursOnlyOnTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", "60")
	if out := standardOutput(new(bytes.Buffer)); out.colour || out.width != 0 {
		t.Errorf("colours %v, width %d: expected none", out.colour, out.width)
	}
}
