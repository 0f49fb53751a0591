package metric

import "github.com/wordrotator/wrd/tokenize"

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

// Explain scores one candidate against one reference and shows the words, their masses and the alignment. It
// fails as Score does.
func (s *Scorer) Explain(candidate, reference string) (Explanation, error) {
	w, err := s.borrowWorker()
	if err != nil {
		return Explanation{}, err
	}
	defer s.workers.Put(w)
	w.references = append(w.references[:0], side{})
	var e Explanation
	w.prepare(&w.references[0], reference)
	e.Reference = w.words()
	w.prepare(&w.candidate, candidate)
	e.Candidate = w.words()
	if e.Result, err = w.against(w.references); err != nil || e.Status != OK {
		return e, err
	}
	e.Alignment, err = w.align(&w.candidate, &w.references[0])
	return e, err
}

// words returns the tokens of the text that was prepared last.
func (w *worker) words() []Word {
	words := make([]Word, len(w.tokens))
	var sum float64
	for i, token := range w.tokens {
		words[i].Token = token
		id, ok := w.options.Vectors.Index(token.Text)
		switch words[i].Known = ok; {
		case ok:
			words[i].Norm = w.options.Vectors.Norm(id)
		case w.options.OOV == OOVOwn:
			words[i].Norm = w.unknownNorm
		}
		sum += words[i].Norm
	}
	if sum > 0 {
		for i := range words {
			words[i].Mass = words[i].Norm / sum
		}
	}
	return words
}
