package convert

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/embedding"
)

// Words looks up the vectors of single words, converted if there is a converter, without converting all others. It
// must not be shared between goroutines.
type Words struct {
	vectors   *embedding.Store
	converter *Converter // nil for none
	sentence  *Sentence  // of one word; nil without a converter
	composed  [1]Composed
}

// NewWords returns the words of vectors. converter may be nil; it must be made for vectors, and one with S or of the states
// of an encoder is an error: it has no vectors for single words.
func NewWords(vectors *embedding.Store, converter *Converter) (*Words, error) {
	w := &Words{vectors: vectors, converter: converter}
	w.composed[0].Vector = make([]float32, vectors.Dim())
	if converter == nil {
		return w, nil
	}
	if layer, ok := converter.Layer(); ok {
		return nil, fmt.Errorf("converter %s: found one for the states of %v, expected one for the vectors %s",
			converter.Letters(), layer, vectors.Name())
	}
	if letters := converter.Letters(); letters.SentenceWise() {
		return nil, fmt.Errorf("converter %s: gives a word another vector in each sentence, expected letters without "+
			"S for single words", letters)
	}
	w.sentence = converter.NewSentence()
	return w, nil
}

// Vector copies the vector of a word to dst, len Dim of the vectors, and returns its Euclidean length, and whether
// the word has one. Vectors with subwords make one for a word that they do not know. A vector of length zero has no
// direction and does not count.
func (w *Words) Vector(word string, dst []float32) (norm float64, ok bool) {
	id, known := w.vectors.Index(word)
	ids, raw := [1]int32{int32(id)}, w.composed[0].Vector
	if known {
		raw, norm = w.vectors.Row(id), w.vectors.Norm(id)
	} else {
		if norm, ok = w.vectors.Compose(word, raw); !ok {
			return 0, false
		}
		ids[0], w.composed[0].Word = -1, word
	}
	if w.sentence != nil {
		if norm > MaxNorm {
			return 0, false
		}
		rows, norms := w.sentence.ConvertWith(ids[:], nil, w.composed[:])
		raw, norm = rows[0], norms[0]
	}
	copy(dst, raw)
	return norm, norm > 0
}
