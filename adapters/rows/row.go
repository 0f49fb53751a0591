package rows

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/limit"
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

// cell returns what the row has in a column, or in an element of a column of lists: resps.0.
func (r Row) cell(column string) cell {
	c := r.record.cell(column)
	if _, absent := c.(nothing); !absent {
		return c
	}
	list, i, ok := elementOf(column)
	if !ok {
		return c
	}
	of := r.cell(list)
	if d, ok := of.(decoded); ok {
		if values, _ := d.decoded().([]any); i < len(values) {
			return member{values[i]}
		}
		return nothing{}
	}
	texts, _, err := of.texts()
	switch {
	case err != nil:
		return wrong{err}
	case i < len(texts):
		return member{texts[i]}
	}
	return nothing{}
}

// Name returns the name in columns, a text or a number, "" if there is none. Several make it up together, with slashes
// between them.
func (r Row) Name(columns ...string) (string, error) {
	var list []string
	for _, c := range columns {
		name, err := r.cell(c).name()
		if len(columns) == 1 || err != nil {
			return name, r.wrong(c, err)
		}
		list = append(list, name)
	}
	return strings.Join(list, "/"), nil
}

// Text returns the text in a column; false if there is none.
func (r Row) Text(column string) (string, bool, error) {
	text, ok, err := r.cell(column).text()
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

// References appends the texts in columns of references to a list, in their places: "" stands for one that is null or not
// a number, as for an empty cell, but blank ones at the end are left out. It appends nothing for columns that the row has
// not. given says whether there is a text at all, which may be empty. Where the layout says that a column holds lists, a
// text may be a list itself, see listIn.
func (r Row) References(references, columns []string, layout Layout) (list []string, given bool, err error) {
	first := len(references)
	for _, c := range columns {
		cell := r.cell(c)
		if _, absent := cell.(nothing); absent {
			continue
		}
		var text bool
		if references, text, err = appendReferences(references, cell, layout.holdsLists(c)); err != nil {
			return references, given, r.wrong(c, err)
		}
		given = given || text
		if err := limit.Check(len(references), "references"); err != nil {
			return references, given, r.wrong(c, err)
		}
	}
	for n := len(references); n > first+1 && strings.TrimSpace(references[n-1]) == ""; n-- {
		references = references[:n-1] // an empty cell of one format is an absent one of another
	}
	return references, given, nil
}

// appendReferences appends the texts of a cell, and says whether there is one. lists says that a text may be a list.
func appendReferences(references []string, c cell, lists bool) (list []string, given bool, err error) {
	texts, isList, err := c.texts()
	if err == nil && !isList {
		text, ok, wrong := c.text()
		switch {
		case wrong == nil && ok && lists:
			texts, err = listIn(text)
		case wrong == nil && ok:
			return append(references, text), true, nil
		case wrong == nil || isNaN(c):
			return append(references, ""), false, nil
		default:
			return references, false, wrong
		}
	}
	null := errors.Is(err, ErrNullText)
	if err != nil && !null {
		return references, false, err
	}
	given = len(texts) > 0 && !null || slices.ContainsFunc(texts, func(text string) bool { return text != "" })
	return append(references, texts...), given, nil
}

// isNaN says whether a cell is the number that pandas has in place of a text.
func isNaN(c cell) bool {
	x, err := c.number()
	return err == nil && math.IsNaN(x)
}

// List returns the texts in a column of lists; false if it holds something else.
func (r Row) List(column string) ([]string, bool, error) {
	texts, ok, err := r.cell(column).texts()
	if err == nil {
		err = limit.Check(len(texts), "texts in a list")
	}
	return texts, ok, r.wrong(column, err)
}

// Number returns the number in a column, NaN if there is none.
func (r Row) Number(column string) (float64, error) {
	x, err := r.cell(column).number()
	return x, r.wrong(column, err)
}

// Numbers returns the numbers in a column of lists of Parquet; none if it holds something else.
func (r Row) Numbers(column string) (list []float64, err error) {
	c, ok := r.cell(column).(parquetCell)
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
