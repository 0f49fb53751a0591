package metric

import (
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
)

// unknownWord stands where a word without a vector has no row.
const unknownWord = -1

// A side is one text as the measures see it: the different words of the text with their vectors and masses, the
// known ones first, each group in order of first appearance. Words of norm zero have no mass and are left
// out. The memory is reused.
type side struct {
	words  []string    // the tokens
	ids    []int32     // their rows in the store, or unknownWord
	counts []int32     // how often they occur
	rows   [][]float32 // their vectors, nil for unknown words; views, valid until the next text
	norms  []float64   // λ of one occurrence
	mass   []float64   // what all occurrences weigh; sums to 1
	total  float64     // Z, the sum of the norms of all tokens

	tokens, unknown int // counts over the whole text

	// sentence converts the words, where a converter gives a word another vector in each text; else nil.
	sentence *convert.Sentence
	sorted   []float64 // scratch of medianNorm
}

func (s *side) reset() {
	s.words, s.ids, s.counts = s.words[:0], s.ids[:0], s.counts[:0]
	s.rows, s.norms, s.mass = s.rows[:0], s.norms[:0], s.mass[:0]
	s.tokens, s.unknown = 0, 0
}

// add counts one token. Equal words become one place with the sum of their masses, which leaves every transport
// optimum as it is and makes the problem smaller.
func (s *side) add(word string, id int32) {
	for i, known := range s.ids {
		if known == id && (id != unknownWord || s.words[i] == word) {
			s.counts[i]++
			return
		}
	}
	s.words = append(s.words, word)
	s.ids = append(s.ids, id)
	s.counts = append(s.counts, 1)
}

// weigh looks up the vectors of the words that were added and computes their masses (Algorithm 1 of the paper,
// lines 1 to 4).
func (s *side) weigh(w *worker) {
	known := s.knownFirst()
	if s.sentence != nil {
		rows, norms := s.sentence.Convert(s.ids[:known], s.counts[:known])
		s.rows = append(s.rows, rows...)
		s.norms = append(s.norms, norms...)
	} else {
		for _, id := range s.ids[:known] {
			s.rows = append(s.rows, w.table.Row(int(id)))
			s.norms = append(s.norms, w.table.Norm(int(id)))
		}
	}
	if known < len(s.ids) {
		norm := w.unknownNorm
		if s.sentence != nil {
			norm = s.medianNorm()
		}
		for range s.ids[known:] {
			s.rows = append(s.rows, nil)
			s.norms = append(s.norms, norm)
		}
	}
	s.dropWeightless()
	s.total = 0
	for i, norm := range s.norms {
		s.mass = append(s.mass, norm*float64(s.counts[i]))
		s.total += s.mass[i]
	}
	for i := range s.mass {
		s.mass[i] /= s.total
	}
}

// knownFirst moves the known words before the unknown ones and returns how many there are.
func (s *side) knownFirst() (known int) {
	for i, id := range s.ids {
		if id == unknownWord {
			continue
		}
		// Rotating, not swapping, keeps the order of both groups.
		for j := i; j > known; j-- {
			s.words[j], s.words[j-1] = s.words[j-1], s.words[j]
			s.ids[j], s.ids[j-1] = s.ids[j-1], s.ids[j]
			s.counts[j], s.counts[j-1] = s.counts[j-1], s.counts[j]
		}
		known++
	}
	return known
}

// medianNorm is μ where the converter makes a scale of its own for each text: the median norm of the text's known
// tokens, 1 if there are none.
func (s *side) medianNorm() float64 {
	s.sorted = s.sorted[:0]
	for i, norm := range s.norms {
		for range s.counts[i] {
			s.sorted = append(s.sorted, norm)
		}
	}
	n := len(s.sorted)
	if n == 0 {
		return 1
	}
	slices.Sort(s.sorted)
	return (s.sorted[(n-1)/2] + s.sorted[n/2]) / 2
}

// dropWeightless removes the words of norm zero.
func (s *side) dropWeightless() {
	kept := 0
	for i, norm := range s.norms {
		if norm == 0 {
			continue
		}
		s.words[kept], s.ids[kept], s.counts[kept] = s.words[i], s.ids[i], s.counts[i]
		s.rows[kept], s.norms[kept] = s.rows[i], s.norms[i]
		kept++
	}
	s.words, s.ids, s.counts = s.words[:kept], s.ids[:kept], s.counts[:kept]
	s.rows, s.norms = s.rows[:kept], s.norms[:kept]
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
