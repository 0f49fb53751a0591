// Package arrowtest writes tables in the IPC format of Apache Arrow, for tests of what reads them.
package arrowtest

import (
	"bytes"
	"encoding/binary"
	"math"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/wordrotator/wrd/internal/arrowipc"
)

// A Field is a column: a Null, Int of 64 bits, Float, Bool, Text, Binary, LargeText, TextView, List, LargeList or Struct.
type Field struct {
	Name       string
	Type       arrowipc.Type
	Single     bool // of a Float: 32 bits, not 64
	Dictionary bool // of a Text: with a dictionary, which every batch adds its new values to
	Children   []Field
}

// Options say how a table is written.
type Options struct {
	File      bool // with the marks of a file, without its footer
	Polars    bool // without the length of the schema, and with dictionaries behind the batches
	LZ4, Zstd bool
}

// Write returns batches of rows. A row has a value for each field: nil, an int, a float64, a bool, a string, an []any, or
// an []any of a struct's members.
func Write(o Options, fields []Field, batches ...[][]any) []byte {
	w := &writer{Options: o, known: map[*Field][]any{}}
	if o.File {
		w.out.WriteString(arrowipc.FileMark)
	}
	w.message(1, func(b *flatbuffers.Builder) flatbuffers.UOffsetT {
		list := w.fields(b, fields)
		b.StartObject(4)
		b.PrependUOffsetTSlot(1, list, 0)
		return b.EndObject()
	})
	for _, rows := range batches {
		var batch columns
		for i := range fields {
			f := &fields[i]
			cells := make([]any, len(rows))
			for k, row := range rows {
				cells[k] = row[i]
			}
			if f.Dictionary {
				cells = w.indices(f, int64(i), cells)
				f = &Field{Type: arrowipc.Int}
			}
			w.column(&batch, f, cells)
		}
		w.batch(3, &batch, len(rows), 0, false)
	}
	w.late.WriteTo(&w.out)
	w.out.WriteString(arrowipc.StreamMark + "\x00\x00\x00\x00")
	if o.File {
		w.out.WriteString("footer")
	}
	return w.out.Bytes()
}

type writer struct {
	Options
	out   bytes.Buffer
	late  bytes.Buffer // dictionaries
	body  []byte
	known map[*Field][]any // the values of dictionaries
}

type columns struct{ nodes, buffers, views []int64 }

// message writes a message with the body that there is.
func (w *writer) message(kind byte, header func(*flatbuffers.Builder) flatbuffers.UOffsetT) {
	b := flatbuffers.NewBuilder(0)
	at := header(b)
	b.StartObject(5)
	b.PrependInt16Slot(0, 4, 0)
	b.PrependByteSlot(1, kind, 0)
	b.PrependUOffsetTSlot(2, at, 0)
	b.PrependInt64Slot(3, int64(len(w.body)), 0)
	b.Finish(b.EndObject())
	metadata := padded(b.FinishedBytes())
	out := &w.out
	if w.Polars && kind == 2 {
		out = &w.late
	}
	if !w.Polars || kind != 1 {
		out.WriteString(arrowipc.StreamMark)
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(metadata))))
	}
	out.Write(metadata)
	out.Write(w.body)
	w.body = nil
}

func padded(b []byte) []byte { return append(b, make([]byte, (8-len(b)%8)%8)...) }

func (w *writer) fields(b *flatbuffers.Builder, fields []Field) flatbuffers.UOffsetT {
	var places []flatbuffers.UOffsetT
	for i := range fields {
		f := &fields[i]
		name, children := b.CreateString(f.Name), w.fields(b, f.Children)
		var encoding flatbuffers.UOffsetT
		if f.Dictionary {
			index := intType(b)
			b.StartObject(4)
			b.PrependInt64Slot(0, int64(i), 0)
			b.PrependUOffsetTSlot(1, index, 0)
			encoding = b.EndObject()
		}
		typ := intType(b)
		if f.Type == arrowipc.Float {
			b.StartObject(1)
			b.PrependInt16Slot(0, map[bool]int16{true: 1, false: 2}[f.Single], 0)
			typ = b.EndObject()
		} else if f.Type != arrowipc.Int {
			b.StartObject(0)
			typ = b.EndObject()
		}
		b.StartObject(7)
		b.PrependUOffsetTSlot(0, name, 0)
		b.PrependBoolSlot(1, true, false)
		b.PrependByteSlot(2, byte(f.Type), 0)
		b.PrependUOffsetTSlot(3, typ, 0)
		b.PrependUOffsetTSlot(4, encoding, 0)
		b.PrependUOffsetTSlot(5, children, 0)
		places = append(places, b.EndObject())
	}
	return b.CreateVectorOfTables(places)
}

func intType(b *flatbuffers.Builder) flatbuffers.UOffsetT {
	b.StartObject(2)
	b.PrependInt32Slot(0, 64, 0)
	b.PrependBoolSlot(1, true, false)
	return b.EndObject()
}

// indices writes the new values of a dictionary, and returns the places of all.
func (w *writer) indices(f *Field, id int64, cells []any) (indices []any) {
	known := w.known[f]
	before := len(known)
	for _, cell := range cells {
		at := 0
		for at < len(known) && known[at] != cell {
			at++
		}
		if at == len(known) {
			known = append(known, cell)
		}
		indices = append(indices, at)
	}
	w.known[f] = known
	if before < len(known) {
		var values columns
		outer := w.body
		w.body = nil
		w.column(&values, &Field{Type: f.Type}, known[before:])
		w.batch(2, &values, len(known)-before, id, before > 0)
		w.body = outer
	}
	return indices
}

// batch writes a batch of rows or, as message 2, of a dictionary.
func (w *writer) batch(kind byte, c *columns, rows int, id int64, more bool) {
	w.message(kind, func(b *flatbuffers.Builder) flatbuffers.UOffsetT {
		list := func(numbers []int64, each int) flatbuffers.UOffsetT {
			b.StartVector(8*each, len(numbers)/each, 8)
			for i := range numbers {
				b.PrependInt64(numbers[len(numbers)-1-i])
			}
			return b.EndVector(len(numbers) / each)
		}
		nodes, buffers, views := list(c.nodes, 2), list(c.buffers, 2), list(c.views, 1)
		var compression flatbuffers.UOffsetT
		if w.LZ4 || w.Zstd {
			b.StartObject(2)
			b.PrependBoolSlot(0, w.Zstd, false)
			compression = b.EndObject()
		}
		b.StartObject(5)
		b.PrependInt64Slot(0, int64(rows), 0)
		b.PrependUOffsetTSlot(1, nodes, 0)
		b.PrependUOffsetTSlot(2, buffers, 0)
		b.PrependUOffsetTSlot(3, compression, 0)
		b.PrependUOffsetTSlot(4, views, 0)
		batch := b.EndObject()
		if kind != 2 {
			return batch
		}
		b.StartObject(3)
		b.PrependInt64Slot(0, id, 0)
		b.PrependUOffsetTSlot(1, batch, 0)
		b.PrependBoolSlot(2, more, false)
		return b.EndObject()
	})
}

func (w *writer) buffer(c *columns, content []byte) {
	size := binary.LittleEndian.AppendUint64(nil, uint64(len(content)))
	switch {
	case len(content) == 0:
	case w.Zstd:
		z, _ := zstd.NewWriter(nil)
		content = z.EncodeAll(content, size)
		z.Close()
	case w.LZ4:
		packed := bytes.NewBuffer(size)
		z := lz4.NewWriter(packed)
		z.Apply(lz4.BlockSizeOption(lz4.Block64Kb))
		z.Write(content)
		z.Close()
		content = packed.Bytes()
	}
	c.buffers = append(c.buffers, int64(len(w.body)), int64(len(content)))
	w.body = padded(append(w.body, content...))
}

// column adds a column, of cells.
func (w *writer) column(c *columns, f *Field, cells []any) {
	valid, nulls := make([]byte, (len(cells)+7)/8), int64(0)
	var data, long []byte
	var inner []any
	wide := f.Type == arrowipc.LargeText || f.Type == arrowipc.LargeList
	offset := func(n int) {
		if wide {
			data = binary.LittleEndian.AppendUint64(data, uint64(n))
		} else {
			data = binary.LittleEndian.AppendUint32(data, uint32(n))
		}
	}
	isText := f.Type == arrowipc.Text || f.Type == arrowipc.Binary || f.Type == arrowipc.LargeText
	isList := f.Type == arrowipc.List || f.Type == arrowipc.LargeList
	if isText || isList {
		offset(0)
	}
	for i, cell := range cells {
		if cell == nil {
			nulls++
		} else {
			valid[i/8] |= 1 << (i % 8)
		}
		text, _ := cell.(string)
		list, _ := cell.([]any)
		switch whole, _ := cell.(int); {
		case isText:
			long = append(long, text...)
			offset(len(long))
		case isList:
			inner = append(inner, list...)
			offset(len(inner))
		case f.Type == arrowipc.TextView:
			view := make([]byte, 16)
			binary.LittleEndian.PutUint32(view, uint32(len(text)))
			if copy(view[4:], text); len(text) > 12 {
				binary.LittleEndian.PutUint64(view[8:], uint64(len(long))<<32)
				long = append(long, text...)
			}
			data = append(data, view...)
		case f.Type == arrowipc.Float:
			x, _ := cell.(float64)
			if f.Single {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
			} else {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
			}
		case f.Type == arrowipc.Bool:
			if data = append(data, make([]byte, len(valid)-len(data))...); cell == true {
				data[i/8] |= 1 << (i % 8)
			}
		case f.Type == arrowipc.Int:
			data = binary.LittleEndian.AppendUint64(data, uint64(whole))
		}
	}
	c.nodes = append(c.nodes, int64(len(cells)), nulls)
	if f.Type == arrowipc.Null {
		return
	}
	w.buffer(c, valid)
	if f.Type == arrowipc.Struct {
		for k := range f.Children {
			members := make([]any, len(cells))
			for i, cell := range cells {
				if list, ok := cell.([]any); ok {
					members[i] = list[k]
				}
			}
			w.column(c, &f.Children[k], members)
		}
		return
	}
	w.buffer(c, data)
	switch {
	case isList:
		w.column(c, &f.Children[0], inner)
	case f.Type == arrowipc.TextView:
		c.views = append(c.views, 1)
		w.buffer(c, long)
	case isText:
		w.buffer(c, long)
	}
}
