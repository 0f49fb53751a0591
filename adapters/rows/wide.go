package rows

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A wide table has columns for each system, and a row for each segment. A Layout shows them by a * in the name of columns,
// which stands for the names of the systems, or by several columns of candidates, whose names are those of the systems.
// Such a table is read as a long one: a row for each system of each segment, with its name in the column system.

// isWide says whether the layout is of a wide table.
func (l Layout) isWide() bool { return len(l.wideColumns()) > 0 }

// wideColumns returns what stands for columns of several systems, by what a long table calls its column.
func (l Layout) wideColumns() map[string][]string {
	wide := map[string][]string{}
	for _, role := range []Role{Candidate, Spans} {
		given := l.roles[role]
		if len(given) > 1 || len(given) == 1 && isPattern(given[0]) {
			wide[string(role)] = given
		}
	}
	for name, column := range l.names {
		if isPattern(column) {
			wide[name] = []string{column}
		}
	}
	return wide
}

// long returns the layout of the same table as a long one.
func (l Layout) long() Layout {
	out := Layout{roles: map[Role][]string{}, names: map[string]string{}, lists: l.lists, asked: l.asked}
	wide := l.wideColumns()
	for role, columns := range l.roles {
		out.roles[role] = columns
		if _, ok := wide[string(role)]; ok {
			out.roles[role] = []string{string(role)}
		}
	}
	for name, column := range l.names {
		if _, ok := wide[name]; !ok {
			out.names[name] = column
		}
	}
	out.roles[System] = []string{string(System)}
	return out
}

// Of returns the layout by which the rows of a file are read.
func (l Layout) Of(r *Rows) Layout {
	if r.wide {
		return l.long()
	}
	return l
}

// isPattern says whether the name of a column stands for several.
func isPattern(column string) bool { return strings.Contains(column, "*") }

// matched returns what * stands for in a column that a pattern means; all of it, for a name without *.
func matched(pattern, column string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "*")
	if !ok {
		return column, column == pattern
	}
	if len(column) <= len(before)+len(after) || !strings.HasPrefix(column, before) || !strings.HasSuffix(column, after) {
		return "", false
	}
	return column[len(before) : len(column)-len(after)], true
}

// allMatched returns names of columns with those that a pattern means in its place.
func allMatched(given, columns []string) []string {
	if !slices.ContainsFunc(given, isPattern) {
		return given
	}
	var list []string
	for _, pattern := range given {
		n := len(list)
		for _, c := range columns {
			if _, ok := matched(pattern, c); ok {
				list = append(list, c)
			}
		}
		if len(list) == n {
			list = append(list, pattern) // which is not there
		}
	}
	return list
}

// A wideTable reads a wide table as a long one.
type wideTable struct {
	*Rows
	given   map[string][]string          // patterns by column of the long table
	systems []string                     // in the order of their first columns
	columns map[string]map[string]string // by system and column of the long table, those of the file
	row     record                       // the last one of the file
	at      int                          // its systems that were given out
}

// widen reads a table by a layout of a wide one.
func widen(r *Rows, l Layout) (*Rows, error) {
	if r.Prose {
		return r, nil
	}
	if err := l.checkWide(r); err != nil {
		return nil, err
	}
	if given, ok := l.roles[System]; len(given) > 0 || !ok && slices.Contains(r.Columns, string(System)) {
		return nil, fmt.Errorf("%s: found a column of systems and columns for each system, expected one or the other", r.Name)
	}
	inner := *r
	w := &wideTable{Rows: &inner, given: l.wideColumns(), columns: map[string]map[string]string{}}
	for _, column := range slices.Sorted(maps.Keys(w.given)) {
		for _, pattern := range w.given[column] {
			if !slices.ContainsFunc(r.Columns, func(c string) bool { _, ok := matched(pattern, c); return ok }) {
				return nil, fmt.Errorf("%s: found no column %s, expected one for each system; the columns are: %s", r.Name,
					wording.Quote(pattern), wording.List(r.Columns))
			}
		}
	}
	rest := slices.DeleteFunc(w.take(r.Columns), func(c string) bool { return c == string(System) }) // which is ignored
	r.Columns = append(rest, string(System))
	r.Columns = append(r.Columns, slices.Sorted(maps.Keys(w.given))...)
	r.wide, r.next, r.vectors = true, w.next, nil
	if r.late != nil {
		r.late = func() []string {
			if w.at > 1 { // the first row of a segment said so
				return nil
			}
			return w.take(inner.late())
		}
	}
	if r.restrict != nil {
		r.restrict = w.restrict
	}
	return r, nil
}

// checkWide fails if a pattern of candidates means columns that play other roles, too: all columns, say.
func (l Layout) checkWide(r *Rows) error {
	for _, pattern := range l.roles[Candidate] {
		var texts, others []string
		for _, c := range r.Columns {
			if _, ok := matched(pattern, c); !ok || !isPattern(pattern) {
				continue
			}
			other := slices.ContainsFunc(Roles(), func(role Role) bool { return role != Candidate && l.isRole(role, c) })
			if other || l.uses(c) || r.isKnown(c) {
				others = append(others, c)
			} else {
				texts = append(texts, c)
			}
		}
		if others != nil && texts != nil {
			return fmt.Errorf("%s: found that candidate=%s means the columns %s, too, expected those of systems alone: name them, "+
				"candidate=%s", r.Name, pattern, wording.List(others), strings.Join(texts, "+"))
		}
	}
	return nil
}

// isKnown says whether a column has a name near to that of a role.
func (r *Rows) isKnown(c string) bool {
	role, _ := nearRole(c)
	return role != "" && role != Candidate && role != System
}

// take takes the columns of systems, and returns the others.
func (w *wideTable) take(columns []string) (rest []string) {
	for _, c := range columns {
		if !w.takeColumn(c) {
			rest = append(rest, c)
		}
	}
	return rest
}

func (w *wideTable) takeColumn(c string) (taken bool) {
	for column, patterns := range w.given {
		for _, pattern := range patterns {
			system, ok := matched(pattern, c)
			if !ok {
				continue
			}
			if w.columns[system] == nil {
				w.systems, w.columns[system] = append(w.systems, system), map[string]string{}
			}
			w.columns[system][column] = c
			taken = true
		}
	}
	return taken
}

func (w *wideTable) next() (record, error) {
	if w.row == nil || w.at == len(w.systems) {
		row, err := w.Rows.next()
		if err != nil {
			return nil, err
		}
		if w.Rows.late != nil {
			w.take(w.Rows.late())
		}
		w.row, w.at = row, 0
	}
	w.at++
	return &wideRow{w, w.systems[w.at-1]}, nil
}

// restrict reads the columns of the file that stand for those of the long table.
func (w *wideTable) restrict(columns []string) {
	var list []string
	for _, c := range columns {
		if _, ok := w.given[c]; !ok {
			list = append(list, c)
			continue
		}
		for _, system := range w.systems {
			if column, ok := w.columns[system][c]; ok {
				list = append(list, column)
			}
		}
	}
	w.Rows.restrict(list)
}

// A wideRow is what a row of a wide table says of one system.
type wideRow struct {
	*wideTable
	system string
}

func (r *wideRow) line() int64 { return r.row.line() }

func (r *wideRow) cell(column string) cell {
	if column == string(System) {
		return member{r.system}
	}
	if _, ok := r.given[column]; !ok {
		return r.row.cell(column)
	}
	of, ok := r.columns[r.system][column]
	if !ok {
		return nothing{}
	}
	return Row{record: r.row}.cell(of)
}
