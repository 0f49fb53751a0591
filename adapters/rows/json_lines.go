package rows

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

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

// line returns the next line that is not blank, as it is or as rest; false at the end and after an error, which Read has.
func (s *jsonLines) line() (line []byte, ok bool) {
	if line = s.rest; len(line) > 0 {
		return line, true
	}
	for s.err == nil {
		line, s.err = s.lines.Next()
		if s.err == nil && len(line) > 0 && (line[0] > ' ' || len(bytes.TrimLeft(line, " \t\r\n")) > 0) {
			return line, true
		}
	}
	return nil, false
}

// begin makes rest a line that line returned, where a decoder begins, and says whether it is whole JSON.
func (s *jsonLines) begin(line []byte) (whole bool) {
	if len(s.rest) == 0 {
		s.rest = append(withoutNaN(line), '\n')
		s.starts, s.first = []int64{0}, s.lines.Line()
	}
	return json.Valid(s.rest)
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
