package rows

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/limit"
)

// A jsonReader reads objects: one a line, one after another, or in one array.
type jsonReader struct {
	name    string
	source  *jsonLines
	decoder *jsontext.Decoder
	row     jsonRow
	column  []byte          // of the member that is being read
	known   map[string]bool // the columns of the rows so far
	fresh   []string        // those of them that the last row brought
}

func newJSONReader(lines *text.Reader, name string) *jsonReader {
	source := &jsonLines{lines: lines}
	decoder := jsontext.NewDecoder(source, jsontext.AllowDuplicateNames(true)) // jsonRow looks at them faster
	return &jsonReader{name: name, source: source, decoder: decoder, known: map[string]bool{}}
}

// openJSON opens a table of objects.
func openJSON(lines *text.Reader, name string) (*Rows, error) {
	r := newJSONReader(lines, name)
	if r.decoder.PeekKind() == jsontext.KindBeginArray {
		r.decoder.ReadToken()
	}
	opened, err := r.rows(r.read)
	if err != nil {
		return nil, err
	}
	opened.Free = true
	return opened, nil
}

// rows returns the rows whose members read adds, with the columns of the first one.
func (r *jsonReader) rows(read func() error) (*Rows, error) {
	next := func() error {
		r.row.clear()
		if err := read(); err != nil {
			return err
		}
		columns, err := r.row.columns()
		if err != nil {
			return fmt.Errorf("%s:%d: %w", r.name, r.row.lineNumber, err)
		}
		r.fresh = slices.DeleteFunc(columns, r.isKnown)
		if err := limit.Check(len(r.known), "columns"); err != nil {
			return fmt.Errorf("%s:%d: %w", r.name, r.row.lineNumber, err)
		}
		return nil
	}
	err := next()
	if err != nil && err != io.EOF {
		return nil, err
	}
	columns, isFirst := r.fresh, true
	r.fresh = nil
	return &Rows{Columns: columns, late: func() []string { return r.fresh }, next: func() (record, error) {
		if !isFirst {
			err = next()
		}
		isFirst = false
		return &r.row, err
	}}, nil
}

// isKnown says whether a row before had a column, from now on one had.
func (r *jsonReader) isKnown(column string) bool {
	if r.known[column] {
		return true
	}
	r.known[column] = true
	return false
}

// read reads the next row, or returns io.EOF after the last.
func (r *jsonReader) read() error {
	if r.decoder.PeekKind() != jsontext.KindEndArray {
		return r.readObject()
	}
	if _, err := r.decoder.ReadToken(); err != nil {
		return r.explain(err)
	}
	return r.atEnd("array")
}

// errNoObject is about a value that is no row.
var errNoObject = errors.New("expected an object")

// readObject makes the next object the row, with what it has so far, or returns io.EOF if nothing follows.
func (r *jsonReader) readObject() error {
	if r.decoder.PeekKind() != jsontext.KindBeginObject {
		value, err := r.decoder.ReadValue()
		if err != nil {
			return r.explain(err)
		}
		other, err := jsonvalue.Parse(value)
		if err != nil {
			return r.explain(err)
		}
		return fmt.Errorf("%s:%d: found %s, %w", r.name, r.here(), kindOf(other), errNoObject)
	}
	if err := r.readMembers(0); err != nil {
		return r.explain(err)
	}
	r.row.end(r.here())
	return nil
}

// readMembers adds the members of the next object to the row; before their names are the first bytes of r.column.
func (r *jsonReader) readMembers(prefix int) error {
	if _, err := r.decoder.ReadToken(); err != nil { // the brace
		return err
	}
	for r.decoder.PeekKind() == jsontext.KindString {
		name, err := r.decoder.ReadValue()
		if err != nil {
			return err
		}
		if r.column, err = appendContent(r.column[:prefix], name, jsontext.KindString); err != nil {
			return err
		}
		r.row.add(r.column)
		if err := limit.Check(len(r.row.members), "members of an object"); err != nil {
			return fmt.Errorf("%s:%d: %w", r.name, r.here(), err)
		}
		kind := r.decoder.PeekKind()
		if kind == jsontext.KindBeginObject && len(r.column) < mostPrefix {
			r.row.set(kind, jsontext.Value("{}"))
			r.column = append(r.column, '.')
			err = r.readMembers(len(r.column))
		} else if value, failed := r.decoder.ReadValue(); failed != nil {
			err = failed
		} else {
			err = r.row.set(kind, value)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.decoder.ReadToken()
	return err
}
