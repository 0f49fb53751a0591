package render

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
			out := NewPage(&printed)
			out.width = c.width
			if err := Columns(out, c.rows, c.leftAligned); err != nil {
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

// Every block of a table says what its rows are about, and has words at the left and numbers at the right as the whole
// table has.
func TestBlocksOfTables(t *testing.T) {
	rows := [][]string{
		{"level", "statistic", "measure", "value", "95% interval", "p", "systems"},
		{"segment", "pearson", "steady", "0.7747", "0.5765 to 0.8853", "0.0010", "6"},
		{"system", "spearman", "noisy", "0.3672", "-0.0097 to 0.5933", "-", "12"},
	}
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"all words in every block", 60, `
level    statistic  measure   value       95% interval
segment  pearson    steady   0.7747   0.5765 to 0.8853
system   spearman   noisy    0.3672  -0.0097 to 0.5933

level    statistic  measure       p  systems
segment  pearson    steady   0.0010        6
system   spearman   noisy         -       12
`},
		{"some words in one block", 40, `
level    statistic  measure   value
segment  pearson    steady   0.7747
system   spearman   noisy    0.3672

level    statistic       95% interval
segment  pearson     0.5765 to 0.8853
system   spearman   -0.0097 to 0.5933

level    statistic       p  systems
segment  pearson    0.0010        6
system   spearman        -       12
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed bytes.Buffer
			out := NewPage(&printed)
			out.width = c.width
			if err := Columns(out, rows, 3); err != nil {
				t.Fatal(err)
			}
			out.Flush()
			if got := "\n" + printed.String(); got != c.want {
				t.Errorf("got%s\nwant%s", got, c.want)
			}
		})
	}
}

// What a text is about stands before it, and a terminal has its lines under each other. Of a text with a line break
// nothing is lost.
func TestEntriesFit(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"no terminal", 0, "  now        a text\\nthat is rather long\n"},
		{"room", 40, "  now        a text\\nthat is rather long\n"},
		{"no room", 30, "  now        a text\\nthat is\n             rather long\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed bytes.Buffer
			out := NewPage(&printed)
			out.width = c.width
			Entry(out, "now", "a text\nthat is rather long")
			out.Flush()
			if got := printed.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A text ends where the terminal does, also one of letters that take two columns; elsewhere more of it is shown.
func TestTextsAreClipped(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  string
		width int
		want  string
	}{
		{"room", "a text that ends here", 30, "name  a text that ends here\n"},
		{"no room", "a text that does not end here", 30, "name  a text that does not en…\n"},
		{"wide letters", "一二三四五六七八九十一二三四", 30, "name  一二三四五六七八九十一…\n"},
		{"a space before the end", "a text that does no  more end", 27, "name  a text that does no…\n"},
		{"no terminal", strings.Repeat("x", 500), 0, "name  " + strings.Repeat("x", 399) + "…\n"},
		{"a line break", "a\nb", 30, "name  a\\nb\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed bytes.Buffer
			out := NewPage(&printed)
			out.width = c.width
			if err := Clipped(out, [][]string{{"name", c.text}}); err != nil {
				t.Fatal(err)
			}
			out.Flush()
			if got := printed.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Colors are for terminals: a page that is none has none, whatever the environment says.
func TestColorsOnlyOnTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", "60")
	if out := StandardOutput(t.Context(), new(bytes.Buffer)); out.color || out.width != 0 {
		t.Errorf("colors %v, width %d: expected none", out.color, out.width)
	}
}

// What is told ends where the terminal does, and is one line elsewhere.
func TestMessage(t *testing.T) {
	for width, want := range map[int]string{
		0:  "wrd: found a, b and c, expected one of them\n",
		24: "wrd: found a, b and c,\nexpected one of them\n",
	} {
		var out bytes.Buffer
		page := NewPage(&out)
		page.width = width
		Message(page, "wrd:", Red, "found a, b and c, expected one of them")
		page.Flush()
		if out.String() != want {
			t.Errorf("width %d: got %q, want %q", width, out.String(), want)
		}
	}
}
