package rows

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
)

// bertScoreSummary is the first line that bert-score prints: what the scores depend on, and their means.
var bertScoreSummary = lazy.Regexp(`^(\S+) P: [0-9.-]+ R: [0-9.-]+ F1: [0-9.-]+\s*$`)

// isBERTScoreLine says whether a line may be the first that bert-score prints.
func isBERTScoreLine(line string) bool {
	return bertScoreSummary().MatchString(line) || allNumbers(strings.Split(line, "\t"), len(bertScoreColumns))
}

// allNumbers says whether there are n fields, all of them numbers.
func allNumbers(fields []string, n int) bool {
	if len(fields) != n {
		return false
	}
	for _, f := range fields {
		if v, err := parseNumber(f); err != nil || v != v {
			return false
		}
	}
	return true
}

var bertScoreColumns = []string{"BERTScore_P", "BERTScore_R", "BERTScore_F1"}

// newBERTScoreReader reads what bert-score -s prints: the summary, then three numbers a line.
func newBERTScoreReader(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	hash := "" // what the summary says that scores depend on
	if parts := bertScoreSummary().FindSubmatch(first); parts != nil {
		hash = string(parts[1])
	} else {
		lines.Unread()
	}
	r, err := rowsOfLines(lines, name, bertScoreColumns, func(_ []string, line string) ([]string, error) {
		fields := strings.Split(line, "\t")
		if n := len(fields); n != len(bertScoreColumns) {
			return nil, fmt.Errorf("found %d fields, expected precision, recall and F1, separated by TABs", n)
		}
		return fields, nil
	})
	if err != nil {
		return nil, err
	}
	r.Signature = hash
	return r, nil
}
