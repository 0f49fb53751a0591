package scores

import (
	"fmt"
	"io"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// An Output is one text of a system with the references it is compared with, as far as a table has texts.
type Output struct {
	System     string             // as in Table.Systems
	Segment    evaluation.Segment // as in Table.Segments
	Candidate  string             // "" if there is none
	References []string           // nil if there are none
	Details    evaluation.Details
	Alignment  []evaluation.AlignedMove // nil if there is none
	// Missing and Invented are the words without a counterpart, as in metric.Result, of an alignment.
	Missing, Invented []string
}

// Outputs calls visit for the texts of each row of a file that the table was read from, in the order of the file, with
// systems and segments called as in the table, whatever they are joined by. path, stdin and o are those that it was
// opened with. It stops at the first error.
func (t *Table) Outputs(path string, stdin io.Reader, o Options, visit func(Output) error) error {
	if set, ok, err := testSetAt(rows.File(path)); ok {
		if err != nil {
			return err
		}
		return set.eachText(t, visit)
	}
	r, _, err := rows.Open(path, stdin, rows.Options{Preset: o.Preset})
	if err != nil {
		return err
	}
	defer r.Close()
	p, err := t.partOf(r.Name)
	if err != nil {
		return err
	}
	texts := textReader{layout: o.Layout, columns: slices.Clone(r.Columns)}
	if err := texts.assign(r.Name); err != nil {
		return err
	}
	wanted := slices.Concat(texts.roles[rows.Candidate], texts.roles[rows.Reference], detailColumns(texts.has))
	where := o.conditionsOn(r.Columns)
	for _, c := range where {
		wanted = append(wanted, c.Column)
	}
	r.Restrict(wanted...)
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
		if k >= len(p.line) || p.line[k] != row.Line {
			return row.Errorf("found a row that was not there when the file was read before")
		}
		if k++; p.segment[k-1] < 0 {
			continue
		}
		out := Output{System: t.Systems[p.system[k-1]], Segment: t.Segments[p.segment[k-1]]}
		if err := texts.read(row, &out); err != nil {
			return err
		}
		if err := visit(out); err != nil {
			return err
		}
	}
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
	if t.roles, err = t.layout.Assign(t.columns, rows.Candidate, rows.Reference); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (t *textReader) read(row rows.Row, out *Output) (err error) {
	for _, column := range t.roles[rows.Candidate] {
		if out.Candidate, _, err = row.Text(column); err != nil {
			return err
		}
	}
	if out.References, err = row.References(t.roles[rows.Reference], t.layout); err != nil {
		return err
	}
	return readDetails(row, out)
}
