package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A TextRow is a row of a table of texts: one candidate, or the references of one segment, or both.
type TextRow struct {
	System     string   // "" if the table names no system
	ID         string   // of the segment, "" if it has none
	Doc        string   // "" if it has none
	Domain     string   // "" if it has none
	Candidate  string   // "" if the table has no column of candidates
	References []string // nil if there are none; "" for one that is null beside others
	Source     string   // what was translated; "" if there is none, or it was not asked for
	// Humans are the human scores, one for each of TextTable.Humans as far as these were known by then; NaN if there is none.
	Humans []float64
	Spans  []rows.Span // errors that are marked in the candidate, in its characters; nil if they were not asked for
	Line   int64       // 1-based: of a text file the line, of Parquet the row
}

// A TextTable reads the rows of a table of texts one after another. It must not be shared between goroutines.
//
// Columns play the roles that a Layout or their names say. A candidate is the text in the column candidate. The
// references are those in the column references, a list or one text, or else in reference, reference_2, reference_3 and
// so on, and the source in source or src. The columns system, id (or segment), doc, domain and human, or others that
// play their roles, may be there. Any other column is not read. Without a column human, human.fluency and others of that
// kind are human scores, those that hold numbers.
type TextTable struct {
	// Name is what messages call the table.
	Name string

	rows    *rows.Rows
	layout  rows.Layout
	others  []rows.Role // that were asked for
	path    string
	columns []string               // those of the header, or of the rows of JSON so far
	roles   map[rows.Role][]string // the columns that play a role
	used    usedColumns            // these, and
	humans  []humanScores          // the columns of them, in the order in which they were found
	human   string                 // that of the judgments, whether it is there or not
	marked  bool                   // whether candidates have marks of errors, which are no part of them
	memory  []string               // of references; where all of a row are null, "" for each
	read    int64                  // rows
	named   bool                   // whether they name their systems
	tabular tabular                // of lines

	// needSource makes a row without a source, or one that is no text, an error.
	needSource bool
	// unclear says why no column plays the role of sources, nil if there is just none; noSource is the first of those that
	// are no texts.
	unclear, noSource error
}

// usedColumns are the columns that every row is asked for.
type usedColumns struct{ system, id, doc, domain, candidate, reference, source []string }

// humanColumn is the column of judgments.
const humanColumn = "human"

// humanScores are a column of human scores.
type humanScores struct {
	column  string // in the file
	numbers bool   // whether a row has a number,
	words   error  // and what was found in the first row that has something else
}

// OpenTexts opens the table of texts at path, or stdin where path is "-". Lines of text, see rows.Open, are a table of
// one column that plays the role. others are roles that are read besides: rows.Source, where it is clear which column
// that is, and rows.Spans. Errors begin with the path.
func OpenTexts(path string, stdin io.Reader, layout rows.Layout, role rows.Role, others ...rows.Role) (*TextTable, error) {
	others = append(slices.Clip(others), role)
	r, err := rows.Open(path, stdin, rows.Options{Layout: layout, IsText: func(column string) bool {
		return layout.IsNear(column, slices.Concat(others, []rows.Role{rows.Candidate, rows.Reference})...)
	}, Role: role})
	if err != nil {
		return nil, err
	}
	if layout = layout.Of(r); r.Prose {
		layout = rows.LayoutOfLines(role)
	}
	t := &TextTable{Name: r.Name, path: path, rows: r, layout: layout, others: others, columns: slices.Clone(r.Columns)}
	if err := t.assign(); err != nil {
		t.Close()
		return nil, err
	}
	wanted := []string{t.human}
	for _, h := range t.humans {
		wanted = append(wanted, h.column)
	}
	for _, columns := range t.roles {
		wanted = append(wanted, columns...)
	}
	r.Restrict(wanted...)
	return t, nil
}

// assign finds out which of the columns play which role.
func (t *TextTable) assign() (err error) {
	roles := []rows.Role{rows.System, rows.SegmentID, rows.ID, rows.Doc, rows.Domain, rows.Candidate, rows.Reference}
	before := t.roles
	others := slices.DeleteFunc(slices.Clone(t.others), func(role rows.Role) bool { return role == rows.Source })
	t.roles, err = t.layout.AssignNear(t.columns, append(roles, others...)...)
	if len(others) < len(t.others) && err == nil {
		var source map[rows.Role][]string
		if source, t.unclear = t.layout.AssignNear(t.columns, rows.Source); t.unclear == nil {
			maps.Copy(t.roles, source)
		} else if t.layout.Gives(rows.Source) {
			err = t.unclear
		}
	}
	if err == nil && slices.Contains(t.others, rows.Spans) {
		err = rows.CheckSpans(t.columns)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	for role, columns := range before {
		if role == rows.Source && !t.needSource && len(columns) > 0 {
			t.roles[role], t.unclear = columns, nil
		}
		if now := t.roles[role]; role != rows.Reference && len(columns) > 0 && !slices.Equal(columns, now) {
			return fmt.Errorf("%s: found the column %s, which earlier rows do not have, where the column %s was read as %s: "+
				"--columns %[4]s=%[3]s reads that one", t.Name, wording.List(now), wording.List(columns), role)
		}
	}
	t.used = usedColumns{system: t.roles[rows.System], id: t.roles[rows.ID], doc: t.roles[rows.Doc],
		domain: t.roles[rows.Domain], candidate: t.roles[rows.Candidate], reference: t.roles[rows.Reference],
		source: t.roles[rows.Source]}
	spans, err := t.layout.Assign(t.columns, rows.Spans)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	t.marked = len(t.used.candidate) > 0 && slices.Contains(spans[rows.Spans], t.used.candidate[0])
	if len(t.used.id) == 0 {
		t.used.id = t.roles[rows.SegmentID]
	}
	t.human = t.layout.ColumnOf(humanColumn)
	named := slices.Contains(t.layout.Scores(), humanColumn)
	judged := slices.Contains(t.columns, t.human)
	if near := t.nearHuman(); !named && !judged && near != "" {
		t.human, judged = near, true
	}
	if named && !judged {
		return fmt.Errorf("%s: found no column %s, expected it to be the human scores; the columns are: %s", t.Name,
			wording.Quote(t.human), wording.List(t.columns))
	}
	played := slices.Concat(slices.Collect(maps.Values(t.roles))...)
	for _, c := range t.columns {
		member := !judged && strings.HasPrefix(c, humanColumn+".") && !slices.Contains(played, c)
		if (c == t.human || member) && !slices.ContainsFunc(t.humans, func(h humanScores) bool { return h.column == c }) {
			t.humans = append(t.humans, humanScores{column: c})
		}
	}
	return nil
}

// nearHuman returns the column with a name near to that of human scores, "" for none and for several, and where members of
// an object hold such.
func (t *TextTable) nearHuman() (near string) {
	for _, c := range t.columns {
		switch {
		case strings.HasPrefix(c, humanColumn+"."), evaluation.NearHuman(c) && near != "":
			return ""
		case evaluation.NearHuman(c):
			near = c
		}
	}
	return near
}

// maybeHuman returns the columns that may hold human scores by their names, where none is known to do.
func (t *TextTable) maybeHuman() (maybe []string) {
	if len(t.humans) > 0 {
		return nil
	}
	played := slices.Concat(slices.Collect(maps.Values(t.roles))...)
	for _, c := range t.columns {
		if (evaluation.MaybeHuman(c) || evaluation.NearHuman(c)) && !slices.Contains(played, c) {
			maybe = append(maybe, wording.Clip(c))
		}
	}
	return maybe
}

// Humans returns the names of the columns of human scores found so far: human, or names such as human.fluency.
func (t *TextTable) Humans() (names []string) {
	for _, h := range t.humans {
		name := h.column
		if name == t.human {
			name = humanColumn
		}
		names = append(names, name)
	}
	return names
}

// judgedBy is Humans with "" for those that do not count: that hold words or nothing, or stand beside the column human.
func (t *TextTable) judgedBy() []string {
	names := t.Humans()
	whole := slices.Contains(names, humanColumn)
	for i, h := range t.humans {
		if !h.numbers || h.words != nil || whole && names[i] != humanColumn {
			names[i] = ""
		}
	}
	return names
}

// judgments appends the human scores of a row. Those of the column human must be numbers; others, which nobody named, need
// not.
func (t *TextTable) judgments(scores []float64, r rows.Row) ([]float64, error) {
	for i := range t.humans {
		h := &t.humans[i]
		x, err := r.Number(h.column)
		if err != nil {
			if _, size := errors.AsType[*rows.SizeError](err); size || h.column == t.layout.ColumnOf(humanColumn) {
				return nil, err
			}
			h.words, x = cmp.Or(h.words, err), math.NaN()
		}
		h.numbers = h.numbers || !math.IsNaN(x)
		scores = append(scores, x)
	}
	return scores, nil
}

// unjudged returns a sentence about columns that hold numbers and words, else "".
func (t *TextTable) unjudged() string {
	var columns []string
	for _, h := range t.humans {
		if h.numbers && h.words != nil {
			columns = append(columns, h.column)
		}
	}
	if len(columns) == 0 {
		return ""
	}
	return "ignored human scores, which are not all numbers: " + wording.List(columns)
}

// Need fails unless the table has a column that plays a role.
func (t *TextTable) Need(role rows.Role) error {
	if t.Has(role) {
		return nil
	}
	if role == rows.Source && t.unclear != nil {
		return fmt.Errorf("%s: %w", t.Name, t.unclear)
	}
	return &NoTextsError{Name: t.Name, Role: role, Columns: t.columns}
}

// Has says whether the table, as far as it was read, has a column that plays a role.
func (t *TextTable) Has(role rows.Role) bool { return len(t.roles[role]) > 0 }

// A NoTextsError says that a table has no column of a role that is needed.
type NoTextsError struct {
	Name    string // of the file
	Role    rows.Role
	Columns []string
}

func (e *NoTextsError) Error() string {
	if len(e.Columns) == 0 {
		return fmt.Sprintf("%s: found no columns, expected a column %s", e.Name, e.Role)
	}
	return fmt.Sprintf("%s: found no column %s, expected one; the columns are: %s", e.Name, e.Role,
		wording.List(e.Columns))
}

// AreLines says whether the file is lines of text.
func (t *TextTable) AreLines() bool { return t.rows.Prose }

// Next reads the next row, whose list of references is valid until the call after it, or returns io.EOF after the last.
// Its errors name file, line and column.
func (t *TextTable) Next(row *TextRow) error {
	r, err := t.rows.Next()
	if err == io.EOF && t.read == 0 && !t.AreLines() {
		return rows.NoRows(t.Name)
	}
	if err == io.EOF && t.AreLines() && t.read < judgedLines {
		if looks := t.tabular.err(t.Name); looks != nil {
			return looks
		}
	}
	if err != nil {
		return err
	}
	t.read++
	if late := t.rows.Late(); len(late) > 0 {
		t.columns = append(t.columns, late...)
		if err := t.assign(); err != nil {
			return err
		}
	}
	if err := t.take(r, row); err != nil || !t.AreLines() || t.read > judgedLines {
		return err
	}
	line, _, _ := r.Text(t.columns[0]) // the only one, which was read
	t.tabular.add(line)
	if t.read == judgedLines {
		return t.tabular.err(t.Name)
	}
	return nil
}

// take reads a row.
func (t *TextTable) take(r rows.Row, row *TextRow) (err error) {
	*row = TextRow{Line: r.Line, Humans: row.Humans[:0]}
	for _, name := range [...]struct {
		columns []string
		to      *string
	}{{t.used.system, &row.System}, {t.used.id, &row.ID}, {t.used.doc, &row.Doc}, {t.used.domain, &row.Domain}} {
		if len(name.columns) == 0 {
			continue
		}
		if *name.to, err = r.Name(name.columns...); err != nil {
			return err
		}
	}
	if row.Candidate, err = r.Candidate(t.used.candidate); err == nil && t.marked {
		row.Candidate, _, err = r.Spans(t.used.candidate[0])
	}
	if err != nil {
		if c := t.used.candidate[0]; c == "candidates" {
			if _, list, _ := r.List(c); list { // a group's, which is another kind of file
				return &NoTextsError{Name: t.Name, Role: rows.Candidate, Columns: t.columns}
			}
		}
		return err
	}
	for _, column := range t.roles[rows.Spans] {
		if err := row.takeSpans(r, column); err != nil {
			return err
		}
	}
	var given bool
	if t.memory, given, err = r.References(t.memory[:0], t.used.reference, t.layout); err != nil {
		return err
	}
	if given {
		row.References = t.memory
	}
	if row.Humans, err = t.judgments(row.Humans, r); err != nil {
		return err
	}
	if err := t.takeSource(r, row); err != nil {
		return err
	}
	if t.read == 1 {
		t.named = row.System != ""
	}
	if t.named != (row.System != "") {
		return r.Errorf("found the name of a system in some rows only, expected it in all of them or in none")
	}
	return nil
}

// takeSource reads the source, which need not be there if nothing needs it.
func (t *TextTable) takeSource(r rows.Row, row *TextRow) (err error) {
	switch {
	case t.needSource:
		row.Source, err = r.Candidate(t.used.source)
	case len(t.used.source) > 0:
		var wrong error
		row.Source, _, wrong = r.Text(t.used.source[0])
		if _, size := errors.AsType[*rows.SizeError](wrong); size {
			return wrong
		}
		t.noSource = cmp.Or(t.noSource, wrong)
	}
	return err
}

// takeSpans reads the errors that are marked in the candidate.
func (row *TextRow) takeSpans(r rows.Row, column string) error {
	_, spans, err := r.Spans(column)
	if err == nil {
		spans, err = r.Placed(column, spans, row.Candidate)
	}
	for _, s := range spans {
		s.Severity, s.Category, s.Text = strings.Clone(s.Severity), strings.Clone(s.Category), strings.Clone(s.Text)
		row.Spans = append(row.Spans, s)
	}
	return err
}

// Notices returns a sentence for each kind of data of the table that was ignored so far.
func (t *TextTable) Notices() []string {
	notices := t.rows.Notices()
	var said []string
	if t.rows.Free { // the columns of others are known
		said = t.layout.Said(t.columns, t.roles)
	}
	for _, h := range t.humans {
		if h.column == t.human && h.column != t.layout.ColumnOf(humanColumn) && h.numbers {
			said = append(said, fmt.Sprintf("read the column %s as human; --columns says otherwise", wording.Clip(h.column)))
		}
	}
	if maybe := t.maybeHuman(); maybe != nil {
		said = append(said, fmt.Sprintf("ignored the %s %s; --columns human=%s reads human scores",
			wording.Plural(len(maybe), "column"), wording.Listed(maybe), wording.Clip(maybe[0])))
	}
	if unjudged := t.unjudged(); unjudged != "" {
		said = append(said, unjudged)
	}
	if t.unclear != nil {
		said = append(said, "read no sources: "+t.unclear.Error())
	}
	if t.noSource != nil {
		notices = append(slices.Clip(notices), t.noSource.Error()+"; sources that are no texts are left out")
	}
	for _, sentence := range said {
		notices = append(slices.Clip(notices), t.Name+": "+sentence)
	}
	return notices
}

// Close closes the file.
func (t *TextTable) Close() { t.rows.Close() }
