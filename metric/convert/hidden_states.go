package convert

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/wordrotator/wrd/metric/embedding"
)

// How a converter of the states of an encoder is learned. A text is encoded once for it, and no state is kept: what f₁
// and f₃ need are first and second moments of the states and of their means over texts.

// AddHiddenStates takes one text of a converter of a layer: the states of its pieces, every occurrence once, each as
// long as the layer says. It keeps nothing of them. A text without a piece does not count. A state that is longer than
// MaxNorm or not finite is an error.
func (f *Fitter) AddHiddenStates(states [][]float32) error {
	if !f.learns() || len(states) == 0 {
		return nil
	}
	for i, state := range states {
		if norm := embedding.Norm(state); !(norm <= MaxNorm) {
			return fmt.Errorf("converter %s: piece %d: found a state with the norm %.3g, expected at most %.0e",
				f.converter.info.Letters, i, norm, MaxNorm)
		}
	}
	f.texts++
	f.tokens += int64(len(states))
	dim := f.converter.info.Dim
	if f.pieces != nil {
		for _, state := range states {
			x := f.pieces.next()
			widen(x[:dim], state)
			x[dim] = 1
		}
	}
	if f.sentences != nil {
		s := f.sentences.next()
		clear(s)
		for _, state := range states {
			addRow(s[:dim], 1, state)
		}
		if f.scaler != nil {
			floats.Mul(s[:dim], f.scaler.ofStates(states))
		}
		floats.Scale(1/float64(len(states)), s)
		s[dim] = 1
	}
	return nil
}

// Part returns a Fitter that only adds up sums, for some texts of a converter of a layer: another goroutine may fill
// it, and Merge adds it.
func (f *Fitter) Part() *Fitter { return newFitter(f.converter) }

// Merge adds the sums of a Part and clears them there. Merging parts in the same order gives the same bits.
func (f *Fitter) Merge(part *Fitter) {
	for _, g := range part.grams() {
		g.flush()
	}
	f.totals.merge(&part.totals)
	for _, g := range part.grams() {
		g.reset()
	}
	part.texts, part.tokens = 0, 0
}

// learnAffine sets f₁ of states.
func (f *Fitter) learnAffine(c *Converter) (err error) {
	if f.pieces == nil {
		return nil
	}
	letter := c.info.Letters.f1
	if least := leastFor[letter]; f.tokens < least {
		return fmt.Errorf("letter %c needs pieces of sentences: found %d, expected at least %d", letter, f.tokens, least)
	}
	c.info.Sentences, c.info.Tokens = f.texts, f.tokens
	m := momentsOf(f.pieces)
	c.f1, c.info.Vocabulary, err = newAffine(letter, m.mean, m.about(m.mean), constant*mat.Trace(m.second), f.tokens)
	return err
}

// moments are the mean of rows and their mean Gram matrix. A gram of rows with a 1 behind each holds both.
type moments struct {
	mean   []float64     // E x
	second *mat.SymDense // E x xᵀ
}

func momentsOf(g *gram) moments {
	all := g.mean()
	dim := g.dim - 1
	m := moments{mean: make([]float64, dim), second: mat.NewSymDense(dim, nil)}
	for i := range dim {
		m.mean[i] = all.At(i, dim)
		for j := i; j < dim; j++ {
			m.second.SetSym(i, j, all.At(i, j))
		}
	}
	return m
}

// about returns the mean Gram matrix of x − b.
func (m moments) about(b []float64) *mat.SymDense {
	about := mat.NewSymDense(len(b), nil)
	for i, x := range b {
		for j := i; j < len(b); j++ {
			y := b[j]
			about.SetSym(i, j, m.second.At(i, j)-float64(x*m.mean[j])-float64(m.mean[i]*y)+float64(x*y))
		}
	}
	return about
}

// through returns the mean Gram matrix of f₁(x), and up to where its eigenvalues are rounding errors; nil is no step.
func (m moments) through(f1 *affine) (extent *mat.SymDense, noise float64) {
	if f1 == nil {
		return m.second, 0
	}
	extent = m.about(f1.mean)
	dim := len(f1.mean)
	scale := func(k int) float64 {
		if f1.scale == nil {
			return 1
		}
		return f1.scale[k]
	}
	// A₁ is symmetric: applied to rows, then to columns.
	rows := make([][]float64, dim)
	for i := range rows {
		rows[i] = make([]float64, dim)
		for j := range rows[i] {
			rows[i][j] = scale(i) * extent.At(i, j) * scale(j)
		}
		noise += float64(scale(i) * m.second.At(i, i) * scale(i))
		f1.top.remove(rows[i])
	}
	column := make([]float64, dim)
	for j := range dim {
		for i := range dim {
			column[i] = rows[i][j]
		}
		f1.top.remove(column)
		for i := range j + 1 {
			extent.SetSym(i, j, column[i])
		}
	}
	return extent, constant * noise
}
