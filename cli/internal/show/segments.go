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

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// The formats of score that print every segment.
const (
	FormatJSONL = "jsonl"
	FormatTSV   = "tsv"
)

// Segments prints a line for each segment of each system, in the columns of segments.parquet: as an object of
// JSON, or, without texts and alignments, as fields between TABs after a header. What is absent is null, or an empty
// field.
type Segments struct {
	out        *bufio.Writer
	tsv        bool
	alignments bool
	sources    bool // whether a measure reads them
	columns    []metric.Column
	names      []string // of columns
	external   []string // names as the format has them,
	humans     []string // and those of human scores
	line       []byte
	err        error // of a text that is no JSON, which cannot be
}

// NewSegments begins to print to w; humans and external are those of parquet.NewSegmentWriter.
func NewSegments(w io.Writer, format string, columns []metric.Column, humans []string, alignments bool,
	external []string) (*Segments, error) {
	p := &Segments{out: bufio.NewWriter(w), tsv: format == FormatTSV, alignments: alignments,
		sources: parquet.ReadsSources(columns), columns: columns}
	for _, column := range columns {
		p.names = append(p.names, column.String())
	}
	humans = parquet.HumanColumns(humans)
	if !p.tsv {
		p.external, p.humans = p.jsonNames(external), p.jsonNames(humans)
		return p, nil
	}
	for _, name := range []string{"system", "segment", "id", "doc", "domain", "candidate_tokens", "reference_tokens", "candidate_oov",
		"reference_oov", "best_reference", "status"} {
		p.add(name)
	}
	if p.sources {
		p.add("source_tokens")
		p.add("source_oov")
	}
	for _, name := range p.names {
		p.add(name)
	}
	for _, name := range external {
		p.external = append(p.external, visible.Text(name))
		p.add(visible.Text(name))
	}
	for _, name := range humans {
		p.humans = append(p.humans, visible.Text(name))
		p.add(visible.Text(name))
	}
	return p, p.end()
}

// jsonNames returns names as they stand between quotes.
func (p *Segments) jsonNames(names []string) (written []string) {
	for _, name := range names {
		p.jsonText(name)
		written = append(written, string(p.line[1:len(p.line)-1]))
		p.line = p.line[:0]
	}
	return written
}

// Write prints a segment.
func (p *Segments) Write(s parquet.Segment) error {
	p.text("system", s.System)
	p.count("segment", s.Number)
	for _, name := range [...]struct{ column, name string }{{"id", s.ID}, {"doc", s.Doc}, {"domain", s.Domain}} {
		p.textOrAbsent(name.column, name.name)
	}
	if !p.tsv {
		p.text("candidate", s.Candidate)
		p.texts("references", s.References)
		p.textOrAbsent("source", s.Source)
	}
	p.count("candidate_tokens", int64(s.Result.CandidateTokens))
	p.count("reference_tokens", int64(s.Result.ReferenceTokens))
	p.count("candidate_oov", int64(s.Result.CandidateOOV))
	p.count("reference_oov", int64(s.Result.ReferenceOOV))
	p.count("best_reference", int64(s.Result.BestReference))
	p.text("status", s.Result.Status.String())
	if p.sources {
		p.count("source_tokens", int64(s.Result.SourceTokens))
		p.count("source_oov", int64(s.Result.SourceOOV))
	}
	for i, column := range p.columns {
		value, ok := s.Result.Value(column)
		p.number(p.names[i], value, ok)
	}
	for i, name := range p.external {
		p.number(name, s.External[i], true)
	}
	for k, name := range p.humans {
		x := math.NaN()
		if k < len(s.Humans) {
			x = s.Humans[k]
		}
		p.number(name, x, !math.IsNaN(x))
	}
	if p.alignments && !p.tsv {
		p.name("alignment")
		p.json(explained.Moves(s.Result.Alignment))
		p.texts("missing", s.Result.Missing)
		p.texts("invented", s.Result.Invented)
	}
	return p.end()
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

func (p *Segments) textOrAbsent(name, text string) {
	if text == "" {
		p.absent(name)
	} else {
		p.text(name, text)
	}
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
