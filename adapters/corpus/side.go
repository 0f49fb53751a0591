package corpus

import (
	"fmt"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// A side is what one file says of the segments, in their order: candidates of a system, references, or sources.
type side struct {
	name   string // of the system
	path   string
	stream *stream      // nil for lines
	lines  *text.Reader // nil for a stream
	role   rows.Role    // of groups: candidates or references

	sources bool // whether it is that of sources
}

// called returns what messages call a side.
func (s *side) called() string {
	switch {
	case s.stream != nil:
		return s.stream.name
	case s.path == file.Stdin:
		return "standard input"
	}
	return s.path
}

// length says how many segments the side has, as far as it was read; ended says whether it has no more.
func (s *side) length(ended bool) string {
	switch {
	case s.stream != nil:
		return wording.Counted(int(s.stream.rows), "segment")
	case ended:
		return wording.Counted(int(s.lines.Line()), "line")
	}
	return fmt.Sprintf("more than %s", wording.Counted(int(s.lines.Line()-1), "line"))
}

// next reads what the side says of the next segment.
func (s *side) next(r *streamReader, e *entry) error {
	if r != nil {
		return r.next(e)
	}
	line, err := s.lines.Next()
	if err != nil {
		return err
	}
	*e = entry{line: s.lines.Line(), candidate: string(line)}
	e.references = []string{e.candidate}         // if it is a side of references
	e.source, e.sourced = e.candidate, s.sources // if it is that of sources
	return nil
}
