package metric

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// TokenVectors are a text that another program has split into tokens and given vectors to, one for each token:
// usually a contextual encoder such as BERT or ELMo, for which a word has another vector in each sentence. Tokens may
// be words or pieces of words. A Scorer reads them in place of the text if Options.TokenVectors is set; it keeps no
// part of them after the result is there.
type TokenVectors struct {
	Tokens []string
	// Vectors[i] is the vector of Tokens[i]. Those of a segment are of one length, and their components finite. A
	// vector of zeros has neither mass nor direction.
	Vectors [][]float32

	// Of an encoder; nil where there is none: which word of the text each token is a part of, and whether it is a word
	// that the encoder does not know. Its vector is that of all unknown words then, so it is left out.
	words   []int32
	unknown []bool
	windows int // see Result.CandidateWindows
}

// An Origin says in signatures where token vectors are from. Two of the same Digest are the same vectors.
type Origin struct {
	Name   string // of the file or the encoder; no '|'
	Digest string // hexadecimal; 8 digits are shown
}

// Text returns the tokens with spaces between them, for people to read.
func (v TokenVectors) Text() string { return strings.Join(v.Tokens, " ") }

// Errors of texts that are not what the options say.
var (
	errTokenVectorsAndWords = errors.New("token vectors: found vectors or a converter for words with them, expected one " +
		"or the other")
	errNoTokenVectors = errors.New("found a text without token vectors, expected them for every text where " +
		"Options.TokenVectors is set")
	errUnexpectedTokenVectors = errors.New("found token vectors, expected none where Options.TokenVectors is not set")
)

// check fails if the texts of a line are not what the scorer reads, and returns how many references there are.
func (w *worker) check(line *Line) (references int, err error) {
	if w.options.TokenVectors == nil {
		if len(line.CandidateVectors) > 0 || len(line.ReferenceVectors) > 0 {
			return 0, errUnexpectedTokenVectors
		}
		return len(line.References), nil
	}
	if len(line.CandidateVectors) < len(line.Candidates) || len(line.ReferenceVectors) < len(line.References) {
		return 0, errNoTokenVectors
	}
	w.dim = 0
	for side, texts := range [][]TokenVectors{line.CandidateVectors, line.ReferenceVectors} {
		for i := range texts {
			if err := w.checkVectors(&texts[i]); err != nil {
				return 0, fmt.Errorf("%s %d: %w", [2]string{"candidate", "reference"}[side], i+1, err)
			}
		}
	}
	return len(line.ReferenceVectors), nil
}

// checkVectors checks that every token has a vector as long as those of the texts before, whose length is w.dim.
func (w *worker) checkVectors(text *TokenVectors) error {
	if len(text.Tokens) != len(text.Vectors) {
		return fmt.Errorf("found %d vectors, expected one for each of %d tokens", len(text.Vectors), len(text.Tokens))
	}
	for i, vector := range text.Vectors {
		if w.dim == 0 {
			w.dim = len(vector)
		}
		if n := len(vector); n == 0 || n != w.dim {
			return fmt.Errorf("token %d (%q): found a vector of %d components, expected %d as before it in the segment",
				i+1, text.Tokens[i], n, max(w.dim, 1))
		}
	}
	return nil
}

// prepareTokenVectors takes the tokens and vectors of a text as they are. Each occurrence of a word has a vector of its own,
// so none are merged. source is the text that they were made of, "" if it is not known.
//
// A word that an encoder does not know has a direction of its own, as under OOVOwn, and as each text has a scale of its
// own, its norm is the median of the text's known pieces. A text without a known piece is one that the encoder could not
// read, so it has no word for the measures.
func (w *worker) prepareTokenVectors(s *text, text *TokenVectors, source string) error {
	s.reset(true)
	s.count(source, len(text.Tokens))
	s.pieces, s.pieceTexts, s.windows = text.words, text.Tokens, text.windows
	if len(text.Vectors) > 0 {
		w.dim = len(text.Vectors[0])
	}
	w.tokens = w.tokens[:0]
	for i, token := range text.Tokens {
		w.tokens = append(w.tokens, tokenize.Token{Text: token})
		if text.unknown != nil && text.unknown[i] {
			s.unknown++
			continue
		}
		row := text.Vectors[i]
		norm := embedding.Norm(row)
		if math.IsNaN(norm) || math.IsInf(norm, 0) { // float64 holds the square of every float32
			return fmt.Errorf("token %d (%q): %w", i+1, token, notFinite(row))
		}
		s.add(token, tableWord{tokenVectorWord, norm}, i)
		s.rows = append(s.rows, row)
	}
	s.known = len(s.words)
	if s.unknown > 0 && s.known > 0 {
		norm := s.medianNorm()
		for i, token := range text.Tokens {
			if !text.unknown[i] {
				continue
			}
			s.add(token, tableWord{unknownWord, norm}, i)
			s.rows = append(s.rows, nil)
		}
	}
	s.ready(w)
	return nil
}

// notFinite says which component of a vector cannot be used.
func notFinite(row []float32) error {
	for k, x := range row {
		if x-x != 0 {
			return fmt.Errorf("component %d: found %v, expected a finite number", k+1, x)
		}
	}
	return nil
}
