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

// marotColumns are those of Marot's files, in their order: the header may be absent.
var marotColumns = []string{"system", "doc", "docSegId", "globalSegId", "rater", "source", "target", "category", "severity",
	"metadata"}

// isMQMHeader says whether a header is that of a table of marked errors.
func isMQMHeader(columns []string) bool {
	for _, needed := range []string{"system", "rater", "category", "severity"} {
		if !slices.Contains(columns, needed) {
			return false
		}
	}
	return true
}

// isMarotRow says whether the fields of a line are an error in Marot's columns.
func isMarotRow(fields []string) bool {
	if n := len(fields); n != len(marotColumns) && n != len(marotColumns)-1 {
		return false
	}
	_, _, err := mqmWeight(fields[8], fields[7])
	return err == nil && strings.TrimSpace(fields[7]) != ""
}

// isMarked says whether the fields of its first line are those of a file of marked errors.
func isMarked(first []string) bool { return isMQMHeader(first) || isMarotRow(first) }

// openMarked opens a TSV of marked errors, without quoting. Fields behind the columns do not count, nor does a comment in
// the last one of the header, "# Documentation: …".
func openMarked(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	columns := strings.Split(string(first), "\t")
	if isMarotRow(columns) {
		columns = marotColumns[:len(columns)]
		lines.Unread()
	}
	if last := len(columns) - 1; strings.HasPrefix(strings.TrimSpace(columns[last]), "#") {
		columns = columns[:last]
	}
	if !isMQMHeader(columns) {
		return nil, fmt.Errorf("%s:1: found the columns %s, expected among them system, rater, category and severity",
			name, wording.List(columns))
	}
	return rowsOfLines(lines, name, columns, func(fields []string, line string) ([]string, error) {
		for field := range strings.SplitSeq(line, "\t") {
			fields = append(fields, field)
		}
		if n := len(fields); n < len(columns) {
			return nil, fmt.Errorf("found %d fields, expected %d as in the header", n, len(columns))
		}
		return fields, nil
	})
}

// newMQMReader reads a line for each error, or one that says that there is none. It gives a row for each system, segment
// and rater, with minus the sum of the weights. Lines with which raters were tested (severity HOTW-test) do not count, nor
// do those without a rater, which hold metadata. An error whose marks are not in pairs counts, without its place.
func newMQMReader(lines *text.Reader, name string) (*Rows, error) {
	marked, err := openMarked(lines, name)
	if err != nil {
		return nil, err
	}
	segment, inDoc, err := mqmSegment(marked.Columns)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	type key struct{ system, segment, inDoc, rater string }
	numbered, several := false, false // whether segments, and those within documents, have different names
	at := map[key]int{}
	var sums []float64
	var errors [][]Span // in the outputs
	var rows []fields
	var places []string // of them, within documents
	var unpaired int    // lines
	var firstUnpaired error
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
		if cell("rater") == "" && strings.TrimSpace(cell("severity")) == "" {
			continue
		}
		weight, counts, err := mqmWeight(cell("severity"), cell("category"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, r.line(), err)
		}
		if !counts {
			continue
		}
		k := key{strings.Clone(cell("system")), strings.Clone(cell(segment...)), strings.Clone(cell(inDoc...)),
			strings.Clone(cell("rater"))}
		i, known := at[k]
		if !known {
			i = len(sums)
			at[k] = i
			sums, errors = append(sums, 0), append(errors, nil)
			rows = append(rows, fields{lineNumber: r.line(),
				fields: []string{k.system, k.segment, strings.Clone(cell("doc")), k.rater, "", ""}})
			places = append(places, k.inDoc)
			numbered = numbered || k.segment != rows[0].fields[1]
			several = several || k.inDoc != places[0]
		}
		sums[i] += weight
		_, spans, err := unmarked(cell("target"))
		if err != nil {
			if unpaired++; unpaired == 1 {
				firstUnpaired = fmt.Errorf("line %d: %w", r.line(), err)
			}
			continue
		}
		for _, s := range spans {
			s.Severity, s.Category, s.Text = strings.Clone(cell("severity")), strings.Clone(cell("category")), strings.Clone(s.Text)
			errors[i] = append(errors[i], s)
		}
	}
	for i, sum := range sums {
		rows[i].fields[4] = strconv.FormatFloat(0-sum, 'g', -1, 64)
		if !numbered && several { // Marot's files have a constant where there are no numbers
			rows[i].fields[1] = places[i]
		}
		if len(errors[i]) > 0 {
			list, err := json.Marshal(errors[i])
			if err != nil {
				return nil, err
			}
			rows[i].fields[5] = string(list)
		}
	}
	columns := []string{string(System), string(SegmentID), string(Doc), string(Rater), mqmColumn, string(Spans)}
	r, err := rowsOf(name, columns, rows)
	if err == nil && unpaired > 0 {
		r.said = func() []string {
			return []string{fmt.Sprintf("%s: counted %s without the place of the error (%v)", name,
				wording.Counted(unpaired, "row"), firstUnpaired)}
		}
	}
	return r, err
}

// mqmColumn is the column of scores.
const mqmColumn = "mqm"

// averagedMQM is the column of scores in the files of averages.
const averagedMQM = "mqm_avg_score"

// newAveragedMQM reads the averages over raters, whose columns system, mqm_avg_score and seg_id stand between TABs, blanks
// or both.
func newAveragedMQM(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	columns := strings.Fields(string(first))
	for i, c := range columns {
		if c == averagedMQM {
			columns[i] = mqmColumn
		}
	}
	return rowsOfLines(lines, name, columns, func(_ []string, line string) ([]string, error) {
		fields := strings.Fields(line)
		if len(fields) != len(columns) {
			return nil, fmt.Errorf("found %d fields between blanks and TABs, expected %d as in the header", len(fields),
				len(columns))
		}
		return fields, nil
	})
}

// isAveragedMQM says whether a line is the header of such averages.
func isAveragedMQM(line string) bool {
	columns := strings.Fields(line)
	return slices.Contains(columns, averagedMQM) && slices.Contains(columns, string(System))
}

// mqmSegment returns the columns that make up the id of a segment, and those of its id within its document, if there are
// some.
func mqmSegment(columns []string) (segment, inDoc []string, err error) {
	for _, c := range []string{"docSegId", "doc_seg_id"} {
		if inDoc == nil && slices.Contains(columns, c) && slices.Contains(columns, "doc") {
			inDoc = []string{"doc", c}
		}
	}
	for _, global := range []string{"globalSegId", "global_seg_id", "seg_id", "segment"} {
		if slices.Contains(columns, global) {
			return []string{global}, inDoc, nil
		}
	}
	if inDoc != nil {
		return inDoc, inDoc, nil
	}
	return nil, nil, fmt.Errorf("found the columns %s, expected the id of the segment: globalSegId, seg_id, or doc and "+
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
