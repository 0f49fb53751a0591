package rows

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
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
	return nothing{}
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

// rowsOf returns rows that are all known, with a field in each column.
func rowsOf(name string, columns []string, rows []fields) (*Rows, error) {
	var row fields
	next := func() (record, error) {
		if len(rows) == 0 {
			return nil, io.EOF
		}
		row.lineNumber, row.fields = rows[0].lineNumber, rows[0].fields
		rows = rows[1:]
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

// OpenLines opens lines without a header, whatever the file is called and holds: each has a field for each column, between
// TABs, or is the only one. A path may be "-" for stdin.
func OpenLines(path string, stdin io.Reader, columns ...string) (*Rows, error) {
	return OpenFields(path, stdin, func([]string) ([]string, bool, bool) { return columns, false, false })
}

// OpenFields is OpenLines for columns that the fields of the first line decide: choose says what they are called, whether
// that line is a header, and whether lines may have further fields, which do not count.
func OpenFields(path string, stdin io.Reader, choose func(first []string) (columns []string, header, further bool)) (*Rows,
	error) {
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, err
	}
	lines := text.NewReader(in, in.Name)
	first, err := lines.Next()
	if err != nil && err != io.EOF {
		in.Close()
		return nil, err
	}
	columns, header, further := choose(strings.Split(string(first), "\t"))
	if !header && err == nil {
		lines.Unread()
	}
	r, err := rowsOfLines(lines, in.Name, columns, func(fields []string, line string) ([]string, error) {
		if len(columns) == 1 {
			return append(fields, line), nil
		}
		fields = append(fields, strings.Split(line, "\t")...)
		if n := len(fields); n < len(columns) || n > len(columns) && !further {
			return nil, fmt.Errorf("found %s, expected %d: %s", wording.Counted(int64(n), "field"), len(columns),
				strings.Join(columns, "⇥"))
		}
		return fields, nil
	})
	if err != nil {
		in.Close()
		return nil, err
	}
	r.Name, r.lines, r.input, r.closers = in.Name, lines, in, []func(){func() { in.Close() }}
	return r, nil
}
