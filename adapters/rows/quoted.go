package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/limit"
)

// TSV has no quotes, but pandas and csv of Python write some: around fields that hold quotes, TABs or line breaks, or around
// all. The texts of others begin with quotes, too. So at the first field that does the lines after it are looked at: if all
// fields read as those programs write them, and some only they write, the fields are unquoted.

// lookedAhead is how many bytes of lines are looked at.
const lookedAhead = 16 << 20

// A tsvReader reads a table of fields between TABs.
type tsvReader struct {
	name    string
	lines   *text.Reader
	columns int
	decided bool     // whether quotes are known to mean something, or not
	ahead   []string // lines that were looked at
	from    int64    // the number of the first of them
	failed  error    // why there are no more
	csv     *csv.Reader
	before  int64 // how many lines were read before those of csv
}

// next returns the next line, and its number.
func (t *tsvReader) next() (string, int64, error) {
	if len(t.ahead) > 0 {
		line := t.ahead[0]
		t.ahead, t.from = t.ahead[1:], t.from+1
		return line, t.from - 1, nil
	}
	if t.failed != nil {
		return "", 0, t.failed
	}
	line, err := t.lines.Next()
	return string(line), t.lines.Line(), err
}

// hasQuoted says whether a field of a line begins with a quote.
func hasQuoted(line []byte) bool {
	return bytes.HasPrefix(line, []byte{'"'}) || bytes.Contains(line, []byte("\t\""))
}

// isQuoted says whether the fields of a line, whose number is at, and of those after it are quoted; then csv reads them.
func (t *tsvReader) isQuoted(line string, at int64) bool {
	t.decided, t.ahead, t.from = true, []string{line}, at
	var content strings.Builder
	content.WriteString(line + "\n")
	for content.Len() < lookedAhead {
		next, err := t.lines.Next()
		if err != nil {
			t.failed = err
			break
		}
		t.ahead = append(t.ahead, string(next))
		if checkTabs(next) != nil {
			return false // the line is refused when it is read
		}
		content.Write(next)
		content.WriteByte('\n')
	}
	reader := csv.NewReader(strings.NewReader(content.String()))
	reader.Comma, reader.FieldsPerRecord, reader.ReuseRecord = '\t', t.columns, true
	sure := at == 1 // a header has quotes only where all fields do
	for {
		fields, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return false
		}
		for _, field := range fields {
			sure = sure || strings.ContainsAny(field, "\"\t\n")
		}
	}
	if sure {
		t.before = at - 1
		place := at
		t.csv = csv.NewReader(&lineStream{single: t.columns == 1, comma: '\t', next: func() ([]byte, error) {
			line, number, err := t.next()
			place = number
			return []byte(line), err
		}, place: func() string { return fmt.Sprintf("%s:%d", t.name, place) }})
		t.csv.Comma, t.csv.FieldsPerRecord = '\t', t.columns
	}
	return sure
}

// readQuoted returns the fields of the next row, and the number of its first line.
func (t *tsvReader) readQuoted() ([]string, int64, error) {
	fields, err := t.csv.Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, 0, fmt.Errorf("%s:%d: found %w, where earlier fields are quoted", t.name, t.before+int64(parse.Line), parse.Err)
	}
	if err != nil {
		return nil, 0, err
	}
	line, _ := t.csv.FieldPos(0)
	return fields, t.before + int64(line), nil
}

// checkTabs fails if a line has too many fields.
func checkTabs(line []byte) error { return limit.Check(bytes.Count(line, []byte{'\t'})+1, "fields") }

// openTSV opens a table of fields between TABs. A double quote is a character like any other, unless all fields that begin
// with one are quoted.
func openTSV(lines *text.Reader, name string) (*Rows, error) {
	t := &tsvReader{name: name, lines: lines}
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	if err := checkTabs(first); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	columns := strings.Split(string(first), "\t")
	t.columns = len(columns)
	if hasQuoted(first) && t.isQuoted(string(first), 1) {
		if columns, _, err = t.readQuoted(); err != nil {
			return nil, err
		}
	} else if len(t.ahead) > 0 {
		t.next() // the header, which is known
	}
	var row fields
	var kept blocks
	next := func() (_ record, err error) {
		if t.csv != nil {
			row.fields, row.lineNumber, err = t.readQuoted()
			return &row, err
		}
		var line []byte
		if len(t.ahead) > 0 || t.failed != nil {
			held, at, err := t.next()
			if err != nil {
				return nil, err
			}
			line, row.lineNumber = []byte(held), at
		} else if line, err = lines.Next(); err != nil {
			return nil, err
		} else {
			row.lineNumber = lines.Line()
		}
		if err := checkTabs(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row.lineNumber, err)
		}
		if !t.decided && hasQuoted(line) {
			if t.isQuoted(string(line), row.lineNumber) {
				row.fields, row.lineNumber, err = t.readQuoted()
				return &row, err
			}
			line = []byte(t.ahead[0])
			t.next()
		}
		row.fields = row.fields[:0]
		for field := range strings.SplitSeq(kept.keep(line), "\t") {
			row.fields = append(row.fields, field)
		}
		if n := len(row.fields); n != len(columns) {
			return nil, fmt.Errorf("%s:%d: found %d fields, expected %d as in the header", name, row.lineNumber, n, len(columns))
		}
		return &row, nil
	}
	r := &Rows{Columns: columns, Free: true, next: next, said: func() []string {
		if t.csv == nil {
			return nil
		}
		return []string{name + ": removed the quotes around fields, as pandas writes them"}
	}}
	return r, row.setHeader(columns, name)
}
