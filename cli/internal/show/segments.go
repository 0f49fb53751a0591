package show

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// The formats of score that print every segment.
const (
	FormatJSONL = "jsonl"
	FormatTSV   = "tsv"
)

// Segments prints a line for each segment of each system, in the columns of results: as an object of JSON, or, without
// texts and alignments, as fields between TABs after a header. What is absent is null, or an empty field.
type Segments struct {
	out     *bufio.Writer
	tsv     bool
	columns []outcome.Column // with their names as the format has them
	row     outcome.Row      // that is printed, here so that it need not be made each time
	line    []byte
	err     error // of a text that is no JSON, which cannot be
}

// NewSegments begins to print to w.
func NewSegments(w io.Writer, format string, shape outcome.Shape) (*Segments, error) {
	p := &Segments{out: bufio.NewWriter(w), tsv: format == FormatTSV}
	for _, c := range shape.Of() {
		if !p.tsv {
			c.Name = p.jsonName(c.Name)
		} else if slices.Contains([]outcome.Kind{outcome.Text, outcome.Texts, outcome.Beside, outcome.Moves}, c.Kind) {
			continue
		} else {
			c.Name = visible.Text(c.Name)
			p.add(c.Name)
		}
		p.columns = append(p.columns, c)
	}
	if !p.tsv {
		return p, nil
	}
	return p, p.end()
}

// jsonName returns a name as it stands between quotes.
func (p *Segments) jsonName(name string) string {
	p.jsonText(name)
	written := string(p.line[1 : len(p.line)-1])
	p.line = p.line[:0]
	return written
}

// Write prints a segment.
func (p *Segments) Write(s outcome.Row) error {
	p.row = s
	for i := range p.columns {
		p.cell(&p.columns[i], &p.row)
	}
	return p.end()
}

// cell adds what a segment has in a column.
func (p *Segments) cell(c *outcome.Column, s *outcome.Row) {
	switch c.Kind {
	case outcome.Place:
		p.count(c.Name, s.Number)
	case outcome.Status:
		p.text(c.Name, s.Result.Status.String())
	case outcome.Name, outcome.Text:
		p.text(c.Name, *c.Text(s))
	case outcome.Optional, outcome.Beside:
		if text := *c.Text(s); text != "" {
			p.text(c.Name, text)
		} else {
			p.absent(c.Name)
		}
	case outcome.Texts:
		p.texts(c.Name, *c.Texts(s))
	case outcome.Count, outcome.Index:
		p.count(c.Name, int64(*c.Count(&s.Result.Counts)))
	case outcome.Score, outcome.Given:
		value, ok := c.Score(s)
		p.number(c.Name, value, ok)
	case outcome.Moves:
		p.name(c.Name)
		p.json(explained.Moves(s.Result.Alignment))
	}
}

// add adds what is already written as the format wants it, after what separates it from the one before.
func (p *Segments) add(written string) {
	if len(p.line) > 0 && p.tsv {
		p.line = append(p.line, '\t')
	}
	p.line = append(p.line, written...)
}

// name adds the name of a member, in which nothing has to be escaped any more.
func (p *Segments) name(name string) {
	begin := `,"`
	if len(p.line) == 0 {
		begin = `{"`
	}
	p.line = append(append(append(p.line, begin...), name...), `":`...)
}

// jsonText adds a text as json does. Few texts hold anything to escape but quotes.
func (p *Segments) jsonText(text string) {
	start, from := len(p.line), 0
	p.line = append(p.line, '"')
	for i := 0; i < len(text); {
		c := text[i]
		if plain[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(text[i:])
			if i += size; r != utf8.RuneError && r != '\u2028' && r != '\u2029' {
				continue
			}
		}
		if c < ' ' || c >= utf8.RuneSelf {
			p.line = p.line[:start]
			p.json(text)
			return
		}
		p.line = append(append(p.line, text[from:i]...), '\\')
		from = i
		i++
	}
	p.line = append(append(p.line, text[from:]...), '"')
}

// plain says whether a byte of ASCII is written as it is.
var plain = func() (is [256]bool) {
	for c := range utf8.RuneSelf {
		is[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return is
}()

// json adds a value of JSON with < and & as they are.
func (p *Segments) json(value any) {
	out := appendWriter{p.line}
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	p.err = errors.Join(p.err, encoder.Encode(value))
	p.line = out.line[:len(out.line)-1] // without the line end
}

// An appendWriter appends what is written.
type appendWriter struct{ line []byte }

func (w *appendWriter) Write(b []byte) (int, error) {
	w.line = append(w.line, b...)
	return len(b), nil
}

// texts adds a member of JSON, a list.
func (p *Segments) texts(name string, texts []string) {
	p.name(name)
	if len(texts) == 0 {
		p.line = append(p.line, "[]"...)
		return
	}
	for i, text := range texts {
		p.line = append(p.line, "[,"[min(i, 1)])
		p.jsonText(text)
	}
	p.line = append(p.line, ']')
}

// The next ones add a column.

func (p *Segments) text(name, text string) {
	if p.tsv {
		p.add(visible.Text(text))
		return
	}
	p.name(name)
	p.jsonText(text)
}

func (p *Segments) count(name string, n int64) {
	p.column(name)
	p.line = strconv.AppendInt(p.line, n, 10)
}

func (p *Segments) number(name string, x float64, ok bool) {
	if !ok || math.IsNaN(x) {
		p.absent(name)
		return
	}
	p.column(name)
	p.line = strconv.AppendFloat(p.line, x, 'g', -1, 64) // reads back as the same bits
}

func (p *Segments) absent(name string) {
	if p.column(name); !p.tsv {
		p.line = append(p.line, "null"...)
	}
}

// column adds what stands before a value.
func (p *Segments) column(name string) {
	if p.tsv {
		p.add("")
		return
	}
	p.name(name)
}

// end ends the line.
func (p *Segments) end() error {
	if !p.tsv {
		p.line = append(p.line, '}')
	}
	p.line = append(p.line, '\n')
	_, err := p.out.Write(p.line)
	p.line = p.line[:0]
	return errors.Join(p.err, err)
}

// Close prints what is left.
func (p *Segments) Close() error { return p.out.Flush() }

// PrintsSegments says whether a format prints every segment.
func PrintsSegments(format string) bool {
	return slices.Contains([]string{FormatJSONL, FormatTSV}, format)
}
