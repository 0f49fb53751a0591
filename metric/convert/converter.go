package convert

import (
	"gonum.org/v1/gonum/floats"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A Converter converts the vectors of one store, or the states of one layer of an encoder. It does not change after it is
// made, so any number of goroutines may use one Converter.
type Converter struct {
	store *embedding.Store // nil for a layer
	info  Info

	f1         *affine       // nil without A, M and Z
	weighting  weighting     // zero without W and U
	listed     probabilities // p of words; zero without W and U
	weights    []float64     // α₂ of each word of store; nil without W and U
	directions *directions   // f₃ of R and P, else nil
	conceptor  *conceptor    // f₃ of C, else nil

	table *embedding.Store // see WithTable and Part; nil if Table is to compute it
	part  bool             // whether table has some of the words only
}

// Letters returns the steps of the converter.
func (c *Converter) Letters() Letters { return c.info.Letters }

// Vectors returns the store that the converter converts, nil if it converts states.
func (c *Converter) Vectors() *embedding.Store { return c.store }

// Layer returns the layer whose states the converter converts, and whether it converts any.
func (c *Converter) Layer() (Layer, bool) { return c.info.Layer, c.info.isLayer() }

// Hash returns the identity of the converter in signatures, 64 hexadecimal digits; see Info.
func (c *Converter) Hash() string { return c.info.Hash }

// Info says what the converter was learned from. Its slices must not be modified.
func (c *Converter) Info() Info { return c.info }

// weigh sets α₂.
func (c *Converter) weigh(learned learnedWeights) {
	c.weighting, c.listed, c.weights = learned.weighting, learned.listed, learned.ofWords
}

func (c *Converter) weight(id int32) float64 {
	if c.weights == nil {
		return 1
	}
	return c.weights[id]
}

// weightOf is weight for a word that has no row.
func (c *Converter) weightOf(word string) float64 {
	if c.weights == nil {
		return 1
	}
	return c.weighting.ofWord(word, c.listed)
}

// batchRows is how many rows f₃ takes at a time.
const batchRows = 64

// A batch holds up to batchRows rows on their way through the steps.
type batch struct {
	dim     int
	rows    []float64 // batchRows×dim, row-major
	product []float64 // the same, for f₃ where it is a matrix
}

func newBatch(dim int) *batch {
	return &batch{dim: dim, rows: make([]float64, batchRows*dim), product: make([]float64, batchRows*dim)}
}

func (b *batch) row(i int) []float64 { return b.rows[i*b.dim:][:b.dim] }

// first sets x, len dim, to α₂(w)·f₁(w), for all f₁ but S.
func (c *Converter) first(x []float64, id int) { c.firstOf(x, c.store.Row(id), c.weight(int32(id))) }

// firstOf is first of a word with the given vector and weight.
func (c *Converter) firstOf(x []float64, vector []float32, weight float64) {
	widen(x, vector)
	if c.f1 != nil {
		c.f1.convert(x)
	}
	if c.weights != nil {
		floats.Scale(weight, x)
	}
}

// third applies f₃ to the first n rows of b and returns the result, n×dim, which the next use of b overwrites.
func (c *Converter) third(b *batch, n int) []float64 {
	switch {
	case c.directions != nil:
		for i := range n {
			c.directions.remove(b.row(i))
		}
	case c.conceptor != nil:
		c.conceptor.multiply(b.product, b.rows, n)
		return b.product
	}
	return b.rows
}

// narrow rounds x to float32.
func narrow(dst []float32, x []float64) {
	x = x[:len(dst)]
	for k := range dst {
		dst[k] = float32(x[k])
	}
}
