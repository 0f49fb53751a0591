package scores

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// An intake reads the rows of a file into a table.
type intake struct {
	name    string
	options Options
	b       *builder
	roles   map[rows.Role][]string
	where   []Condition
	inFile  []string  // what the file calls the columns of b
	held    []holding // what they hold
	left    int       // rows that are not chosen
	marked  int       // rows of documents whose names have a mark, see rows.Document
	late    bool      // whether a later row brought a column
	numbers int       // cells that are not empty
	// segment are the columns that name the segments: numbers or places if there are some, otherwise ids.
	segment []string
	// references are the columns that hold them. unread is why they are not read, texts is memory for them.
	references []string
	// sources are the columns of sources where a column of scores depends on them.
	sources []string
	unread  error
	texts   []string
	columns []string // so far
	// The lines of the first row that names its system, and of the first that does not; 0 if there is none.
	named, unnamed int64
}

// A holding says what a column that nobody asked for holds.
type holding struct {
	numbers, words int   // how many rows, as far as it was counted
	written        int   // how many of them have a number in another notation, or an error of a spreadsheet
	first          error // of the first row without a number that can be used
}

// isNumbers says whether the column holds numbers, though it may not be possible to use them.
func (h *holding) isNumbers() bool { return h.numbers+h.written > h.words }

// settled is by how many rows the words of a column must outnumber its numbers for it to be read no further.
const settled = 100

// ingest reads all rows of a file called name into a table.
func ingest(r *rows.Rows, o Options, notify func(string)) (*Table, error) {
	in, err := newIntake(r, o, notify)
	if err != nil {
		return nil, err
	}
	var read atomic.Int64
	defer o.Progress.Start("reading "+r.Name, evaluation.CountsRows, func() (int64, int64) { return read.Load(), 0 })()
	for ; ; read.Add(1) {
		row, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := in.takeLate(r.Late(), row); err != nil {
			return nil, err
		}
		if err := in.checkCells(); err != nil {
			return nil, row.Errorf("%w", err)
		}
		if err := in.take(row); err != nil {
			return nil, err
		}
	}
	if in.left > 0 {
		notify(leftOut(r.Name, in.left, in.where))
	}
	if in.marked > 0 {
		notify(fmt.Sprintf("%s: read %s of documents marked #incomplete, #bad or #dup as those of the documents themselves",
			r.Name, wording.Counted(in.marked, "row")))
	}
	if o.Columns == nil || o.People {
		if err := in.drop(r, notify); err != nil {
			return nil, err
		}
	}
	if o.Judgments != OneJudgment {
		if left := in.b.part.merge(o.Judgments); left > 0 {
			notify(fmt.Sprintf("%s: found %s of one output by one rater: %s", r.Name, wording.Counted(left, "repeated judgment"),
				map[Judgments]string{LastJudgment: "the last one counts", MeanJudgments: "their mean counts"}[o.Judgments]))
		}
	}
	t, err := in.b.table()
	if err != nil {
		return nil, err
	}
	if in.b.rowIDs {
		notify(fmt.Sprintf("%s: found ids that number the rows of all systems, none of segments: the rows of each system are "+
			"taken in their order", r.Name))
	}
	if in.unread != nil {
		notify(fmt.Sprintf("the references are not compared with those of other tables: %v", in.unread))
	}
	t.ChosenBy = in.where
	in.b.part.signature, in.b.part.settings = r.Signature, r.Settings
	return t, nil
}

// mostAbsent of the limit's cells may be empty because later rows brought their columns: a row of a few bytes has a cell in
// each of them.
const mostAbsent = 1. / 10

// checkCells fails if too many cells are empty of columns that the first row has not.
func (in *intake) checkCells() error {
	rows, columns := len(in.b.part.line), len(in.b.part.columns)
	if most := int(mostAbsent * float64(limit.Pairs())); in.late && rows*columns-in.numbers > most {
		return &limit.Error{Found: fmt.Sprintf("%d columns in the first %d rows, of which most have few", columns, rows),
			Most: most, Of: "empty cells"}
	}
	return nil
}

// newIntake finds out what the columns of the header are.
func newIntake(r *rows.Rows, o Options, notify func(string)) (*intake, error) {
	o.Layout = o.Layout.Of(r).Asking(o.Columns...)
	columns := r.Columns
	has := func(column string) bool { return slices.Contains(columns, column) }
	played, err := o.Layout.AssignNear(columns, scoreRoles...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	if err := checkHeader(r, o, played); err != nil {
		return nil, err
	}
	in := &intake{name: r.Name, options: o, roles: played}
	wanted := slices.Concat(slices.Collect(maps.Values(played))...)
	in.where = o.conditionsOn(columns)
	for _, c := range in.where {
		wanted = append(wanted, c.Column)
	}
	in.b = newBuilder(r.Name, len(in.roles[rows.Rater]) > 0)
	if o.Layout.Gives(rows.SegmentID) && len(in.roles[rows.SegmentID]) == 0 && !o.Layout.Gives(rows.ID) {
		delete(in.roles, rows.ID) // who wants no names of segments wants none at all
	}
	in.segment = in.roles[rows.ID]
	if len(in.roles[rows.SegmentID]) > 0 {
		in.segment = in.roles[rows.SegmentID]
	}
	in.b.byLine = len(in.segment) == 0
	in.b.fromZero = r.Signature != "" && len(in.roles[rows.SegmentID]) > 0
	in.b.byID = len(in.segment) > 0 && len(in.roles[rows.SegmentID]) == 0
	if in.b.byLine && !o.Layout.Gives(rows.SegmentID) && r.Free && len(columns) > 0 {
		notify(fmt.Sprintf("%s: found no column segment (the columns are: %s): the rows of each system are taken in "+
			"their order", r.Name, wording.List(columns)))
	}
	for _, said := range o.Layout.Said(columns, played) {
		notify(r.Name + ": " + said)
	}
	for _, c := range columns {
		if evaluation.NearHuman(c) && !has(usualHuman) && !slices.Contains(wanted, c) && !slices.Contains(o.Columns, c) &&
			o.Layout.NameOf(c) == c {
			notify(fmt.Sprintf("%s: read the column %s as human scores; --columns says otherwise", r.Name, wording.Clip(c)))
		}
	}
	for _, c := range columns {
		if !slices.Contains(wanted, c) && !o.Layout.IsText(c, rows.Source, rows.Spans) {
			in.b.part.offered = append(in.b.part.offered, o.Layout.NameOf(c))
		}
	}
	if o.Columns != nil {
		for _, c := range o.Columns {
			if has(o.Layout.ColumnOf(c)) {
				in.addColumn(c)
			}
		}
	}
	for _, c := range columns {
		if name := o.Layout.NameOf(c); o.reads(name) && !slices.Contains(wanted, c) && !o.Layout.IsText(c, rows.Source, rows.Spans) {
			in.addColumn(name)
		}
	}
	in.columns = slices.Clone(columns)
	in.assignReferences(columns)
	r.Restrict(slices.Concat(wanted, in.inFile, in.references, in.sources)...)
	return in, nil
}

// checkHeader fails for a table that begins with a row: names of which some are numbers, and none is known or asked for.
func checkHeader(r *rows.Rows, o Options, played map[rows.Role][]string) error {
	if !r.Free || len(played) > 0 || o.Columns != nil {
		return nil
	}
	numbers := 0
	for _, c := range r.Columns {
		if _, err := strconv.ParseFloat(c, 64); err == nil {
			numbers++
		}
		if o.Layout.NameOf(c) != c || isHuman(c) {
			return nil
		}
	}
	if numbers == 0 || len(r.Columns) == 1 {
		return nil
	}
	return fmt.Errorf("%s:1: found numbers among the names of columns (%s), expected a line of names before the first row",
		r.Name, wording.List(r.Columns))
}

// reads says whether a column is read that nobody asked for.
func (o Options) reads(name string) bool { return o.Columns == nil || o.People && isHuman(name) }

// addColumn adds a column of scores, once.
func (in *intake) addColumn(name string) {
	if in.b.addColumn(name) {
		in.inFile = append(in.inFile, in.options.Layout.ColumnOf(name))
		in.held = append(in.held, holding{})
	}
}

// take reads a row.
func (in *intake) take(r rows.Row) error {
	w := row{line: r.Line}
	if ok, err := chosen(r, in.where); err != nil {
		return err
	} else if !ok {
		in.left++
		return nil
	}
	for _, name := range [...]struct {
		role rows.Role
		to   *string
	}{{rows.System, &w.system}, {rows.Group, &w.group}, {rows.ID, &w.id}, {rows.Doc, &w.doc}, {rows.Domain, &w.domain},
		{rows.Rater, &w.rater}} {
		var err error
		if *name.to, err = r.Name(in.roles[name.role]...); err != nil {
			return err
		}
	}
	if column := in.roles[rows.System]; in.b.part.line == nil && len(column) == 1 && rows.MayBeScore(column[0]) &&
		!in.options.Layout.Gives(rows.System) {
		if x, err := r.Number(column[0]); err == nil && !math.IsNaN(x) {
			return r.Errorf("found the number %s in the column %s, expected the name of a system: --columns system= reads it as "+
				"scores, system=%[2]s as systems", w.system, wording.Clip(column[0]))
		}
	}
	if doc, ok := rows.Document(w.doc); ok {
		w.doc = doc
		in.marked++
	}
	if err := in.nameSystem(&w); err != nil {
		return err
	}
	var err error
	if w.segment, err = r.Name(in.segment...); err != nil {
		return err
	}
	if in.b.byID {
		w.id = "" // it is the name already
	}
	if !in.b.byLine && w.segment == "" {
		return r.Errorf("found no id in the column %s, expected that of a segment", strings.Join(in.segment, "+"))
	}
	if err := in.takeHuman(r, &w); err != nil {
		return err
	}
	in.takeReferences(r, &w)
	values := in.b.add(w)
	for i, c := range in.inFile {
		held := &in.held[i]
		if held.words > held.numbers+settled {
			continue
		}
		v, err := r.Number(c)
		switch {
		case err == nil:
			values(i, v)
			if !math.IsNaN(v) {
				held.numbers++
				in.numbers++
			}
			continue
		case slices.Contains(in.options.Columns, in.b.part.columns[i]):
			return err
		}
		if _, number := errors.AsType[*rows.SizeError](err); number {
			held.numbers++
		} else if _, number := errors.AsType[*rows.NotationError](err); number {
			held.written++
		} else {
			held.words++
		}
		if held.first == nil {
			held.first = err
		}
	}
	return nil
}

// takeHuman reads whether people wrote the text of a row, if a column says so; an absent value means that they did not.
func (in *intake) takeHuman(r rows.Row, w *row) error {
	columns := in.roles[rows.IsHuman]
	if len(columns) == 0 {
		return nil
	}
	if in.b.human == nil {
		in.b.human = map[string]bool{}
	}
	said, err := r.Name(columns...)
	if err != nil {
		return err
	}
	switch strings.ToLower(said) {
	case "true", "1":
		w.human = true
	case "", "false", "0":
	default:
		return r.Errorf("column %s: found %s, expected true or false; --columns is_human= reads the table without it",
			strings.Join(columns, "+"), wording.Quote(said))
	}
	return nil
}

// nameSystem names the system of a row in a file that names none, such as one whose column of systems is empty
// throughout. Where only some rows have a name, the others belong to no known system.
func (in *intake) nameSystem(w *row) error {
	if w.system != "" {
		in.named = cmp.Or(in.named, w.line)
	} else {
		in.unnamed = cmp.Or(in.unnamed, w.line)
		w.system = in.options.System
	}
	if in.named > 0 && in.unnamed > 0 {
		return fmt.Errorf("%s:%d: found no name in the column %s, expected that of a system as in line %d", in.name,
			in.unnamed, strings.Join(in.roles[rows.System], "+"), in.named)
	}
	return nil
}

// drop leaves out the columns that nobody asked for and that hold words, or nothing. Where most rows have a number
// the others are a mistake.
func (in *intake) drop(r *rows.Rows, notify func(string)) error {
	keep := make([]bool, len(in.held))
	var empty []string
	for i, held := range in.held {
		switch {
		case slices.Contains(in.options.Columns, in.b.part.columns[i]):
			keep[i] = true
		case held.first != nil && held.isNumbers() && (held.numbers > 0 || isHuman(in.b.part.columns[i])):
			return held.first
		case held.first != nil && held.isNumbers():
			notify(fmt.Sprintf("%v; ignored the column", held.first))
			in.b.part.refuse(in.b.part.columns[i], held.first)
		case held.first == nil && held.numbers > 0:
			keep[i] = true
		case held.first == nil:
			empty = append(empty, in.b.part.columns[i])
		}
	}
	if len(empty) > 0 && in.options.Columns == nil && r.Free && r.Signature == "" { // our own files have columns for what may come
		notify(fmt.Sprintf("%s: found no row with a number in: %s", in.name, wording.List(empty)))
	}
	in.b.keep(keep)
	return nil
}

// scoreRoles are the roles of columns that say what a score is of.
var scoreRoles = []rows.Role{rows.System, rows.SegmentID, rows.ID, rows.Doc, rows.Domain, rows.Group, rows.Rater,
	rows.IsHuman}

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

// conditionsOn returns the conditions on columns that there are.
func (o Options) conditionsOn(columns []string) (where []Condition) {
	for _, c := range o.Where {
		if slices.Contains(columns, c.Column) {
			where = append(where, c)
		}
	}
	return where
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
func chosen(r rows.Row, where []Condition) (bool, error) {
	for _, c := range where {
		if name, err := r.Name(c.Column); err != nil || name != c.Value {
			return false, err
		}
	}
	return true, nil
}
