package rows

import (
	"errors"
	"fmt"
	"io"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/parquetcolumn"
	"github.com/wordrotator/wrd/internal/wording"
)

// ReadParquet opens a Parquet file of the given size, of which only the columns that are needed are read: those of
// Restrict and Vectors. It is called name in messages, and is the caller's to close after the rows.
func ReadParquet(r io.ReaderAt, size int64, name string) (_ *Rows, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	defer parquet.Recover(&err)
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, err
	}
	p := &parquetReader{name: name, groups: f.RowGroups()}
	if p.columns, err = parquetcolumn.Of(f); err != nil {
		return nil, err
	}
	rows := &Rows{Name: name, Free: true, NumRows: f.NumRows(), next: p.next, restrict: p.restrict, vectors: p.vectors,
		closers: []func(){p.close}}
	rows.Signature, _ = f.Lookup(parquet.SignatureKey)
	rows.Settings, _ = f.Lookup(parquet.SettingsKey)
	for i := range p.columns {
		rows.Columns = append(rows.Columns, p.columns[i].Name)
	}
	return rows, nil
}

// A parquetReader reads rows of a Parquet file.
type parquetReader struct {
	name    string
	columns []parquetcolumn.Leaf
	wanted  []wantedColumn
	groups  []pq.RowGroup // those that are not begun yet
	left    int64         // rows left in the current group
	row     int64         // rows read
	asked   int           // the one of wanted that was asked for last
}

// A wantedColumn is one of those that are read.
type wantedColumn struct {
	name string
	parquetcolumn.Reader
}

// column returns the column of a name, nil for none.
func (r *parquetReader) column(name string) *parquetcolumn.Leaf {
	i := slices.IndexFunc(r.columns, func(c parquetcolumn.Leaf) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &r.columns[i]
}

func (r *parquetReader) restrict(columns []string) {
	for _, name := range columns {
		if c := r.column(name); c != nil {
			r.want(name, c.Values())
		}
	}
}

// vectors makes a column be read as vectors.
func (r *parquetReader) vectors(name string) (*parquetcolumn.Vectors, error) {
	c := r.column(name)
	if c == nil {
		return nil, errors.New("found no such column of numbers, expected one")
	}
	v, err := c.Vectors()
	if err == nil {
		r.want(name, v)
	}
	return v, err
}

// want makes a column be read, as the last call for it says.
func (r *parquetReader) want(name string, reader parquetcolumn.Reader) {
	r.wanted = slices.DeleteFunc(r.wanted, func(w wantedColumn) bool { return w.name == name })
	r.wanted = append(r.wanted, wantedColumn{name, reader})
}

func (r *parquetReader) next() (_ record, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			err = fmt.Errorf("%s: row %d: %w", r.name, max(r.row, 1), err)
		}
	}()
	defer parquet.Recover(&err)
	for r.left == 0 {
		r.close()
		if len(r.groups) == 0 {
			return nil, io.EOF
		}
		group := r.groups[0]
		r.groups, r.left = r.groups[1:], group.NumRows()
		for _, c := range r.wanted {
			c.Begin(group)
		}
	}
	r.left--
	r.row++
	for _, c := range r.wanted {
		switch err := c.Advance(); {
		case err == parquetcolumn.ErrNull:
			return nil, fmt.Errorf("column %s: %w", wording.Quote(c.name), err)
		case err != nil:
			return nil, fmt.Errorf("column %s: found a Parquet file that is damaged: %w", wording.Quote(c.name), err)
		}
	}
	return r, nil
}

// close ends the reading of the current group.
func (r *parquetReader) close() {
	for _, c := range r.wanted {
		c.Close()
	}
}

func (r *parquetReader) line() int64 { return r.row }

func (r *parquetReader) cell(column string) cell {
	for range r.wanted { // few, and mostly asked for in their order: a map would take longer
		if r.asked++; r.asked >= len(r.wanted) {
			r.asked = 0
		}
		if w := &r.wanted[r.asked]; w.name == column {
			return w.cell()
		}
	}
	return nothing{}
}
