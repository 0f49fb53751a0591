package metric

import (
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// A weighting says what one token of a text weighs before masses are made to sum to 1.
type weighting int

const (
	byNorm                 weighting = iota // λ, or a power of it
	byNormWithoutStopwords                  // the same, 0 for stop words
	evenly                                  // 1
	evenlyWithoutStopwords                  // 1, 0 for stop words
	bySIF                                   // a/(p(w)+a)
	// 1 or idf(w), and no place for vectors of length zero, which have no direction
	byDirection

	numWeightings
)

// A distribution says how the mass of a text lies on its words.
type distribution struct {
	words []int32   // indices of words of a text that count, in rising order
	mass  []float64 // what all occurrences of each of them weigh; sums to 1
	total float64   // the sum of the weights of all tokens, 0 if there is no distribution
}

// distribute computes the distribution of a text by one weighting.
func (s *text) distribute(w *worker, by weighting) {
	d := &s.distributions[by]
	places, mass, total := d.words[:0], d.mass[:0], 0.
	plain := by == byNorm && w.extension.massPower == 1 // no need to ask
	for i, norm := range s.norms {
		weight, counts := norm, norm > 0
		if !plain {
			weight, counts = w.weigh(by, s.words[i], norm)
		}
		if !counts {
			continue
		}
		weight = float64(weight * float64(s.counts[i])) // the conversion forbids a fused multiply-add
		places = append(places, int32(i))
		mass = append(mass, weight)
		total += weight
	}
	for i := range mass {
		mass[i] /= total
	}
	d.words, d.mass, d.total = places, mass, total
}

// weigh returns what one token weighs that has a vector of length norm, and whether it counts at all.
func (s *Scorer) weigh(by weighting, word string, norm float64) (weight float64, counts bool) {
	switch by {
	case byNorm:
		return s.extension.mass(norm), norm > 0
	case byNormWithoutStopwords:
		return s.extension.mass(norm), norm > 0 && !isStopword(word)
	case evenlyWithoutStopwords:
		return 1, !isStopword(word)
	case bySIF:
		return s.sif.weight(word), true
	case byDirection:
		if s.options.IDF != nil {
			return s.options.IDF.Weight(word), norm > 0
		}
		return 1, norm > 0
	}
	return 1, true
}

// isStopword looks a token up in the SMART list, whatever its case.
func isStopword(token string) bool { return tokenize.IsStopWord(strings.ToLower(token)) }

// sif holds the weights of smooth inverse frequency (Arora et al. 2017).
type sif struct {
	frequencies *embedding.Frequencies
	sum         float64 // of all counts, the denominator of p(w) as in the authors' program
	fold        bool    // whether a word that is not listed is looked up in lower case too
}

// sifA is the constant a (the paper's appendix).
const sifA = 1e-3

func newSIF(f *embedding.Frequencies) *sif {
	var sum int64
	for _, count := range f.All() {
		sum += count
	}
	return &sif{frequencies: f, sum: float64(max(sum, 1))}
}

// weight returns a/(p(w)+a), in (0, 1]. A word that is not listed has p = 0.
func (f *sif) weight(word string) float64 {
	count, ok := f.frequencies.Count(word)
	if !ok && f.fold {
		count, _ = f.frequencies.Count(strings.ToLower(word))
	}
	return sifA / (float64(count)/f.sum + sifA)
}
