package corpus

import (
	"io"

	"github.com/wordrotator/wrd/adapters/rows"
)

// A side is what one file says of the segments, in their order: candidates of a system, references, or sources.
type side struct {
	name   string // of the system
	path   string
	role   rows.Role
	lines  *TextTable // lines of text, read as they come; nil for a stream
	stream *stream    // what was kept of a table; nil for lines

	reader *streamReader // where the stream has come to; nil before its first row
	ended  bool          // whether there is nothing left
}

// called returns what messages call a side.
func (s *side) called() string {
	if s.stream != nil {
		return s.stream.name
	}
	return s.lines.Name
}

// sourced says whether the side has sources, which may be empty.
func (s *side) sourced() bool { return s.stream != nil && s.stream.sourced || s.role == rows.Source }

// next reads what the side says of the next segment, valid until the call after it.
func (s *side) next(e *entry) (err error) {
	if s.stream != nil {
		if s.reader == nil {
			s.reader = s.stream.reader()
		}
		err = s.reader.next(e)
	} else {
		err = s.lines.Next(&e.TextRow)
	}
	s.ended = s.ended || err == io.EOF
	return err
}

// countedFurther is how many bytes of each file are read after one has ended, to say how long the others are: all of
// what people wrote, and a blink of what never ends.
const countedFurther = 8 << 20

// count returns how many segments the side has, and whether these are all. The rest of lines is read for it, if that is
// little; from a pipe nothing more is read: it might wait for ever.
func (s *side) count() (segments int64, all bool) {
	if s.stream != nil {
		return s.stream.rows, true
	}
	at := s.lines.read
	_, size := s.lines.rows.Progress()
	for further := 0; size > 0 && !s.ended && further < countedFurther; {
		var e entry
		if err := s.next(&e); err != nil && !s.ended {
			break
		}
		further += len(e.Candidate) + len(e.Source) + 1
		for _, text := range e.References {
			further += len(text)
		}
	}
	if s.ended {
		return s.lines.read, true
	}
	return at, false
}
