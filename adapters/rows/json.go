package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// A jsonReader reads objects: one a line, one after another, or in one array.
type jsonReader struct {
	name    string
	source  *jsonLines
	decoder *json.Decoder
	inArray bool
	flat    *flatRow        // the row that was read last, if it is one; nil where rows are not flat, or not in a line each
	known   map[string]bool // the columns of the rows so far
	fresh   []string        // those of them that the last row brought
	names   []string        // memory for the columns of a row
}

// A jsonRow is a row of JSON.
type jsonRow interface {
	record
	columns(names []string) []string // appends their names, with dots into objects
}

func newJSONReader(lines *text.Reader, name string) *jsonReader {
	source := &jsonLines{lines: lines}
	r := &jsonReader{name: name, source: source, decoder: json.NewDecoder(source)}
	r.decoder.UseNumber()
	return r
}

// openJSON opens a table of objects.
func openJSON(lines *text.Reader, name string) (*Rows, error) {
	r, err := openObjects(lines, name, true)
	if err != nil {
		return nil, err
	}
	r.Free = true
	return r, nil
}

// openObjects returns rows that are *object each, unless flat says that they may be *flatRow.
func openObjects(lines *text.Reader, name string, flat bool) (*Rows, error) {
	r := newJSONReader(lines, name)
	if flat {
		r.flat = new(flatRow)
	}
	if r.source.startsArray() {
		if _, err := r.decoder.Token(); err != nil {
			return nil, r.explain(err)
		}
		r.inArray, r.flat = true, nil
	}
	return r.rows(r.read)
}

// rows returns what read returns, with the columns of the first row.
func (r *jsonReader) rows(read func() (jsonRow, error)) (*Rows, error) {
	first, err := read()
	if err != nil && err != io.EOF {
		return nil, err
	}
	columns := slices.Clone(r.fresh)
	r.fresh = nil
	return &Rows{Columns: columns, late: func() []string { return r.fresh }, next: func() (record, error) {
		if row := first; row != nil {
			first = nil
			return row, nil
		}
		return read()
	}}, nil
}

// leaves appends the names of what is not an object below members.
func leaves(names []string, prefix string, members map[string]any) []string {
	for key, value := range members {
		if inner, ok := value.(map[string]any); ok {
			names = leaves(names, prefix+key+".", inner)
		} else {
			names = append(names, prefix+key)
		}
	}
	return names
}

// dotted says whether a name has a dot, by itself.
func dotted(members map[string]any) bool {
	for key, value := range members {
		if strings.Contains(key, ".") {
			return true
		}
		if inner, ok := value.(map[string]any); ok && dotted(inner) {
			return true
		}
	}
	return false
}

// findFresh finds the columns of a row that no row had before.
func (r *jsonReader) findFresh(o jsonRow) {
	r.fresh, r.names = r.fresh[:0], o.columns(r.names[:0])
	for _, c := range r.names {
		if !r.known[c] {
			if r.known == nil {
				r.known = map[string]bool{}
			}
			r.known[c] = true
			r.fresh = append(r.fresh, c)
		}
	}
	slices.Sort(r.fresh)
}

// read returns the next row, or io.EOF after the last.
func (r *jsonReader) read() (jsonRow, error) {
	if r.flat != nil {
		if row, err := r.readLine(); row != nil || err != nil {
			return row, err
		}
		r.flat = nil // the decoder goes on
	}
	o, err := r.readNext()
	if err != nil {
		return nil, err // not o: a nil *object in a record is not nil
	}
	r.findFresh(o)
	return o, nil
}

// readLine returns the object in the next line that is not blank, nil if it is not whole, or not all: the source has the
// line, or its error, then.
func (r *jsonReader) readLine() (jsonRow, error) {
	line, ok := r.source.line()
	if !ok {
		return nil, nil
	}
	number := r.source.lines.Line()
	if same, ok := r.flat.read(string(line)); ok {
		r.flat.lineNumber = number
		r.source.rest = nil
		if r.fresh = r.fresh[:0]; !same {
			r.findFresh(r.flat)
		}
		return r.flat, nil
	}
	if !r.source.begin(line) {
		return nil, nil
	}
	o, err := r.object(r.source.rest, number)
	if err != nil {
		return nil, err
	}
	r.source.rest = nil
	r.findFresh(o)
	return o, nil
}

// readNext returns the next object that the decoder finds, or io.EOF after the last.
func (r *jsonReader) readNext() (*object, error) {
	if !r.decoder.More() {
		if !r.inArray {
			_, err := r.decoder.Token()
			return nil, r.explain(err)
		}
		if _, err := r.decoder.Token(); err != nil { // the closing bracket
			return nil, r.explain(err)
		}
		r.inArray = false
		return nil, r.atEnd("array")
	}
	return r.readObject()
}

// errNoObject is about a value that is no row.
var errNoObject = errors.New("expected an object")

// readObject returns the object that comes next.
func (r *jsonReader) readObject() (*object, error) {
	var raw json.RawMessage
	if err := r.decoder.Decode(&raw); err != nil {
		return nil, r.explain(err)
	}
	return r.object(raw, r.here())
}

// object returns a value of JSON, which must be an object; line is where it ends.
func (r *jsonReader) object(valid []byte, line int64) (*object, error) {
	value, err := jsonvalue.Parse(valid)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", r.name, line, err)
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s:%d: found %s, %w", r.name, line, kindOf(value), errNoObject)
	}
	if dotted(members) { // else all names are different
		names := leaves(nil, "", members)
		slices.Sort(names)
		for i, name := range names[:len(names)-1] {
			if name == names[i+1] {
				return nil, fmt.Errorf("%s:%d: found the column %s twice in one object, as a name with a dot and as "+
					"a member of an inner object, expected different names", r.name, line, wording.Quote(name))
			}
		}
	}
	return &object{lineNumber: line, members: members}, nil
}

// here returns the line in which the value ends that was read last.
func (r *jsonReader) here() int64 { return r.source.lineAt(r.decoder.InputOffset()) }

// jsonInt is a number as the decoder gives it.
func jsonInt(i int) json.Number { return json.Number(fmt.Sprint(i)) }

// atEnd returns io.EOF if nothing follows what was read.
func (r *jsonReader) atEnd(what string) error {
	if _, err := r.decoder.Token(); err != nil {
		return r.explain(err)
	}
	return fmt.Errorf("%s:%d: found something after the %s, expected the end", r.name, r.here(), what)
}

// explain says where the JSON breaks.
func (r *jsonReader) explain(err error) error {
	if err == io.EOF {
		return err
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%s:%d: found JSON that breaks off or is damaged: %w", r.name, r.source.lineAt(r.damage()),
			err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) && r.source.err == io.EOF {
		return fmt.Errorf("%s:%d: found the end in the middle of a value, expected whole JSON: %w", r.name,
			r.source.lineAt(r.source.offset-1), err)
	}
	return err // of the input, which says where
}

// damage returns the offset behind the byte at which the JSON breaks. The decoder's errors count the bytes of values
// without the space between them, so the value is looked at again, of which the decoder holds what it has read.
func (r *jsonReader) damage() int64 {
	at := r.decoder.InputOffset() + 1
	value, _ := io.ReadAll(r.decoder.Buffered())
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(value, &json.RawMessage{})); ok {
		at = max(at, r.decoder.InputOffset()+syntax.Offset)
	}
	return at
}
