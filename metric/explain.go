package metric

import (
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
	// Mass is the norm divided by the sum of the norms of the text; 0 if that sum is.
	Mass float64
}

// Explain scores one candidate against one reference text and shows the words, their masses and the alignment. It
// fails as Score does.
func (s *Scorer) Explain(candidate, referenceText string) (Explanation, error) {
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
	if e.Alignment, err = w.align(&w.candidate, reference); err != nil {
		return e, err
	}
	return e, s.lost()
}

// words returns the tokens of the text that was prepared last, as s.
func (w *worker) words(s *side) []Word {
	words := make([]Word, len(w.tokens))
	for i, token := range w.tokens {
		words[i].Token = token
		_, words[i].Known = w.table.Index(token.Text)
		if k := slices.Index(s.words, token.Text); k >= 0 {
			words[i].Norm = s.norms[k]
			words[i].Mass = s.norms[k] / s.total
		}
	}
	return words
}
