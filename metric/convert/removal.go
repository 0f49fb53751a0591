package convert

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// directions removes what rows have in common: x ↦ x − Σ rⱼ vⱼvⱼᵀx. That is f₁ of A after centring, and f₃ of R
// and P.
type directions struct {
	vectors [][]float64 // vⱼ, orthonormal, len dim each
	shares  []float64   // rⱼ in [0, 1]
}

// floor is the part of a vector below which the rest of a subtraction is rounding errors of float64, and far below
// the rounding of its float32 components. Such a rest is set to zero: it would give a word mass in a
// direction that means nothing.
const floor = 1e-12

// remove changes x, len dim.
func (d *directions) remove(x []float64) {
	before := floats.Dot(x, x)
	for j, v := range d.vectors {
		floats.AddScaled(x, -d.shares[j]*floats.Dot(v, x), v)
	}
	clearRest(x, before)
}

// clearRest sets x to zero if next to nothing is left of the square of its length before a subtraction.
func clearRest(x []float64, before float64) {
	if floats.Dot(x, x) <= floor*floor*before {
		clear(x)
	}
}

// wholly removes the top n directions, those of variance zero excepted: there is nothing to remove, and
// which way they point is chance.
func wholly(p principal, n int) directions {
	var d directions
	for j := range min(n, len(p.variances)) {
		if p.variances[j] > 0 {
			d.vectors = append(d.vectors, p.direction[j])
			d.shares = append(d.shares, 1)
		}
	}
	return d
}

// piecewise removes of the top n directions the share σⱼ²/Σσ²; variances are proportional to σ². Directions of
// variance zero have a share of zero and are left out.
func piecewise(p principal, n int) directions {
	d := wholly(p, n)
	sum := floats.Sum(p.variances[:len(d.vectors)])
	for j := range d.shares {
		d.shares[j] = p.variances[j] / sum
	}
	return d
}

// A conceptor is f₃ of C, a symmetric matrix A₃ that shrinks each direction by what sentences and stop
// words have in it.
type conceptor struct {
	matrix blas64.General // dim×dim
}

// newConceptor returns A₃ = ((I−C)⁻¹ + (I−C_sw)⁻¹ − I)⁻¹ from the principal directions of R + R_sw.
//
// With C = R(R+I)⁻¹ we have I − C = (R+I)⁻¹, so (I−C)⁻¹ = I + R, the same holds for stop words, and
//
//	A₃ = (I + R + R_sw)⁻¹ = Σ vⱼvⱼᵀ/(1+λⱼ)
//
// where λⱼ ≥ 0 and vⱼ are eigenvalues and eigenvectors of R + R_sw. Nothing that is inverted can be singular, not
// even where a conceptor is the identity to the last bit.
func newConceptor(p principal) conceptor {
	dim := len(p.variances)
	a3 := mat.NewSymDense(dim, nil)
	for j, v := range p.direction {
		a3.SymRankOne(a3, 1/(1+p.variances[j]), mat.NewVecDense(dim, v))
	}
	return fullConceptor(a3)
}

func fullConceptor(a3 *mat.SymDense) conceptor {
	var full mat.Dense
	full.CloneFrom(a3)
	return conceptor{full.RawMatrix()}
}

// panel is how many columns of A₃ are multiplied at a time. gonum starts goroutines for a product of four
// blocks of 64×64 or more, and batch×panel is three: the batches of a table are on all cores already,
// and a sentence should not pay for goroutines.
const panel = 192

// multiply writes rows·A₃ to dst, both n×dim row-major with n ≤ batch. A row of the result depends on its
// own row only, to the last bit.
func (c *conceptor) multiply(dst, rows []float64, n int) {
	dim := c.matrix.Cols
	x := blas64.General{Rows: n, Cols: dim, Stride: dim, Data: rows}
	for at := 0; at < dim; at += panel {
		width := min(panel, dim-at)
		columns := blas64.General{Rows: dim, Cols: width, Stride: dim, Data: c.matrix.Data[at:]}
		out := blas64.General{Rows: n, Cols: width, Stride: dim, Data: dst[at:]}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x, columns, 0, out)
	}
}
