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

// fields is a row of a file with a header.
type fields struct {
	at         map[string]int // column → field
	fields     []string
	lineNumber int64
}

func (f *fields) line() int64 { return f.lineNumber }

func (f *fields) cell(column string) cell {
	if i, ok := f.at[column]; ok {
		return (*field)(&f.fields[i]) // a pointer needs no memory of its own
	}
	return nothing
}

// setHeader takes the names of the columns, which must differ.
func (f *fields) setHeader(names []string, file string) error {
	f.at = make(map[string]int, len(names))
	for i, name := range names {
		f.at[name] = i
	}
	return differ(names, file+":1")
}

// rowsOfLines returns rows of which each is a line. split returns its fields, one for each column, in the memory of the
// row before if it likes.
func rowsOfLines(lines *text.Reader, name string, columns []string,
	split func(memory []string, line string) ([]string, error)) (*Rows, error) {
	var row fields
	var kept blocks
	next := func() (record, error) {
		line, err := lines.Next()
		if err != nil {
			return nil, err
		}
		row.lineNumber = lines.Line()
		if row.fields, err = split(row.fields[:0], kept.keep(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, row.lineNumber, err)
		}
		return &row, nil
	}
	return &Rows{Columns: columns, next: next}, row.setHeader(columns, name)
}

// openProse opens lines of text.
func openProse(lines *text.Reader, name string) (*Rows, error) {
	return rowsOfLines(lines, name, []string{proseColumn}, func(fields []string, line string) ([]string, error) {
		return append(fields, line), nil
	})
}

// openTSV opens a table of fields between TABs. There is no quoting: a double quote is a character like any other.
func openTSV(lines *text.Reader, name string) (*Rows, error) { return newTSVReader(lines, name, false) }

// newTSVReader is openTSV; ragged says that a line may have more fields than the header, which do not count.
func newTSVReader(lines *text.Reader, name string, ragged bool) (*Rows, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	columns := strings.Split(string(first), "\t")
	r, err := rowsOfLines(lines, name, columns, func(fields []string, line string) ([]string, error) {
		for field := range strings.SplitSeq(line, "\t") {
			fields = append(fields, field)
		}
		if n := len(fields); n < len(columns) || n > len(columns) && !ragged {
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
	stream := &lineStream{lines: lines}
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
	var row fields
	next := func() (_ record, err error) {
		if row.fields, err = read(); err != nil {
			return nil, err
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
	lines  *text.Reader
	rest   []byte
	single bool // whether there is one column
	quoted bool // whether the next line begins within quotes
}

func (s *lineStream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		line, err := s.lines.Next()
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
