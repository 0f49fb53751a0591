package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes one indented JSON value as people and programs read it: < and & as they are.
func JSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// A Stream writes a list that is too long to be held, {"signature": …, NAME: […]}, an item a line.
type Stream struct {
	out   *bufio.Writer
	items int
}

// NewStream begins a list under a name, after the signature and the settings, which are JSON.
func NewStream(w io.Writer, signature, settings, name string) *Stream {
	s := &Stream{out: bufio.NewWriter(w)}
	quoted, _ := json.Marshal(signature)
	fmt.Fprintf(s.out, "{\"signature\": %s, \"settings\": %s, %q: [", quoted, settings, name)
	return s
}

// Item writes the next item.
func (s *Stream) Item(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if s.items++; s.items > 1 {
		s.out.WriteByte(',')
	}
	s.out.WriteByte('\n')
	s.out.Write(line)
	return s.out.Flush()
}

// Close ends the list.
func (s *Stream) Close() error {
	s.out.WriteString("\n]}\n")
	return s.out.Flush()
}
