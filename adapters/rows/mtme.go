package rows

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// mtmeColumns are the columns before the scores in what mtme --scores of mt-metrics-eval prints, and what they are here.
var mtmeColumns = map[string]Role{"system-name": System, "domain": Domain, "doc": Doc, "seg-id": SegmentID}

// isMTMEHeader says whether a header is that of mtme --scores.
func isMTMEHeader(columns []string) bool {
	return columns[0] == "system-name" && slices.Contains(columns, "seg-id")
}

// newMTMEReader reads a line for each system and segment: names, then scores by segment, document, domain and system.
// The columns are called as the scores by segment; the others, means of these that each row repeats, are left out.
func newMTMEReader(lines *text.Reader, name string) (*Rows, error) {
	r, err := openTSV(lines, name)
	if err != nil {
		return nil, err
	}
	at := map[string]int{} // column → field
	var columns []string
	for i, field := range r.Columns {
		column, isScore := strings.CutSuffix(field, ":seg")
		if role, ok := mtmeColumns[field]; ok {
			column = string(role)
		} else if !isScore {
			continue
		}
		columns, at[column] = append(columns, column), i
	}
	if !isMTMEHeader(r.Columns) || len(columns) == len(mtmeColumns) {
		return nil, fmt.Errorf("%s:1: found no scores by segment, expected columns such as mqm:seg", name)
	}
	next := r.next
	r.next = func() (record, error) {
		row, err := next()
		if err != nil {
			return nil, err
		}
		row.(*fields).at = at
		return row, nil
	}
	r.Columns = columns
	return r, differ(columns, name+":1")
}
