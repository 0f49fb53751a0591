package embedding

import (
	"encoding/binary"
	"io"

	"github.com/wordrotator/wrd/metric/internal/safetensors"
)

// A Tensor is what the header of a safetensors file says of one array of numbers: its Name, its Type, such as F32, its
// Shape, and in Offsets where its bytes begin and end, from the end of the header. NumberSize is how many bytes a
// number takes, 0 if the type is not one of F64, F32, F16, BF16, I64, I32 and I8.
type Tensor struct {
	safetensors.Tensor
	numbers encoding
}

// ReadTensors reads the header of a safetensors file: what tensors there are, in the order of their names. Their
// numbers begin behind the header, whose length in bytes is size. The shape of a tensor fits its bytes if NumberSize
// knows its type; whether the file has that many bytes is not checked. Numbers are in little-endian order, row after
// row.
func ReadTensors(r io.Reader) (tensors []*Tensor, size int64, err error) {
	list, size, err := safetensors.ReadHeader(r)
	for _, one := range list {
		t := &Tensor{Tensor: *one}
		if size := one.NumberSize(); size > 0 {
			t.numbers, _ = encodingOf(binary.LittleEndian, kinds[one.Type], size)
		}
		tensors = append(tensors, t)
	}
	return tensors, size, err
}

// kinds are the first parts of the types of tensors, as encodingOf calls them.
var kinds = map[string]string{"F64": "f", "F32": "f", "F16": "f", "BF16": "bf", "I8": "i", "I32": "i", "I64": "i"}

// Number returns the number at the start of b, which must have NumberSize bytes, which must not be 0.
func (t *Tensor) Number(b []byte) float64 { return t.numbers.at(b) }

// Row widens or rounds the numbers in b to float32; there must be len(row) of them. It fails if one of them is not
// finite, or too large for float32, and names the component, from 1.
func (t *Tensor) Row(row []float32, b []byte) error { return t.numbers.decode(row, b) }
