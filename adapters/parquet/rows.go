package parquet

import (
	"encoding/binary"
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// A row group ends after so many rows or so many bytes, whichever comes first. Its columns are held in memory until
	// then, compressed.
	groupRows  = 50_000
	groupBytes = 12 << 20
	// Pages are looked at after so many rows or so many bytes of text, whichever comes first, and end beyond pageBytes.
	blockRows  = 64
	blockBytes = 64 << 10
	pageBytes  = 256 << 10
)

// A rowWriter writes a file row by row, a value of each column after the other. It makes the pages itself, from numbers
// and texts of one type each: the library, which has the schema, the encodings and the footer, takes values of any
// type, which is slow, most of all for lists. It must not be shared between goroutines.
type rowWriter struct {
	out     io.Writer
	offset  int64 // in the file
	footer  format.FileMetaData
	indexes []pageIndexes // of each column of each row group
	columns []columnWriter
	next    int // the column of the next value
	inGroup int // rows in the row group
	inBlock int // rows since pages were looked at
	texts   int // bytes of texts since then
	begun   bool
}

// pageIndexes say where the pages of a column are and what is in them.
type pageIndexes struct {
	column format.ColumnIndex
	offset format.OffsetIndex
}

func newRowWriter(out io.Writer, name string, run Run, columns []column) *rowWriter {
	schema := pq.NewSchema(name, newOrderedGroup(columns))
	empty := pq.NewGenericWriter[any](io.Discard, writerOptions(schema, run)...) // has the schema as files have it
	empty.Close()
	memory := &pageMemory{codec: newCodec()}
	w := &rowWriter{out: out, footer: *empty.File().Metadata()}
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		w.columns = append(w.columns, newColumnWriter(path, leaf, memory))
	}
	return w
}

// value begins the value of the next column.
func (w *rowWriter) value() *columnWriter {
	c := &w.columns[w.next]
	w.next++
	c.count(0, 1)
	return c
}

func (w *rowWriter) long(x int64)     { c := w.value(); c.longs = append(c.longs, x) }
func (w *rowWriter) integer(x int)    { c := w.value(); c.integers = append(c.integers, int32(x)) }
func (w *rowWriter) number(x float64) { c := w.value(); c.numbers = append(c.numbers, x) }
func (w *rowWriter) optional(x *float64) {
	if x == nil {
		w.absent()
	} else {
		w.number(*x)
	}
}
func (w *rowWriter) truth(x bool)  { c := w.value(); c.truths = append(c.truths, x) }
func (w *rowWriter) text(s string) { w.value().text(s); w.texts += len(s) }
func (w *rowWriter) absent()       { w.columns[w.next].count(0, 0); w.next++ }

// list begins a list of n elements in the next column, whose values are added to the column that it returns.
func (w *rowWriter) list(n int) *columnWriter {
	c := &w.columns[w.next]
	w.next++
	c.countList(n)
	return c
}

func (w *rowWriter) textElement(c *columnWriter, s string) { c.text(s); w.texts += len(s) }

func (w *rowWriter) textList(list []string) {
	c := w.list(len(list))
	for _, s := range list {
		w.textElement(c, s)
	}
}

// endRow ends a row, which has a value of each column.
func (w *rowWriter) endRow() error {
	w.next = 0
	w.inGroup++
	if w.inBlock++; w.inBlock < blockRows && w.texts < blockBytes && w.inGroup < groupRows {
		return nil
	}
	w.inBlock, w.texts = 0, 0
	total := 0
	for i := range w.columns {
		c := &w.columns[i]
		size := c.size()
		total += c.uncompressed + size
		if size >= pageBytes {
			if err := c.endPage(); err != nil {
				return err
			}
		}
	}
	if w.inGroup >= groupRows || total >= groupBytes {
		return w.endGroup()
	}
	return nil
}

// endGroup writes the row group.
func (w *rowWriter) endGroup() error {
	if !w.begun {
		w.begun = true
		if err := w.write([]byte(Magic)); err != nil {
			return err
		}
	}
	if w.inGroup == 0 {
		return nil
	}
	group := format.RowGroup{NumRows: int64(w.inGroup), FileOffset: w.offset, Ordinal: int16(len(w.footer.RowGroups))}
	w.inGroup = 0
	for i := range w.columns {
		c := &w.columns[i]
		if err := c.endPage(); err != nil {
			return err
		}
		chunk, indexes := c.chunk(w.offset)
		for _, page := range c.pages {
			if err := w.write(page); err != nil {
				return err
			}
		}
		c.reset()
		group.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		group.TotalCompressedSize += chunk.MetaData.TotalCompressedSize
		group.Columns = append(group.Columns, chunk)
		w.indexes = append(w.indexes, indexes)
	}
	w.footer.NumRows += group.NumRows
	w.footer.RowGroups = append(w.footer.RowGroups, group)
	return nil
}

// close writes the end of the file. It does not close the io.Writer.
func (w *rowWriter) close() error {
	if err := w.endGroup(); err != nil {
		return err
	}
	chunk := func(i int) *format.ColumnChunk {
		return &w.footer.RowGroups[i/len(w.columns)].Columns[i%len(w.columns)]
	}
	for i := range w.indexes {
		c, start := chunk(i), w.offset
		if err := w.encode(&w.indexes[i].column); err != nil {
			return err
		}
		c.ColumnIndexOffset, c.ColumnIndexLength = start, int32(w.offset-start)
	}
	for i := range w.indexes {
		c, start := chunk(i), w.offset
		if err := w.encode(&w.indexes[i].offset); err != nil {
			return err
		}
		c.OffsetIndexOffset, c.OffsetIndexLength = start, int32(w.offset-start)
	}
	start := w.offset
	if err := w.encode(&w.footer); err != nil {
		return err
	}
	return w.write(append(binary.LittleEndian.AppendUint32(nil, uint32(w.offset-start)), Magic...))
}

// encode writes a part of the format.
func (w *rowWriter) encode(part any) error {
	data, err := thrift.Marshal(new(thrift.CompactProtocol), part)
	if err != nil {
		return err
	}
	return w.write(data)
}

func (w *rowWriter) write(data []byte) error {
	n, err := w.out.Write(data)
	w.offset += int64(n)
	return err
}
