package convert

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/wordrotator/wrd/metric/embedding"
)

// removedByA is D_A, the number of directions that A removes (Mu and Viswanath 2018: about dim/100; the paper: 3).
const removedByA = 3

// An affine is f₁ of A, M and Z: w ↦ A₁·D₁(w − b₁), where b₁ is a mean, D₁ scales each feature and A₁ removes
// directions.
type affine struct {
	mean  []float64  // b₁, len dim
	scale []float64  // the diagonal of D₁, len dim; nil but for Z
	top   directions // of A₁, none but for A
}

// convert changes x, len dim.
func (a *affine) convert(x []float64) {
	before := floats.Dot(x, x)
	floats.Sub(x, a.mean)
	clearRest(x, before)
	for k, s := range a.scale {
		x[k] = min(max(x[k]*s, -MaxNorm), MaxNorm) // x may be far from all that the fit has seen
	}
	a.top.remove(x)
}

// constant is the share of a feature's mean square below which its variance is that of the rounding of its values to
// float32, 2⁻²⁴ of each, and of sums: the feature is the same everywhere.
const constant = 1e-12

// newAffine returns f₁ of a letter from what is known of n vectors: their mean and, but for M, their mean Gram matrix
// about it, of which principal directions of less than noise are rounding errors.
func newAffine(letter byte, mean []float64, covariance *mat.SymDense, noise float64, n int64) (*affine, Spectrum, error) {
	a := &affine{mean: mean}
	switch letter {
	case 'Z':
		a.scale = make([]float64, len(mean))
		for k, b := range mean {
			if v := covariance.At(k, k); v > constant*(v+float64(b*b)) {
				a.scale[k] = 1 / math.Sqrt(v)
			}
		}
	case 'A':
		p, err := newPrincipal(covariance)
		if err != nil {
			return nil, Spectrum{}, fmt.Errorf("letter A: %w", err)
		}
		p.silence(noise)
		a.top = wholly(p, removedByA)
		return a, newSpectrum(p.variances, n, a.top.shares), nil
	}
	return a, Spectrum{}, nil
}

// leastFor is how many vectors a letter of f₁ needs, so that something is left of them: of 3 directions and a mean, or of
// features with a standard deviation.
var leastFor = map[byte]int64{'A': removedByA + 1, 'M': 1, 'Z': 2}

// vocabularyBlock is how many rows are summed by one goroutine at a time.
const vocabularyBlock = 2048

// fitAffine learns f₁ of a letter from the words of the store that are listed in f. The rows are read where they are,
// once for their mean and, but for M, once more for the Gram matrix of what differs from it; what is copied is a block
// for each thread.
func fitAffine(ctx context.Context, letter byte, store *embedding.Store,
	f *embedding.Frequencies) (*affine, Spectrum, error) {
	mean, words, err := meanOfListed(ctx, store, f)
	if err != nil {
		return nil, Spectrum{}, err
	}
	if least := leastFor[letter]; words < least {
		return nil, Spectrum{}, fmt.Errorf("letter %c needs words of the vectors %s in the frequencies %s: found %d, "+
			"expected at least %d", letter, store.Name(), f.Name(), words, least)
	}
	if letter == 'M' {
		return newAffine(letter, mean, nil, 0, words)
	}
	total := newGram(store.Dim())
	err = inBlocks(ctx, store.Len(), vocabularyBlock,
		func() *gram { return newGram(store.Dim()) },
		func(g *gram, lo, hi int) {
			g.reset()
			for id := lo; id < hi; id++ {
				if _, listed := f.Count(store.Word(id)); listed {
					x := g.next()
					widen(x, store.Row(id))
					floats.Sub(x, mean)
				}
			}
			g.flush()
		},
		total.merge)
	if err != nil {
		return nil, Spectrum{}, err
	}
	return newAffine(letter, mean, total.mean(), 0, words)
}

// meanOfListed returns the mean of the rows whose words are listed in f, and how many there are.
func meanOfListed(ctx context.Context, store *embedding.Store, f *embedding.Frequencies) ([]float64, int64, error) {
	type sum struct {
		of    []float64
		words int64
	}
	var total = sum{of: make([]float64, store.Dim())}
	err := inBlocks(ctx, store.Len(), vocabularyBlock,
		func() *sum { return &sum{of: make([]float64, store.Dim())} },
		func(s *sum, lo, hi int) {
			clear(s.of)
			s.words = 0
			for id := lo; id < hi; id++ {
				if _, listed := f.Count(store.Word(id)); listed {
					addRow(s.of, 1, store.Row(id))
					s.words++
				}
			}
		},
		func(s *sum) {
			floats.Add(total.of, s.of)
			total.words += s.words
		})
	if err != nil {
		return nil, 0, err
	}
	floats.Scale(1/float64(max(total.words, 1)), total.of)
	return total.of, total.words, nil
}

// widen copies a row to float64. len(x) must be len(row).
func widen(x []float64, row []float32) {
	x = x[:len(row)]
	for k, v := range row {
		x[k] = float64(v)
	}
}

// addRow adds weight·row to x.
func addRow(x []float64, weight float64, row []float32) {
	x = x[:len(row)]
	for k, v := range row {
		x[k] += float64(weight * float64(v))
	}
}
