package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/limit"
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
	stream := &lineStream{comma: ',', next: lines.Next, place: func() string { return fmt.Sprintf("%s:%d", name, lines.Line()) }}
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
	place  func() string // file and line of what next returned last
	rest   []byte
	single bool // whether there is one column
	quoted bool // whether the next line begins within quotes
	comma  byte // between fields
	commas int  // so far in a record
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
		if err := s.count(line); err != nil {
			return 0, err
		}
		s.rest = append(bytes.Clone(line), '\n')
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// count counts the fields of a line, and fails if its record has too many: the reader of CSV would take them all into memory.
func (s *lineStream) count(line []byte) error {
	if !s.quoted {
		s.commas = 0
	}
	quotes := bytes.Count(line, []byte{'"'})
	if quotes == 0 && !s.quoted {
		s.commas = bytes.Count(line, []byte{s.comma})
	} else {
		for _, c := range line {
			switch {
			case c == '"':
				s.quoted = !s.quoted
			case c == s.comma && !s.quoted:
				s.commas++
			}
		}
	}
	if err := limit.Check(s.commas+1, "fields"); err != nil {
		return fmt.Errorf("%s: %w", s.place(), err)
	}
	return nil
}
