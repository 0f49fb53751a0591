package convert

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// removedByR and removedByP are D₃ of R (Arora et al. 2017) and of P (Ethayarajh 2018).
const (
	removedByR = 1
	removedByP = 5
)

// A Fitter learns a converter from a stream of sentences, in memory that does not grow with their
// number. It must not be shared between goroutines.
type Fitter struct {
	converter *Converter // what is known of it: everything but f₃, and f₁ of states
	totals
	stopWords *gram   // of the raw vectors of stop words; nil without C
	scaler    *scaler // nil without S
}

// totals are what a Fitter learns from sentences. Those of several can be added up.
type totals struct {
	pieces    *gram // of states, see moments; nil for vectors of words and without A, M and Z
	sentences *gram // of the sentence vectors, of states as moments; nil without f₃
	texts     int64 // how many sentences came
	tokens    int64
}

// learns says whether anything is learned from sentences.
func (s *totals) learns() bool { return s.pieces != nil || s.sentences != nil }

// grams are what is added up.
func (s *totals) grams() (list []*gram) {
	for _, g := range []*gram{s.pieces, s.sentences} {
		if g != nil {
			list = append(list, g)
		}
	}
	return list
}

// merge adds the sums of other, which has none waiting.
func (s *totals) merge(other *totals) {
	theirs := other.grams()
	for i, g := range s.grams() {
		g.merge(theirs[i])
	}
	s.texts += other.texts
	s.tokens += other.tokens
}

// NewFitter learns what the vocabulary has to tell: for A, M and Z the mean, for A the principal directions, for Z the
// standard deviations, for U its constant, for W and U the weights of all words, for C the stop words. It runs on all
// cores, and when ctx ends it stops with the cause of that. A layer of an encoder has nothing to tell; all is learned
// from sentences then, by AddHiddenStates in place of Add.
//
// Besides a resource that is missing, these are errors: for A fewer than 4 words with a frequency, or vectors of
// fewer than 4 dimensions, of which nothing would be left; for M no such word, for Z fewer than 2; for R vectors of 1
// dimension; for U frequencies without a frequent word; for C vectors without a stop word; for A, Z, R, P and C vectors
// of more than 4096 dimensions; for all a vector longer than 1e30; for W, U and C a layer of an encoder. For several
// fits of one vocabulary, see [Vocabulary].
func NewFitter(ctx context.Context, letters Letters, resources Resources) (*Fitter, error) {
	return NewVocabulary(resources).Fitter(ctx, letters)
}

// newFitter returns a Fitter of a converter that knows what the vocabulary tells, but for stop words.
func newFitter(c *Converter) *Fitter {
	letters, dim := c.info.Letters, c.info.Dim
	f := &Fitter{converter: c}
	if c.info.isLayer() {
		dim++ // see moments
		if letters.centres() {
			f.pieces = newGram(dim)
		}
	}
	if letters.NeedsSentences() {
		f.sentences = newGram(dim)
	}
	if letters.SentenceWise() {
		f.scaler = newScaler(c)
	}
	return f
}

// newInfo names the resources that the letters read.
func newInfo(letters Letters, resources Resources) Info {
	if l := resources.Layer; l != nil {
		return Info{Letters: letters, Layer: *l, Dim: l.Dim}
	}
	v := resources.Vectors
	info := Info{Letters: letters, Vectors: Origin{v.Name(), v.Digest()}, Words: v.Len(), Dim: v.Dim()}
	if letters.NeedsFrequencies() {
		info.Frequencies = Origin{resources.Frequencies.Name(), resources.Frequencies.Digest()}
	}
	return info
}

// addStopWords takes the raw vectors of the stop words that the vocabulary has.
func (f *Fitter) addStopWords(list []string) error {
	if len(list) == 0 {
		return errors.New("letter C needs stop words, found none")
	}
	store := f.converter.store
	var ids []int
	for _, word := range list {
		if id, ok := store.Index(word); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return fmt.Errorf("letter C needs stop words, found none of %d among the words of the vectors %s", len(list),
			store.Name())
	}
	slices.Sort(ids) // so the order of the list has no part in the sum
	f.stopWords = newGram(store.Dim())
	for _, id := range ids {
		widen(f.stopWords.next(), store.Row(id))
	}
	return nil
}

// Add takes one sentence: the rows of its known tokens in Resources.Vectors, every occurrence once. It keeps
// nothing of ids. A sentence without a known token does not count. Without f₃ no sentence is needed, and none
// counts.
func (f *Fitter) Add(ids []int32) {
	if f.sentences == nil || len(ids) == 0 {
		return
	}
	f.texts++
	f.tokens += int64(len(ids))
	f.sentenceVector(f.sentences.next(), ids)
}

// sentenceVector sets s, len dim, to the mean of α₂(w)·f₁(w) over the tokens. f₁ is the same affine map for
// all tokens of a sentence, so it is applied to their weighted sum.
func (f *Fitter) sentenceVector(s []float64, ids []int32) {
	c := f.converter
	clear(s)
	var weights float64
	for _, id := range ids {
		w := c.weight(id)
		weights += w
		addRow(s, w, c.store.Row(int(id)))
	}
	if c.f1 != nil {
		// The mean of the bs has the same weights as that of the ws. No weight is 0.
		floats.Scale(1/weights, s)
		c.f1.convert(s)
		floats.Scale(weights, s)
	}
	if f.scaler != nil {
		floats.Mul(s, f.scaler.scales(ids, nil, nil))
	}
	floats.Scale(1/float64(len(ids)), s)
}

// Finish returns the converter for the sentences that came until now; more may follow for another one.
//
// R, P and C need at least one sentence with a known token, and so do A, M and Z of states, A with 4 pieces in all and Z
// with 2. A direction in which no sentence vector extends is left alone: with fewer sentences than directions to remove,
// R and P remove those that there are, and P divides by the σ² of those.
func (f *Fitter) Finish() (*Converter, error) {
	c := *f.converter
	err := f.learnAffine(&c)
	if err == nil && f.sentences != nil {
		err = f.learnCommon(&c)
	}
	if err != nil {
		return nil, fmt.Errorf("converter %s: %w", c.info.Letters, err)
	}
	c.info.Hash = c.hash()
	return &c, nil
}

// learnCommon sets f₃ and what is told about it.
func (f *Fitter) learnCommon(c *Converter) error {
	letter := c.info.Letters.f3
	n := f.texts
	if n == 0 {
		known := "known word"
		if c.info.isLayer() {
			known = "piece"
		}
		return fmt.Errorf("letter %c needs sentences, found none with a %s", letter, known)
	}
	c.info.Sentences, c.info.Tokens = n, f.tokens
	extent, noise := f.extent(c)
	if letter == 'C' {
		c.info.StopWords = f.stopWords.rows
		extent.AddSym(extent, f.stopWords.mean()) // R + R_sw
	}
	p, err := newPrincipal(extent)
	if err != nil {
		return fmt.Errorf("letter %c: %w", letter, err)
	}
	p.silence(noise)
	var removed []float64
	switch letter {
	case 'R':
		top := wholly(p, removedByR)
		c.directions, removed = &top, top.shares
	case 'P':
		top := piecewise(p, removedByP)
		c.directions, removed = &top, top.shares
	case 'C':
		a3 := newConceptor(p)
		c.conceptor, removed = &a3, conceptorShares(p)
	}
	c.info.Common = newSpectrum(p.variances, n, removed)
	return nil
}

// extent returns the mean Gram matrix of the sentence vectors, and up to where its eigenvalues are rounding errors.
func (f *Fitter) extent(c *Converter) (extent *mat.SymDense, noise float64) {
	if c.info.isLayer() {
		return momentsOf(f.sentences).through(c.f1)
	}
	return f.sentences.mean(), 0
}

// conceptorShares are 1 − 1/(1+λⱼ), what C takes away of each principal direction of R + R_sw.
func conceptorShares(p principal) []float64 {
	shares := make([]float64, len(p.variances))
	for j, v := range p.variances {
		shares[j] = v / (1 + v)
	}
	return shares
}
