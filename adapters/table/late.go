package table

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
)

// takeLate makes columns of a row known that no row had before. Scores, and what a segment is part of, were absent so
// far. What tells rows apart, or chooses them, must be there from the first row on, as the rows so far were read
// without it.
func (in *intake) takeLate(columns []string, line int64) error {
	for _, c := range columns {
		if slices.ContainsFunc(in.options.Where, func(w Condition) bool { return w.Column == c }) {
			return in.tooLate(c, line, "rows are chosen by it")
		}
		role, plays := in.roleOf(c)
		switch {
		case plays && (role == System || role == SegmentID || role == Rater):
			return in.tooLate(c, line, "it is the "+string(role))
		case plays:
			in.roles[role] = []string{c}
		default:
			name := in.options.Layout.nameOf(c)
			in.b.part.offered = append(in.b.part.offered, name)
			if in.options.Columns == nil {
				in.addColumn(name)
			}
		}
	}
	for _, name := range in.options.Columns { // those that are there already are not added again
		if slices.Contains(columns, in.options.Layout.columnOf(name)) {
			in.addColumn(name)
		}
	}
	return nil
}

// roleOf returns the role that a new column plays: one that it usually does, and that no other column plays.
func (in *intake) roleOf(column string) (Role, bool) {
	for _, role := range in.options.roles() {
		_, given := in.options.Layout.roles[role]
		if !given && len(in.roles[role]) == 0 && slices.Contains(usualNames[role], column) {
			return role, true
		}
	}
	return "", false
}

func (in *intake) tooLate(column string, line int64, why string) error {
	return fmt.Errorf("%s:%d: found %s, which the rows before have not, expected it in the first row, too: %s", in.name,
		line, wording.Quote(column), why)
}
