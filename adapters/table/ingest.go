package table

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A reader gives the rows of a file, and says what else is known of it.
type reader struct {
	// columns are the names of those that can be read as text or number; of JSON those of the first row, with dots into
	// objects.
	columns []string
	// free says that the columns are what the author of the file wanted, so that one may be missing; the rows of the
	// other files are known to come in order.
	free bool
	// signature is what the file says its scores depend on, "" if it says nothing.
	signature string
	// next returns the next row, valid until the call after it, or io.EOF. Its errors name file and line.
	next func() (record, error)
	// late returns the columns of the row that next returned last which no row had before, sorted: an object of JSON
	// need not have the members of the first one. nil if all rows have the same columns.
	late func() []string
	// restrict says that no other columns will be asked for; nil if it makes no difference.
	restrict func(columns []string)
}

// An intake reads the rows of a file into a table.
type intake struct {
	name    string
	options Options
	b       *builder
	roles   map[Role][]string
	where   []Condition
	inFile  []string  // what the file calls the columns of b
	held    []holding // what they hold
	left    int       // rows that are not chosen
	// The lines of the first row that names its system, and of the first that does not; 0 if there is none.
	named, unnamed int64
}

// A holding says what a column that nobody asked for holds.
type holding struct {
	numbers, words int   // how many rows, as far as it was counted
	first          error // of the first row without a number that can be used
}

// settled is by how many rows the words of a column must outnumber its numbers for it to be read no further.
const settled = 100

// ingest reads all rows of a file called name into a table.
func ingest(r *reader, name string, o Options, notify func(string)) (*Table, error) {
	in, err := newIntake(r, name, o, notify)
	if err != nil {
		return nil, err
	}
	for {
		rec, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if r.late != nil {
			if err := in.takeLate(r.late(), rec.line()); err != nil {
				return nil, err
			}
		}
		if err := in.take(rec); err != nil {
			return nil, err
		}
	}
	if in.left > 0 {
		notify(leftOut(name, in.left, in.where))
	}
	if o.Columns == nil {
		if err := in.drop(r, notify); err != nil {
			return nil, err
		}
	}
	t, err := in.b.table()
	if err != nil {
		return nil, err
	}
	t.ChosenBy = in.where
	in.b.part.signature = r.signature
	return t, nil
}

// newIntake finds out what the columns of the header are.
func newIntake(r *reader, name string, o Options, notify func(string)) (*intake, error) {
	columns := r.columns
	has := func(column string) bool { return slices.Contains(columns, column) }
	in := &intake{name: name, options: o, roles: map[Role][]string{}}
	wanted := []string{}
	for _, role := range o.roles() {
		played, err := o.Layout.columnsOf(role, has)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; the columns are: %s", name, err, wording.List(columns))
		}
		in.roles[role] = played
		wanted = append(wanted, played...)
	}
	for _, c := range o.Where {
		if has(c.Column) {
			in.where = append(in.where, c)
			wanted = append(wanted, c.Column)
		}
	}
	if o.Details {
		wanted = append(wanted, detailColumns(has)...)
	}
	in.b = newBuilder(name, len(in.roles[Rater]) > 0)
	if o.ByLine {
		delete(in.roles, SegmentID)
		delete(in.roles, Group)
	}
	in.b.byLine = len(in.roles[SegmentID]) == 0
	if _, wanted := o.Layout.roles[SegmentID]; in.b.byLine && !wanted && !o.ByLine && r.free {
		notify(fmt.Sprintf("%s: found no column segment (the columns are: %s): the rows of each system are taken in "+
			"their order", name, wording.List(columns)))
	}
	for _, c := range columns {
		if !slices.Contains(wanted, c) {
			in.b.part.offered = append(in.b.part.offered, o.Layout.nameOf(c))
		}
	}
	if o.Columns != nil {
		for _, c := range o.Columns {
			if has(o.Layout.columnOf(c)) {
				in.addColumn(c)
			}
		}
	} else {
		for _, c := range columns {
			if !slices.Contains(wanted, c) {
				in.addColumn(o.Layout.nameOf(c))
			}
		}
	}
	if r.restrict != nil {
		r.restrict(append(wanted, in.inFile...))
	}
	return in, nil
}

// addColumn adds a column of scores, once.
func (in *intake) addColumn(name string) {
	if in.b.addColumn(name) {
		in.inFile = append(in.inFile, in.options.Layout.columnOf(name))
		in.held = append(in.held, holding{})
	}
}

// take reads a row.
func (in *intake) take(rec record) error {
	w := row{line: rec.line()}
	if ok, err := chosen(rec, in.where); err != nil {
		return fmt.Errorf("%s:%d: %w", in.name, w.line, err)
	} else if !ok {
		in.left++
		return nil
	}
	for _, name := range [...]struct {
		role Role
		to   *string
	}{{System, &w.system}, {Group, &w.group}, {SegmentID, &w.segment}, {Doc, &w.doc}, {Domain, &w.domain},
		{Rater, &w.rater}} {
		var err error
		if *name.to, err = nameIn(rec, in.roles[name.role]); err != nil {
			return fmt.Errorf("%s:%d: %w", in.name, w.line, err)
		}
	}
	if err := in.nameSystem(&w); err != nil {
		return err
	}
	if !in.b.byLine && w.segment == "" {
		return fmt.Errorf("%s:%d: found no id in the column %s, expected that of a segment", in.name, w.line,
			strings.Join(in.roles[SegmentID], "+"))
	}
	values := in.b.add(w)
	if in.options.output != nil {
		output, err := in.b.output(w.system, rec, in.roles, in.options.Layout)
		if err == nil && in.options.Details {
			err = readDetails(rec, &output)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", in.name, w.line, err)
		}
		if err := in.options.output(output); err != nil {
			return err
		}
	}
	for i, c := range in.inFile {
		held := &in.held[i]
		if held.words > held.numbers+settled {
			continue
		}
		v, err := rec.cell(c).number()
		switch {
		case err == nil:
			values(i, v)
			if !math.IsNaN(v) {
				held.numbers++
			}
			continue
		case in.options.Columns != nil:
			return in.unusable(w.line, c, err)
		}
		if _, number := errors.AsType[*sizeError](err); number {
			held.numbers++
		} else {
			held.words++
		}
		if held.first == nil {
			held.first = in.unusable(w.line, c, err)
		}
	}
	return nil
}

// nameSystem names the system of a row in a file that names none, such as one whose column of systems is empty
// throughout. Where only some rows have a name, nobody knows whose the others are.
func (in *intake) nameSystem(w *row) error {
	if w.system != "" {
		in.named = cmp.Or(in.named, w.line)
	} else {
		in.unnamed = cmp.Or(in.unnamed, w.line)
		w.system = in.options.System
	}
	if in.named > 0 && in.unnamed > 0 {
		return fmt.Errorf("%s:%d: found no name in the column %s, expected that of a system as in line %d", in.name,
			in.unnamed, strings.Join(in.roles[System], "+"), in.named)
	}
	return nil
}

// unusable is the error of a cell.
func (in *intake) unusable(line int64, column string, err error) error {
	return fmt.Errorf("%s:%d: column %s: %w", in.name, line, wording.Quote(column), err)
}

// drop leaves out the columns that nobody asked for and that hold words, or nothing. Where most rows have a number
// the others are a mistake.
func (in *intake) drop(r *reader, notify func(string)) error {
	keep := make([]bool, len(in.held))
	var empty []string
	for i, held := range in.held {
		switch {
		case held.first != nil && held.numbers > held.words:
			return held.first
		case held.first == nil && held.numbers > 0:
			keep[i] = true
		case held.first == nil:
			empty = append(empty, in.b.part.columns[i])
		}
	}
	if len(empty) > 0 && r.free && r.signature == "" { // our own files have columns for what may come
		notify(fmt.Sprintf("%s: found no row with a number in: %s", in.name, wording.List(empty)))
	}
	in.b.keep(keep)
	return nil
}

// roles returns the roles that are read: texts only where somebody wants them.
func (o Options) roles() []Role {
	roles := []Role{System, SegmentID, Doc, Domain, Group, Rater}
	if o.output != nil {
		roles = append(roles, Candidate, Reference)
	}
	return roles
}

// A Condition chooses the rows in which a column reads as a value; the value "" chooses those where it is absent.
type Condition struct{ Column, Value string }

// ParseCondition reads COLUMN=VALUE.
func ParseCondition(arg string) (Condition, error) {
	column, value, ok := strings.Cut(arg, "=")
	if !ok || column == "" {
		return Condition{}, fmt.Errorf("found %q, expected column=value", arg)
	}
	return Condition{column, value}, nil
}

// leftOut says how many rows do not meet conditions.
func leftOut(name string, rows int, where []Condition) string {
	var list []string
	for _, c := range where {
		list = append(list, c.Column+"="+c.Value)
	}
	what := "rows that are"
	if rows == 1 {
		what = "row that is"
	}
	return fmt.Sprintf("%s: left out %d %s not %s", name, rows, what, strings.Join(list, " and "))
}

// chosen says whether a row meets all conditions.
func chosen(r record, where []Condition) (bool, error) {
	for _, c := range where {
		if name, err := nameIn(r, []string{c.Column}); err != nil || name != c.Value {
			return false, err
		}
	}
	return true, nil
}

// absent is the number of a judgment that is missing.
var absent = math.NaN()
