package corpus

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// Lines of text that are a table without a known header would be scored with their ids and both texts in one. A text for
// people hardly ever has a TAB, and never do nearly all lines have as many, or begin and end with a quote.

const (
	leastTabular = 2   // lines
	judgedLines  = 100 // after which a file is judged; a shorter one at its end
	tabularOf    = 0.9 // share of the lines
)

// A tabular counts what makes lines of text look like a table.
type tabular struct {
	lines, quoted int
	ranked        int         // lines of fields between |||, as Moses writes lists of n outputs
	tabs          map[int]int // lines by their number of TABs, if there are any
}

// add counts a line.
func (t *tabular) add(line string) {
	t.lines++
	if n := strings.Count(line, "\t"); n > 0 {
		if t.tabs == nil {
			t.tabs = map[int]int{}
		}
		t.tabs[n]++
	}
	if isQuoted(line) {
		t.quoted++
	}
	if strings.Contains(line, " ||| ") {
		t.ranked++
	}
}

// isQuoted says whether a line stands in quotes, or begins or ends with a field in quotes, next to a comma and a text.
func isQuoted(line string) bool {
	if len(line) < 2 {
		return false
	}
	begins, ends := line[0] == '"', line[len(line)-1] == '"'
	if after := strings.Index(line, `",`) + 2; begins && after >= 2 && after < len(line) && line[after] != ' ' {
		return true
	}
	before := strings.LastIndex(line, `,"`) - 1
	return begins && ends || ends && before >= 0 && before+3 < len(line) && line[before] != ' '
}

// err says what the lines so far look like, nil if they are texts.
func (t *tabular) err(name string) error {
	if t.lines < leastTabular {
		return nil
	}
	least := tabularOf * float64(t.lines)
	for tabs, lines := range t.tabs {
		if float64(lines) >= least {
			return fmt.Errorf("%s: found %s in %d of %s, expected one text per line, or a table with a header such as id⇥candidate; "+
				"cut -f %d FILE >NEW takes the last field", name, wording.Counted(tabs, "TAB"), lines,
				wording.Counted(t.lines, "line"), tabs+1)
		}
	}
	if float64(t.ranked) >= least {
		return fmt.Errorf("%s: found ||| in %d of %s, expected one text per line; of lists of n outputs, as Moses writes them, "+
			"awk -F ' [|][|][|] ' '!seen[$1]++ {print $2}' FILE >NEW takes the first of each", name, t.ranked,
			wording.Counted(t.lines, "line"))
	}
	if float64(t.quoted) >= least {
		return fmt.Errorf("%s: found %d of %s in quotes, expected one text per line, or a CSV file with a header such as candidate, "+
			"whose name ends in .csv", name, t.quoted, wording.Counted(t.lines, "line"))
	}
	return nil
}
