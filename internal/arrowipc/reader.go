// Package arrowipc reads tables in the IPC format of Apache Arrow: streams, and files such as Feather's version 2, with or
// without compression by LZ4 or Zstandard.
//
// [NewReader] reads the schema, [Reader.Next] a batch of rows after another, and [Array.Value] an element of one of its
// columns. A column that nobody asks for costs nothing but its bytes, and may have any type. Damaged input is an error and
// takes no more memory than there is input, up to fixed limits.
//
// It follows the format's specification, https://arrow.apache.org/docs/format/Columnar.html, versions 4 and 5.
package arrowipc

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// StreamMark and FileMark are how a stream and a file begin.
const StreamMark, FileMark = "\xff\xff\xff\xff", "ARROW1\x00\x00"

// Limits in bytes: of the metadata of a message; of a batch, and of what it is without compression.
const mostMessage, mostBatch = 16 << 20, 1 << 30

// mostRows is how many elements a column of a batch may have.
const mostRows = 1 << 31

var errDamaged = errors.New("its parts contradict each other")

// A Reader reads the batches of a stream or file, in order. It must not be shared between goroutines.
type Reader struct {
	Fields []Field

	in           *bufio.Reader
	version      int64
	count, names int                // of all fields; bytes of their names
	encoded      map[int64]*Field   // by the id of their dictionary
	dictionaries map[int64][]*Array // in parts, one after another
	held         []held             // batches that wait
	late, ended  bool               // whether a batch was before its dictionaries, and the end was read
	codecs       codecs
}

// The kinds of messages.
const schemaMessage, dictionaryMessage, batchMessage = 1, 2, 3

// NewReader reads the schema at the start of in.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReader(in), encoded: map[int64]*Field{}, dictionaries: map[int64][]*Array{}}
	if start, _ := r.in.Peek(len(FileMark)); string(start) == FileMark {
		r.in.Discard(len(FileMark))
	}
	t, err := r.schema()
	if err == io.EOF {
		return nil, errors.New("it has no schema")
	}
	if err != nil {
		return nil, err
	}
	schema := t.table(2)
	if t.number(1, 1, 0) != schemaMessage {
		return nil, errors.New("it does not begin with a schema")
	}
	if schema.number(0, 2, 0) != 0 {
		return nil, errors.New("its numbers begin with the highest byte")
	}
	r.version = t.number(0, 2, 0)
	if r.Fields, err = r.fields(schema, 1, 0); err == nil && t.m.damaged {
		err = errDamaged
	}
	return r, err
}

// schema reads the first message. polars writes it into files without its length: it begins with the place of its root,
// which is no length of a schema, and goes to the mark of the next message, which is in none.
func (r *Reader) schema() (table, error) {
	const leastSchema = 32 // bytes
	if start, _ := r.in.Peek(4); len(start) < 4 || unsigned(start, 4) == 0 || unsigned(start, 4) >= leastSchema {
		t, _, err := r.message()
		return t, err
	}
	m := new(message)
	for len(m.bytes) <= mostMessage {
		next, err := r.in.Peek(4)
		if err != nil {
			return table{}, io.ErrUnexpectedEOF
		}
		if string(next) == StreamMark {
			return m.root(), nil
		}
		m.bytes = append(m.bytes, next...)
		r.in.Discard(len(next))
	}
	return table{}, fmt.Errorf("a schema of more than %d bytes", mostMessage)
}

// message reads a message and its body; io.EOF where the stream says that it ends.
func (r *Reader) message() (t table, body []byte, err error) {
	length, err := r.word()
	if err == nil && length == 1<<32-1 { // versions before 0.15 of Arrow wrote no such mark
		length, err = r.word()
	}
	switch {
	case err != nil:
		return t, nil, err
	case length == 0:
		return t, nil, io.EOF
	case length > mostMessage:
		return t, nil, fmt.Errorf("a message of %d bytes", length)
	}
	m := new(message)
	if m.bytes, err = readAll(r.in, length); err != nil {
		return t, nil, err
	}
	t = m.root()
	size := t.number(3, 8, 0)
	if size < 0 || size > mostBatch {
		return t, nil, fmt.Errorf("a batch of %d bytes", size)
	}
	body, err = readAll(r.in, int(size))
	return t, body, err
}

// word reads four bytes. Input never ends before it says so.
func (r *Reader) word() (int, error) {
	var b [4]byte
	if _, err := io.ReadFull(r.in, b[:]); err == io.EOF {
		return 0, errors.New("it ends after a batch, without a mark of the end")
	} else if err != nil {
		return 0, err
	}
	return int(binary.LittleEndian.Uint32(b[:])), nil
}

// readAll reads n bytes. It takes no more memory ahead than twice what there is, or a mebibyte.
func readAll(in io.Reader, n int) ([]byte, error) {
	b := make([]byte, 0, min(n, 1<<20))
	for len(b) < n {
		b = slices.Grow(b, min(n-len(b), max(len(b), 1<<20)))
		k, err := io.ReadFull(in, b[len(b):min(n, cap(b))])
		if b = b[:len(b)+k]; err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// A Batch is some rows.
type Batch struct {
	Rows    int
	Columns []*Array // as the fields of the reader
}

// held are the parts of a batch.
type held struct {
	header table
	body   []byte
}

// Next returns the next batch; io.EOF after the last one. In a file dictionaries may stand behind the batches, as polars
// has them: then all are read first.
func (r *Reader) Next() (*Batch, error) {
	for !r.ended && (r.late || len(r.held) == 0) {
		t, body, err := r.message()
		if r.ended = err == io.EOF; r.ended {
			break
		}
		if err != nil {
			return nil, err
		}
		header := t.table(2)
		switch kind := t.number(1, 1, 0); kind {
		case batchMessage:
			r.held = append(r.held, held{header, body})
			r.late = r.late || len(r.dictionaries) < len(r.encoded)
		case dictionaryMessage:
			if err := r.dictionary(header, body); err != nil {
				return nil, err
			}
		default:
			return nil, fmt.Errorf("a message of the kind %d between batches", kind)
		}
	}
	if len(r.held) == 0 {
		return nil, io.EOF
	}
	next := r.held[0]
	r.held = r.held[1:]
	return r.batch(next.header, next.body)
}

// batch reads a batch of the columns of the schema.
func (r *Reader) batch(t table, body []byte) (*Batch, error) {
	p := r.parts(t, body)
	b := &Batch{Rows: p.rows}
	for i := range r.Fields {
		c := p.column(&r.Fields[i], r.Fields[i].dictionary != nil)
		if c.length != b.Rows {
			p.m.damaged = true
		}
		b.Columns = append(b.Columns, c)
	}
	if p.m.damaged {
		return nil, errDamaged
	}
	return b, nil
}

// dictionary reads a batch of values, which replace or follow those that were there before.
func (r *Reader) dictionary(t table, body []byte) error {
	id := t.number(0, 8, 0)
	field := r.encoded[id]
	if field == nil {
		return fmt.Errorf("a dictionary %d of no column", id)
	}
	p := r.parts(t.table(1), body)
	values := p.column(field, false)
	if p.m.damaged {
		return errDamaged
	}
	if t.number(2, 1, 0) == 0 {
		r.dictionaries[id] = nil
	}
	r.dictionaries[id] = append(r.dictionaries[id], values)
	return nil
}
