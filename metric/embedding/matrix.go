package embedding

import (
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// A matrix is the rows of a table as vector code likes them: every row starts on a 64-byte boundary
// and is padded with zeros to a multiple of 16 components, so a kernel needs neither unaligned loads
// nor a tail loop.
type matrix struct {
	dim    int
	stride int       // dim rounded up to a multiple of lane
	data   []float32 // rows × stride
}

// lane is the number of float32 in 64 bytes: a cache line, and the widest vector register in use.
const lane = 16

// MaxDim is the largest dimension that is accepted. No published vectors come near it; a larger
// number in a file is damage.
const MaxDim = 1 << 16

func newMatrix(rows, dim int) matrix {
	stride := (dim + lane - 1) / lane * lane
	return matrix{dim: dim, stride: stride, data: alignedFloats(rows * stride)}
}

func (m *matrix) row(i int) []float32 {
	at := i * m.stride
	return m.data[at : at+m.dim : at+m.dim]
}

// alignedFloats returns n zeros that start on a 64-byte boundary.
func alignedFloats(n int) []float32 {
	data := make([]float32, n+lane-1)
	past := int(uintptr(unsafe.Pointer(unsafe.SliceData(data))) / unsafe.Sizeof(data[0]) % lane)
	skip := (lane - past) % lane
	return data[skip : skip+n : skip+n]
}

// Norm returns the Euclidean length of a vector, to the bit as Store.Norm has it. Each square is exact in float64, so a
// fused multiply-add changes nothing and the result is the same on every machine. Four running sums keep the processor
// busy.
func Norm(row []float32) float64 {
	var a, b, c, d float64
	for len(row) >= 4 {
		w, x, y, z := float64(row[0]), float64(row[1]), float64(row[2]), float64(row[3])
		a += w * w
		b += x * x
		c += y * y
		d += z * z
		row = row[4:]
	}
	for _, x := range row {
		a += float64(x) * float64(x)
	}
	return math.Sqrt((a + b) + (c + d))
}

// median is numpy.median: the middle value, or the mean of the middle two. len(values) must be positive.
func median(values []float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

// CheckDim returns an error for a dimension outside 1 to [MaxDim].
func CheckDim(dim int) error {
	if dim < 1 || dim > MaxDim {
		return fmt.Errorf("%d dimensions, expected 1 to %d", dim, MaxDim)
	}
	return nil
}

func finite(x float32) bool { return x-x == 0 }
