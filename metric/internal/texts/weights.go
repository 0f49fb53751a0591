package texts

import (
	"math"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// A Weighting says what one token of a text weighs before masses are made to sum to 1.
type Weighting int

const (
	ByNorm                 Weighting = iota // λ, or a power of it
	ByNormWithoutStopwords                  // the same, 0 for stop words
	Evenly                                  // 1
	EvenlyWithoutStopwords                  // 1, 0 for stop words
	BySIF                                   // a/(p(w)+a)
	// 1 or idf(w), and no place for vectors of length zero, which have no direction
	ByDirection

	numWeightings
)

// A Distribution says how the mass of a text lies on its words.
type Distribution struct {
	Words []int32   // indices of words of a text that count, in rising order
	Mass  []float64 // what all occurrences of each of them weigh; sums to 1
	Total float64   // the sum of the weights of all tokens, 0 if there is no distribution
}

// Distribute computes the distribution of a text by one weighting.
func (s *Text) Distribute(r *Reader, by Weighting) {
	d := &s.Distributions[by]
	places, mass, total := d.Words[:0], d.Mass[:0], 0.
	plain := by == ByNorm && r.MassPower == 1 // no need to ask
	for i, norm := range s.Norms {
		weight, counts := norm, norm > 0
		if !plain {
			weight, counts = r.weigh(by, s.Words[i], norm)
		}
		if !counts {
			continue
		}
		weight = float64(weight * float64(s.Counts[i])) // the conversion forbids a fused multiply-add
		places = append(places, int32(i))
		mass = append(mass, weight)
		total += weight
	}
	for i := range mass {
		mass[i] /= total
	}
	d.Words, d.Mass, d.Total = places, mass, total
}

// HasMass says whether a text has a distribution by a weighting.
func (s *Text) HasMass(by Weighting) bool { return s.Distributions[by].Total > 0 }

// weigh returns what one token weighs that has a vector of length norm, and whether it counts at all.
func (s *Space) weigh(by Weighting, word string, norm float64) (weight float64, counts bool) {
	switch by {
	case ByNorm:
		return s.mass(norm), norm > 0
	case ByNormWithoutStopwords:
		return s.mass(norm), norm > 0 && !isStopword(word)
	case EvenlyWithoutStopwords:
		return 1, !isStopword(word)
	case BySIF:
		return s.SIF.weight(word), true
	case ByDirection:
		if s.IDF != nil {
			return s.IDF(word), norm > 0
		}
		return 1, norm > 0
	}
	return 1, true
}

// mass returns what a word of the given norm weighs before masses are made to sum to 1.
func (s *Space) mass(norm float64) float64 {
	if s.MassPower == 1 {
		return norm
	}
	return math.Pow(norm, s.MassPower)
}

// isStopword looks a token up in the SMART list, whatever its case.
func isStopword(token string) bool { return tokenize.IsStopWord(strings.ToLower(token)) }

// SIF holds the weights of smooth inverse frequency (Arora et al. 2017).
type SIF struct {
	frequencies *embedding.Frequencies
	sum         float64 // of all counts, the denominator of p(w) as in the authors' program
	fold        bool    // whether a word that is not listed is looked up in lower case too
}

// sifA is the constant a (the paper's appendix).
const sifA = 1e-3

// NewSIF returns the weights of words that occur as often as f says; fold looks a word that it does not list up in lower
// case, too.
func NewSIF(f *embedding.Frequencies, fold bool) *SIF {
	var sum int64
	for _, count := range f.All() {
		sum += count
	}
	return &SIF{frequencies: f, sum: float64(max(sum, 1)), fold: fold}
}

// weight returns a/(p(w)+a), in (0, 1]. A word that is not listed has p = 0.
func (f *SIF) weight(word string) float64 {
	count, ok := f.frequencies.Count(word)
	if !ok && f.fold {
		count, _ = f.frequencies.Count(strings.ToLower(word))
	}
	return sifA / (float64(count)/f.sum + sifA)
}
