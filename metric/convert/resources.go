package convert

import (
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/metric/embedding"
)

// Resources are what a converter is fitted from and applied to: vectors of words, or a layer of an encoder.
type Resources struct {
	// Vectors are the vectors to convert, nil with a Layer.
	Vectors *embedding.Store
	// Layer says whose states are converted in place of vectors of words; nil for none. Frequencies and StopWords are not
	// read then, as an encoder splits texts into pieces.
	Layer *Layer
	// Frequencies are the words' counts: A, M and Z learn from the words that are listed, W and U weigh by p(w), a
	// word's count divided by the sum of all counts. A word that is listed with a count of zero is listed, and
	// its p is 0. The words are compared with those of Vectors byte by byte. nil if there are none.
	Frequencies *embedding.Frequencies
	// StopWords is the list of stop words, for C; nil if there is none. Words that Vectors does not know are
	// passed over. A word that is listed twice counts twice, such as "would" in the SMART list.
	StopWords []string
}

// maxDim is the largest dimension for letters that learn from products of components: their matrices take 8·dim² bytes
// each, and finding eigenvectors takes time that grows with its cube.
const maxDim = 4096

// MaxNorm is the largest length of a vector to convert. No published vectors come near it. No step makes a vector
// longer by more than a factor of 2·maxDim and what A subtracts, so converted vectors stay in the range of float32.
const MaxNorm = 1e30

// dim is how many components a vector or a state has.
func (r Resources) dim() int {
	if r.Layer != nil {
		return r.Layer.Dim
	}
	return r.Vectors.Dim()
}

// check reports what a converter lacks, but for what a fit alone reads.
func (r Resources) check(l Letters) error {
	if r.Vectors == nil && r.Layer == nil {
		return errors.New("no vectors are given")
	}
	if err := r.checkWords(l); err != nil {
		return err
	}
	dim := r.dim()
	if (l.addsProducts() || r.Layer != nil && l.NeedsHiddenStates()) && dim > maxDim {
		return fmt.Errorf("found vectors of %d dimensions, expected at most %d for a converter that learns directions or "+
			"deviations", dim, maxDim)
	}
	if l.f1 == 'A' && dim <= removedByA {
		return fmt.Errorf("letter A removes %d directions, which leaves nothing of vectors of %d dimensions",
			removedByA, dim)
	}
	if l.f3 == 'R' && dim <= removedByR {
		return fmt.Errorf("letter R removes %d direction, which leaves nothing of vectors of %d dimension", removedByR,
			dim)
	}
	return nil
}

// checkWords reports what a converter lacks that letters know of words.
func (r Resources) checkWords(l Letters) error {
	switch {
	case r.Layer != nil && r.Vectors != nil:
		return errors.New("found vectors of words and a layer of an encoder, expected one of them")
	case r.Layer != nil && l.alpha2 != 0:
		return fmt.Errorf("letter %c weighs words by their frequencies, which the pieces of an encoder do not have",
			l.alpha2)
	case r.Layer != nil && l.NeedsStopWords():
		return errors.New("letter C learns from the vectors of stop words, and the pieces of an encoder have a state of " +
			"their own in each text")
	case r.Layer != nil:
		return nil
	}
	for _, letter := range []byte{l.f1, l.alpha2} {
		if letter != 0 && letter != 'S' && r.Frequencies == nil {
			return fmt.Errorf("letter %c needs word frequencies, found none", letter)
		}
	}
	return nil
}

// checkLengths says which vector is too long.
func (r Resources) checkLengths() error {
	if r.Vectors == nil {
		return nil
	}
	for id := range r.Vectors.Len() {
		if norm := r.Vectors.Norm(id); norm > MaxNorm {
			return fmt.Errorf("vectors %s: found %q with the norm %.3g, expected at most %.0e", r.Vectors.Name(),
				r.Vectors.Word(id), norm, MaxNorm)
		}
	}
	return nil
}
