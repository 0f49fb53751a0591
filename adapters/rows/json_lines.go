package rows

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/jsonvalue"
)

// jsonLines hands lines to a decoder and remembers where they began. NaN, which Python writes where there is no
// number though JSON has no such word, becomes null.
type jsonLines struct {
	lines  *text.Reader
	rest   []byte  // of the last line
	within bool    // whether its end is still to come
	offset int64   // bytes handed out
	starts []int64 // the offsets at which lines begin that the decoder may still be in
	first  int64   // the number of the line of starts[0]
	err    error   // for good: a decoder asks again after an error
}

// Read hands out no more than a line, as the next one may have to be waited for.
func (s *jsonLines) Read(p []byte) (n int, _ error) {
	if !s.within {
		if !s.begin() {
			return 0, s.err
		}
	}
	n = copy(p, s.rest)
	if s.rest = s.rest[n:]; n < len(p) {
		p[n] = '\n'
		n, s.within = n+1, false
	}
	s.offset += int64(n)
	return n, nil
}

// begin makes the next line the last one, and returns false at the end or after an error.
func (s *jsonLines) begin() bool {
	if s.err == nil {
		s.rest, s.err = s.lines.Next()
	}
	if s.err != nil {
		return false
	}
	s.rest = withoutNaN(s.rest)
	if len(s.starts) == 0 {
		s.first = s.lines.Line()
	}
	s.starts = append(s.starts, s.offset)
	s.within = true
	return true
}

// lineAt returns the number of the line that has the byte at offset, which must not go back.
func (s *jsonLines) lineAt(offset int64) int64 {
	for len(s.starts) > 1 && s.starts[1] < offset {
		s.starts = slices.Delete(s.starts, 0, 1) // which keeps its memory
		s.first++
	}
	return s.first
}

var nan = []byte("NaN")

// withoutNaN returns a line of JSON with null for NaN outside texts, which never span lines.
func withoutNaN(line []byte) []byte {
	if !bytes.Contains(line, nan) {
		return line
	}
	to := make([]byte, 0, len(line)+8)
	inText := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case inText && c == '\\' && i+1 < len(line):
			to = append(to, c)
			i++
			c = line[i]
		case c == '"':
			inText = !inText
		case !inText && bytes.HasPrefix(line[i:], nan):
			to = append(to, "null"...)
			i += len(nan) - 1
			continue
		}
		to = append(to, c)
	}
	return to
}

// here returns the line in which ends what was read last.
func (r *jsonReader) here() int64 { return r.source.lineAt(r.decoder.InputOffset()) }

// atEnd returns io.EOF if nothing follows what was read.
func (r *jsonReader) atEnd(what string) error {
	if _, err := r.decoder.ReadToken(); err != nil {
		return r.explain(err)
	}
	return fmt.Errorf("%s:%d: found something after the %s, expected the end", r.name, r.here(), what)
}

// explain says where the JSON breaks.
func (r *jsonReader) explain(err error) error {
	if err == io.EOF {
		return err
	}
	if _, ok := errors.AsType[*jsonvalue.RepeatedError](err); ok {
		return fmt.Errorf("%s:%d: %w", r.name, r.here(), err)
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok {
		return cmp.Or(r.source.err, err) // that of the input says where
	}
	if err = syntax.Err; err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%s:%d: found the end in the middle of a value, expected whole JSON: %w", r.name,
			r.source.lineAt(r.source.offset-1), err)
	}
	return fmt.Errorf("%s:%d: found JSON that breaks off or is damaged: %w", r.name, r.source.lineAt(syntax.ByteOffset+1),
		err)
}
