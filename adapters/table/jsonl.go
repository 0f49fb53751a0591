package table

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
	first   *object // read for the header, not handed out yet
	columns []string
	known   map[string]bool // the columns of the rows so far
	fresh   []string        // those of them that the last row brought
	names   []string        // memory for the columns of a row
}

func newJSONReader(lines *text.Reader, name string) (*jsonReader, error) {
	source := &jsonLines{lines: lines}
	r := &jsonReader{name: name, source: source, decoder: json.NewDecoder(source)}
	r.decoder.UseNumber()
	if source.startsArray() {
		if _, err := r.decoder.Token(); err != nil {
			return nil, r.explain(err)
		}
		r.inArray = true
	}
	first, err := r.read()
	if err == io.EOF {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	r.first = first
	r.findFresh(first)
	r.columns = slices.Clone(r.fresh)
	r.fresh = nil
	return r, nil
}

// openJSON opens a file of objects.
func openJSON(lines *text.Reader, name string) (*reader, error) {
	r, err := newJSONReader(lines, name)
	if err != nil {
		return nil, err
	}
	return &reader{columns: r.columns, free: true, next: r.next, late: r.late}, nil
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

func (r *jsonReader) next() (record, error) {
	if first := r.first; first != nil {
		r.first = nil
		return first, nil
	}
	o, err := r.read()
	if err != nil {
		return nil, err // not o: a nil *object in a record is not nil
	}
	r.findFresh(o)
	return o, nil
}

// findFresh finds the columns of a row that no row had before.
func (r *jsonReader) findFresh(o *object) {
	r.fresh, r.names = r.fresh[:0], leaves(r.names[:0], "", o.members)
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

// late returns the columns that the row brought which next returned last.
func (r *jsonReader) late() []string { return r.fresh }

// read returns the next object, or io.EOF after the last.
func (r *jsonReader) read() (*object, error) {
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
	line := r.here()
	value, err := jsonvalue.Parse(raw)
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

// An object is a row of JSON. A dot in the name of a column leads into an inner object, or is part of a name.
type object struct {
	lineNumber int64
	members    map[string]any
	wrong      error // the first cell that cannot be what it was asked for
}

func (o *object) line() int64 { return o.lineNumber }

func (o *object) fault() error { return o.wrong }

func (o *object) isWrong(column string, err error) {
	if o.wrong == nil {
		o.wrong = &cellError{column, err}
	}
}

func (o *object) value(column string) any {
	v, _ := below(o.members, column)
	return v
}

// below returns what is in a column of members. No two members have the same one.
func below(members map[string]any, column string) (value any, ok bool) {
	if v, ok := members[column]; ok {
		return v, true
	}
	for at := range len(column) {
		if column[at] != '.' {
			continue
		}
		if inner, isObject := members[column[:at]].(map[string]any); isObject {
			if v, ok := below(inner, column[at+1:]); ok {
				return v, true
			}
		}
	}
	return nil, false
}

func (o *object) text(column string) (string, bool) {
	switch v := o.value(column).(type) {
	case nil:
		return "", false
	case string:
		return v, true
	case json.Number:
		return integerText(v.String()), true
	case bool:
		return fmt.Sprint(v), true
	default:
		o.isWrong(column, fmt.Errorf("found %s, expected a text or a number", kindOf(v)))
		return "", false
	}
}

// integerText drops the .0 that pandas writes after whole numbers in columns with gaps, so that ids join.
func integerText(number string) string {
	return strings.TrimSuffix(number, ".0")
}

func (o *object) texts(column string) []string {
	list, ok := o.value(column).([]any)
	if !ok {
		if s, ok := o.text(column); ok {
			return []string{s}
		}
		return nil
	}
	var texts []string
	for _, v := range list {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case nil:
			o.isWrong(column, errNullText)
		default:
			o.isWrong(column, fmt.Errorf("found %s in a list, expected texts", kindOf(v)))
		}
	}
	return texts
}

func (o *object) number(column string) (float64, error) {
	switch v := o.value(column).(type) {
	case nil:
		return absent, nil
	case json.Number:
		return parseNumber(v.String())
	case string:
		if isAbsent(v) {
			return absent, nil
		}
		return 0, fmt.Errorf("found the text %s, expected a number, or null where there is none", wording.Quote(v))
	default:
		return 0, fmt.Errorf("found %s, expected a number, or null where there is none", kindOf(v))
	}
}

// kindOf says what a JSON value is.
func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return "the number " + wording.Clip(v.String())
	case string:
		return "the text " + wording.Quote(v)
	case []any:
		return "an array"
	}
	return "an object"
}

// jsonLines hands lines to a decoder and remembers where they began. NaN, which Python writes where there is no
// number though JSON has no such word, becomes null.
type jsonLines struct {
	lines  *text.Reader
	rest   []byte
	offset int64   // bytes handed out
	starts []int64 // the offsets at which lines begin that the decoder may still be in
	first  int64   // the number of the line of starts[0]
	err    error
}

// startsArray says whether the first byte that is not space is a bracket, and reads up to it.
func (s *jsonLines) startsArray() bool {
	for s.fill() {
		if trimmed := strings.TrimLeft(string(s.rest), " \t\r\n"); trimmed != "" {
			return trimmed[0] == '['
		}
		s.offset += int64(len(s.rest))
		s.rest = nil
	}
	return false
}

// fill makes rest hold the next line, and returns false at the end or after an error, for good: a decoder asks again
// after an error.
func (s *jsonLines) fill() bool {
	if s.err != nil {
		return false
	}
	line, err := s.lines.Next()
	if err != nil {
		s.err = err
		return false
	}
	if len(s.starts) == 0 {
		s.first = s.lines.Line()
	}
	s.starts = append(s.starts, s.offset)
	s.rest = append(withoutNaN(line), '\n')
	return true
}

func (s *jsonLines) Read(p []byte) (int, error) {
	if len(s.rest) == 0 && !s.fill() {
		return 0, s.err
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	s.offset += int64(n)
	return n, nil
}

// lineAt returns the number of the line that has the byte at offset, which must not go back.
func (s *jsonLines) lineAt(offset int64) int64 {
	for len(s.starts) > 1 && s.starts[1] < offset {
		s.starts = s.starts[1:]
		s.first++
	}
	return s.first
}

// withoutNaN returns a copy of a line of JSON with null for NaN outside texts, which never span lines.
func withoutNaN(line []byte) []byte {
	out := make([]byte, 0, len(line)+8)
	inText := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case inText && c == '\\' && i+1 < len(line):
			out = append(out, c)
			i++
			c = line[i]
		case c == '"':
			inText = !inText
		case !inText && c == 'N' && strings.HasPrefix(string(line[i:min(i+3, len(line))]), "NaN"):
			out = append(out, "null"...)
			i += 2
			continue
		}
		out = append(out, c)
	}
	return out
}
