package encoder

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"

	"github.com/wordrotator/wrd/internal/safetensors"
)

// A tensor is a matrix, or a vector as a matrix of one row, that lies in the file of the weights.
type tensor struct {
	*safetensors.Tensor
	rows, columns int
	data          []byte // a part of the file
	scales        []byte // of integers: a float32 for each row
}

// scaleSuffix makes the name of the tensor that holds the scales of a tensor of integers: component k of row j is
// scales[j] times integer k of it.
const scaleSuffix = ".scale"

// Types of integers. A byte of pairs has two of 4 bits, in two's complement, the first one in its lower half, so that the
// tensor is half as wide as the matrix.
const (
	integersOf8 = "I8"
	pairsOf4    = "U8"
)

// tensors are those of a file, by name.
type tensors struct {
	all  map[string]*safetensors.Tensor
	data []byte
}

// openTensors reads the header of a safetensors file and checks that the tensors fill the rest of it without gaps, as
// the format has it.
func openTensors(content []byte) (*tensors, error) {
	in := bytes.NewReader(content)
	list, begin, err := safetensors.ReadHeader(in)
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("found %d bytes, expected more: the file is cut off", len(content))
		}
		return nil, err
	}
	t := &tensors{all: map[string]*safetensors.Tensor{}, data: content[begin:]}
	for _, one := range list {
		t.all[one.Name] = one
	}
	slices.SortFunc(list, func(a, b *safetensors.Tensor) int {
		return cmp.Or(cmp.Compare(a.Offsets[0], b.Offsets[0]), cmp.Compare(a.Offsets[1], b.Offsets[1]))
	})
	at := int64(0)
	for _, one := range list {
		if one.Offsets[0] != at {
			return nil, fmt.Errorf("tensor %q: found it at byte %d behind the header, expected %d, where the tensor "+
				"before it ends", one.Name, one.Offsets[0], at)
		}
		at = one.Offsets[1]
	}
	if size := int64(len(t.data)); at != size {
		return nil, fmt.Errorf("found %d bytes behind the header, expected %d", size, at)
	}
	return t, nil
}

// has says whether there is a tensor of this name.
func (t *tensors) has(name string) bool { return t.all[name] != nil }

// find returns the tensor with one of the names, of which the first is what errors call it. It must have the given shape:
// rows and columns, or of a vector the number of components.
func (t *tensors) find(shape []int64, names ...string) (*tensor, error) {
	var found *safetensors.Tensor
	for _, name := range names {
		if found = t.all[name]; found != nil {
			break
		}
	}
	if found == nil {
		return nil, fmt.Errorf("tensor %q: found none, expected one of shape %d", names[0], shape)
	}
	pairs := found.Type == pairsOf4 && len(shape) == 2 && shape[1]%2 == 0
	stored := shape
	if pairs {
		stored = []int64{shape[0], shape[1] / 2}
	}
	if !slices.Equal(found.Shape, stored) {
		return nil, fmt.Errorf("tensor %q: found the shape %d, expected %d", found.Name, found.Shape, stored)
	}
	if !found.Type.Exact() && !pairs {
		return nil, fmt.Errorf("tensor %q: found numbers of type %s, expected F32, F16, BF16 or I8", found.Name,
			found.Type)
	}
	m := &tensor{Tensor: found, rows: 1, columns: int(shape[len(shape)-1]),
		data: t.data[found.Offsets[0]:found.Offsets[1]]}
	if len(shape) == 2 {
		m.rows = int(shape[0])
	}
	if size := m.rows * int(stored[len(stored)-1]); pairs && len(m.data) != size { // of other types it is checked
		return nil, fmt.Errorf("tensor %q: found %d bytes, the shape %d of %s needs %d", found.Name, len(m.data), stored,
			found.Type, size)
	}
	if found.Type == integersOf8 || pairs {
		scales, err := t.find([]int64{int64(m.rows)}, found.Name+scaleSuffix)
		if err != nil {
			return nil, err
		}
		if scales.Type != "F32" {
			return nil, fmt.Errorf("tensor %q: found numbers of type %s, expected F32", scales.Name, scales.Type)
		}
		m.scales = scales.data
	}
	return m, nil
}

// row writes row j to dst, len columns, as float32. It fails if a number is not finite, or cannot be read.
func (m *tensor) row(j int, dst []float32) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer unreadable(&err)
	size := len(m.data) / m.rows
	dst = dst[:m.columns]
	data := m.data[j*size:][:size]
	if m.scales != nil {
		scale := m.scale(j)
		if scale-scale != 0 || !(scale*math.MaxInt8-scale*math.MinInt8 <= math.MaxFloat32) {
			return fmt.Errorf("tensor %q: number %d: found %v, expected a finite number", m.Name+scaleSuffix, j, scale)
		}
		if m.Type == pairsOf4 {
			for k, q := range data {
				pair := &pairOf[q]
				dst[2*k], dst[2*k+1] = pair[0]*scale, pair[1]*scale
			}
			return nil
		}
		for k, q := range data {
			dst[k] = numberOf[q] * scale
		}
		return nil
	}
	if m.Type.Decode(dst, data) {
		return nil
	}
	for k, x := range dst {
		if x-x == 0 {
			continue
		}
		if m.rows > 1 {
			return fmt.Errorf("tensor %q: row %d, column %d: found %v, expected a finite number", m.Name, j, k, x)
		}
		return fmt.Errorf("tensor %q: number %d: found %v, expected a finite number", m.Name, k, x)
	}
	return nil
}

// numberOf are the integers of 8 bits by their byte, which takes less time than to convert them.
var numberOf = func() (list [256]float32) {
	for b := range list {
		list[b] = float32(int8(b))
	}
	return list
}()

// pairOf are the two integers of 4 bits in a byte.
var pairOf = func() (list [256][2]float32) {
	for b := range list {
		list[b] = [2]float32{float32(int8(b<<4) >> 4), float32(int8(b) >> 4)}
	}
	return list
}()

// integers returns those of row j, of 8 bits, and their scale.
func (m *tensor) integers(j int) ([]byte, float32) {
	return m.data[j*m.columns:][:m.columns], m.scale(j)
}

// scale returns the scale of row j of integers.
func (m *tensor) scale(j int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(m.scales[4*j:]))
}

// unreadable, deferred where debug.SetPanicOnFault is on, makes an error of a fault: of a mapped file that was cut off,
// or whose disk fails, while it is used.
func unreadable(err *error) {
	fault := recover()
	if fault == nil {
		return
	}
	if _, ok := fault.(interface{ Addr() uintptr }); !ok {
		panic(fault)
	}
	*err = errUnreadable
}

var errUnreadable = errors.New("found bytes that cannot be read any more, expected the file to stay as it is while it " +
	"is used")

// values returns the only row of a vector.
func (m *tensor) values() ([]float32, error) {
	dst := make([]float32, m.columns)
	return dst, m.row(0, dst)
}
