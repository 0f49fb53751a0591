package scores

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
)

// takeLate makes columns of a row known that no row had before. Scores, and what a segment is part of, were absent so
// far. What tells rows apart, or chooses them, must be there from the first row on, as the rows so far were read
// without it.
func (in *intake) takeLate(columns []string, row rows.Row) error {
	for _, c := range columns {
		if slices.ContainsFunc(in.options.Where, func(w Condition) bool { return w.Column == c }) {
			return in.tooLate(c, row, "rows are chosen by it")
		}
		role, plays := in.options.Layout.Plays(c, in.roles, scoreRoles...)
		switch {
		case plays && (role == rows.System || role == rows.SegmentID || role == rows.ID || role == rows.Rater):
			return in.tooLate(c, row, "it is the "+string(role))
		case plays:
			in.roles[role] = []string{c}
		default:
			name := in.options.Layout.NameOf(c)
			in.b.part.offered = append(in.b.part.offered, name)
			if in.options.reads(name) && !in.options.Layout.IsText(c, rows.Source, rows.Spans) {
				in.late = true
				in.addColumn(name)
			}
		}
	}
	if len(columns) > 0 {
		in.columns = append(in.columns, columns...)
		in.assignReferences(in.columns)
	}
	for _, name := range in.options.Columns { // those that are there already are not added again
		if slices.Contains(columns, in.options.Layout.ColumnOf(name)) {
			in.addColumn(name)
		}
	}
	return nil
}

func (in *intake) tooLate(column string, row rows.Row, why string) error {
	return row.Errorf("found %s, which earlier rows do not have, expected it in the first row, too: %s",
		wording.Quote(column), why)
}
