package metric

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/tokenize"
)

// An Explanation shows how the distance between one candidate and one reference comes about.
type Explanation struct {
	Result               // its Alignment is filled in if its Status is OK
	Candidate, Reference []Word
}

// A Word is one token of a text with what it weighs.
type Word struct {
	tokenize.Token
	// Known says whether the token has a vector.
	Known bool
	// Norm is λ, the length of the converted vector; 0 for a token that is left out.
	Norm float64
	// Mass is what the token weighs in its text; for MeasureWRD its norm divided by the sum of the norms. It is 0 for
	// a token that does not count.
	Mass float64
}

// Explain scores one candidate against one reference text and shows the words, their masses and the alignment by the
// first measure, which must be a distance. It fails as Score does.
func (s *Scorer) Explain(candidate, referenceText string) (Explanation, error) {
	if s.kinds[0].plan == nil {
		return Explanation{}, fmt.Errorf("measure %s: moves no mass, so there is no alignment", s.options.Measures[0])
	}
	w, err := s.borrowWorker()
	if err != nil {
		return Explanation{}, err
	}
	defer s.workers.Put(w)
	if len(w.references) == 0 {
		w.references = append(w.references, w.newSide())
	}
	reference := &w.references[0]
	var e Explanation
	w.prepare(reference, referenceText)
	e.Reference = w.words(reference)
	w.prepare(&w.candidate, candidate)
	e.Candidate = w.words(&w.candidate)
	if e.Result, err = w.against(w.references[:1]); err != nil || e.Status != OK {
		return e, err
	}
	if e.Alignment, err = w.align(*s.kinds[0].plan, &w.candidate, reference); err != nil {
		return e, err
	}
	return e, s.lost()
}

// words returns the tokens of the text that was prepared last, as s.
func (w *worker) words(s *side) []Word {
	words := make([]Word, len(w.tokens))
	d := &s.distributions[w.kinds[0].plan.by]
	for i, token := range w.tokens {
		words[i].Token = token
		k := s.place(i, token.Text)
		words[i].Known = k >= 0 && k < s.known
		if k < 0 {
			continue
		}
		words[i].Norm = s.norms[k]
		if place := slices.Index(d.places, int32(k)); place >= 0 {
			words[i].Mass = d.mass[place] / float64(s.counts[k])
		}
	}
	return words
}

// place returns the place of the token at a position, or -1 if it is left out.
func (s *side) place(position int, word string) int {
	if s.separate {
		return slices.Index(s.positions, int32(position))
	}
	return slices.Index(s.words, word)
}
