// Package safetensors reads the header of safetensors files, which arrays of numbers there are and where, and numbers
// as they are stored there and in other binary files.
package safetensors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Tensor is what the header says of one array of numbers.
type Tensor struct {
	Name    string   `json:"-"`
	Type    Type     `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // where its bytes begin and end, from the end of the header
}

// MaxHeader is the format's own limit of the length of a header in bytes.
const MaxHeader = 100_000_000

// ReadHeader reads the header of a file: what tensors there are, in the order of their names. Their numbers begin
// behind the header, whose length in bytes is size. The shape of a tensor fits its bytes if its type is one of numbers;
// whether the file has that many bytes is not checked. Numbers are in little-endian order, row after row.
func ReadHeader(r io.Reader) (tensors []*Tensor, size int64, err error) {
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, 0, err
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > MaxHeader {
		return nil, 0, fmt.Errorf("found a header of %d bytes, expected at most %d", n, MaxHeader)
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
			return nil, 0, fmt.Errorf("header: tensor %s: %w", quote(name), err)
		}
		if err := t.check(); err != nil {
			return nil, 0, fmt.Errorf("header: tensor %s: %w", quote(name), err)
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
			return fmt.Errorf("found the tensor %s twice, expected different names", quote(fmt.Sprint(name)))
		}
		seen[name] = true
		var member json.RawMessage
		if err := decoder.Decode(&member); err != nil {
			return err
		}
	}
	return nil
}

// check compares shape and place, of a tensor with numbers of a known type.
func (t *Tensor) check() error {
	const most = 1 << 48
	if t.Offsets[0] < 0 || t.Offsets[0] > t.Offsets[1] || t.Offsets[1] > most {
		return fmt.Errorf("found the offsets %d to %d", t.Offsets[0], t.Offsets[1])
	}
	want := int64(t.Type.Size())
	if want == 0 {
		return nil
	}
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

// quote shows a name, of which a damaged file can have long ones.
func quote(name string) string {
	const most = 40
	if len(name) > most {
		return strconv.Quote(name[:most]) + "…"
	}
	return strconv.Quote(name)
}
