package rows

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Row is a row of a table.
type Row struct {
	// Line is, 1-based, of a text file the line, of Parquet the row.
	Line int64

	file   string
	record record
}

// Errorf returns an error that begins with file and line.
func (r Row) Errorf(format string, values ...any) error {
	return fmt.Errorf("%s:%d: %w", r.file, r.Line, fmt.Errorf(format, values...))
}

// wrong is the error of a column, nil for nil.
func (r Row) wrong(column string, err error) error {
	if err == nil {
		return nil
	}
	return r.Errorf("column %s: %w", wording.Quote(column), err)
}

// Name returns the name in columns, a text or a number, "" if there is none. Several make it up together, with slashes
// between them.
func (r Row) Name(columns ...string) (string, error) {
	var list []string
	for _, c := range columns {
		name, err := r.record.cell(c).name()
		if len(columns) == 1 || err != nil {
			return name, r.wrong(c, err)
		}
		list = append(list, name)
	}
	return strings.Join(list, "/"), nil
}

// Text returns the text in a column; false if there is none.
func (r Row) Text(column string) (string, bool, error) {
	text, ok, err := r.record.cell(column).text()
	return text, ok, r.wrong(column, err)
}

// Candidate returns the text in the first of columns, those of candidates or of sources, which must be there and may be
// empty; "" for no columns.
func (r Row) Candidate(columns []string) (string, error) {
	if len(columns) == 0 {
		return "", nil
	}
	text, ok, err := r.Text(columns[0])
	if err == nil && !ok {
		err = r.wrong(columns[0], errors.New("found nothing, expected a text, which may be empty"))
	}
	return text, err
}

// References appends the texts in columns of references to a list. Where a cell is absent, or in CSV and TSV empty but for the
// first column, there are so many fewer. Where the layout says that a column holds lists, a text may be a list itself,
// see listIn.
func (r Row) References(references, columns []string, layout Layout) ([]string, error) {
	for i, c := range columns {
		cell := r.record.cell(c)
		if f, ok := cell.(*field); ok && i > 0 && *f == "" {
			continue
		}
		texts, ok, err := cell.texts()
		if err == nil && !ok {
			var text string
			if text, ok, err = cell.text(); ok && layout.holdsLists(c) {
				texts, err = listIn(text)
			} else if ok {
				references = append(references, text)
			}
		}
		if err != nil {
			return references, r.wrong(c, err)
		}
		references = append(references, texts...)
	}
	return references, nil
}

// List returns the texts in a column of lists; false if it holds something else.
func (r Row) List(column string) ([]string, bool, error) {
	texts, ok, err := r.record.cell(column).texts()
	return texts, ok, r.wrong(column, err)
}

// Number returns the number in a column, NaN if there is none.
func (r Row) Number(column string) (float64, error) {
	x, err := r.record.cell(column).number()
	return x, r.wrong(column, err)
}

// Numbers returns the numbers in a column of lists of Parquet; none if it holds something else.
func (r Row) Numbers(column string) (list []float64, err error) {
	c, ok := r.record.cell(column).(parquetCell)
	if !ok {
		return nil, nil
	}
	if len(c.Current) > 1 {
		list = make([]float64, 0, len(c.Current))
	}
	for i := range c.Current {
		v := &c.Current[i]
		if v.IsNull() {
			continue
		}
		x, err := c.numberOf(*v)
		if err != nil {
			return nil, r.wrong(column, err)
		}
		list = append(list, x)
	}
	return list, nil
}
