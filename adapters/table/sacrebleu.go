package table

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
)

// sacreBLEULine is what sacrebleu --sentence-level prints for a segment: the metric, its signature and the score.
var sacreBLEULine = regexp.MustCompile(`^((?:BLEU|chrF|TER)[^|= ]*)((?:\|[^|= ]+:[^|= ]*)+) = (-?[0-9.]+)(?: |$)`)

// A sacreBLEULines reads such lines, which must all be of the same metric and signature.
type sacreBLEULines struct {
	name      string
	lines     *text.Reader
	row       fields
	metric    string
	signature string
	first     []string // the first line, not handed out yet
}

func newSacreBLEULines(lines *text.Reader, name string) (reader, error) {
	r := &sacreBLEULines{name: name, lines: lines}
	first, err := r.read()
	if err != nil {
		return nil, err
	}
	r.metric, r.signature, r.first = first[1], first[1]+first[2], first
	return r, r.row.setHeader([]string{r.metric}, name)
}

func (r *sacreBLEULines) read() ([]string, error) {
	line, err := r.lines.Next()
	if err != nil {
		return nil, err
	}
	parts := sacreBLEULine.FindStringSubmatch(string(line))
	if parts == nil {
		return nil, fmt.Errorf("%s:%d: found %q, expected a metric, its signature and a score: BLEU|nrefs:1|… = 12.3", r.name, r.lines.Line(), clipped(string(line)))
	}
	return parts, nil
}

func (r *sacreBLEULines) header() []string       { return []string{r.metric} }
func (r *sacreBLEULines) restrict([]string)      {}
func (r *sacreBLEULines) scoreSignature() string { return r.signature }

func (r *sacreBLEULines) next() (record, error) {
	parts := r.first
	if r.first = nil; parts == nil {
		var err error
		if parts, err = r.read(); err != nil {
			return nil, err
		}
	}
	if signature := parts[1] + parts[2]; signature != r.signature {
		return nil, fmt.Errorf("%s:%d: found the signature %s, expected %s as before", r.name, r.lines.Line(), signature, r.signature)
	}
	r.row.fields, r.row.lineNumber = []string{parts[3]}, r.lines.Line()
	return &r.row, nil
}

// clipped returns the beginning of a text for a message.
func clipped(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

// A memory is a reader of rows that are all known.
type memory struct {
	columns   []string
	rows      []fields
	signature string
}

func (m *memory) header() []string       { return m.columns }
func (m *memory) restrict([]string)      {}
func (m *memory) scoreSignature() string { return m.signature }

func (m *memory) next() (record, error) {
	if len(m.rows) == 0 {
		return nil, io.EOF
	}
	row := m.rows[0]
	m.rows = m.rows[1:]
	return &row, nil
}

// pairedScore leads to the score of a metric where it stands beside the p-value of a paired test.
const pairedScore = ".score"

// systemColumns are the columns of several systems' scores, without what a paired test says of them.
func systemColumns(header []string) (columns []string) {
	for _, c := range header {
		metric, member, paired := strings.Cut(c, ".")
		if !paired || "."+member == pairedScore {
			columns = append(columns, metric)
		}
	}
	return columns
}

// newSacreBLEUJSON reads system scores: an object or an array of objects with name, score and signature for one system, or
// an array with an object for each of several systems, which are called as their files. They become a table of one segment.
func newSacreBLEUJSON(lines *text.Reader, name string) (reader, error) {
	objects, err := newJSONReader(lines, name)
	if err != nil {
		return nil, err
	}
	m := &memory{}
	at := map[string]int{}
	var single fields
	for {
		o, err := objects.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if metric, ok := o.text("name"); ok {
			score, _ := o.text("score")
			signature, _ := o.text("signature")
			m.columns, at[metric] = append(m.columns, metric), len(single.fields)
			single.fields, single.lineNumber = append(single.fields, score), o.line()
			m.signature = metric + "|" + signature
			continue
		}
		if len(m.columns) == 0 {
			m.columns = systemColumns(objects.header())
			for i, c := range m.columns {
				at[c] = i
			}
		}
		row := fields{at: at, lineNumber: o.line()}
		for _, c := range m.columns {
			cell, ok := o.text(c + pairedScore)
			if !ok {
				cell, _ = o.text(c)
			}
			if c == string(System) {
				file, err := text.ParseSystem("./" + strings.TrimPrefix(cell, "Baseline: "))
				if err != nil {
					return nil, fmt.Errorf("%s:%d: %w", name, o.line(), err)
				}
				cell = file.Name
			} else {
				cell, _, _ = strings.Cut(cell, " ") // before what --confidence adds
				if _, err := strconv.ParseFloat(cell, 64); err != nil {
					return nil, fmt.Errorf("%s:%d: column %q: found %q, expected a score", name, o.line(), c, cell)
				}
			}
			row.fields = append(row.fields, cell)
		}
		m.rows = append(m.rows, row)
	}
	if single.fields != nil {
		single.at = at
		m.rows = append(m.rows, single)
	}
	if len(m.columns) > 1 {
		m.signature = "" // of several
	}
	return m, nil
}
