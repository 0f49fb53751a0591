package parquet

import (
	"fmt"
	"io"
	"slices"
	"unsafe"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/file"
)

const (
	// A row group ends after so many rows or so many bytes, whichever comes first. Its columns are held in memory until
	// then.
	groupRows  = 50_000
	groupBytes = 12 << 20
	// Values are handed over after so many rows.
	blockRows = 64
	pageBytes = 256 << 10
)

// A rowWriter writes a file row by row, a value of each column after the other. It must not be shared between goroutines.
type rowWriter struct {
	name    string    // of the rows, which errors begin with
	out     io.Writer // of a *file.Output, errors are its own: they say what is wrong with which file
	file    *pq.GenericWriter[any]
	columns []columnValues
	next    int // the column of the next value
	inGroup int // rows in the row group
	inBlock int // rows that are not handed over yet
	bytes   int // of the values of the row group
}

// columnValues are the values of a column that are not handed over yet.
type columnValues struct {
	leaf   pq.LeafColumn
	values []pq.Value
}

func newRowWriter(out io.Writer, name string, run Run, columns []column) *rowWriter {
	schema := pq.NewSchema(name, newOrderedGroup(columns))
	options := writerOptions(schema, run)
	if slices.ContainsFunc(columns, func(c column) bool { return c.name == "segment" }) {
		options = append(options, pq.KeyValueMetadata(FromKey, "0"))
	}
	w := &rowWriter{name: name, out: out, file: pq.NewGenericWriter[any](out, options...)}
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		w.columns = append(w.columns, columnValues{leaf: leaf})
	}
	return w
}

// add adds a value, or one that is absent, with its levels.
func (c *columnValues) add(v pq.Value, repetition, definition int) {
	c.values = append(c.values, v.Level(repetition, definition, int(c.leaf.ColumnIndex)))
}

// value adds the value of the next column.
func (w *rowWriter) value(v pq.Value) {
	c := &w.columns[w.next]
	w.next++
	w.bytes += 8
	c.add(v, 0, int(c.leaf.MaxDefinitionLevel))
}

func (w *rowWriter) long(x int64)     { w.value(pq.Int64Value(x)) }
func (w *rowWriter) integer(x int)    { w.value(pq.Int32Value(int32(x))) }
func (w *rowWriter) number(x float64) { w.value(pq.DoubleValue(x)) }
func (w *rowWriter) optional(x *float64) {
	if x == nil {
		w.absent()
	} else {
		w.number(*x)
	}
}
func (w *rowWriter) truth(x bool)  { w.value(pq.BooleanValue(x)) }
func (w *rowWriter) text(s string) { w.value(w.textValue(s)) }
func (w *rowWriter) absent()       { w.columns[w.next].add(pq.NullValue(), 0, 0); w.next++ }

func (w *rowWriter) textValue(s string) pq.Value {
	w.bytes += len(s)
	return pq.ByteArrayValue(unsafe.Slice(unsafe.StringData(s), len(s)))
}

// list adds the list of n elements of the next column.
func (w *rowWriter) list(n int, element func(i int) pq.Value) {
	c := &w.columns[w.next]
	w.next++
	if n == 0 {
		c.add(pq.NullValue(), 0, int(c.leaf.MaxDefinitionLevel)-1)
	}
	w.bytes += 8 * n
	for i := range n {
		c.add(element(i), min(i, 1), int(c.leaf.MaxDefinitionLevel))
	}
}

func (w *rowWriter) textList(list []string) {
	w.list(len(list), func(i int) pq.Value { return w.textValue(list[i]) })
}

// endRow ends a row, which has a value of each column.
func (w *rowWriter) endRow() error {
	w.next = 0
	w.inGroup++
	w.inBlock++
	switch {
	case w.inGroup >= groupRows || w.bytes >= groupBytes:
		return w.failed(w.endGroup())
	case w.inBlock >= blockRows:
		return w.failed(w.handOver())
	}
	return nil
}

// failed says what an error is about.
func (w *rowWriter) failed(err error) error {
	if err == nil {
		return nil
	}
	if output, ok := w.out.(*file.Output); ok && output.Failed() != nil {
		return output.Failed()
	}
	return fmt.Errorf("%s: %w", w.name, err)
}

// handOver gives the values to the file.
func (w *rowWriter) handOver() error {
	w.inBlock = 0
	for i, to := range w.file.ColumnWriters() {
		c := &w.columns[i]
		if len(c.values) == 0 { // of none, the library computes a pointer that Go's checks of pointers refuse
			continue
		}
		if _, err := to.WriteRowValues(c.values); err != nil {
			return err
		}
		c.values = c.values[:0]
	}
	return nil
}

// endGroup writes the row group.
func (w *rowWriter) endGroup() error {
	if err := w.handOver(); err != nil {
		return err
	}
	w.inGroup, w.bytes = 0, 0
	return w.file.Flush()
}

// Close writes the end of the rows. It does not close what they are written to.
func (w *rowWriter) Close() error {
	if err := w.handOver(); err != nil {
		return w.failed(err)
	}
	return w.failed(w.file.Close())
}
