package convert

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestGramIsTheSum adds more rows than wait at a time and compares with the definition.
func TestGramIsTheSum(t *testing.T) {
	const dim, rows = 7, 3*gramRows + 5
	r := rand.New(rand.NewPCG(1, 1))
	want := mat.NewSymDense(dim, nil)
	whole, half, rest := newGram(dim), newGram(dim), newGram(dim)
	for i := range rows {
		x := make([]float64, dim)
		for k := range x {
			x[k] = r.NormFloat64()
		}
		want.SymRankOne(want, 1.0/rows, mat.NewVecDense(dim, x))
		copy(whole.next(), x)
		if i < rows/2 {
			copy(half.next(), x)
		} else {
			copy(rest.next(), x)
		}
	}
	if got := whole.mean(); !mat.EqualApprox(got, want, 1e-13) || whole.rows != rows {
		t.Errorf("%d rows, mean\n%v, want\n%v", whole.rows, mat.Formatted(got), mat.Formatted(want))
	}
	half.flush()
	rest.flush()
	half.merge(rest)
	if got := half.mean(); !mat.EqualApprox(got, want, 1e-13) || half.rows != rows {
		t.Errorf("merged: %d rows, mean\n%v, want\n%v", half.rows, mat.Formatted(got), mat.Formatted(want))
	}
	half.reset()
	if got := half.mean(); half.rows != 0 || mat.Max(got) != 0 || mat.Min(got) != 0 {
		t.Error("reset leaves something")
	}
}

func TestPrincipal(t *testing.T) {
	// Eigenvalues 5, 3, 0, with eigenvectors (1, −2, 1)/√6, (1, 0, −1)/√2 and (1, 1, 1)/√3.
	m := mat.NewSymDense(3, nil)
	m.SymRankOne(m, 5.0/6, mat.NewVecDense(3, []float64{1, -2, 1}))
	m.SymRankOne(m, 3.0/2, mat.NewVecDense(3, []float64{-1, 0, 1}))
	p, err := newPrincipal(m)
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []float64{5, 3, 0} {
		if math.Abs(p.variances[j]-want) > 1e-14 || want == 0 && p.variances[j] != 0 {
			t.Errorf("variance %d is %v, want %v", j, p.variances[j], want)
		}
	}
	// The largest component is positive.
	want := []float64{-1 / math.Sqrt(6), 2 / math.Sqrt(6), -1 / math.Sqrt(6)}
	for k, x := range p.direction[0] {
		if math.Abs(x-want[k]) > 1e-14 {
			t.Errorf("direction %v, want %v", p.direction[0], want)
			break
		}
	}
	for _, v := range []float64{1, -1} {
		d := []float64{0.5 * v, 0.5 * v, -0.5 * v}
		if fixSign(d); d[0] != 0.5 {
			t.Errorf("of equal components the first is not positive: %v", d)
		}
	}
}

// TestConceptorMultiplies takes more columns than fit in a panel, and every number of rows.
func TestConceptorMultiplies(t *testing.T) {
	const dim = 2*panel + 3
	r := rand.New(rand.NewPCG(1, 2))
	a3 := mat.NewSymDense(dim, nil)
	for i := range dim {
		for j := range i + 1 {
			a3.SetSym(i, j, r.NormFloat64())
		}
	}
	c := fullConceptor(a3)
	rows := make([]float64, batchRows*dim)
	for k := range rows {
		rows[k] = r.NormFloat64()
	}
	all := make([]float64, len(rows))
	c.multiply(all, rows, batchRows)
	for _, n := range []int{1, 2, 12, batchRows} {
		got := make([]float64, n*dim)
		c.multiply(got, rows, n)
		var want mat.Dense
		want.Mul(mat.NewDense(n, dim, rows[:n*dim]), a3)
		if !mat.EqualApprox(mat.NewDense(n, dim, got), &want, 1e-11) {
			t.Errorf("%d rows: the product is wrong", n)
		}
		for k := range got {
			if got[k] != all[k] {
				t.Fatalf("%d rows: component %d depends on other rows", n, k)
			}
		}
	}
}
