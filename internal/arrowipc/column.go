package arrowipc

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/wordrotator/wrd/internal/stored"
)

// mostValue is how many bytes a value may have, with all that is in it, where an element counts elementBytes.
const mostValue, elementBytes = 256 << 20, 64

var errLarge = errors.New("a value of more than 256 MiB")

// An Array is a column of a batch, or what is below one.
type Array struct {
	field *Field
	kind
	length     int
	data       [][]byte // buffers: which elements are there (none for all), then as the type has them
	children   []*Array
	indices    bool     // whether the elements are indices
	dictionary []*Array // of what is here, in parts
	packing    *packing // of data, nil where they are checked and without compression
}

// A TypeError says that values of a type cannot be read.
type TypeError struct{ Type Type }

func (e *TypeError) Error() string { return "found the Arrow type " + e.Type.String() }

// Value returns element i, or of a struct what is inside it, in the member of that number and so on: nil for null, a string, which need not be UTF-8, a bool, an int64, a uint64, a float64, a
// stored.Decimal, a []any, or a map[string]any of a struct. Dates and times are strings in ISO 8601, moments in UTC.
func (c *Array) Value(i int, inside ...int) (any, error) {
	for _, member := range inside {
		if err := c.check(); err != nil || c.isNull(i) {
			return nil, err
		}
		c = c.children[member]
	}
	room := mostValue
	return c.value(i, &room)
}

func (c *Array) isNull(i int) bool {
	return len(c.data) > 0 && len(c.data[0]) > 0 && c.data[0][i/8]>>(i%8)&1 == 0
}

// check takes the compression away from the buffers and fails if they are too short; Value has the rest to check.
func (c *Array) check() (err error) {
	if c.packing == nil {
		return nil
	}
	for i, b := range c.data {
		if c.data[i], err = c.packing.unpack(b); err != nil {
			return err
		}
	}
	n := c.length
	if c.hasOffsets() && n > 0 {
		n++
	}
	short := c.typ != Union && len(c.data) > 0 && len(c.data[0]) > 0 && 8*len(c.data[0]) < c.length ||
		c.bits > 0 && 8*len(c.data[1]) < n*c.bits
	for _, below := range c.children {
		short = short || c.typ == Struct && below.length < c.length ||
			c.typ == FixedSizeList && below.length < c.length*c.size
	}
	if short {
		return errDamaged
	}
	c.packing = nil
	return nil
}

func (c *Array) hasOffsets() bool {
	return slices.Contains([]Type{Text, LargeText, List, LargeList, Map}, c.typ)
}

func (c *Array) value(i int, room *int) (any, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if *room -= elementBytes; *room < 0 {
		return nil, errLarge
	}
	switch {
	case i >= c.length:
		return nil, errDamaged
	case c.typ != Union && c.isNull(i):
		return nil, nil
	case c.indices:
		k := c.integer(i)
		for _, part := range c.dictionary {
			if k >= 0 && k < int64(part.length) {
				return part.value(int(k), room)
			}
			k -= int64(part.length)
		}
		return nil, errDamaged
	}
	switch c.typ {
	case Null:
		return nil, nil
	case Bool:
		return c.data[1][i/8]>>(i%8)&1 == 1, nil
	case Int:
		if !c.signed {
			return unsigned(c.element(i), c.bits/8), nil
		}
		return c.integer(i), nil
	case Float:
		switch c.bits {
		case 16:
			return stored.Half(uint16(c.integer(i))), nil
		case 32:
			return float64(math.Float32frombits(uint32(c.integer(i)))), nil
		}
		return math.Float64frombits(uint64(c.integer(i))), nil
	case Decimal:
		b := slices.Clone(c.element(i))
		slices.Reverse(b)
		return stored.Decimal{Unscaled: stored.TwosComplement(b), Scale: c.scale}, nil
	case Date, Time, Timestamp:
		return c.moment(c.integer(i)), nil
	case Text, LargeText:
		from, to, err := c.between(i, len(c.data[2]))
		if err != nil {
			return nil, err
		}
		return text(c.data[2][from:to], room)
	case TextView:
		return c.view(c.element(i), room)
	case List, LargeList, Map, FixedSizeList:
		return c.list(i, room)
	case Struct:
		members := map[string]any{}
		for k, below := range c.children {
			v, err := below.value(i, room)
			if err != nil {
				return nil, err
			}
			members[c.field.Children[k].Name] = v
		}
		return members, nil
	}
	return nil, &TypeError{c.typ}
}

// element returns the bytes of element i in the second buffer, and integer the number in them.
func (c *Array) element(i int) []byte {
	width := c.bits / 8
	return c.data[1][i*width : (i+1)*width]
}

func (c *Array) integer(i int) int64 { return signed(c.element(i), c.bits/8) }

// between returns offsets i and i+1, which must lie in order within n.
func (c *Array) between(i, n int) (from, to int, err error) {
	from, to = int(c.integer(i)), int(c.integer(i+1))
	if from < 0 || from > to || to > n {
		return 0, 0, errDamaged
	}
	return from, to, nil
}

func text(b []byte, room *int) (any, error) {
	if *room -= len(b); *room < 0 {
		return nil, errLarge
	}
	return string(b), nil
}

// view returns the text of a view: its length, and the text itself or where it is.
func (c *Array) view(v []byte, room *int) (any, error) {
	number := func(at int) int { return int(int32(binary.LittleEndian.Uint32(v[at:]))) }
	n, buffer, from := number(0), 2+number(8), number(12)
	switch {
	case n >= 0 && n <= 12:
		return text(v[4:4+n], room)
	case n < 0 || buffer < 2 || buffer >= len(c.data) || from < 0 || from > len(c.data[buffer])-n:
		return nil, errDamaged
	}
	return text(c.data[buffer][from:from+n], room)
}

func (c *Array) list(i int, room *int) (any, error) {
	from, to, err := i*c.size, (i+1)*c.size, error(nil)
	if c.typ != FixedSizeList {
		if from, to, err = c.between(i, c.children[0].length); err != nil {
			return nil, err
		}
	}
	list := []any{}
	for k := from; k < to; k++ {
		v, err := c.children[0].value(k, room)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// moment writes a date or a time.
func (c *Array) moment(n int64) string {
	switch {
	case c.typ == Date && c.bits == 32:
		return stored.Date(n)
	case c.typ == Date: // milliseconds
		return time.UnixMilli(n).UTC().Format(time.DateOnly)
	}
	perSecond := [...]int64{1, 1e3, 1e6, 1e9}[c.unit]
	if c.typ == Time {
		return stored.Time(n, perSecond)
	}
	return stored.Moment(n, perSecond, c.zone)
}
