package metric

import (
	"cmp"
	"slices"
	"strings"
)

// A pairing is what a worker computes of the current pair.
//
// Sums are rounded, so in general f(a, b) and f(b, a) differ in their last bits, and two plans of one problem may be
// equally good. Every pair is therefore computed one way round, whichever of the two texts is the candidate: begin
// decides it, by the texts alone. Only what says which text is which is turned back.
type pairing struct {
	turned         bool  // whether the pair is computed from the reference to the candidate
	reference      *text // of the current pair
	solved         *plan // of the current pair, what the solver has solved last, nil if that is something else
	values         [numColumns]float64
	dots           []float64 // the inner products of its words, if paired
	paired         bool
	cost           []float64 // of the last transport problem
	best           []float64 // the best match of each word of the second text
	shared         []int32   // scratch of atMostSpelling
	blended, mixed []float64 // scratch of mixedCosts
	low            [mixingStrip]uint64
	relaxation     relaxation
	moves          []placedMove // scratch of align
	leaving        leaving
	padded         []float64 // dots between rows of zeros, under Options.ContextWeight
}

// begin makes two texts the current pair and returns them in the order in which it is computed.
func (p *pairing) begin(candidate, reference *text) (a, b *text) {
	p.paired, p.reference, p.solved = false, reference, nil
	if p.turned = candidate.compare(reference) > 0; p.turned {
		return reference, candidate
	}
	return candidate, reference
}

// compare orders texts, first by the number of their words: fewer rows than columns take the fewest instructions. It
// returns 0 only where all that is computed of the two is the same to the bit.
func (s *text) compare(t *text) int {
	if n, m := len(s.words), len(t.words); n != m {
		return n - m
	}
	// By words, not by their rows: the same word may stand in another row of a table for fewer words.
	for i, word := range s.words {
		if other := t.words[i]; word != other {
			return strings.Compare(word, other)
		}
	}
	if c := slices.Compare(s.counts, t.counts); c != 0 {
		return c
	}
	if c := slices.Compare(s.positions, t.positions); c != 0 || s.tokens != t.tokens {
		return cmp.Or(c, s.tokens-t.tokens)
	}
	if len(s.ids) > 0 && s.ids[0] == tokenVectorWord {
		return slices.CompareFunc(s.rows, t.rows, slices.Compare)
	}
	return 0
}

// products returns the inner products of the words of the current pair, row-major, computed once for all measures.
func (w *worker) products(a, b *text) []float64 {
	if w.paired {
		return w.dots
	}
	w.paired = true
	if w.extension.contextWeight > 0 {
		w.pad(len(a.words), len(b.words))
	}
	w.multiply(a, b)
	if w.extension.contextWeight > 0 {
		// After the products, for which the rows came from memory.
		a.mixContext(w)
		b.mixContext(w)
		if a.mixing.exactly || b.mixing.exactly {
			w.multiply(a, b)
		}
	}
	return w.dots
}

// multiply computes the inner products of the words of two texts.
func (w *worker) multiply(a, b *text) {
	if w.all != nil {
		var ok bool
		if w.dots, ok = w.all.lexicon.lookUp(w.dots, a, b, w.turned); ok {
			return
		}
	}
	w.dots = innerProducts(w.dots, a, b)
}

// pad puts a row of zeros before and after the products that will be in w.dots.
func (w *worker) pad(rows, columns int) {
	w.padded = resized(w.padded, (rows+2)*columns)
	clear(w.padded[:columns])
	clear(w.padded[(rows+1)*columns:])
	w.dots = w.padded[columns:][:0]
}
