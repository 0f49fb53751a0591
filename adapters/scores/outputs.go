package scores

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Texts yields the texts of each row of the inputs that the table was read from, in the order of the files, with systems
// and segments called as in the table, whatever they are joined by.
func (t *Table) Texts(stdin io.Reader, inputs ...File) iter.Seq2[inspection.OutputTexts, error] {
	return func(yield func(inspection.OutputTexts, error) bool) {
		for going, i := true, 0; going && i < len(inputs); i++ {
			err := t.eachOutput(inputs[i], stdin, func(texts inspection.OutputTexts) bool {
				going = yield(texts, nil)
				return going
			})
			if err != nil {
				yield(inspection.OutputTexts{}, err)
				return
			}
		}
	}
}

// eachOutput calls visit for the texts of each row of an input until it says no.
func (t *Table) eachOutput(input File, stdin io.Reader, visit func(inspection.OutputTexts) bool) error {
	again := input.ofRows()
	again.Scores = append(slices.Clip(again.Scores), t.Columns()...) // of which one may be all that shows a table
	r, err := rows.Open(input.Path, stdin, again)
	if err != nil {
		return err
	}
	defer r.Close()
	input.Layout = input.Layout.Of(r)
	p, err := t.partOf(r.Name)
	if err != nil {
		return err
	}
	texts := textReader{layout: input.Layout, columns: slices.Clone(r.Columns)}
	if err := texts.assign(r.Name); err != nil {
		return err
	}
	wanted := slices.Concat(texts.roles[rows.Candidate], texts.roles[rows.Reference], texts.roles[rows.Source],
		texts.roles[rows.Spans], detailColumns(texts.has))
	for _, c := range p.columns { // a test set has rows of the systems with scores in them
		wanted = append(wanted, input.Layout.ColumnOf(c))
	}
	where := input.conditionsOn(r.Columns)
	for _, c := range where {
		wanted = append(wanted, c.Column)
	}
	labels, err := t.labelColumns(r.Columns, input.Layout, wanted)
	if err != nil {
		return fmt.Errorf("%s: %w", r.Name, err)
	}
	r.Restrict(append(wanted, labels...)...)
	for k := 0; ; {
		row, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if late := r.Late(); len(late) > 0 {
			texts.columns = append(texts.columns, late...)
			if err := texts.assign(r.Name); err != nil {
				return err
			}
		}
		if ok, err := chosen(row, where); err != nil {
			return err
		} else if !ok {
			continue
		}
		if input.Judgments != OneJudgment && (k >= len(p.line) || p.line[k] != row.Line) {
			continue // a judgment that is part of another row, or none
		}
		if k >= len(p.line) || p.line[k] != row.Line {
			return row.Errorf("found a row that was not there when the file was read before")
		}
		if k++; p.segment[k-1] < 0 {
			continue
		}
		var out inspection.OutputTexts
		out.System, out.Segment = t.Systems[p.system[k-1]], t.Segments[p.segment[k-1]]
		if err := texts.read(row, &out); err != nil {
			return err
		}
		for _, column := range labels {
			if value, err := row.Name(column); err == nil { // a list, say, is no label
				out.Labels = append(out.Labels, inspection.Label{Column: column, Value: value})
			}
		}
		if !visit(out) {
			return nil
		}
	}
}

// labelColumns are the columns of a file that play no role and hold no scores of the table: what its author says of texts
// besides. known are those that are read anyway.
func (t *Table) labelColumns(columns []string, layout rows.Layout, known []string) (labels []string, err error) {
	roles, err := layout.Assign(columns, rows.Roles()...)
	if err != nil {
		return nil, err
	}
	near, err := layout.Asking(t.Columns()...).AssignNear(columns, scoreRoles...)
	if err != nil {
		return nil, err
	}
	for _, list := range slices.AppendSeq(slices.Collect(maps.Values(roles)), maps.Values(near)) {
		known = append(slices.Clip(known), list...)
	}
	for _, c := range columns {
		inside := strings.Contains(c, ".") // of a list or an object
		detail := slices.ContainsFunc(details, func(d outcome.Column) bool { return d.Name == c && d.Kind != outcome.Status })
		if !inside && !detail && !slices.Contains(known, c) && !t.Has(c) && !isHuman(c) {
			labels = append(labels, c)
		}
	}
	return labels, nil
}

// partOf returns what was read from a file.
func (t *Table) partOf(source string) (*part, error) {
	i := slices.IndexFunc(t.parts, func(p *part) bool { return p.source == source })
	if i < 0 {
		return nil, fmt.Errorf("%s: found a file that the table was not read from", source)
	}
	return t.parts[i], nil
}

// A textReader reads the texts of rows.
type textReader struct {
	layout  rows.Layout
	columns []string // so far
	roles   map[rows.Role][]string
}

func (t *textReader) has(column string) bool { return slices.Contains(t.columns, column) }

func (t *textReader) assign(name string) (err error) {
	if t.roles, err = t.layout.Assign(t.columns, rows.Candidate, rows.Reference, rows.Source,
		rows.Spans); err == nil {
		err = rows.CheckSpans(t.columns)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (t *textReader) read(row rows.Row, out *inspection.OutputTexts) (err error) {
	for _, column := range t.roles[rows.Candidate] {
		if out.Candidate, out.HasCandidate, err = row.Text(column); err != nil {
			return err
		}
	}
	for _, column := range t.roles[rows.Spans] {
		if err := readSpans(row, column, slices.Contains(t.roles[rows.Candidate], column), out); err != nil {
			return err
		}
	}
	for _, column := range t.roles[rows.Source] {
		if out.Source, _, err = row.Text(column); err != nil {
			return err
		}
	}
	references, given, err := row.References(nil, t.roles[rows.Reference], t.layout)
	if err != nil {
		return err
	}
	if given {
		out.References = references
	}
	return readDetails(row, out)
}

// readSpans adds the errors that are marked in an output; same says that the marks stand in the candidate itself.
func readSpans(row rows.Row, column string, same bool, out *inspection.OutputTexts) error {
	text, spans, err := row.Spans(column)
	if err != nil {
		return err
	}
	if same {
		out.Candidate = text
	}
	if out.HasCandidate {
		if spans, err = row.Placed(column, spans, out.Candidate); err != nil {
			return err
		}
	}
	for _, s := range spans {
		out.Spans = append(out.Spans, inspection.Span{Start: s.Start, End: s.End, Severity: strings.Clone(s.Severity),
			Category: strings.Clone(s.Category), Text: strings.Clone(s.Text)})
	}
	return nil
}
