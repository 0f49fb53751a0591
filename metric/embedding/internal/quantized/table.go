package quantized

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A Table is an opened piece of the format. It points into the bytes it was opened from and does not
// change, so any number of goroutines may use it.
type Table struct {
	Header
	Text string // the words, one after another: a view of the table's bytes

	scales  string
	squares string
	values  string
	lengths string
	counts  string
}

// Open reads the header and finds the sections. It copies nothing.
func Open(data string) (*Table, error) {
	h, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	rest := data[headerSize:]
	cut := func(n int) (section string) {
		section, rest = rest[:n], rest[n:]
		return section
	}
	t := &Table{Header: h}
	t.scales = cut(4 * h.Rows)
	t.squares = cut(4 * h.Rows)
	t.values = cut(h.Rows * h.Dim)
	t.lengths = cut(h.Words)
	t.Text = cut(h.TextBytes)
	t.counts = cut(h.CountBytes)
	return t, nil
}

// Offsets returns where the first n words begin in Text, and after them where the last one ends: len
// n+1. n is at most Words.
func (t *Table) Offsets(n int) ([]uint32, error) {
	offsets := make([]uint32, n+1)
	var at uint32
	for i := range n {
		if t.lengths[i] == 0 {
			return nil, fmt.Errorf("quantized table: word %d is empty", i+1)
		}
		at += uint32(t.lengths[i])
		offsets[i+1] = at
	}
	if int(at) > len(t.Text) || (n == t.Words && int(at) != len(t.Text)) {
		return nil, fmt.Errorf("quantized table: %d bytes of words, lengths add up to %d", len(t.Text), at)
	}
	return offsets, nil
}

// Norm returns the Euclidean length of row i.
func (t *Table) Norm(i int) float64 {
	scale := float64(t.scale(i))
	// Exact under the root, so it is the length that any careful summation finds.
	return math.Sqrt(scale * scale * float64(uint32At(t.squares, i)))
}

func (t *Table) scale(i int) float32 { return math.Float32frombits(uint32At(t.scales, i)) }

// uint32At returns number i of a section of uint32.
func uint32At(section string, i int) uint32 {
	b := section[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Dequantize writes the rows lo to hi-1 to dst, the first of them at its start and each stride after the
// one before.
func (t *Table) Dequantize(lo, hi int, dst []float32, stride int) {
	for i := lo; i < hi; i++ {
		dequantizeRow(dst[(i-lo)*stride:][:t.Dim], t.values[i*t.Dim:], t.scale(i))
	}
}

// dequantizeRow writes scale times the first len(row) of the bytes in values to row.
func dequantizeRow(row []float32, values string, scale float32) {
	values = values[:len(row)]
	for k := range row {
		row[k] = float32(int8(values[k])) * scale
	}
}

// Counts returns how often each of the Words words occurs in the corpus.
func (t *Table) Counts() ([]int64, error) {
	counts := make([]int64, t.Words)
	rest := []byte(t.counts)
	var count int64
	for i := range counts {
		delta, n := binary.Uvarint(rest)
		if n <= 0 || delta > math.MaxInt64 || (i > 0 && int64(delta) > count) {
			return nil, fmt.Errorf("quantized table: count %d is damaged", i+1)
		}
		rest = rest[n:]
		if i == 0 {
			count = int64(delta)
		} else {
			count -= int64(delta)
		}
		counts[i] = count
	}
	if len(rest) != 0 {
		return nil, fmt.Errorf("quantized table: %d bytes after the last count", len(rest))
	}
	return counts, nil
}
