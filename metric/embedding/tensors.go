package embedding

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Tensor is what the header of a safetensors file says of one array of numbers.
type Tensor struct {
	Name    string   `json:"-"`
	Type    string   `json:"dtype"` // such as F32
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // where its bytes begin and end, from the end of the header
	numbers encoding
}

// maxSafeTensorsHeader is the format's own limit.
const maxSafeTensorsHeader = 100_000_000

// ReadTensors reads the header of a safetensors file: what tensors there are, in the order of their names. Their
// numbers begin behind the header, whose length in bytes is size. The shape of a tensor fits its bytes if NumberSize
// knows its type; whether the file has that many bytes is not checked. Numbers are in little-endian order, row after
// row.
func ReadTensors(r io.Reader) (tensors []*Tensor, size int64, err error) {
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, 0, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxSafeTensorsHeader {
		return nil, 0, fmt.Errorf("found a header of %d bytes, expected at most %d", n, maxSafeTensorsHeader)
	}
	var header bytes.Buffer // grows with what comes in
	if _, err := io.CopyN(&header, r, int64(n)); err != nil {
		return nil, 0, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(header.Bytes(), &fields); err != nil {
		return nil, 0, fmt.Errorf("header: %w", err)
	}
	if err := checkMembers(header.Bytes()); err != nil {
		return nil, 0, fmt.Errorf("header: %w", err)
	}
	delete(fields, "__metadata__")
	for name, field := range fields {
		t := &Tensor{Name: name}
		if err := json.Unmarshal(field, t); err != nil {
			return nil, 0, fmt.Errorf("header: tensor %s: %w", quote([]byte(name)), err)
		}
		if err := t.check(); err != nil {
			return nil, 0, fmt.Errorf("header: tensor %s: %w", quote([]byte(name)), err)
		}
		tensors = append(tensors, t)
	}
	slices.SortFunc(tensors, func(a, b *Tensor) int { return strings.Compare(a.Name, b.Name) })
	return tensors, int64(len(length)) + int64(n), nil
}

// checkMembers fails if a valid JSON object has two members of one name, of which encoding/json silently takes the
// last.
func checkMembers(object []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil { // the brace
		return err
	}
	seen := map[json.Token]bool{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("found the tensor %s twice, expected different names", quote(fmt.Append(nil, name)))
		}
		seen[name] = true
		var member json.RawMessage
		if err := decoder.Decode(&member); err != nil {
			return err
		}
	}
	return nil
}

// check compares shape and place, of a tensor with numbers that are known here.
func (t *Tensor) check() error {
	const most = 1 << 48
	if t.Offsets[0] < 0 || t.Offsets[0] > t.Offsets[1] || t.Offsets[1] > most {
		return fmt.Errorf("found the offsets %d to %d", t.Offsets[0], t.Offsets[1])
	}
	kinds := map[string]struct {
		kind string
		size int
	}{"F64": {"f", 8}, "F32": {"f", 4}, "F16": {"f", 2}, "BF16": {"bf", 2}, "I8": {"i", 1}, "I32": {"i", 4},
		"I64": {"i", 8}}
	k, ok := kinds[t.Type]
	if !ok {
		return nil
	}
	t.numbers, _ = encodingOf(binary.LittleEndian, k.kind, k.size)
	want := int64(k.size)
	for _, n := range t.Shape {
		if n < 0 || n > 0 && want > most/n {
			return fmt.Errorf("found the shape %d", t.Shape)
		}
		want *= n
	}
	if found := t.Offsets[1] - t.Offsets[0]; found != want {
		return fmt.Errorf("found %d bytes, the shape %d of %s needs %d", found, t.Shape, t.Type, want)
	}
	return nil
}

// NumberSize returns how many bytes a number takes, 0 if the type is not one of F64, F32, F16, BF16, I64, I32 and I8.
func (t *Tensor) NumberSize() int { return t.numbers.size }

// Number returns the number at the start of b, which must have NumberSize bytes, which must not be 0.
func (t *Tensor) Number(b []byte) float64 { return t.numbers.at(b) }

// Row widens or rounds the numbers in b to float32; there must be len(row) of them. It fails if one of them is not
// finite, or too large for float32, and names the component, from 1.
func (t *Tensor) Row(row []float32, b []byte) error { return t.numbers.decode(row, b) }
