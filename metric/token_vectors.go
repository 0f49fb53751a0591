package metric

import (
	"errors"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
)

// TokenVectors are a text that another program has split into tokens, with a vector for each token: usually of a
// contextual encoder such as BERT or ELMo, in which a word has another vector in each sentence. Tokens may be words or
// pieces of words. A Scorer reads them instead of the text if Options.TokenVectors is set, and keeps no part of them
// after it has returned the result.
type TokenVectors struct {
	Tokens []string
	// Vectors[i] is the vector of Tokens[i]. Those of a segment are of one length, and their components finite. A
	// vector of zeros has neither mass nor direction.
	Vectors [][]float32
}

// An Origin says in signatures where token vectors come from: its Name, without '|', is that of the file or the encoder.
// Equal digests mean equal vectors.
type Origin = convert.Origin

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
	if w.scorer.options.TokenVectors == nil {
		if len(line.CandidateVectors) > 0 || len(line.ReferenceVectors) > 0 {
			return 0, errUnexpectedTokenVectors
		}
		return len(line.References), nil
	}
	if len(line.CandidateVectors) < len(line.Candidates) || len(line.ReferenceVectors) < len(line.References) {
		return 0, errNoTokenVectors
	}
	w.reader.Dim = 0
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
		if w.reader.Dim == 0 {
			w.reader.Dim = len(vector)
		}
		if n := len(vector); n == 0 || n != w.reader.Dim {
			return fmt.Errorf("token %d (%q): found a vector of %d components, expected %d as before it in the segment",
				i+1, text.Tokens[i], n, max(w.reader.Dim, 1))
		}
	}
	return nil
}
