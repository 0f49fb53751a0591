package table

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// bertScoreSummary is the first line that bert-score prints: what the scores depend on, and their means.
var bertScoreSummary = regexp.MustCompile(`^(\S+) P: [0-9.-]+ R: [0-9.-]+ F1: [0-9.-]+\s*$`)

// A bertScoreReader reads what bert-score -s prints: the summary, then three numbers a line.
type bertScoreReader struct {
	name  string
	lines *text.Reader
	row   fields
	first string // the first line, if it is not the summary
	hash  string // what the summary says that scores depend on
}

var bertScoreColumns = []string{"BERTScore_P", "BERTScore_R", "BERTScore_F1"}

func newBERTScoreReader(lines *text.Reader, name string) (reader, error) {
	r := &bertScoreReader{name: name, lines: lines}
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	if parts := bertScoreSummary.FindSubmatch(first); parts != nil {
		r.hash = string(parts[1])
	} else {
		r.first = string(first)
	}
	return r, r.row.setHeader(bertScoreColumns, name)
}

func (r *bertScoreReader) header() []string       { return bertScoreColumns }
func (r *bertScoreReader) restrict([]string)      {}
func (r *bertScoreReader) scoreSignature() string { return r.hash }

func (r *bertScoreReader) next() (record, error) {
	line := r.first
	if r.first = ""; line == "" {
		b, err := r.lines.Next()
		if err != nil {
			return nil, err
		}
		line = string(b)
	}
	r.row.fields, r.row.lineNumber = strings.Split(line, "\t"), r.lines.Line()
	if n := len(r.row.fields); n != len(bertScoreColumns) {
		return nil, fmt.Errorf("%s:%d: found %d fields, expected precision, recall and F1, separated by TABs", r.name, r.row.lineNumber, n)
	}
	return &r.row, nil
}
