package rows

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// cometTexts are the roles of the texts of a segment. Its source, src, is a detail.
var cometTexts = []struct {
	member string
	role   Role
}{{"mt", Candidate}, {"ref", Reference}}

// A cometReader reads what comet-score --to_json writes: an object with an array for each file of translations, and
// in it an object for each segment, in the order of lines.
type cometReader struct {
	*jsonReader
	system  string
	systems map[string]bool // the names of the files so far
}

func newCOMETReader(lines *text.Reader, name string) (*Rows, error) {
	r := &cometReader{jsonReader: newJSONReader(lines, name), systems: map[string]bool{}}
	if r.decoder.PeekKind() != jsontext.KindBeginObject {
		return nil, r.readObject()
	}
	r.decoder.ReadToken()
	return r.rows(r.readSegment)
}

// readSegment reads the next segment, with its system as one more member, before those that it has.
func (r *cometReader) readSegment() error {
	for r.decoder.StackDepth() < 2 || r.decoder.PeekKind() == jsontext.KindEndArray {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return r.explain(err)
		}
		switch token.Kind() {
		case jsontext.KindString:
			if err := r.openSystem(token.String()); err != nil {
				return err
			}
		case jsontext.KindEndObject:
			return r.atEnd("object")
		}
	}
	r.addText(System, r.system)
	if err := r.readObject(); err != nil {
		return err
	}
	for _, t := range cometTexts {
		if content, ok := r.row.value(t.member).(string); ok && r.row.value(string(t.role)) == nil {
			r.addText(t.role, content)
		}
	}
	r.row.end(r.row.lineNumber)
	return nil
}

// addText adds a member to the row.
func (r *cometReader) addText(role Role, text string) {
	r.row.add([]byte(role))
	quoted, _ := jsontext.AppendQuote(nil, text) // of valid UTF-8
	r.row.set(jsontext.KindString, quoted)
}

// openSystem begins the segments of a file.
func (r *cometReader) openSystem(path string) error {
	system, err := text.ParseSystem("./" + path)
	if err != nil {
		return err
	}
	if r.systems[path] {
		return fmt.Errorf("%s:%d: %w", r.name, r.here(), &jsonvalue.RepeatedError{Name: path})
	}
	r.system, r.systems[path] = system.Name, true
	if r.decoder.PeekKind() != jsontext.KindBeginArray {
		return fmt.Errorf("%s:%d: found no array after %s, expected one of segments", r.name, r.here(), wording.Quote(path))
	}
	_, err = r.decoder.ReadToken()
	return err
}
