package arrowipc

import (
	"fmt"
	"slices"
)

// A Type is what a column holds, by its number in the format.
type Type int

// The types, in the order of the format.
const (
	Null Type = iota + 1
	Int
	Float
	Binary
	Text
	Bool
	Decimal
	Date
	Time
	Timestamp
	Interval
	List
	Struct
	Union
	FixedSizeBinary
	FixedSizeList
	Map
	Duration
	LargeBinary
	LargeText
	LargeList
	RunEndEncoded
	BinaryView
	TextView
	ListView
	LargeListView
)

var typeNames = [...]string{"none", "null", "int", "float", "binary", "utf8", "bool", "decimal", "date", "time", "timestamp",
	"interval", "list", "struct", "union", "fixed_size_binary", "fixed_size_list", "map", "duration", "large_binary",
	"large_utf8", "large_list", "run_end_encoded", "binary_view", "utf8_view", "list_view", "large_list_view"}

// String returns the name that the format has for the type.
func (t Type) String() string { return typeNames[t] }

// A Field describes a column, or what is in the elements of one.
type Field struct {
	Name     string
	Children []Field // of a struct its members, of a list its elements
	kind
	dictionary *dictionary // of which the column has indices; nil for values
}

// IsStruct says whether Value can be asked for the members of the column.
func (f *Field) IsStruct() bool { return f.typ == Struct && f.dictionary == nil }

// A kind is how the elements of a column are stored.
type kind struct {
	typ     Type
	buffers int  // besides those of views; the first says which elements are null, unless it is a union
	bits    int  // of an element of the second buffer, which are values or, one more than elements, offsets
	signed  bool // of an Int
	scale   int  // of a Decimal
	unit    int  // of a Time or Timestamp: 10⁻³ᵘⁿⁱᵗ seconds
	zone    bool // whether a Timestamp is a moment, in UTC, or what a clock shows somewhere
	size    int  // of a FixedSizeList: how many elements
}

// A dictionary has the values of columns, under an id.
type dictionary struct {
	id    int64
	index kind
}

// Limits of what a schema may have. The widest tables of people have thousands of columns.
const mostFields, mostDepth = 1 << 16, 64

// fields reads the fields in a list of a table, which are inside so many others.
func (r *Reader) fields(t table, list, depth int) ([]Field, error) {
	start, n := t.list(list, 4)
	if r.count += n; r.count > mostFields || depth > mostDepth {
		return nil, fmt.Errorf("more than %d columns, or columns inside %d others", mostFields, mostDepth)
	}
	fields := make([]Field, n)
	for i := range fields {
		at := table{t.m, t.m.below(start + 4*i)}
		f := &fields[i]
		f.Name = at.text(0)
		if r.names += len(f.Name); r.names > mostMessage {
			return nil, fmt.Errorf("names of columns of more than %d bytes", mostMessage)
		}
		var err error
		if f.kind, err = r.kind(Type(at.number(2, 1, 0)), at.table(3)); err != nil {
			return nil, err
		}
		if encoding := at.table(4); encoding.at != 0 {
			f.dictionary = &dictionary{id: encoding.number(0, 8, 0), index: kind{typ: Int, buffers: 2, bits: 32, signed: true}}
			if index := encoding.table(1); index.at != 0 {
				if f.dictionary.index, err = r.kind(Int, index); err != nil {
					return nil, err
				}
			}
			r.encoded[f.dictionary.id] = f
		}
		if f.Children, err = r.fields(at, 5, depth+1); err != nil {
			return nil, err
		}
		if children := len(f.Children); children != 1 && slices.Contains([]Type{List, LargeList, FixedSizeList, Map}, f.typ) {
			return nil, fmt.Errorf("a %s of %d types", f.typ, children)
		}
	}
	return fields, nil
}

// kind reads a type, and the table that belongs to it.
func (r *Reader) kind(typ Type, t table) (kind, error) {
	k, widths := kind{typ: typ, buffers: 2}, []int{0, 1, 32, 64, 128}
	switch typ {
	case Null, RunEndEncoded:
		k.buffers = 0
	case Int:
		k.bits, k.signed, widths = int(t.number(0, 4, 0)), t.number(1, 1, 0) != 0, []int{8, 16, 32, 64}
	case Float:
		k.bits, widths = 16<<(t.number(0, 2, 0)&3), []int{16, 32, 64}
	case Decimal:
		k.scale, k.bits, widths = int(t.number(1, 4, 0)), int(t.number(2, 4, 128)), []int{32, 64, 128, 256}
	case Date:
		k.bits = 32 << (t.number(0, 2, 1) & 1)
	case Time:
		k.unit, k.bits, widths = int(t.number(0, 2, 1)&3), int(t.number(1, 4, 32)), []int{32, 64}
	case Timestamp:
		k.unit, k.bits, k.zone = int(t.number(0, 2, 0)&3), 64, t.text(1) != ""
	case Bool:
		k.bits = 1
	case Text, Binary:
		k.bits, k.buffers = 32, 3
	case LargeText, LargeBinary:
		k.bits, k.buffers = 64, 3
	case TextView, BinaryView:
		k.bits = 128
	case List, Map:
		k.bits = 32
	case LargeList:
		k.bits = 64
	case ListView, LargeListView:
		k.buffers = 3
	case Struct:
		k.buffers = 1
	case FixedSizeList:
		k.buffers, k.size = 1, int(t.number(0, 4, 0))
	case Union:
		k.buffers = 1 + int(t.number(0, 2, 0)&1) // types, and of a dense one offsets
		if r.version < 4 {
			k.buffers++
		}
	case Interval, FixedSizeBinary, Duration:
	default:
		return k, fmt.Errorf("a column of the type %d, which this program does not know", typ)
	}
	if !slices.Contains(widths, k.bits) || k.size < 0 {
		return k, fmt.Errorf("a column of the type %s with %d bits", typ, k.bits)
	}
	return k, nil
}
