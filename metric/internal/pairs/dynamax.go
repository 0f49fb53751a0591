package pairs

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// DynaMax returns Σ min(aₖ, bₖ) / Σ max(aₖ, bₖ) over all tokens k of both texts, a word counting as often as it
// occurs. It fails if one of them has too many words.
func (p *Pair) DynaMax(a, b *texts.Text) (float64, error) {
	for _, s := range []*texts.Text{a, b} {
		if err := p.reachItself(s); err != nil {
			return 0, err
		}
	}
	products := p.products(a, b)
	n, m := len(a.Words), len(b.Words)
	var least, most float64
	for k := range n {
		inA, inB := a.Reach[k], 0.0
		for _, product := range products[k*m:][:m] {
			inB = max(inB, product)
		}
		count := float64(a.Counts[k])
		least += float64(count * min(inA, inB))
		most += float64(count * max(inA, inB))
	}
	p.best = texts.Resized(p.best, m)
	reachInto(p.best, products, n, m)
	for k, inA := range p.best {
		inB, count := b.Reach[k], float64(b.Counts[k])
		least += float64(count * min(inA, inB))
		most += float64(count * max(inA, inB))
	}
	return least / most, nil
}

// reachItself computes the memberships of a text's words in its own fuzzy set, once for all pairs that it is part of.
func (p *Pair) reachItself(s *texts.Text) error {
	if s.Reached {
		return nil
	}
	n := len(s.Words)
	if n > limit.Most() {
		return &limit.Error{Found: fmt.Sprintf("a text of %d different words", n), Most: limit.Most()}
	}
	// The products of a text with itself are not those of a pair; the solver's costs lend their memory.
	p.Cost = p.reader.Multiply(p.Cost, s, s)
	s.Reach = texts.Resized(s.Reach, n)
	reachInto(s.Reach, p.Cost, n, n)
	if n*n > Small {
		p.Cost = nil
	}
	s.Reached = true
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
