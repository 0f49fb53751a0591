package metric

import "fmt"

// dynaMaxMeasure is DynaMax-Jaccard (Zhelezniak et al., ICLR 2019, Algorithm 1).
func dynaMaxMeasure() definition {
	return definition{
		measure: MeasureDynaMax,
		columns: []Column{DynaMax},
		main:    DynaMax,
		prepare: func(_ *worker, s *text) { s.reached = false },
		defined: (*text).hasLength,
		compare: func(w *worker, a, b *text, values *[numColumns]float64) error {
			for _, s := range []*text{a, b} {
				if err := w.reachItself(s); err != nil {
					return err
				}
			}
			values[DynaMax] = w.dynaMax(a, b)
			return nil
		},
	}
}

// reachItself computes the memberships of a text's words in its own fuzzy set, once for all pairs that it is part of.
func (w *worker) reachItself(s *text) error {
	if s.reached {
		return nil
	}
	n := len(s.words)
	if n > maxPairs/n {
		return fmt.Errorf("found a text of %d different words, expected at most %d pairs of them, which fit into "+
			"memory", n, maxPairs)
	}
	// The products of a text with itself are not those of a pair; the solver's costs lend their memory.
	w.cost = innerProducts(w.cost, s, s)
	s.reach = resized(s.reach, n)
	reachInto(s.reach, w.cost, n, n)
	s.reached = true
	return nil
}

// reachInto sets dst[k] to the membership of a word k in the fuzzy set of a text, max(0, maxᵢ⟨xᵢ, Uₖ⟩), for m words
// U. products are those of the n words x of the text with them, row-major n×m.
func reachInto(dst, products []float64, n, m int) {
	clear(dst)
	for i := range n {
		for k, product := range products[i*m:][:m] {
			dst[k] = max(dst[k], product)
		}
	}
}

// dynaMax returns Σ min(aₖ, bₖ) / Σ max(aₖ, bₖ) over all tokens k of both texts, a word counting as often as it
// occurs.
func (w *worker) dynaMax(a, b *text) float64 {
	products := w.products(a, b)
	n, m := len(a.words), len(b.words)
	var least, most float64
	for k := range n {
		inA, inB := a.reach[k], 0.0
		for _, product := range products[k*m:][:m] {
			inB = max(inB, product)
		}
		count := float64(a.counts[k])
		least += float64(count * min(inA, inB))
		most += float64(count * max(inA, inB))
	}
	w.best = resized(w.best, m)
	reachInto(w.best, products, n, m)
	for k, inA := range w.best {
		inB, count := b.reach[k], float64(b.counts[k])
		least += float64(count * min(inA, inB))
		most += float64(count * max(inA, inB))
	}
	return least / most
}
