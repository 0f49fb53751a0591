package metric

import "github.com/wordrotator/wrd/metric/embedding"

// unknownWord stands where a word without a vector has no row.
const unknownWord = -1

// A side is one text as the measures see it: the different words of the text with their masses, in order of
// first appearance. Words of norm zero have no mass and are left out. The memory is reused.
type side struct {
	words []string    // the tokens
	ids   []int32     // their rows in the store, or unknownWord
	rows  [][]float32 // their vectors, nil for unknown words; views of the store
	norms []float64   // λ of one occurrence
	mass  []float64   // what all occurrences weigh; sums to 1

	tokens, unknown int // counts over the whole text
}

func (s *side) reset() {
	s.words, s.ids, s.rows = s.words[:0], s.ids[:0], s.rows[:0]
	s.norms, s.mass = s.norms[:0], s.mass[:0]
	s.tokens, s.unknown = 0, 0
}

// add counts one token that has the given row and norm. Equal words become one place with the sum of their
// masses, which leaves every transport optimum as it is and makes the problem smaller.
func (s *side) add(word string, id int32, norm float64, vectors *embedding.Store) {
	if norm == 0 {
		return
	}
	for i, known := range s.ids {
		if known == id && (id != unknownWord || s.words[i] == word) {
			s.mass[i] += norm
			return
		}
	}
	var row []float32
	if id != unknownWord {
		row = vectors.Row(int(id))
	}
	s.words = append(s.words, word)
	s.ids = append(s.ids, id)
	s.rows = append(s.rows, row)
	s.norms = append(s.norms, norm)
	s.mass = append(s.mass, norm)
}

// normalise divides the masses by their sum Z (Algorithm 1 of the paper, lines 1 to 4).
func (s *side) normalise() {
	var sum float64
	for _, m := range s.mass {
		sum += m
	}
	for i := range s.mass {
		s.mass[i] /= sum
	}
}

// compare returns the status of a pair of texts.
func compare(candidate, reference *side) Status {
	switch {
	case candidate.tokens == 0 && reference.tokens == 0:
		return BothEmpty
	case candidate.tokens == 0:
		return EmptyCandidate
	case reference.tokens == 0:
		return EmptyReference
	case len(candidate.mass) == 0:
		return NoKnownCandidate
	case len(reference.mass) == 0:
		return NoKnownReference
	}
	return OK
}
