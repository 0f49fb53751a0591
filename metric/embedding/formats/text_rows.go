package formats

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/embedding"
)

// headerForm is how errors describe the first line.
const headerForm = `the word2vec header "count dimensions"`

// parseHeader reads the first line of a file, without its end.
func parseHeader(line []byte) (rows, dim int, err error) {
	fields := strings.Split(strings.TrimSuffix(string(line), " "), " ")
	var rest error
	if len(fields) == 2 {
		rows, err = parseCount(fields[0])
		dim, rest = parseCount(fields[1])
	}
	if len(fields) != 2 || err != nil || rest != nil {
		return 0, 0, fmt.Errorf("found %s, expected %s", quote(line), headerForm)
	}
	if rows < 1 || uint64(rows) > embedding.MaxWords {
		return 0, 0, fmt.Errorf("header: found %d words, expected 1 to %d", rows, uint64(embedding.MaxWords))
	}
	if err := embedding.CheckDim(dim); err != nil {
		return 0, 0, fmt.Errorf("header: found %w", err)
	}
	return rows, dim, nil
}

// parseCount reads an unsigned number, digits only.
func parseCount(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, strconv.IntSize-1)
	return int(n), err
}

// quote shows a piece of the file in an error, shortened.
func quote(b []byte) string {
	const most = 40
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + "…"
	}
	return strconv.Quote(string(b))
}

// A rowChunk holds the rows of one piece of the text. Its memory is used again for the next piece.
// Parsing a piece needs nothing but its text, so pieces may be parsed side by side, each in a rowChunk of
// its own.
type rowChunk struct {
	dim    int
	spaced bool      // words may have spaces in them
	words  []byte    // the words, one after another
	ends   []int     // where each word ends
	rows   []float32 // len(ends)×dim
	crlf   int       // lines that ended in CRLF
}

// A badLine is an error in a line of a piece, counted from 1.
type badLine struct {
	line int
	err  error
}

func (c *rowChunk) len() int { return len(c.ends) }

// word and row return the parts of a row, views until the next call of parse.
func (c *rowChunk) word(i int) []byte {
	start := 0
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.words[start:c.ends[i]]
}

func (c *rowChunk) row(i int) []float32 { return c.rows[i*c.dim : (i+1)*c.dim] }

// parse reads all lines of text, of which the last may lack its end.
func (c *rowChunk) parse(text []byte) *badLine {
	c.words, c.ends, c.rows, c.crlf = c.words[:0], c.ends[:0], c.rows[:0], 0
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
			c.crlf++
		}
		if err := c.parseLine(line); err != nil {
			return &badLine{line: len(c.ends) + 1, err: err}
		}
	}
	return nil
}

// parseLine reads one row: a word, then dim times a space and a number, then perhaps a space.
func (c *rowChunk) parseLine(line []byte) error {
	end := bytes.IndexByte(line, ' ')
	if end < 0 {
		end = len(line)
	}
	if !c.scanRow(line, end) {
		longer := -1
		if c.spaced {
			longer = endOfSpacedWord(line, c.dim)
		}
		if longer < 0 {
			return c.diagnose(line, end)
		}
		end = longer
		if !c.scanRow(line, end) {
			return c.diagnose(line, end)
		}
	}
	if end == 0 || !utf8.Valid(line[:end]) {
		return c.diagnose(line, end)
	}
	c.words = append(c.words, line[:end]...)
	c.ends = append(c.ends, len(c.words))
	return nil
}

// scanRow takes the numbers after the word that ends at end, and reports whether they are what they should be.
func (c *rowChunk) scanRow(line []byte, end int) bool {
	c.rows = c.rows[:len(c.ends)*c.dim]
	i := end
	for range c.dim {
		if i >= len(line) || line[i] != ' ' {
			return false
		}
		value, next, err := scanFloat32(line, i+1)
		if err != nil {
			return false
		}
		c.rows = append(c.rows, value)
		i = next
	}
	return i == len(line) || i == len(line)-1 && line[i] == ' '
}

// diagnose says what is wrong with a line that could not be read. Of the components their number is
// told first: a row of another length makes every component suspect.
func (c *rowChunk) diagnose(line []byte, end int) error {
	if len(line) == 0 {
		return fmt.Errorf("found an empty line, expected a word and %s", count(c.dim, "component"))
	}
	if err := embedding.CheckWord(string(line[:end])); err != nil {
		return err
	}
	components := bytes.TrimSuffix(line[end:], []byte(" "))
	n := bytes.Count(components, []byte(" "))
	if n != c.dim {
		return fmt.Errorf("found %s, expected %d", count(n, "component"), c.dim)
	}
	for k, field := range bytes.Split(components, []byte(" "))[1:] {
		_, next, err := scanFloat32(field, 0)
		switch {
		case isNaNOrInf(field):
			return fmt.Errorf("component %d: found %s, expected a finite number", k+1, quote(field))
		case err == nil && next < len(field):
			err = errSyntax
		}
		if err != nil {
			return fmt.Errorf("component %d: found %s, %w", k+1, quote(field), err)
		}
	}
	return errors.New("unreadable row") // not reached: some field is bad if the line could not be read
}

// isNaNOrInf reports whether a field spells what is not a finite number, as C or Python would print it.
func isNaNOrInf(field []byte) bool {
	s := strings.ToLower(strings.TrimLeft(string(field), "+-"))
	return s == "inf" || s == "infinity" || s == "nan" || strings.HasPrefix(s, "nan(") // glibc's "nan(0x…)"
}
