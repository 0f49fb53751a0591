package rows

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// appraiseColumns are the first fields of Appraise's export, which has no header. Then follow, as the kind of task has
// them, the document and whether it is complete, marked errors, and the times.
var appraiseColumns = []string{string(Rater), string(System), string(SegmentID), "type", "src_language", "tgt_language",
	"human"}

// appraiseKinds are what an output may be there: one to judge, or one with which raters are tested.
var appraiseKinds = []string{appraiseJudged, "BAD", "REF", "CHK"}

// appraiseJudged is the kind of the outputs that count.
const appraiseJudged = "TGT"

// isAppraiseLine says whether a line is one of the export.
func isAppraiseLine(line string) bool {
	r := csv.NewReader(strings.NewReader(line))
	fields, err := r.Read()
	if err != nil || len(fields) < len(appraiseColumns)+2 || !slices.Contains(appraiseKinds, fields[3]) {
		return false
	}
	for _, number := range []string{fields[len(appraiseColumns)-1], fields[len(fields)-1]} {
		if v, err := parseNumber(number); err != nil || v != v {
			return false
		}
	}
	return true
}

// columnsOfAppraise returns the columns of a file whose first line has these fields.
func columnsOfAppraise(first []string) []string {
	columns := slices.Clone(appraiseColumns)
	rest := first[min(len(first), len(columns)):]
	if len(rest) > 1 && (rest[1] == "True" || rest[1] == "False") {
		columns, rest = append(columns, string(Doc), "complete"), rest[2:]
	}
	if len(rest) > 0 && strings.HasPrefix(rest[0], "[") {
		columns, rest = append(columns, string(Spans)), rest[1:]
	}
	for i := range rest {
		columns = append(columns, fmt.Sprintf("%s%d", timeColumn, i+1))
	}
	return columns
}

// IsTime says whether a column of Appraise's export is a time, and no score unless it is asked for.
func IsTime(column string) bool { return strings.HasPrefix(column, timeColumn) }

// timeColumn is what the columns of times are called, before a number.
const timeColumn = "time_"

// newAppraiseReader reads Appraise's export: a row for each judgment, of which those of kind TGT count. The others test the
// raters: outputs made worse on purpose, references, and repeated outputs.
func newAppraiseReader(lines *text.Reader, name string) (*Rows, error) {
	read := csvReader(lines, name)
	first, err := read.fields()
	if err != nil {
		return nil, err
	}
	if len(first) < len(appraiseColumns)+2 {
		return nil, fmt.Errorf("%s:1: found %s, expected at least %d, as Appraise exports them: %s", name,
			wording.Counted(len(first), "field"), len(appraiseColumns)+2, strings.Join(appraiseColumns, ","))
	}
	row := fields{fields: slices.Clone(first), lineNumber: read.line()}
	columns := columnsOfAppraise(first)
	counted, left, isFirst := 0, 0, true
	r := &Rows{Columns: columns, said: func() []string {
		if left == 0 {
			return nil
		}
		return []string{fmt.Sprintf("%s: left out %s of a kind other than %s, with which raters are tested", name,
			wording.Counted(left, "judgment"), appraiseJudged)}
	}}
	r.next = func() (record, error) {
		for {
			if !isFirst {
				if row.fields, err = read.fields(); err == io.EOF && counted == 0 {
					return nil, fmt.Errorf("%s: found %s of a kind other than %s, with which raters are tested, expected some that count",
						name, wording.Counted(left, "judgment"), appraiseJudged)
				}
				if err != nil {
					return nil, err
				}
				row.lineNumber = read.line()
			}
			isFirst = false
			if row.fields[3] == appraiseJudged {
				counted++
				return &row, nil
			}
			left++
		}
	}
	return r, row.setHeader(columns, name)
}

// documentMark is what Appraise's batches append to the name of a document that is cut, or is there again.
var documentMark = lazy.Regexp(`#(?:incomplete|(?:bad|dup|duplicate)[0-9]*)$`)

// Document returns the name of a document without the mark of Appraise's batches for one that is cut or repeated, and
// whether it had one.
func Document(name string) (string, bool) {
	if !strings.Contains(name, "#") {
		return name, false
	}
	bare := documentMark().ReplaceAllString(name, "")
	return bare, bare != name && bare != ""
}
