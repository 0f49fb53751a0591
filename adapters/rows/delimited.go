package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/wording"
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
		if _, twice := f.at[name]; twice {
			return fmt.Errorf("%s:1: found the column %s twice, expected different names", file, wording.Quote(name))
		}
		f.at[name] = i
	}
	return nil
}

// A tsvReader reads fields between TABs. There is no quoting: a double quote is a character like any other.
type tsvReader struct {
	name    string
	lines   *text.Reader
	columns []string
	row     fields
	ragged  bool // whether a line may have more fields than the header, which do not count
}

func newTSVReader(lines *text.Reader, name string) (*tsvReader, error) {
	first, err := lines.Next()
	if err != nil {
		return nil, err
	}
	r := &tsvReader{name: name, lines: lines, columns: strings.Split(string(first), "\t")}
	return r, r.row.setHeader(r.columns, name)
}

func (r *tsvReader) next() (record, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	r.row.fields = r.row.fields[:0]
	for field := range strings.SplitSeq(string(line), "\t") {
		r.row.fields = append(r.row.fields, field)
	}
	r.row.lineNumber = r.lines.Line()
	if n := len(r.row.fields); n < len(r.columns) || n > len(r.columns) && !r.ragged {
		return nil, fmt.Errorf("%s:%d: found %d fields, expected %d as in the header", r.name, r.row.lineNumber, n,
			len(r.columns))
	}
	return &r.row, nil
}

// A csvReader reads fields between commas, quoted as RFC 4180 says.
type csvReader struct {
	name    string
	csv     *csv.Reader
	columns []string
	row     fields
}

// openTSV opens a table of fields between TABs.
func openTSV(lines *text.Reader, name string) (*Rows, error) {
	r, err := newTSVReader(lines, name)
	if err != nil {
		return nil, err
	}
	return &Rows{Columns: r.columns, Free: true, next: r.next}, nil
}

// openCSV opens a table of fields between commas.
func openCSV(lines *text.Reader, name string) (*Rows, error) {
	stream := &lineStream{lines: lines}
	r := &csvReader{name: name, csv: csv.NewReader(stream)}
	r.csv.ReuseRecord = true
	first, err := r.read()
	if err != nil {
		return nil, err
	}
	r.columns = append([]string{}, first...)
	stream.single = len(r.columns) == 1
	return &Rows{Columns: r.columns, Free: true, next: r.next}, r.row.setHeader(r.columns, name)
}

func (r *csvReader) next() (record, error) {
	var err error
	if r.row.fields, err = r.read(); err != nil {
		return nil, err
	}
	line, _ := r.csv.FieldPos(0)
	r.row.lineNumber = int64(line)
	return &r.row, nil
}

func (r *csvReader) read() ([]string, error) {
	fields, err := r.csv.Read()
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		if parse.Err == csv.ErrFieldCount {
			return nil, fmt.Errorf("%s:%d: found %d fields, expected %d as in the header", r.name, parse.Line,
				len(fields),
				len(r.columns))
		}
		return nil, fmt.Errorf("%s:%d: byte %d of the line: found %w", r.name, parse.Line, parse.Column, parse.Err)
	}
	return fields, err
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
