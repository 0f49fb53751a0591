package safetensors

import (
	"encoding/binary"
	"encoding/json"
)

// A Writer makes a file of arrays of numbers. The zero value is ready for use.
type Writer struct {
	header map[string]*Tensor
	data   []byte
}

// Add adds an array: its numbers row after row, each little-endian, as many as the shape says.
func (w *Writer) Add(name string, kind Type, shape []int64, numbers []byte) {
	if w.header == nil {
		w.header = map[string]*Tensor{}
	}
	begin := int64(len(w.data))
	w.data = append(w.data, numbers...)
	w.header[name] = &Tensor{Type: kind, Shape: shape, Offsets: [2]int64{begin, int64(len(w.data))}}
}

// Bytes returns the file.
func (w *Writer) Bytes() ([]byte, error) {
	text, err := json.Marshal(w.header)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	return append(append(out, text...), w.data...), nil
}
