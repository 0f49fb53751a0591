package parquet

import (
	"io"

	pq "github.com/parquet-go/parquet-go"
)

const (
	// A row group ends after so many rows or so many bytes of text, whichever comes first. Its columns are
	// held in memory until then.
	groupRows  = 50_000
	groupBytes = 24 << 20
	// So many rows, or a few more bytes of text than so many, go to the columns at once: a call for each row takes as
	// long as all else, and a page, which ends between two calls, should not grow much beyond its size.
	blockRows  = 64
	blockBytes = 64 << 10
)

// A blockWriter writes rows, a value of each column after the other, in blocks of rows. It must not be shared between
// goroutines.
type blockWriter struct {
	writer  *pq.GenericWriter[any]
	group   *pq.ConcurrentRowGroupWriter // the current row group
	columns []*pq.ColumnWriter           // of group
	values  [][]pq.Value                 // of each column in the current block
	next    int                          // the column of the next value
	bytes   []byte                       // the texts of the block
	inBlock int                          // rows in it
	inGroup int                          // rows in the row group
	// groupBytes are those of texts and lists in the row group.
	groupBytes int
}

func newBlockWriter(w io.Writer, name string, run Run, columns []column) *blockWriter {
	schema := pq.NewSchema(name, newOrderedGroup(columns))
	writer := pq.NewGenericWriter[any](w, writerOptions(schema, run)...)
	group := writer.BeginRowGroup()
	return &blockWriter{
		writer: writer, group: group, columns: group.ColumnWriters(), values: make([][]pq.Value, len(group.ColumnWriters())),
	}
}

// text returns a value in the memory of the block.
func (w *blockWriter) text(s string) pq.Value {
	start := len(w.bytes)
	w.bytes = append(w.bytes, s...)
	return pq.ByteArrayValue(w.bytes[start:])
}

// required appends the value of a column that has one in every row.
func (w *blockWriter) required(v pq.Value) { w.value(v, 0, 0) }

// present appends the value of a column that may have none, and absent none.
func (w *blockWriter) present(v pq.Value) { w.value(v, 0, 1) }
func (w *blockWriter) absent()            { w.value(pq.NullValue(), 0, 0) }

// element appends element i of a list that is in several columns, to the k-th of them.
func (w *blockWriter) element(k, i int, v pq.Value) {
	column := w.next + k
	w.values[column] = append(w.values[column], v.Level(min(i, 1), 1, column))
}

// endList ends a list of n elements in so many columns.
func (w *blockWriter) endList(columns, n int) {
	w.groupBytes += 16 * columns * n
	for range columns {
		if n == 0 {
			w.absent()
		} else {
			w.next++
		}
	}
}

func (w *blockWriter) value(v pq.Value, repetition, definition int) {
	w.values[w.next] = append(w.values[w.next], v.Level(repetition, definition, w.next))
	w.next++
}

// endRow ends a row, which has a value of each column.
func (w *blockWriter) endRow() error {
	w.next = 0
	w.inBlock++
	w.inGroup++
	if w.inBlock == blockRows || len(w.bytes) >= blockBytes {
		if err := w.endBlock(); err != nil {
			return err
		}
	}
	if w.inGroup == groupRows || w.groupBytes+len(w.bytes) >= groupBytes {
		return w.endGroup()
	}
	return nil
}

// endBlock hands the rows of the block to the columns.
func (w *blockWriter) endBlock() error {
	w.groupBytes += len(w.bytes)
	w.inBlock, w.bytes = 0, w.bytes[:0]
	for i, values := range w.values {
		w.values[i] = values[:0]
		if len(values) == 0 {
			continue
		}
		if _, err := w.columns[i].WriteRowValues(values); err != nil {
			return err
		}
	}
	return nil
}

// endGroup writes the row group.
func (w *blockWriter) endGroup() error {
	if err := w.endBlock(); err != nil {
		return err
	}
	w.inGroup, w.groupBytes = 0, 0
	_, err := w.group.Commit()
	return err
}

// close writes the end of the file. It does not close the io.Writer.
func (w *blockWriter) close() error {
	if err := w.endGroup(); err != nil {
		return err
	}
	return w.writer.Close()
}
