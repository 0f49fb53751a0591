package metric

import (
	"cmp"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// People read words, not pieces: explanations and alignments of texts that an encoder has split add up what belongs to
// a word.

// wordTexts returns the words that the tokens of a text are parts of, and for each token, by its position, the place of
// its word.
func (w *worker) wordTexts(s *texts.Text) (words []string, places []int) {
	places = make([]int, len(s.Pieces))
	for first := 0; first < len(s.Pieces); {
		end := first + 1
		for end < len(s.Pieces) && s.Pieces[end] == s.Pieces[first] {
			end++
		}
		list, of := w.scorer.options.Encoder.Words(s.PieceTexts[first:end])
		for i, place := range of {
			places[first+i] = len(words) + place
		}
		words = append(words, list...)
		first = end
	}
	for i, written := range w.writings(s, places) {
		words[i] = written.Text
	}
	return words, places
}

// writings returns how the words that the tokens of a text are parts of are written there; nil if that does not matter.
func (w *worker) writings(s *texts.Text, places []int) (list []texts.Writing) {
	if w.scorer.extension.surfaceWeight == 0 {
		return nil
	}
	for first := 0; first < len(places); {
		last := first
		for last+1 < len(places) && places[last+1] == places[first] {
			last++
		}
		list = append(list, s.Written(first, last))
		first = last + 1
	}
	return list
}

// addUp adds the moves between the pieces of two words up, in the order of the candidate's words, then of the
// reference's. The cost of the sum is that of its mean unit of mass.
func (w *worker) addUp(moves []pairs.Move, candidate, reference *texts.Text) []Move {
	from, fromPlaces := w.wordTexts(candidate)
	to, toPlaces := w.wordTexts(reference)
	fromWritten, toWritten := w.writings(candidate, fromPlaces), w.writings(reference, toPlaces)
	for i := range moves {
		m := &moves[i]
		m.Candidate, m.Reference = fromPlaces[candidate.Positions[m.Candidate]], toPlaces[reference.Positions[m.Reference]]
	}
	slices.SortStableFunc(moves, func(x, y pairs.Move) int {
		return cmp.Or(cmp.Compare(x.Candidate, y.Candidate), cmp.Compare(x.Reference, y.Reference))
	})
	var sums []Move
	for i, m := range moves {
		if i == 0 || moves[i-1].Candidate != m.Candidate || moves[i-1].Reference != m.Reference {
			sum := Move{CandidateToken: from[m.Candidate], ReferenceToken: to[m.Reference]}
			if fromWritten != nil {
				sum.Differs = fromWritten[m.Candidate].Differs(toWritten[m.Reference])
			}
			sums = append(sums, sum)
		}
		sum := &sums[len(sums)-1]
		sum.Mass += m.Mass
		sum.Cost += float64(m.Mass * m.Cost)
	}
	for i := range sums {
		sums[i].Cost /= sums[i].Mass
	}
	return sums
}

// addUpWords adds up what the pieces of each word of a text weigh.
func (w *worker) addUpWords(s *texts.Text, pieces []Word) []Word {
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

// aligned returns the best plan between the current candidate and a reference, which have a distribution, in the order of
// the candidate's words, then of the reference's. What moves between the pieces of two words is one move.
func (w *worker) aligned(p *pairs.Plan, candidate, reference *texts.Text) ([]Move, error) {
	placed, err := w.current.Align(p, candidate, reference)
	if err != nil {
		return nil, err
	}
	if w.scorer.options.Encoder != nil {
		return w.addUp(placed, candidate, reference), nil
	}
	moves := make([]Move, len(placed))
	for i, m := range placed {
		moves[i] = Move{CandidateToken: candidate.Words[m.Candidate], ReferenceToken: reference.Words[m.Reference], Mass: m.Mass,
			Cost: m.Cost}
	}
	return moves, nil
}
