package table

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
)

// A TextRow is a row of a table of texts: one candidate, or the references of one segment, or both.
type TextRow struct {
	System     string   // "" if the table names no system
	ID         string   // of the segment, "" if it has none
	Doc        string   // "" if it has none
	Candidate  string   // if HasCandidate
	References []string // nil if there are none
	Human      float64  // NaN if nobody judged
	Line       int64    // 1-based: of a text file the line, of Parquet the row

	HasCandidate bool
}

// Texts reads the rows of a table of texts one after another. It must not be shared between goroutines.
//
// Columns play the roles that a Layout or their names say. A candidate is the text in the column candidate. The
// references are those in the column references, a list or one text, or else in reference, reference_2, reference_3
// and so on: where such a cell is absent, or in CSV and TSV empty but for the first column, the row has so many fewer.
// The columns system, segment (or seg_id, or id), doc and human may be there. Any other column is not read.
type Texts struct {
	// Name is what messages call the table.
	Name string

	rows      *reader
	lines     *text.Reader // nil for Parquet
	closers   []func()
	layout    Layout
	columns   []string          // those of the header, or of the rows of JSON so far
	roles     map[Role][]string // the columns that play a role
	delimited bool              // CSV or TSV, where an empty cell may say that there is nothing
	read      int64             // rows
	named     bool              // whether they name their systems
}

// idNames are the columns that usually hold the id of a segment of texts.
var idNames = append(slices.Clone(usualNames[SegmentID]), "id")

// humanColumn is the column of judgments.
const humanColumn = "human"

// OpenTexts opens the table of texts at path, or stdin where path is "-". What is no table, but lines of prose, is
// returned as plain instead. What it is shows in its content: Parquet by its mark, JSON by a brace and a name, or a
// bracket, CSV and TSV by the names of their first line, of which one must be that of candidates or references. A file
// whose name ends in .csv, .tsv, .json, .jsonl, .ndjson or .parquet must be such a table; of a folder that wrd score -o
// wrote the table is segments.parquet. Errors begin with the path.
func OpenTexts(path string, stdin io.Reader, layout Layout) (table *Texts, plain *file.Input, err error) {
	t := &Texts{Name: path, layout: layout}
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	if results := filepath.Join(path, "segments.parquet"); isFile(results) {
		path, t.Name = results, results
	}
	if f, size, ok := openParquet(path); ok {
		t.closers = append(t.closers, func() { f.Close() })
		return t, nil, t.openParquet(f, size)
	}
	in, err := file.Open(path, stdin)
	if err != nil {
		return nil, nil, err
	}
	t.Name = in.Name
	t.closers = append(t.closers, func() { in.Close() })
	start := in.Start(headerBytes)
	if isParquet(start) {
		copied, err := file.Copy(in)
		if err != nil {
			return nil, nil, err
		}
		t.closers = append(t.closers, func() { copied.Close() })
		return t, nil, t.openParquet(copied, copied.Size())
	}
	open, err := t.formatOf(path, strings.TrimPrefix(string(start), "\ufeff"))
	if err != nil {
		return nil, nil, err
	}
	if open == nil {
		t.closers = nil
		return nil, in, nil
	}
	t.lines = text.NewReader(in, in.Name)
	if t.rows, err = open(t.lines, in.Name); err == io.EOF || err == nil && len(start) == 0 {
		return nil, nil, fmt.Errorf("%s: found no rows, expected at least one", in.Name)
	}
	if errors.Is(err, errNoObject) {
		return nil, nil, fmt.Errorf(`%w such as {"candidate": "…", "references": ["…"]}`, err)
	}
	if err != nil {
		return nil, nil, err
	}
	return t, nil, t.begin()
}

// headerBytes is how long the first line of a table may be for it to be recognised.
const headerBytes = 32 << 10

// columnName is a name that no column of prose would have.
var columnName = regexp.MustCompile(`^[\pL\pN_.:@+-]+$`)

// formatOf returns what opens the format of a file that begins like start, nil for prose.
func (t *Texts) formatOf(path, start string) (func(*text.Reader, string) (*reader, error), error) {
	if text.IsJSON([]byte(start)) {
		return openJSON, nil
	}
	line, _, _ := strings.Cut(start, "\n")
	line = strings.TrimSuffix(line, "\r")
	ending := strings.ToLower(file.Unpacked(path))
	switch filepath.Ext(ending) {
	case ".json", ".jsonl", ".ndjson":
		return openJSON, nil
	case ".parquet":
		return nil, fmt.Errorf("%s: found a file that is not Parquet, expected what its name says", t.Name)
	}
	named := strings.HasSuffix(ending, ".csv") || strings.HasSuffix(ending, ".tsv")
	open := openCSV
	cells := strings.Split(line, ",")
	if strings.Contains(line, "\t") || strings.HasSuffix(ending, ".tsv") {
		open, cells = openTSV, strings.Split(line, "\t")
	}
	for i, cell := range cells {
		cells[i] = strings.TrimSuffix(strings.TrimPrefix(cell, `"`), `"`)
	}
	known := slices.ContainsFunc(cells, t.isText)
	if semicolons := strings.Split(line, ";"); !known && len(semicolons) > 1 &&
		slices.ContainsFunc(semicolons, t.isText) && !slices.ContainsFunc(semicolons, isNoName) {
		return nil, fmt.Errorf("%s: found the columns %s between semicolons, expected commas or TABs between them",
			t.Name, wording.List(semicolons))
	}
	switch {
	case named, known && len(cells) > 1 && !slices.ContainsFunc(cells, isNoName):
		return open, nil
	}
	return nil, nil
}

func isNoName(cell string) bool { return !columnName.MatchString(cell) }

// isText says whether a column is one of candidates or references.
func (t *Texts) isText(column string) bool {
	if t.isReference(column) {
		return true
	}
	if given, ok := t.layout.roles[Candidate]; ok {
		return slices.Contains(given, column)
	}
	return slices.Contains(usualNames[Candidate], column)
}

// isReference says whether a column is one of references.
func (t *Texts) isReference(column string) bool {
	if given, ok := t.layout.roles[Reference]; ok {
		return slices.Contains(given, column)
	}
	return slices.Contains(usualNames[Reference], column) || referenceNumber(column) > 0
}

// referenceNumber returns the number in reference_2, 0 for other columns.
func referenceNumber(column string) int {
	digits, ok := strings.CutPrefix(column, "reference_")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0
	}
	return int(n)
}

// openParquet reads the header of a Parquet file.
func (t *Texts) openParquet(r io.ReaderAt, size int64) error {
	rows, err := newParquetReader(r, size, t.Name)
	if err != nil {
		return err
	}
	t.closers = append(t.closers, rows.close)
	t.rows = &reader{columns: rows.columns, next: rows.next, restrict: rows.restrict}
	return t.begin()
}

// begin finds the columns.
func (t *Texts) begin() error {
	t.delimited = t.rows.late == nil && t.rows.restrict == nil
	t.columns = slices.Clone(t.rows.columns)
	if err := t.assign(); err != nil {
		return err
	}
	if t.rows.restrict != nil {
		wanted := []string{humanColumn}
		for _, columns := range t.roles {
			wanted = append(wanted, columns...)
		}
		t.rows.restrict(wanted)
	}
	return nil
}

// assign finds out which of the columns play which role.
func (t *Texts) assign() error {
	has := func(column string) bool { return slices.Contains(t.columns, column) }
	t.roles = map[Role][]string{}
	for _, role := range []Role{System, SegmentID, Doc, Candidate, Reference} {
		_, given := t.layout.roles[role]
		columns, err := t.layout.columnsOf(role, has)
		if err != nil {
			return fmt.Errorf("%s: %w; the columns are: %s", t.Name, err, wording.List(t.columns))
		}
		if role == SegmentID && !given {
			if i := slices.IndexFunc(idNames, has); i >= 0 {
				columns = idNames[i : i+1]
			}
		}
		if role == Reference && !given {
			if columns, err = t.referenceColumns(); err != nil {
				return err
			}
		}
		t.roles[role] = columns
	}
	return nil
}

// referenceColumns returns the columns of references by their names, in the order of their numbers.
func (t *Texts) referenceColumns() (columns []string, err error) {
	for _, column := range t.columns {
		if t.isReference(column) {
			columns = append(columns, column)
		}
	}
	slices.SortStableFunc(columns, func(a, b string) int { return referenceNumber(a) - referenceNumber(b) })
	if len(columns) > 1 && slices.Contains(columns, "references") {
		return nil, fmt.Errorf("%s: found the columns %s, expected references, a list, or the others", t.Name,
			wording.List(columns))
	}
	return columns, nil
}

// Need fails unless the table has a column that plays a role.
func (t *Texts) Need(role Role) error {
	if len(t.roles[role]) > 0 {
		return nil
	}
	return &NoTextsError{Name: t.Name, Role: role, Columns: t.columns}
}

// Has says whether the table, as far as it was read, has a column that plays a role.
func (t *Texts) Has(role Role) bool { return len(t.roles[role]) > 0 }

// A NoTextsError says that a table has no column of a role that is needed.
type NoTextsError struct {
	Name    string // of the file
	Role    Role
	Columns []string
}

func (e *NoTextsError) Error() string {
	return fmt.Sprintf("%s: found no column %s, expected one; the columns are: %s", e.Name, e.Role,
		wording.List(e.Columns))
}

// Next returns the next row, or io.EOF after the last. Its errors name file, line and column.
func (t *Texts) Next() (TextRow, error) {
	rec, err := t.rows.next()
	if err == io.EOF && t.read == 0 {
		return TextRow{}, fmt.Errorf("%s: found no rows, expected at least one", t.Name)
	}
	if err != nil {
		return TextRow{}, err
	}
	t.read++
	if t.rows.late != nil {
		if late := t.rows.late(); len(late) > 0 {
			t.columns = append(t.columns, late...)
			if err := t.assign(); err != nil {
				return TextRow{}, err
			}
		}
	}
	row, err := t.take(rec)
	if err != nil {
		return TextRow{}, fmt.Errorf("%s:%d: %w", t.Name, rec.line(), err)
	}
	return row, nil
}

// take reads a row.
func (t *Texts) take(rec record) (row TextRow, err error) {
	row.Line = rec.line()
	for _, name := range [...]struct {
		role Role
		to   *string
	}{{System, &row.System}, {SegmentID, &row.ID}, {Doc, &row.Doc}} {
		if *name.to, err = nameIn(rec, t.roles[name.role]); err != nil {
			return row, err
		}
	}
	for _, column := range t.roles[Candidate] {
		row.Candidate, row.HasCandidate, err = textIn(rec, column)
		if err == nil && !row.HasCandidate {
			err = &cellError{column, errors.New("found nothing, expected a text, which may be empty")}
		}
		if err != nil {
			return row, err
		}
	}
	for i, column := range t.roles[Reference] {
		texts, err := textsIn(rec, column, t.layout.holdsLists(column))
		if err != nil {
			return row, err
		}
		if i > 0 && t.delimited && len(texts) == 1 && texts[0] == "" {
			continue
		}
		row.References = append(row.References, texts...)
	}
	if row.Human, err = numberIn(rec, humanColumn); err != nil {
		return row, err
	}
	if t.read == 1 {
		t.named = row.System != ""
	}
	if t.named != (row.System != "") {
		return row, errors.New("found the name of a system in some rows only, expected it in all of them or in none")
	}
	return row, nil
}

// Notices returns a sentence for each thing that was dropped from the table so far.
func (t *Texts) Notices() []string {
	if t.lines == nil {
		return nil
	}
	return t.lines.Notices()
}

// Close closes the file.
func (t *Texts) Close() {
	for _, closeIt := range slices.Backward(t.closers) {
		closeIt()
	}
	t.closers = nil
}
