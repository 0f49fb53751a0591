package rows

import (
	"bufio"
	"encoding/binary"
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	flatbuffers "github.com/google/flatbuffers/go"
)

// fieldNames appends the names of fields, with dots into structs.
func fieldNames(names []string, prefix string, fields []arrow.Field) []string {
	for _, f := range fields {
		if inner, ok := f.Type.(*arrow.StructType); ok {
			names = fieldNames(names, prefix+f.Name+".", inner.Fields())
		} else {
			names = append(names, prefix+f.Name)
		}
	}
	return names
}

// mostOfSchema is how many bytes the schema of an Arrow file may have.
const mostOfSchema = 1 << 20

var errSchema = errors.New("its schema contradicts itself")

// checkSchema fails if the schema at the start of a stream, which stays unread, has lists that are longer than itself:
// the library would take memory for as many elements as they say.
func checkSchema(in *bufio.Reader) (err error) {
	defer func() {
		if recover() != nil {
			err = errSchema
		}
	}()
	const ahead = 8 // bytes before the message: a mark, and its length
	start, err := in.Peek(ahead)
	if err != nil {
		return err
	}
	length := binary.LittleEndian.Uint32(start[4:])
	if length > mostOfSchema {
		return errSchema
	}
	message, err := in.Peek(ahead + int(length))
	if err != nil {
		return err
	}
	message = message[ahead:]
	root := flatbuffers.Table{Bytes: message, Pos: flatbuffers.GetUOffsetT(message)}
	var schema flatbuffers.Table
	root.Union(&schema, flatbuffers.UOffsetT(root.Offset(slot(2))))
	fields := 0
	return checkLists(schema, slot(1), slot(2), &fields)
}

// checkLists checks the fields of a schema or a field, and its metadata, which are in these slots. count is of all fields.
func checkLists(t flatbuffers.Table, fields, metadata flatbuffers.VOffsetT, count *int) error {
	for _, list := range []flatbuffers.VOffsetT{fields, metadata} {
		at := flatbuffers.UOffsetT(t.Offset(list))
		if at == 0 {
			continue
		}
		n, start := t.VectorLen(at), t.Vector(at)
		if n < 0 || n > (len(t.Bytes)-int(start))/4 {
			return errSchema
		}
		for i := range n {
			if *count++; *count > mostOfSchema {
				return errSchema
			}
			element := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(start + flatbuffers.UOffsetT(4*i))}
			if list == fields {
				if err := checkLists(element, slot(5), slot(6), count); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// slot is where a table of FlatBuffers says where its field of a number is.
func slot(n int) flatbuffers.VOffsetT { return flatbuffers.VOffsetT(4 + 2*n) }
