package rows

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/wordrotator/wrd/internal/wording"
)

// How a stream of Arrow begins, and a file, such as Feather, which has a stream in it.
const arrowStream, arrowFile = "\xff\xff\xff\xff", "ARROW1\x00\x00"

func isArrow(start string) bool {
	return strings.HasPrefix(start, arrowStream) || strings.HasPrefix(start, arrowFile)
}

// openArrow opens the record batches that source holds. Their rows are objects of JSON.
func openArrow(source io.Reader, name string) (*Rows, error) {
	damaged := func(cause any) error {
		return fmt.Errorf("%s: found an Arrow file that is cut off or damaged: %v", name, cause)
	}
	in := &endReader{Reader: bufio.NewReaderSize(source, mostOfSchema+16)}
	if start, _ := in.Peek(len(arrowFile)); string(start) == arrowFile {
		in.Discard(len(arrowFile))
	}
	if err := checkSchema(in.Reader); err != nil {
		return nil, damaged(err)
	}
	batches, err := ipc.NewReader(in, ipc.WithAllocator(arrowMemory{memory.DefaultAllocator}))
	if err != nil {
		return nil, damaged(err)
	}
	columns := fieldNames(nil, "", batches.Schema().Fields())
	var batch arrow.RecordBatch
	at, row, wanted := 0, int64(0), columns
	next := func() (_ record, err error) {
		field := ""
		defer func() {
			if cause := recover(); cause != nil {
				err = damaged(fmt.Sprintf("row %d, column %s: %v", row, wording.Quote(field), cause))
			}
		}()
		for ; batch == nil || at == int(batch.NumRows()); at = 0 {
			switch {
			case batches.Next():
				batch = batches.RecordBatch()
			case batches.Err() != nil:
				return nil, damaged(batches.Err())
			case in.ended:
				return nil, damaged("it ends after a batch, without a mark of the end")
			default:
				return nil, io.EOF
			}
		}
		row++
		o := &object{row, map[string]any{}}
		for i, column := range batch.Columns() {
			field = batch.ColumnName(i)
			if slices.ContainsFunc(wanted, func(c string) bool { return c == field || strings.HasPrefix(c, field+".") }) {
				o.members[field] = arrowValue(column, at)
			}
		}
		at++
		return o, nil
	}
	return &Rows{Name: name, Columns: columns, Free: true, next: next,
		restrict: func(columns []string) { wanted = columns }}, differ(columns, name)
}

// arrowValue returns element i of a column as a member holds it. It panics if the column is damaged.
func arrowValue(column arrow.Array, i int) any {
	if column.IsNull(i) {
		return nil
	}
	switch c := column.(type) {
	case array.StringLike:
		if text := c.Value(i); utf8.ValidString(text) {
			return text
		}
		panic("found bytes that are not UTF-8")
	case *array.Boolean:
		return c.Value(i)
	case *array.Float64:
		return json.Number(strconv.FormatFloat(c.Value(i), 'f', -1, 64))
	case *array.Float32:
		return json.Number(strconv.FormatFloat(float64(c.Value(i)), 'f', -1, 64))
	case *array.Dictionary:
		return arrowValue(c.Dictionary(), c.GetValueIndex(i))
	case *array.Struct:
		members := map[string]any{}
		for k, f := range c.DataType().(*arrow.StructType).Fields() {
			members[f.Name] = arrowValue(c.Field(k), i)
		}
		return members
	case array.ListLike:
		list := []any{}
		for k, end := c.ValueOffsets(i); k < end; k++ {
			list = append(list, arrowValue(c.ListValues(), int(k)))
		}
		return list
	}
	if id := column.DataType().ID(); arrow.IsInteger(id) || arrow.IsDecimal(id) {
		return json.Number(column.ValueStr(i))
	}
	return column.ValueStr(i) // of a date or a time
}

// An endReader knows whether the input ended in the last call: a stream that is whole says before where it ends.
type endReader struct {
	*bufio.Reader
	ended bool
}

func (r *endReader) Read(p []byte) (n int, err error) {
	n, err = r.Reader.Read(p)
	r.ended = err == io.EOF
	return
}

// arrowMemory gives memory to batches. It panics, of which the library makes an error, where a damaged file wants more
// than any batch has.
type arrowMemory struct{ memory.Allocator }

func (m arrowMemory) Allocate(size int) []byte { return m.Allocator.Allocate(bounded(size)) }

func (m arrowMemory) Reallocate(size int, b []byte) []byte {
	return m.Allocator.Reallocate(bounded(size), b)
}

func bounded(size int) int {
	if size > 1<<30 {
		panic(fmt.Errorf("a batch of %d bytes", size))
	}
	return size
}
