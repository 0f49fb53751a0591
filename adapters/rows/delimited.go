package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// newTSVReader opens a table of fields between TABs that a tool writes without quotes: a double quote is a character like any
// other. A line may have more fields than the header, which do not count.
func newTSVReader(lines *text.Reader, name string) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	columns := strings.Split(string(first), "\t")
	r, err := rowsOfLines(lines, name, columns, func(fields []string, line string) ([]string, error) {
		for field := range strings.SplitSeq(line, "\t") {
			fields = append(fields, field)
		}
		if n := len(fields); n < len(columns) {
			return nil, fmt.Errorf("found %d fields, expected %d as in the header", n, len(columns))
		}
		return fields, nil
	})
	if err != nil {
		return nil, err
	}
	r.Free = true
	return r, nil
}

// openCSV opens a table of fields between commas, quoted as RFC 4180 says.
func openCSV(lines *text.Reader, name string) (*Rows, error) {
	stream := &lineStream{next: lines.Next}
	reader := csv.NewReader(stream)
	reader.ReuseRecord = true
	var columns []string
	read := func() ([]string, error) {
		fields, err := reader.Read()
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			if parse.Err == csv.ErrFieldCount {
				return nil, fmt.Errorf("%s:%d: found %d fields, expected %d as in the header", name, parse.Line,
					len(fields), len(columns))
			}
			return nil, fmt.Errorf("%s:%d: byte %d of the line: found %w", name, parse.Line, parse.Column, parse.Err)
		}
		return fields, err
	}
	first, err := read()
	if err != nil {
		return nil, err
	}
	columns = slices.Clone(first)
	stream.single = len(columns) == 1
	sheet := isJudgeSheet(columns)
	var row fields
	next := func() (_ record, err error) {
		if row.fields, err = read(); err != nil {
			return nil, err
		}
		if sheet {
			for i, cell := range row.fields {
				row.fields[i] = unguarded(cell)
			}
		}
		line, _ := reader.FieldPos(0)
		row.lineNumber = int64(line)
		return &row, nil
	}
	return &Rows{Columns: columns, Free: true, next: next}, row.setHeader(columns, name)
}

// A lineStream is the bytes of lines again, each with its end. The reader of CSV leaves out blank lines, which in a file
// of one column are rows without a value, as DuckDB and polars write them.
type lineStream struct {
	next   func() ([]byte, error)
	rest   []byte
	single bool // whether there is one column
	quoted bool // whether the next line begins within quotes
}

func (s *lineStream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		line, err := s.next()
		if err != nil {
			return 0, err
		}
		if s.single && !s.quoted && len(line) == 0 {
			line = []byte(`""`)
		}
		if bytes.Count(line, []byte{'"'})%2 == 1 {
			s.quoted = !s.quoted
		}
		s.rest = append(bytes.Clone(line), '\n')
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
