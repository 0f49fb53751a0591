package metric

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric/internal/texts"
	"github.com/wordrotator/wrd/tokenize"
)

// An Explanation shows how the distance between a candidate and a reference comes about. If the first measure reads the
// source, Reference is the source.
type Explanation struct {
	Result               // its Alignment, Missing and Invented are filled in if its Status is OK
	Candidate, Reference []Word
	OfSource             bool // whether Reference is the source
}

// A Word is one token of a text with what it weighs. A token that has a vector w is known, another one is out of vocabulary;
// coverage is the share of a text's tokens that are known. The norm λ and direction u of w = λu, ‖u‖ = 1, give its mass, λ
// divided by the sum of the norms of its text, and its costs: what moving one unit of mass onto another word takes, 1 − cos,
// in [0, 2].
type Word struct {
	tokenize.Token
	// Known says whether the token has a vector.
	Known bool
	// Norm is λ, the length of the converted vector; 0 for a token that is left out.
	Norm float64
	// Mass is what the token weighs in its text; for MeasureWRD its norm divided by the sum of the norms. It is 0 for
	// a token that does not count.
	Mass float64
	// Unmatched is the share of the mass that has no counterpart in the other text, in an optimal plan that may leave mass
	// out at a price; see HasCounterpart.
	Unmatched float64
}

// HasCounterpart says whether at least half of the mass of the word has a counterpart in the other text. A word of the
// reference without one is missing in the candidate; a word of the candidate without one was invented.
func (w *Word) HasCounterpart() bool { return w.Unmatched <= mostUnmatched }

// Explain scores a candidate against one reference, or against its source if the first measure reads that, and shows
// the words, their masses and the alignment by the first measure. It fails as Score does, and with a *NoAlignmentError
// if that measure is no distance. Under Options.Encoder the pieces of a word are added up; words have no place in the
// text then, so Start and End are 0.
func (s *Scorer) Explain(candidate, referenceText string) (Explanation, error) {
	return s.explain(Line{Candidates: []string{candidate}, References: []string{referenceText}})
}

// ExplainVectors is Explain for texts that come with token vectors, where Options.TokenVectors is set. The tokens
// have no place in a text, so Start and End of each are 0.
func (s *Scorer) ExplainVectors(candidate, reference TokenVectors) (Explanation, error) {
	return s.explain(Line{CandidateVectors: []TokenVectors{candidate}, ReferenceVectors: []TokenVectors{reference}})
}

// A NoAlignmentError says that a measure has no alignments, because it moves no mass from word to word.
type NoAlignmentError struct{ Measure Measure }

func (e *NoAlignmentError) Error() string {
	return fmt.Sprintf("%s has no alignment; put a distance before it: wrd,%[1]s", e.Measure)
}

// explain explains a line of one candidate and one reference.
func (s *Scorer) explain(line Line) (e Explanation, err error) {
	if s.definitions[0].plan == nil {
		return e, &NoAlignmentError{s.options.Measures[0]}
	}
	w, err := s.borrowWorker()
	if err != nil {
		return e, err
	}
	defer s.workers.Put(w)
	defer w.release()
	if err := s.checkSize(&line); err != nil {
		return e, err
	}
	if _, err := w.check(&line); err != nil {
		return e, err
	}
	if s.options.Encoder != nil {
		w.encodeAhead([]Line{line})
	}
	e.OfSource = s.definitions[0].ofSource
	what := "reference"
	if e.OfSource {
		what = "source"
	}
	w.encoding.References.Reset()
	if len(w.references) == 0 {
		w.references = append(w.references, texts.Text{})
	}
	reference := &w.references[0]
	if err := w.read(reference, line.References, line.ReferenceVectors, 0); err != nil {
		return e, fmt.Errorf("%s: %w", what, err)
	}
	e.Reference = w.words(reference)
	if err := w.read(&w.candidate, line.Candidates, line.CandidateVectors, 0); err != nil {
		return e, fmt.Errorf("candidate: %w", err)
	}
	e.Candidate = w.words(&w.candidate)
	if e.OfSource {
		err = w.against(nil, reference, &e.Result)
	} else {
		err = w.against(w.references[:1], nil, &e.Result)
	}
	if err != nil || e.Status != OK {
		return e, err
	}
	ofCandidate, ofReference, err := w.alignInto(&e.Result, s.definitions[0].plan, &w.candidate, reference)
	if err != nil {
		return e, err
	}
	w.markUnmatched(e.Candidate, &w.candidate, ofCandidate)
	w.markUnmatched(e.Reference, reference, ofReference)
	return e, s.lost()
}

// MostExpensiveFirst sorts the moves of Alignment by mass × cost in descending order, ties by mass: the first moves
// explain most of the difference.
func (r *Result) MostExpensiveFirst() {
	slices.SortStableFunc(r.Alignment, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Mass*b.Cost, a.Mass*a.Cost), cmp.Compare(b.Mass, a.Mass))
	})
}

// words returns the tokens of the text that was prepared last, as s.
func (w *worker) words(s *texts.Text) []Word {
	words := make([]Word, len(w.reader.Last))
	d := &s.Distributions[w.scorer.definitions[0].plan.By]
	for i, token := range w.reader.Last {
		words[i].Token = token
		k := s.Place(i, token.Text)
		words[i].Known = k >= 0 && k < s.Known
		if k < 0 {
			continue
		}
		words[i].Norm = s.Norms[k]
		if place := slices.Index(d.Words, int32(k)); place >= 0 {
			words[i].Mass = d.Mass[place] / float64(s.Counts[k])
		}
	}
	if w.scorer.options.Encoder != nil {
		return w.addUpWords(s, words)
	}
	return words
}
