package convert

import (
	"context"
	"fmt"
	"math"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A weighting is α₂: a word of probability p weighs a/(p + c·a).
type weighting struct {
	a       float64
	c       float64 // 1 for W, ½ for U
	unknown float64 // p of words that are not listed
}

// sifA is the constant a of W (Arora et al. 2017; appendix of the paper).
const sifA = 1e-3

// usifLength is n of U, an average length of sentences (Ethayarajh 2018).
const usifLength = 11

// newWeighting derives α₂ for the letter W or U. It is an error if U has no constant, which needs a frequent
// word.
func newWeighting(letter byte, f *embedding.Frequencies) (weighting, error) {
	if letter == 'W' {
		return makeWeighting(letter, sifA, 0), nil
	}
	// The chance that a word occurs in a sentence of usifLength words, if all words were alike.
	words, total := float64(f.Len()), sumOfCounts(f)
	threshold := 1 - math.Pow(1-1/words, usifLength)
	smallest := math.Inf(1)
	var frequent int
	for _, count := range f.All() {
		p := float64(count) / total
		if p > threshold {
			frequent++
		}
		smallest = min(smallest, p)
	}
	alpha := float64(frequent) / words
	if frequent == 0 {
		return weighting{}, fmt.Errorf("letter U is not defined by the frequencies %s: none of %d words has p > %.4g",
			f.Name(), f.Len(), threshold)
	}
	return makeWeighting(letter, (1-alpha)/(alpha*words/2), smallest), nil
}

// makeWeighting returns the weighting of W or U with its constants.
func makeWeighting(letter byte, a, unknown float64) weighting {
	if letter == 'W' {
		return weighting{a: a, c: 1, unknown: unknown}
	}
	return weighting{a: a, c: 0.5, unknown: unknown}
}

// weight is a/(p + c·a), in (0, 1/c].
func (w weighting) weight(p float64) float64 { return w.a / (p + w.c*w.a) }

// sumOfCounts is the denominator of p(w), as in the programs of SIF and uSIF, so that the p of listed words sum
// to 1. It is not the size of the corpus, [embedding.Frequencies.Total], of which a list may leave out rare words.
// It is at least 1, so that p is 0 if all counts are.
func sumOfCounts(f *embedding.Frequencies) float64 {
	var sum int64
	for _, count := range f.All() {
		sum += count
	}
	return float64(max(sum, 1))
}

// weightBlock is how many words are looked up at a time.
const weightBlock = 8192

// ofWords returns the weights of all words of the store, in its order.
func (w weighting) ofWords(ctx context.Context, store *embedding.Store, listed probabilities) ([]float64, error) {
	weights := make([]float64, store.Len())
	err := inBlocks(ctx, store.Len(), weightBlock,
		func() struct{} { return struct{}{} },
		func(_ struct{}, lo, hi int) {
			for id := lo; id < hi; id++ {
				weights[id] = w.ofWord(store.Word(id), listed)
			}
		},
		func(struct{}) {})
	if err != nil {
		return nil, err
	}
	return weights, nil
}

// ofWord returns the weight of one word.
func (w weighting) ofWord(word string, listed probabilities) float64 {
	if p, ok := listed.of(word); ok {
		return w.weight(p)
	}
	return w.weight(w.unknown)
}

// probabilities are the p(w) of words that have a count.
type probabilities struct {
	frequencies *embedding.Frequencies
	total       float64 // see sumOfCounts
}

func newProbabilities(f *embedding.Frequencies) probabilities {
	return probabilities{f, sumOfCounts(f)}
}

// of returns p(word), and whether the word is listed. It is only in the very spelling of the list; a count of zero is a
// count, p = 0.
func (p probabilities) of(word string) (float64, bool) {
	count, ok := p.frequencies.Count(word)
	return float64(count) / p.total, ok
}
