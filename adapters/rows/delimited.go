package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/adapters/text"
)

// openCSV opens a table of fields between commas, quoted as RFC 4180 says.
func openCSV(lines *text.Reader, name string) (*Rows, error) {
	read := csvReader(lines, name)
	first, err := read.fields()
	if err != nil {
		return nil, err
	}
	columns := slices.Clone(first)
	read.stream.single = len(columns) == 1
	sheet := isJudgeSheet(columns)
	var row fields
	next := func() (_ record, err error) {
		if row.fields, err = read.fields(); err != nil {
			return nil, err
		}
		if sheet {
			for i, cell := range row.fields {
				row.fields[i] = unguarded(cell)
			}
		}
		row.lineNumber = read.line()
		return &row, nil
	}
	return &Rows{Columns: columns, Free: true, next: next}, row.setHeader(columns, name)
}

// A csvLines reads rows of CSV, of which each must have as many fields as the first.
type csvLines struct {
	name   string
	stream *lineStream
	reader *csv.Reader
	width  int // of the first row
}

func csvReader(lines *text.Reader, name string) *csvLines {
	stream := &lineStream{next: lines.Next}
	r := &csvLines{name: name, stream: stream, reader: csv.NewReader(stream)}
	r.reader.ReuseRecord = true
	return r
}

// fields returns the fields of the next row, valid until the call after it, or io.EOF.
func (r *csvLines) fields() ([]string, error) {
	fields, err := r.reader.Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		if parse.Err == csv.ErrFieldCount {
			return nil, fmt.Errorf("%s:%d: found %d fields, expected %d as in the header", r.name, parse.Line,
				len(fields), r.width)
		}
		return nil, fmt.Errorf("%s:%d: byte %d of the line: found %w", r.name, parse.Line, parse.Column, parse.Err)
	}
	if r.width == 0 {
		r.width = len(fields)
	}
	return fields, err
}

// line returns the line in which the row begins that fields returned last.
func (r *csvLines) line() int64 {
	line, _ := r.reader.FieldPos(0)
	return int64(line)
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
