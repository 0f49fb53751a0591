// Package quantized is the file format of the vectors that are built into the program: int8 rows with
// one scale each, and the word counts of the corpus, in a single piece that opens quickly.
//
// All numbers are little-endian. The sections follow one another without gaps:
//
//	header    headerSize bytes, see Header
//	scales    Rows × float32
//	squares   Rows × uint32, the sum of the squared values of each row
//	values    Rows × Dim × int8
//	lengths   Words × uint8, the length of each word in bytes
//	text      the words, one after another, by falling count
//	counts    Words × uvarint: the first count, then by how much each is below the one before
//
// The first Rows words are those that have a vector. A row is scale × values. The scale has at most
// scaleBits significant bits, so that the product is exact in float32 and the sum of its squares
// exact in float64, in any order of summation.
package quantized

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A Header is the fixed part at the start of a table.
type Header struct {
	Dim         int   // components of a vector, 1 to MaxDim
	Rows        int   // words with a vector, at least 1
	Words       int   // words with a count, at least Rows
	TextBytes   int   // length of the text section
	CountBytes  int   // length of the counts section
	TotalTokens int64 // size of the corpus

	// MedianNorm and the digests are what package embedding would compute of the content. They are
	// kept so that opening need not.
	MedianNorm        float64
	VectorDigest      [32]byte
	FrequenciesDigest [32]byte
}

// MaxDim is the largest dimension for which the sum of squares of a row stays exact in float64's 53
// bits: twice scaleBits for scale², 14 bits for 127², 9 bits for the number of components.
const MaxDim = 512

const (
	scaleBits  = 15
	headerSize = 120
	version    = 1
	magic      = "wrd q8\r\n" // the line end shows a transfer in text mode
	maxCount   = math.MaxInt32
)

// goodScale reports whether 127 times the scale, and every smaller multiple, is a float32: the scale
// has no more than scaleBits significant bits and is neither NaN, negative nor near the end of the range.
func goodScale(scale float32) bool {
	const spareBits = 1<<(24-scaleBits) - 1
	return math.Float32bits(scale)&spareBits == 0 && scale >= 0 && scale <= math.MaxFloat32/128
}

// appendHeader writes h in its file form.
func appendHeader(b []byte, h Header) []byte {
	b = append(b, magic...)
	for _, x := range []int{version, h.Dim, h.Rows, h.Words, h.TextBytes, h.CountBytes} {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(h.TotalTokens))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(h.MedianNorm))
	b = append(b, h.VectorDigest[:]...)
	b = append(b, h.FrequenciesDigest[:]...)
	return append(b, make([]byte, 8)...) // room for later, and a multiple of 8
}

// parseHeader reads and checks the header at the start of data, and that data has exactly the length
// the header calls for.
func parseHeader(data string) (Header, error) {
	if len(data) < headerSize {
		return Header{}, fmt.Errorf("quantized table: found %d bytes, expected at least %d", len(data), headerSize)
	}
	if data[:8] != magic {
		return Header{}, fmt.Errorf("quantized table: found %q at the beginning, expected %q", data[:8], magic)
	}
	head := []byte(data[8:headerSize])
	var n [6]int
	for i := range n {
		x := binary.LittleEndian.Uint32(head[4*i:])
		if x > maxCount {
			return Header{}, fmt.Errorf("quantized table: number %d of the header: found %d, expected at most %d",
				i+1, x, maxCount)
		}
		n[i] = int(x)
	}
	if n[0] != version {
		return Header{}, fmt.Errorf("quantized table: found version %d, expected %d", n[0], version)
	}
	h := Header{Dim: n[1], Rows: n[2], Words: n[3], TextBytes: n[4], CountBytes: n[5]}
	h.TotalTokens = int64(binary.LittleEndian.Uint64(head[24:]))
	h.MedianNorm = math.Float64frombits(binary.LittleEndian.Uint64(head[32:]))
	copy(h.VectorDigest[:], head[40:])
	copy(h.FrequenciesDigest[:], head[72:])
	if h.Dim < 1 || h.Dim > MaxDim {
		return Header{}, fmt.Errorf("quantized table: found %d dimensions, expected 1 to %d", h.Dim, MaxDim)
	}
	if h.Rows < 1 || h.Rows > h.Words {
		return Header{}, fmt.Errorf("quantized table: %d rows for %d words", h.Rows, h.Words)
	}
	if h.TotalTokens < 1 {
		return Header{}, errors.New("quantized table: no tokens in the corpus")
	}
	want := int64(headerSize) + int64(h.Rows)*int64(8+h.Dim) + int64(h.Words) + int64(h.TextBytes) + int64(h.CountBytes)
	if int64(len(data)) != want {
		return Header{}, fmt.Errorf("quantized table: found %d bytes, expected %d", len(data), want)
	}
	return h, nil
}
