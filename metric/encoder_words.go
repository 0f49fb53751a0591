package metric

import (
	"cmp"
	"slices"
)

// People read words, not pieces: explanations and alignments of texts that an encoder has split add up what belongs to
// a word.

// wordTexts returns the words that the tokens of a text are parts of, and for each token, by its position, the place of
// its word.
func (w *worker) wordTexts(s *text) (words []string, places []int) {
	places = make([]int, len(s.pieces))
	for first := 0; first < len(s.pieces); {
		end := first + 1
		for end < len(s.pieces) && s.pieces[end] == s.pieces[first] {
			end++
		}
		list, of := w.options.Encoder.Words(s.pieceTexts[first:end])
		for i, place := range of {
			places[first+i] = len(words) + place
		}
		words = append(words, list...)
		first = end
	}
	return words, places
}

// A placedMove is a move between two words of texts, or two pieces, by their places.
type placedMove struct {
	candidate, reference int
	mass, cost           float64
}

// addUp adds the moves between the pieces of two words up, in the order of the candidate's words, then of the
// reference's. The cost of the sum is that of its mean unit of mass.
func (w *worker) addUp(moves []placedMove, candidate, reference *text) []Move {
	from, fromPlaces := w.wordTexts(candidate)
	to, toPlaces := w.wordTexts(reference)
	for i := range moves {
		m := &moves[i]
		m.candidate, m.reference = fromPlaces[candidate.positions[m.candidate]], toPlaces[reference.positions[m.reference]]
	}
	slices.SortStableFunc(moves, func(x, y placedMove) int {
		return cmp.Or(cmp.Compare(x.candidate, y.candidate), cmp.Compare(x.reference, y.reference))
	})
	var sums []Move
	for i, m := range moves {
		if i == 0 || moves[i-1].candidate != m.candidate || moves[i-1].reference != m.reference {
			sums = append(sums, Move{CandidateToken: from[m.candidate], ReferenceToken: to[m.reference]})
		}
		sum := &sums[len(sums)-1]
		sum.Mass += m.mass
		sum.Cost += float64(m.mass * m.cost)
	}
	for i := range sums {
		sums[i].Cost /= sums[i].Mass
	}
	return sums
}

// addUpWords adds up what the pieces of each word of a text weigh.
func (w *worker) addUpWords(s *text, pieces []Word) []Word {
	texts, places := w.wordTexts(s)
	words := make([]Word, len(texts))
	for i, piece := range pieces {
		word := &words[places[i]]
		word.Text = texts[places[i]]
		word.Known = word.Known || piece.Known
		word.Norm += piece.Norm
		word.Mass += piece.Mass
	}
	return words
}
