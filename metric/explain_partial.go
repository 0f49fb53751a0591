package metric

import (
	"cmp"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// leaving is the scratch of alignInto: the shares of the mass of words that have no counterpart, and the places of those
// words.
type leaving struct {
	ofCandidate, ofReference []float64
	places                   []int
}

// mostUnmatched is the share of the mass of a word that may be left out before the word counts as one without a
// counterpart.
const mostUnmatched = 0.5

// alignInto fills in what a result says of words: the alignment of a candidate with a reference, which words of the
// reference are missing in the candidate, and which the candidate has invented. It returns which share of the mass of each
// word has no counterpart, in the order of wordTexts under Options.Encoder, otherwise in that of the words of the texts. The
// next call overwrites the slices.
func (w *worker) alignInto(r *Result, p *pairs.Plan, candidate, reference *texts.Text) (
	ofCandidate, ofReference []float64, err error) {
	if r.Alignment, err = w.aligned(p, candidate, reference); err != nil {
		return nil, nil, err
	}
	if ofCandidate, ofReference, err = w.current.Unmatched(p, candidate, reference); err != nil {
		return nil, nil, err
	}
	l := &w.leaving
	l.ofCandidate = w.ofWords(l.ofCandidate, candidate, &candidate.Distributions[p.By], ofCandidate)
	l.ofReference = w.ofWords(l.ofReference, reference, &reference.Distributions[p.By], ofReference)
	ofCandidate, ofReference = l.ofCandidate, l.ofReference
	r.Missing, r.Invented, r.Gap = w.without(reference, ofReference), w.without(candidate, ofCandidate), w.current.Gap
	return ofCandidate, ofReference, nil
}

// without returns the words of a text that have no counterpart, in its order, given the share of each that has none; never
// nil.
func (w *worker) without(s *texts.Text, unmatched []float64) []string {
	places := w.leaving.places[:0]
	for i, share := range unmatched {
		if share > mostUnmatched {
			places = append(places, i)
		}
	}
	w.leaving.places = places
	words := s.Words
	if w.scorer.options.Encoder != nil {
		words, _ = w.wordTexts(s)
	} else { // the known ones come first
		slices.SortFunc(places, func(i, j int) int { return cmp.Compare(s.Positions[i], s.Positions[j]) })
	}
	list := make([]string, len(places))
	for i, place := range places {
		list[i] = words[place]
	}
	return list
}

// ofWords returns the shares of the words of a text, given those of a distribution of it, in the memory of shares; at
// most 1.
func (w *worker) ofWords(shares []float64, s *texts.Text, d *texts.Distribution, of []float64) []float64 {
	if w.scorer.options.Encoder == nil {
		shares = pairs.Zeros(shares, len(s.Words))
		for k, word := range d.Words {
			shares[word] = min(of[k], 1)
		}
		return shares
	}
	words, places := w.wordTexts(s)
	shares, masses := pairs.Zeros(shares, len(words)), make([]float64, len(words))
	for k, word := range d.Words {
		place := places[s.Positions[word]]
		shares[place] += float64(of[k] * d.Mass[k])
		masses[place] += d.Mass[k]
	}
	for i, mass := range masses {
		if mass > 0 {
			shares[i] = min(shares[i]/mass, 1)
		}
	}
	return shares
}

// markUnmatched fills in which share of each word of a text has no counterpart.
func (w *worker) markUnmatched(words []Word, s *texts.Text, unmatched []float64) {
	for i := range words {
		k := i
		if w.scorer.options.Encoder == nil {
			k = s.Place(i, words[i].Text)
		}
		if k >= 0 {
			words[i].Unmatched = unmatched[k]
		}
	}
}
