package convert

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A gram accumulates the Gram matrix Σ x xᵀ of rows x of dim components, in the order in which they come.
type gram struct {
	dim  int
	rows int64            // how many came
	sum  blas64.Symmetric // of the rows that left buf
	buf  []float64        // rows that wait, row-major
}

// gramRows is how many rows are multiplied at a time. A block of 300 components fits in a second-level
// cache, and is long enough for the product to be worth its start.
const gramRows = 256

func newGram(dim int) *gram {
	return &gram{
		dim: dim,
		sum: blas64.Symmetric{N: dim, Stride: dim, Data: make([]float64, dim*dim), Uplo: blas.Upper},
		buf: make([]float64, 0, gramRows*dim),
	}
}

// next returns a place, len dim, for one more row, which the caller fills before the next call. It holds
// arbitrary numbers.
func (g *gram) next() []float64 {
	if len(g.buf) == cap(g.buf) {
		g.flush()
	}
	at := len(g.buf)
	g.buf = g.buf[:at+g.dim]
	g.rows++
	return g.buf[at:]
}

// flush multiplies the rows that wait.
func (g *gram) flush() {
	if n := len(g.buf) / g.dim; n > 0 {
		rows := blas64.General{Rows: n, Cols: g.dim, Stride: g.dim, Data: g.buf}
		blas64.Syrk(blas.Trans, 1, rows, 1, g.sum)
	}
	g.buf = g.buf[:0]
}

// reset forgets all rows.
func (g *gram) reset() {
	clear(g.sum.Data)
	g.rows, g.buf = 0, g.buf[:0]
}

// merge adds the rows of other, which has none waiting.
func (g *gram) merge(other *gram) {
	for k, v := range other.sum.Data {
		g.sum.Data[k] += v
	}
	g.rows += other.rows
}

// mean returns (Σ x xᵀ)/n as a matrix of its own, zero if there are no rows.
func (g *gram) mean() *mat.SymDense {
	g.flush()
	data := slices.Clone(g.sum.Data)
	for k := range data {
		data[k] /= float64(max(g.rows, 1))
	}
	return mat.NewSymDense(g.dim, data)
}

// principal holds the eigenvectors of a mean Gram matrix: the directions in which rows extend.
type principal struct {
	variances []float64   // mean square of the rows' coordinates, largest first; none negative, rounding errors made 0
	direction [][]float64 // unit vectors, len dim each
}

// errEigen is returned where the iteration for eigenvalues does not end, which no finite matrix is known to cause.
var errEigen = errors.New("no eigenvectors found")

// newPrincipal decomposes m. The sign of an eigenvector is arbitrary; here the component of largest
// absolute value, the first of several, is positive. Directions of equal variance are an arbitrary basis.
func newPrincipal(m *mat.SymDense) (principal, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return principal{}, errEigen
	}
	values := eigen.Values(nil) // ascending
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	dim := len(values)
	p := principal{variances: make([]float64, dim), direction: make([][]float64, dim)}
	// The error of an eigenvalue is a small multiple of the largest one's last bit (Weyl).
	noise := float64(dim) * 0x1p-52 * values[dim-1]
	for i := range dim {
		column := dim - 1 - i
		if v := values[column]; v > noise {
			p.variances[i] = v
		}
		p.direction[i] = mat.Col(nil, column, &vectors)
		fixSign(p.direction[i])
	}
	return p, nil
}

// silence sets variances of at most noise to zero: nothing extends there but rounding errors.
func (p *principal) silence(noise float64) {
	for j, v := range p.variances {
		if v <= noise {
			p.variances[j] = 0
		}
	}
}

func fixSign(v []float64) {
	var largest float64
	for _, x := range v {
		if math.Abs(x) > math.Abs(largest) {
			largest = x
		}
	}
	if largest < 0 {
		for k := range v {
			v[k] = -v[k]
		}
	}
}
