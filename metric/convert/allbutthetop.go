package convert

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/wordrotator/wrd/metric/embedding"
)

// removedByA is D_A, the number of directions that A removes (Mu and Viswanath 2018: about dim/100; the paper: 3).
const removedByA = 3

// An allButTheTop is f₁ of A: w ↦ A₁(w − b₁), where b₁ is a mean and A₁ removes directions.
type allButTheTop struct {
	mean []float64 // b₁, len dim
	top  directions
}

// convert changes x, len dim.
func (a *allButTheTop) convert(x []float64) {
	floats.Sub(x, a.mean)
	a.top.remove(x)
}

// vocabularyBlock is how many rows are summed by one goroutine at a time.
const vocabularyBlock = 2048

// fitAllButTheTop learns from the words of the store that are listed in f. The rows are read twice where they
// are, once for their mean and once for the Gram matrix of what differs from it; what is copied is a block for
// each thread.
func fitAllButTheTop(ctx context.Context, store *embedding.Store,
	f *embedding.Frequencies) (*allButTheTop, Spectrum, error) {
	mean, err := meanOfListed(ctx, store, f)
	if err != nil {
		return nil, Spectrum{}, err
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
	p, err := newPrincipal(total.mean())
	if err != nil {
		return nil, Spectrum{}, fmt.Errorf("letter A: %w", err)
	}
	top := wholly(p, removedByA)
	return &allButTheTop{mean, top}, newSpectrum(p.variances, total.rows, top.shares), nil
}

// meanOfListed returns the mean of the rows whose words are listed in f, of which there must be enough to have
// anything left when A has removed its directions.
func meanOfListed(ctx context.Context, store *embedding.Store, f *embedding.Frequencies) ([]float64, error) {
	type sum struct {
		of    []float64
		words int
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
		return nil, err
	}
	if total.words <= removedByA {
		return nil, fmt.Errorf("letter A needs %d words of the vectors %s in the frequencies %s, found %d",
			removedByA+1, store.Name(), f.Name(), total.words)
	}
	floats.Scale(1/float64(total.words), total.of)
	return total.of, nil
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
