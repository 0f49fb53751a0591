package convert

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A Sentence converts the words of one sentence after another, by any letters. It is the way for S,
// where a word has another vector in each sentence. It keeps its memory from one sentence to the next and must not
// be shared between goroutines; give each worker its own.
type Sentence struct {
	converter *Converter
	scaler    *scaler // nil without S
	batch     *batch
	data      []float32 // n×dim
	rows      [][]float32
	norms     []float64
}

// NewSentence returns a Sentence for the converter.
func (c *Converter) NewSentence() *Sentence {
	s := &Sentence{converter: c, batch: newBatch(c.info.Dim)}
	if c.info.Letters.SentenceWise() {
		s.scaler = newScaler(c)
	}
	return s
}

// Convert returns the converted vectors of a sentence's known tokens and their norms. ids are rows of the
// vectors that the converter was made for; counts are how often each of them occurs in the sentence, at
// least once, or nil if each occurs once. An id may also be repeated: rows[i] and norms[i] are for ids[i], and
// equal ids have equal rows.
//
// A row has as many components as the vectors. Rows and norms may be read until the next call. A norm is that of the
// row as it is, rounded to float32.
func (s *Sentence) Convert(ids, counts []int32) (rows [][]float32, norms []float64) {
	return s.ConvertWith(ids, counts, nil)
}

// A Composed is a word that is not in the vectors, with the vector that their subwords make of it.
type Composed struct {
	Word string
	// Vector is what embedding.Store.Compose makes of the word, len Dim; it should not be longer than MaxNorm.
	Vector []float32
}

// ConvertWith is Convert for sentences that also have composed words: an id below 0 stands for the next of composed,
// whose rows come about as those of all words do, with the p(w) that the frequencies have for them.
func (s *Sentence) ConvertWith(ids, counts []int32, composed []Composed) (rows [][]float32, norms []float64) {
	c := s.converter
	s.grow(len(ids))
	var scales []float64
	if s.scaler != nil {
		scales = s.scaler.scales(ids, counts, composed)
	}
	rows, norms = s.rows[:len(ids)], s.norms[:len(ids)]
	s.convert(rows, scales, func(x []float64, i int) {
		if id := ids[i]; id >= 0 {
			c.first(x, int(id))
			return
		}
		c.firstOf(x, composed[0].Vector, c.weightOf(composed[0].Word))
		composed = composed[1:]
	})
	for i, row := range rows {
		norms[i] = embedding.Norm(row)
	}
	return rows, norms
}

// ConvertHiddenStates converts the states of all pieces of a text where they are, by a converter of the layer that they
// are of. They should not be longer than MaxNorm.
func (s *Sentence) ConvertHiddenStates(states [][]float32) {
	var scales []float64
	if s.scaler != nil {
		scales = s.scaler.ofStates(states)
	}
	s.convert(states, scales, func(x []float64, i int) { s.converter.firstOf(x, states[i], 1) })
}

// convert fills rows, given what sets x to α₂·f₁ of row i, for all f₁ but S, and the factors of S, nil for none.
func (s *Sentence) convert(rows [][]float32, scales []float64, first func(x []float64, i int)) {
	for from := 0; from < len(rows); from += batchRows {
		part := rows[from:min(from+batchRows, len(rows))]
		for i := range part {
			x := s.batch.row(i)
			first(x, from+i)
			if scales != nil {
				floats.Mul(x, scales) // f₁ and α₂ commute
			}
		}
		converted := s.converter.third(s.batch, len(part))
		for i, row := range part {
			narrow(row, converted[i*s.batch.dim:])
		}
	}
}

// grow makes room for n rows.
func (s *Sentence) grow(n int) {
	if n <= len(s.rows) {
		return
	}
	n = max(n, 2*len(s.rows))
	dim := s.batch.dim
	s.data = make([]float32, n*dim)
	s.norms = make([]float64, n)
	s.rows = make([][]float32, n)
	for i := range s.rows {
		s.rows[i] = s.data[i*dim : (i+1)*dim : (i+1)*dim]
	}
}

// A scaler finds the factors of S for one sentence after another.
type scaler struct {
	store   *embedding.Store // nil for a layer
	factors []float64        // len dim
}

func newScaler(c *Converter) *scaler {
	return &scaler{store: c.store, factors: make([]float64, c.info.Dim)}
}

// scales returns for each feature k what S multiplies it by, 1/√(Σ wₖ²) over the tokens, ids[i] occurring counts[i]
// times, or once if counts is nil; composed are the words of ids below 0. A feature that is 0 on all tokens gets 0. The
// result is good until the next call.
func (s *scaler) scales(ids, counts []int32, composed []Composed) []float64 {
	clear(s.factors)
	for i, id := range ids {
		count := 1.0
		if counts != nil {
			count = float64(counts[i])
		}
		if id >= 0 {
			s.add(s.store.Row(int(id)), count)
		} else {
			s.add(composed[0].Vector, count)
			composed = composed[1:]
		}
	}
	return s.inverted()
}

// ofStates is scales for the states of a text.
func (s *scaler) ofStates(states [][]float32) []float64 {
	clear(s.factors)
	for _, state := range states {
		s.add(state, 1)
	}
	return s.inverted()
}

// add adds the squares of a row that occurs count times.
func (s *scaler) add(row []float32, count float64) {
	sums := s.factors[:len(row)]
	for k, v := range row {
		x := float64(v) // the square is exact
		sums[k] += float64(count * (x * x))
	}
}

// inverted turns sums of squares into factors.
func (s *scaler) inverted() []float64 {
	for k, sum := range s.factors {
		if sum > 0 {
			s.factors[k] = 1 / math.Sqrt(sum)
		}
	}
	return s.factors
}
