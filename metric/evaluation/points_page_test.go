package evaluation_test

import (
	"os"
	"strings"
	"testing"
)

// docs/reading-a-score.md has the table that points come from.
func TestPointsPage(t *testing.T) {
	read := func(name string) string {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	page := read("../../docs/reading-a-score.md")
	_, page, _ = strings.Cut(page, "<!-- unrelated -->\n")
	page, _, _ = strings.Cut(page, "<!-- end of unrelated -->")
	written := map[[3]string]string{} // by flags, measure and group
	var groups []string
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		if groups == nil {
			groups = cells[2:]
			continue
		}
		for i, cell := range cells[2:] {
			written[[3]string{cells[0], cells[1], groups[i]}] = cell
		}
	}
	rows := strings.Split(strings.TrimSpace(read("points/points.tsv")), "\n")[2:]
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		flags := strings.TrimSpace(strings.TrimPrefix(cells[6], "--language en"))
		if flags == "" {
			flags = "no flags"
		}
		if got := written[[3]string{flags, cells[1], cells[2]}]; got != cells[3] {
			t.Errorf("%s, %s, %s: found %q, expected %s: run python3 bench/points.py --page", flags, cells[1], cells[2], got, cells[3])
		}
	}
}
