package rows

import (
	"encoding/json"
	"fmt"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/jsonvalue"
	"github.com/wordrotator/wrd/internal/wording"
)

// cometTexts are the roles of the texts of a segment. Its source, src, is a detail.
var cometTexts = map[string]Role{"mt": Candidate, "ref": Reference}

// A cometReader reads what comet-score --to_json writes: an object with an array for each file of translations, and
// in it an object for each segment, in the order of lines.
type cometReader struct {
	*jsonReader
	system  string
	systems map[string]bool // the names of the files so far
	inFile  bool
}

func newCOMETReader(lines *text.Reader, name string) (*Rows, error) {
	r := &cometReader{jsonReader: newJSONReader(lines, name), systems: map[string]bool{}}
	if _, err := r.decoder.Token(); err != nil { // the brace
		return nil, r.explain(err)
	}
	return r.rows(func() (jsonRow, error) {
		o, err := r.readSegment()
		if err != nil {
			return nil, err
		}
		r.findFresh(o)
		return o, nil
	})
}

// readSegment returns the next segment, with its system as one more member.
func (r *cometReader) readSegment() (*object, error) {
	for !r.inFile || !r.decoder.More() {
		token, err := r.decoder.Token() // the name of a file; or the end of an array, or of all
		if err != nil {
			return nil, r.explain(err)
		}
		switch v := token.(type) {
		case string:
			file, err := text.ParseSystem("./" + v)
			if err != nil {
				return nil, err
			}
			if r.systems[v] {
				return nil, fmt.Errorf("%s:%d: %w", r.name, r.here(), &jsonvalue.RepeatedError{Name: v})
			}
			r.systems[v] = true
			r.system = file.Name
			if open, err := r.decoder.Token(); err != nil || open != json.Delim('[') {
				return nil, fmt.Errorf("%s:%d: found no array after %s, expected one of segments", r.name, r.here(),
					wording.Quote(v))
			}
			r.inFile = true
		case json.Delim:
			if v == '}' {
				return nil, r.atEnd("object")
			}
			r.inFile = false
		default:
			return nil, fmt.Errorf("%s:%d: found %v, expected the name of a file", r.name, r.here(), token)
		}
	}
	o, err := r.readObject()
	if err != nil {
		return nil, err
	}
	o.members[string(System)] = r.system
	for name, role := range cometTexts {
		if content, ok := o.members[name]; ok && o.members[string(role)] == nil {
			o.members[string(role)] = content
		}
	}
	return o, nil
}
