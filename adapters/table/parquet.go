package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/wording"
)

// readParquet reads a table from a Parquet file of the given size, of which only the columns that are needed are read.
func readParquet(r io.ReaderAt, size int64, name string, o Options, notify func(string)) (*Table, error) {
	rows, err := newParquetReader(r, size, name)
	if err != nil {
		return nil, err
	}
	defer rows.close()
	signature, _ := rows.file.Lookup(parquet.SignatureKey)
	opened := &reader{
		columns: rows.columns, free: true, signature: signature, next: rows.next, restrict: rows.restrict,
	}
	return ingest(opened, name, o, notify)
}

// readParquetWhole is readParquet for what cannot be read anywhere, such as standard input: the columns of a Parquet
// file stand one after another, so it must be held whole.
func readParquetWhole(r io.Reader, name string, o Options, notify func(string)) (*Table, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return readParquet(bytes.NewReader(content), int64(len(content)), name, o, notify)
}

// A parquetReader reads rows of a Parquet file. A dot in the name of a column leads into a group.
type parquetReader struct {
	name     string
	file     *pq.File
	columns  []string
	leaves   map[string]int  // column → index of the leaf
	lists    map[string]bool // columns of which a row may have several values
	meanings []meaning       // of the leaves
	wanted   map[string]*parquetColumn
	groups   []pq.RowGroup // those that are not begun yet
	left     int64         // rows left in the current group
	row      int64         // rows read
	wrong    error         // the first cell of the row that cannot be what it was asked for
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
	p := &parquetReader{name: name, file: f, leaves: map[string]int{}, lists: map[string]bool{},
		meanings: meaningsOf(f), wanted: map[string]*parquetColumn{}, groups: f.RowGroups()}
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if !ok || leaf.Node.Type().Kind() == pq.Int96 || int(leaf.ColumnIndex) >= len(p.meanings) {
			continue
		}
		column := strings.TrimSuffix(strings.TrimSuffix(strings.Join(path, "."), ".list.element"), ".list.item")
		if _, twice := p.leaves[column]; twice {
			return nil, fmt.Errorf("found the column %s twice, expected different names", wording.Quote(column))
		}
		p.leaves[column] = int(leaf.ColumnIndex)
		p.lists[column] = leaf.MaxRepetitionLevel > 0
		p.columns = append(p.columns, column)
	}
	return p, nil
}

func (r *parquetReader) restrict(columns []string) {
	for _, c := range columns {
		if leaf, ok := r.leaves[c]; ok {
			r.wanted[c] = &parquetColumn{leaf: leaf, meaning: r.meanings[leaf]}
		}
	}
}

func (r *parquetReader) next() (_ record, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			err = fmt.Errorf("%s: row %d: %w", r.name, max(r.row, 1), err)
		}
	}()
	defer parquet.Recover(&err)
	r.wrong = nil
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
	for name, c := range r.wanted {
		if err := c.advance(); err != nil {
			return nil, fmt.Errorf("column %s: found a Parquet file that is damaged: %w", wording.Quote(name), err)
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

func (r *parquetReader) text(column string) (string, bool) {
	c, ok := r.wanted[column]
	if !ok {
		return "", false
	}
	if r.lists[column] {
		r.isWrong(column, errors.New("found a list, expected one value"))
	}
	if len(c.current) == 0 || c.current[0].IsNull() {
		return "", false
	}
	return r.valid(column, c.meaning.text(c.current[0])), true
}

// valid returns a text of a column, which must be UTF-8.
func (r *parquetReader) valid(column, text string) string {
	if !utf8.ValidString(text) {
		r.isWrong(column, fmt.Errorf("found %s, expected UTF-8", wording.Quote(text)))
	}
	return text
}

// isWrong remembers what is wrong with a cell of this row, unless another one is.
func (r *parquetReader) isWrong(column string, err error) {
	if r.wrong == nil {
		r.wrong = &cellError{column, err}
	}
}

func (r *parquetReader) fault() error { return r.wrong }

func (r *parquetReader) texts(column string) (texts []string) {
	if c, ok := r.wanted[column]; ok {
		for _, v := range c.current {
			switch {
			case !v.IsNull():
				texts = append(texts, r.valid(column, c.meaning.text(v)))
			case len(c.current) > 1: // a list without elements is one null, too
				r.isWrong(column, errNullText)
			}
		}
	}
	return texts
}

func (r *parquetReader) number(column string) (float64, error) {
	c, ok := r.wanted[column]
	if !ok || len(c.current) == 0 || c.current[0].IsNull() {
		return absent, nil
	}
	if r.lists[column] {
		return 0, errors.New("found a list, expected a number")
	}
	return c.meaning.number(c.current[0])
}

// A parquetColumn reads the values of one column.
type parquetColumn struct {
	leaf    int
	meaning meaning
	values  pq.ColumnChunkValueReader
	buffer  [256]pq.Value
	ready   []pq.Value // of buffer, not taken yet
	current []pq.Value // of the current row; texts are those of the buffer, valid until advance
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
			c.current = append(c.current, v.Clone())
			c.ready = c.ready[1:]
			continue
		}
		return nil
	}
}
