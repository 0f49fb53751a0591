package rows

import (
	"fmt"
	"io"
	"slices"
	"strings"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// ReadParquet opens a Parquet file of the given size, of which only the columns that are needed are read: those of
// Restrict and Vectors. It is called name in messages, and is the caller's to close after the rows.
func ReadParquet(r io.ReaderAt, size int64, name string) (*Rows, error) {
	rows, err := newParquetReader(r, size, name)
	if err != nil {
		return nil, err
	}
	signature, _ := rows.file.Lookup(parquet.SignatureKey)
	settings, _ := rows.file.Lookup(parquet.SettingsKey)
	return &Rows{Name: name, Columns: rows.columns, Free: true, Signature: signature, Settings: settings,
		NumRows: rows.file.NumRows(), next: rows.next, restrict: rows.restrict, vectors: rows.vectors, closers: []func(){rows.close}}, nil
}

// A parquetReader reads rows of a Parquet file. A dot in the name of a column leads into a group.
type parquetReader struct {
	name     string
	file     *pq.File
	columns  []string
	leaves   map[string]int  // column → index of the leaf
	lists    map[string]byte // column of which a row may have several values → the definition level of a null among them
	meanings []meaning       // of the leaves
	wanted   []namedColumn
	groups   []pq.RowGroup // those that are not begun yet
	left     int64         // rows left in the current group
	row      int64         // rows read
	asked    int           // the one of wanted that was asked for last
}

func newParquetReader(r io.ReaderAt, size int64, name string) (_ *parquetReader, err error) {
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
	p := &parquetReader{name: name, file: f, leaves: map[string]int{}, lists: map[string]byte{},
		meanings: meaningsOf(f), groups: f.RowGroups()}
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if !ok || leaf.Node.Type().Kind() == pq.Int96 || int(leaf.ColumnIndex) >= len(p.meanings) {
			continue
		}
		column := listEnding().ReplaceAllString(strings.Join(path, "."), "")
		if _, twice := p.leaves[column]; twice {
			return nil, fmt.Errorf("found the column %s twice, expected different names", wording.Quote(column))
		}
		p.leaves[column] = int(leaf.ColumnIndex)
		if leaf.MaxRepetitionLevel > 0 {
			p.lists[column] = byte(leaf.MaxDefinitionLevel)
			if leaf.Node.Optional() {
				p.lists[column]--
			}
		}
		p.columns = append(p.columns, column)
	}
	return p, nil
}

// listEnding is what the path of a column of lists, or of lists of lists, has after the name of the column.
var listEnding = lazy.Regexp(`(\.(list|bag)\.(element|item|array|array_element))+$`)

func (r *parquetReader) restrict(columns []string) {
	for _, c := range columns {
		if leaf, ok := r.leaves[c]; ok {
			null, list := r.lists[c]
			r.want(c, &parquetColumn{leaf: leaf, list: list, null: int(null), meaning: r.meanings[leaf]})
		}
	}
}

// want makes a column be read, as the last call for it says.
func (r *parquetReader) want(name string, c wantedColumn) {
	i := slices.IndexFunc(r.wanted, func(w namedColumn) bool { return w.name == name })
	if i < 0 {
		i, r.wanted = len(r.wanted), append(r.wanted, namedColumn{name: name})
	}
	r.wanted[i].wantedColumn = c
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
			c.begin(group)
		}
	}
	r.left--
	r.row++
	for _, c := range r.wanted {
		switch err := c.advance(); {
		case err == errNullNumber:
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
		c.close()
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
	return nothing
}

// A namedColumn is one of those that are read.
type namedColumn struct {
	name string
	wantedColumn
}

// A wantedColumn reads the values of one column, row by row.
type wantedColumn interface {
	begin(group pq.RowGroup)
	// advance takes the values of the next row.
	advance() error
	cell() cell // of the current row
	close()
}

// A parquetColumn reads the values of one column. It is the cell of the current row.
type parquetColumn struct {
	leaf    int
	list    bool // whether a row may have several values
	null    int  // of a list: the definition level of a null in it; an empty list is a null of a lower one
	meaning meaning
	values  pq.ColumnChunkValueReader
	buffer  [256]pq.Value
	ready   []pq.Value // of buffer, not taken yet
	current []pq.Value // of the current row; texts are those of the buffer, valid until advance
}

func (c *parquetColumn) cell() cell {
	if c.meaning.kind == jsonText && !c.list {
		return c.member()
	}
	return c
}

func (c *parquetColumn) begin(group pq.RowGroup) {
	c.values = pq.NewColumnChunkValueReader(group.ColumnChunks()[c.leaf])
	c.ready = nil
}

func (c *parquetColumn) close() {
	if c.values != nil {
		c.values.Close()
		c.values = nil
	}
}

// advance takes the values of the next row: those up to the next one with repetition level 0.
func (c *parquetColumn) advance() error {
	c.current = c.current[:0]
	for {
		if len(c.ready) == 0 {
			for i := range c.current { // their texts are those of the buffer
				c.current[i] = c.current[i].Clone()
			}
			n, err := c.values.ReadValues(c.buffer[:])
			c.ready = c.buffer[:n]
			switch {
			case n > 0:
			case err == io.EOF && len(c.current) > 0:
				return nil
			case err == io.EOF || err == nil:
				return io.ErrUnexpectedEOF
			default:
				return err
			}
		}
		if v := c.ready[0]; len(c.current) == 0 || v.RepetitionLevel() > 0 {
			c.current = append(c.current, v)
			c.ready = c.ready[1:]
			continue
		}
		return nil
	}
}
