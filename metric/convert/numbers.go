package convert

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// hash is defined at Info.
func (c *Converter) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s%s\n%s\n%s\n", fileMagic, c.info.Letters, c.info.Vectors.Digest, c.info.Frequencies.Digest)
	if l := c.info.Layer; c.info.isLayer() {
		fmt.Fprintf(h, "%s\n%d\n%q\n", l.Encoder.Digest, l.Number, l.Precision)
	}
	h.Write(c.numbers())
	return hex.EncodeToString(h.Sum(nil))
}

// numbers returns what was learned, as float64 in little-endian order:
//
//	A, M, Z: the mean, dim
//	Z: the factor of each feature, dim
//	A: the directions, each dim
//	W, U: the constant a; the probability of an unlisted word
//	R, P: the share of each direction; the directions, each dim
//	C: the upper triangle of A₃, row by row
//
// How many directions there are is in the Info: the lengths of Removed.
func (c *Converter) numbers() []byte {
	b := make([]byte, 0, 8*c.info.numbers())
	put := func(values ...float64) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	if c.f1 != nil {
		put(c.f1.mean...)
		put(c.f1.scale...)
		put(slices.Concat(c.f1.top.vectors...)...)
	}
	if c.info.Letters.alpha2 != 0 {
		put(c.weighting.a, c.weighting.unknown)
	}
	if c.directions != nil {
		put(c.directions.shares...)
		put(slices.Concat(c.directions.vectors...)...)
	}
	if c.conceptor != nil {
		for i := range c.info.Dim {
			put(c.conceptor.matrix.Data[i*c.info.Dim:][i:c.info.Dim]...)
		}
	}
	return b
}

// numbers is how many numbers a converter with this Info has.
func (info *Info) numbers() int {
	var n int
	switch info.Letters.f1 {
	case 'A':
		n += info.Dim * (1 + len(info.Vocabulary.Removed))
	case 'M':
		n += info.Dim
	case 'Z':
		n += 2 * info.Dim
	}
	if info.Letters.alpha2 != 0 {
		n += 2
	}
	switch info.Letters.f3 {
	case 'R', 'P':
		n += (1 + info.Dim) * len(info.Common.Removed)
	case 'C':
		n += info.Dim * (info.Dim + 1) / 2
	}
	return n
}

// The constant a of a saved converter is in this range. Real ones are near 1e-3; for others a/(p+a) might be no
// number.
const minA, maxA = 1e-30, 1e30

// maxScale is the largest factor of a feature under Z: 1/σ of the smallest float32 there is, with room for constant.
const maxScale = 1e60

// setNumbers is the inverse of numbers, for a converter whose Info has been checked. It lets nothing pass
// that could make a converted vector infinite.
func (c *Converter) setNumbers(data []byte) error {
	l, dim := c.info.Letters, c.info.Dim
	if want := 8 * c.info.numbers(); len(data) != want {
		return fmt.Errorf("found %d bytes of numbers, expected %d", len(data), want)
	}
	r := &numberReader{data: data}
	if l.centres() {
		c.f1 = &affine{mean: r.take(dim, -MaxNorm, MaxNorm)}
	}
	switch l.f1 {
	case 'A':
		shares := c.info.Vocabulary.Removed
		c.f1.top = directions{vectors: r.takeUnit(len(shares), dim), shares: shares}
	case 'Z':
		c.f1.scale = r.take(dim, 0, maxScale)
	}
	if l.alpha2 != 0 {
		c.weighting = makeWeighting(l.alpha2, r.take(1, minA, maxA)[0], r.take(1, 0, 1)[0])
	}
	switch l.f3 {
	case 'R', 'P':
		n := len(c.info.Common.Removed)
		c.directions = &directions{shares: r.take(n, 0, 1), vectors: r.takeUnit(n, dim)}
	case 'C':
		a3 := mat.NewSymDense(dim, nil)
		for i := range dim {
			copy(a3.RawSymmetric().Data[i*dim+i:], r.take(dim-i, -1-unitTol, 1+unitTol))
		}
		full := fullConceptor(a3)
		c.conceptor = &full
	}
	return r.err
}

// A numberReader takes numbers from data, of which there are enough, and remembers the first that is wrong.
type numberReader struct {
	data []byte
	at   int
	err  error
}

// take returns the next n numbers, which should be from least to most.
func (r *numberReader) take(n int, least, most float64) []float64 {
	values := make([]float64, n)
	for k := range values {
		v := math.Float64frombits(binary.LittleEndian.Uint64(r.data[8*r.at:]))
		r.at++
		if !(least <= v && v <= most) && r.err == nil { // NaN is in no range
			r.err = fmt.Errorf("number %d: found %v, expected %v to %v", r.at, v, least, most)
		}
		values[k] = v
	}
	return values
}

// unitTol is how far the square of a unit vector may be from 1, and a component beyond it. Eigenvectors are better
// than 1e-12.
const unitTol = 1e-9

// takeUnit returns the next n unit vectors.
func (r *numberReader) takeUnit(n, dim int) [][]float64 {
	vectors := make([][]float64, n)
	for j := range vectors {
		vectors[j] = r.take(dim, -1-unitTol, 1+unitTol)
		if s := floats.Dot(vectors[j], vectors[j]); math.Abs(s-1) > unitTol && r.err == nil {
			r.err = fmt.Errorf("found a direction of length %v, expected 1", math.Sqrt(s))
		}
	}
	return vectors
}
