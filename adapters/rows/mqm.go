package rows

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/wording"
)

// The weights of an error, as the organisers of WMT use them (Freitag et al. 2021, section 3.3).
const (
	mqmMajor            = 5
	mqmMinor            = 1
	mqmMinorPunctuation = 0.1 // Fluency/Punctuation
	mqmNonTranslation   = 25
)

// isMQMHeader says whether a header is that of a table of marked errors.
func isMQMHeader(columns []string) bool {
	for _, needed := range []string{"system", "rater", "category", "severity"} {
		if !slices.Contains(columns, needed) {
			return false
		}
	}
	return true
}

// newMQMReader reads a TSV of marked errors, without quoting: a line for each error, or one that says that there is
// none. It gives a row for each system, segment and rater, with minus the sum of the weights. Lines with which raters
// were tested (severity HOTW-test) do not count.
func newMQMReader(lines *text.Reader, name string) (*Rows, error) {
	marked, err := newTSVReader(lines, name)
	if err != nil {
		return nil, err
	}
	if !isMQMHeader(marked.Columns) {
		return nil, fmt.Errorf("%s:1: found the columns %s, expected among them system, rater, category and severity",
			name, wording.List(marked.Columns))
	}
	segment, err := mqmSegment(marked.Columns)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	type key struct{ system, segment, rater string }
	at := map[key]int{}
	var sums []float64
	var errors [][]Span // in the outputs
	var rows []fields
	for {
		r, err := marked.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		cell := func(columns ...string) string {
			name, _ := Row{record: r}.Name(columns...) // of fields: no error
			return name
		}
		weight, counts, err := mqmWeight(cell("severity"), cell("category"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, r.line(), err)
		}
		if !counts {
			continue
		}
		k := key{strings.Clone(cell("system")), cell(segment...), strings.Clone(cell("rater"))}
		i, known := at[k]
		if !known {
			i = len(sums)
			at[k] = i
			sums, errors = append(sums, 0), append(errors, nil)
			rows = append(rows, fields{lineNumber: r.line(),
				fields: []string{k.system, k.segment, strings.Clone(cell("doc")), k.rater, "", ""}})
		}
		sums[i] += weight
		_, spans, err := unmarked(cell("target"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: column %q: %w", name, r.line(), "target", err)
		}
		for _, s := range spans {
			s.Severity, s.Category, s.Text = strings.Clone(cell("severity")), strings.Clone(cell("category")), strings.Clone(s.Text)
			errors[i] = append(errors[i], s)
		}
	}
	for i, sum := range sums {
		rows[i].fields[4] = strconv.FormatFloat(0-sum, 'g', -1, 64)
		if len(errors[i]) > 0 {
			list, err := json.Marshal(errors[i])
			if err != nil {
				return nil, err
			}
			rows[i].fields[5] = string(list)
		}
	}
	return rowsOf(name, []string{string(System), string(SegmentID), string(Doc), string(Rater), "mqm", string(Spans)}, rows)
}

// mqmSegment returns the columns that make up the id of a segment.
func mqmSegment(columns []string) ([]string, error) {
	for _, global := range []string{"globalSegId", "global_seg_id", "seg_id", "segment"} {
		if slices.Contains(columns, global) {
			return []string{global}, nil
		}
	}
	for _, inDoc := range []string{"docSegId", "doc_seg_id"} {
		if slices.Contains(columns, inDoc) && slices.Contains(columns, "doc") {
			return []string{"doc", inDoc}, nil
		}
	}
	return nil, fmt.Errorf("found the columns %s, expected the id of the segment: globalSegId, seg_id, or doc and "+
		"docSegId", wording.List(columns))
}

// mqmWeight returns what an error weighs, and whether the line is a judgment.
func mqmWeight(severity, category string) (weight float64, counts bool, err error) {
	category = strings.ToLower(strings.TrimSpace(category))
	switch strings.ToLower(strings.TrimSpace(severity)) {
	case "hotw-test":
		return 0, false, nil
	case "no-error", "no_error", "neutral":
		return 0, true, nil
	case "major":
		if strings.HasPrefix(category, "non-translation") {
			return mqmNonTranslation, true, nil
		}
		return mqmMajor, true, nil
	case "minor":
		switch {
		case strings.HasPrefix(category, "non-translation"):
			return mqmNonTranslation, true, nil
		case category == "fluency/punctuation":
			return mqmMinorPunctuation, true, nil
		}
		return mqmMinor, true, nil
	}
	return 0, false, fmt.Errorf("column %q: found %s, expected Major, Minor, Neutral or No-error", "severity",
		wording.Quote(severity))
}
