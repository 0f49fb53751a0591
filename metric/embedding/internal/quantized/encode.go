package quantized

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Content is what a table is made of.
type Content struct {
	Dim         int
	Values      []int8    // Rows×Dim row-major, from Quantize
	Scales      []float32 // len Rows, from Quantize
	Words       []string  // by falling count; the first len(Scales) have a vector
	Counts      []int64   // len(Words)
	TotalTokens int64
}

// Quantize writes the integers nearest to row/scale to values, len(row), ties going to the even one,
// and returns the scale: max|x|/127 rounded up to scaleBits significant bits, 0 for a row of zeros.
// Rounding up keeps every integer within ±127.
func Quantize(row []float32, values []int8) (scale float32) {
	largest := 0.0
	for _, x := range row {
		largest = max(largest, math.Abs(float64(x)))
	}
	clear(values)
	if largest == 0 {
		return 0
	}
	fraction, exponent := math.Frexp(largest / 127) // fraction in [0.5, 1)
	scale = float32(math.Ldexp(math.Ceil(math.Ldexp(fraction, scaleBits)), exponent-scaleBits))
	for k, x := range row {
		values[k] = int8(math.RoundToEven(float64(x) / float64(scale)))
	}
	return scale
}

// Encode returns c in the file form. header supplies the digests and the median; its other fields
// follow from c.
func Encode(c Content, header Header) ([]byte, error) {
	h := header
	h.Dim, h.Rows, h.Words, h.TotalTokens = c.Dim, len(c.Scales), len(c.Words), c.TotalTokens
	if len(c.Values) != h.Rows*h.Dim || len(c.Counts) != h.Words {
		return nil, fmt.Errorf("quantized table: %d values for %d rows of %d, %d counts for %d words",
			len(c.Values), h.Rows, h.Dim, len(c.Counts), h.Words)
	}
	var lengths, text, counts []byte
	for i, word := range c.Words {
		if len(word) < 1 || len(word) > math.MaxUint8 {
			return nil, fmt.Errorf("quantized table: word %d, %q: found %d bytes, expected 1 to 255", i+1, word,
				len(word))
		}
		delta := c.Counts[i]
		if i > 0 {
			delta = c.Counts[i-1] - c.Counts[i]
		}
		if delta < 0 {
			return nil, fmt.Errorf("quantized table: word %d, %q: the counts do not fall", i+1, word)
		}
		lengths = append(lengths, byte(len(word)))
		text = append(text, word...)
		counts = binary.AppendUvarint(counts, uint64(delta))
	}
	for i, scale := range c.Scales {
		if !goodScale(scale) {
			return nil, fmt.Errorf("quantized table: row %d has the scale %v", i+1, scale)
		}
	}
	h.TextBytes, h.CountBytes = len(text), len(counts)
	b := appendHeader(nil, h)
	for _, scale := range c.Scales {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scale))
	}
	for i := range c.Scales {
		squares := uint32(0)
		for _, q := range c.Values[i*c.Dim : (i+1)*c.Dim] {
			squares += uint32(int32(q) * int32(q))
		}
		b = binary.LittleEndian.AppendUint32(b, squares)
	}
	for _, q := range c.Values {
		b = append(b, byte(q))
	}
	b = append(b, lengths...)
	b = append(b, text...)
	b = append(b, counts...)
	_, err := parseHeader(string(b)) // nothing is written that could not be opened
	return b, err
}
