package texts

import (
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// A Space gives the words of texts their vectors and weights. It does not change while texts are read, so any number of
// readers may share one.
type Space struct {
	// Table has the vectors of words, converted if there is one table for all texts; nil if texts bring theirs, or if
	// the vectors are counts of n-grams.
	Table *embedding.Store
	// Vectors are those that Table was converted from. They make vectors of words that are not in it if Composes is set.
	Vectors      *embedding.Store
	Composes     bool
	Converter    *convert.Converter // nil for none
	SentenceWise bool               // whether the converter gives a word another vector in each text
	Ngrams       ngrams.Range       // whose counts are the vectors, unless it is zero

	Separate    bool    // whether each occurrence of a word stays a word of its own, see Text; tokens with vectors always do
	KeepUnknown bool    // whether a word without a vector gets a direction of its own; otherwise it is left out
	UnknownNorm float64 // μ, the norm of such a word
	MeanNorm    float64 // of Table, if ContextWeight is not 0

	Normalize tokenize.Normalization // of texts, which Tokenizer or the encoder applies, too

	MassPower     float64                   // P of the masses ‖w‖ᴾ, 1 for the paper's
	ContextWeight float64                   // λ of the neighbours' share in a direction, 0 for none
	Spans         bool                      // whether texts keep where their pieces stand
	SIF           *SIF                      // nil if no measure reads it
	IDF           func(word string) float64 // nil weighs all words alike
}

// A Reader turns texts into words with vectors. Each goroutine has its own.
type Reader struct {
	*Space
	Tokenizer tokenize.Tokenizer
	Last      []tokenize.Token  // of the text that was read last
	found     []TableWord       // the tokens in the table
	finder    *embedding.Finder // of the table's words, nil without a table
	Dim       int               // components of a vector
	prepares  []func(*Reader, *Text)
	vectors             // of which kind they are
	merging   merging   // of the words of the text that is being read
	sorted    []float64 // scratch of medianNorm
}

// NewReader returns a reader. prepares are called for each text that it reads: they compute what measures need of it.
func NewReader(s *Space, tokenizer tokenize.Tokenizer, prepares []func(*Reader, *Text)) *Reader {
	r := &Reader{Space: s, Tokenizer: tokenizer, prepares: prepares, vectors: rows{}}
	if s.Ngrams != (ngrams.Range{}) {
		r.vectors = counts{}
	}
	if s.Table != nil {
		r.Dim, r.finder = s.Table.Dim(), embedding.NewFinder(s.Table)
	}
	return r
}

// Read splits a text into tokens and looks them up.
func (r *Reader) Read(s *Text, text string) {
	r.Begin(s)
	r.Last = r.Tokenizer.Append(r.Last[:0], text)
	s.count(r.Space, text, len(r.Last))
	r.found = r.found[:0]
	for _, token := range r.Last { // all before the first is added, so that none waits for the memory of another
		r.found = append(r.found, r.Find(token.Text))
	}
	for position, token := range r.Last {
		r.AddToken(s, token.Text, r.found[position], position)
	}
	r.Finish(s)
}

// Begin makes s an empty text, to which AddToken adds tokens until Finish.
func (r *Reader) Begin(s *Text) {
	s.reset()
	r.merging.begin()
}

// A TableWord is the row of a word in the table, or UnknownWord, and its norm.
type TableWord struct {
	ID   int32
	Norm float64
}

// Find looks a word up.
func (r *Reader) Find(word string) TableWord {
	if r.finder != nil {
		if id, norm, ok := r.finder.Find(word); ok {
			return TableWord{int32(id), norm}
		}
	} else if r.Ngrams != (ngrams.Range{}) {
		return TableWord{ID: ComposedWord}
	}
	return TableWord{ID: UnknownWord}
}

// AddToken counts one token of a text, under the policy for those without a vector.
func (r *Reader) AddToken(s *Text, word string, found TableWord, position int) {
	if found.ID == UnknownWord {
		if r.Composes && r.addComposed(s, word, position) {
			return
		}
		s.Unknown++
		if !r.KeepUnknown {
			return
		}
	}
	r.add(s, word, found, position)
}

// add counts the token at a position of a text, as one more of an equal one unless each stays a word of its own.
func (r *Reader) add(s *Text, word string, found TableWord, position int) {
	if !r.Separate {
		if bit := bitOf(found.ID); r.merging.seen&bit == 0 {
			r.merging.seen |= bit
		} else if i := r.merging.find(s, word, found.ID); i >= 0 {
			s.Counts[i]++
			return
		}
	}
	s.Words = append(s.Words, word)
	s.Positions = append(s.Positions, int32(position))
	s.IDs = append(s.IDs, found.ID)
	s.Counts = append(s.Counts, 1)
	s.Norms = append(s.Norms, found.Norm)
	if len(s.Words) > fewWords && !r.Separate {
		r.merging.add(s)
	}
}

// addComposed counts one token whose vector the store makes of its n-grams, and returns false if it cannot.
func (r *Reader) addComposed(s *Text, word string, position int) bool {
	if r.Separate || r.merging.find(s, word, ComposedWord) < 0 {
		if s.inUse == len(s.composed) {
			s.composed = append(s.composed, convert.Composed{Vector: make([]float32, r.Table.Dim())})
		}
		next := &s.composed[s.inUse]
		if norm, ok := r.Vectors.Compose(word, next.Vector); !ok || r.Converter != nil && norm > convert.MaxNorm {
			return false
		}
		next.Word = word
		s.inUse++
	}
	r.add(s, word, TableWord{ID: ComposedWord}, position) // its norm comes with its row
	return true
}

// Finish looks up the vectors of the words that were added and prepares them for the measures.
func (r *Reader) Finish(s *Text) {
	r.lookUp(r, s)
	r.ready(s)
}

// LookUp takes the vectors of the words that were added, for inner products alone.
func (r *Reader) LookUp(s *Text) {
	r.lookUp(r, s)
	s.measureNorms()
}

// ready prepares words whose vectors are there for the measures.
func (r *Reader) ready(s *Text) {
	s.measureNorms()
	s.Mixing.done, s.Mixing.Exactly = false, false
	for _, prepare := range r.prepares {
		prepare(r, s)
	}
}

// medianNorm is μ where each text has a scale of its own: the median norm of the text's known tokens, 1 if there are none.
func (r *Reader) medianNorm(s *Text) float64 {
	r.sorted = r.sorted[:0]
	for i, norm := range s.Norms[:s.Known] {
		for range s.Counts[i] {
			r.sorted = append(r.sorted, norm)
		}
	}
	n := len(r.sorted)
	if n == 0 {
		return 1
	}
	slices.Sort(r.sorted)
	return (r.sorted[(n-1)/2] + r.sorted[n/2]) / 2
}

// A Given text came with its tokens and their vectors, from another program or from an encoder.
type Given struct {
	Tokens  []string
	Vectors [][]float32 // of the tokens, of one length

	// Of an encoder; nil where there is none: which word of the text each token is a part of, and whether it is a word
	// that the encoder does not know. Its vector is that of all unknown words then, so it is left out.
	Words   []int32
	Unknown []bool
	Spans   [][2]int // where in the normal form of the text they stand: from and up to which byte
	Windows int      // how many parts of the text the encoder was given
}

// ReadGiven takes the tokens and vectors of a text as they are. Each occurrence of a word has a vector of its own,
// so none are merged: Space.Separate must be set. source is the text that they were made of, "" if it is not known.
//
// A word that an encoder does not know has a direction of its own, as under metric.OOVOwn, and as each text has a scale of its
// own, its norm is the median of the text's known pieces. A text without a known piece is one that the encoder could not
// read, so it has no word for the measures.
func (r *Reader) ReadGiven(s *Text, given *Given, source string) error {
	r.Begin(s)
	s.count(r.Space, source, len(given.Tokens))
	s.Pieces, s.PieceTexts, s.Windows = given.Words, given.Tokens, given.Windows
	if r.Spans {
		s.form, s.spans = r.Normalize.Of(source), given.Spans
	}
	if len(given.Vectors) > 0 {
		r.Dim = len(given.Vectors[0])
	}
	r.Last = r.Last[:0]
	for i, token := range given.Tokens {
		r.Last = append(r.Last, tokenize.Token{Text: token})
		if given.Unknown != nil && given.Unknown[i] {
			s.Unknown++
			continue
		}
		row := given.Vectors[i]
		norm := embedding.Norm(row)
		if math.IsNaN(norm) || math.IsInf(norm, 0) { // float64 holds the square of every float32
			return fmt.Errorf("token %d (%q): %w", i+1, token, notFinite(row))
		}
		r.add(s, token, TableWord{OwnVectorWord, norm}, i)
		s.Rows = append(s.Rows, row)
	}
	s.Known = len(s.Words)
	if s.Unknown > 0 && s.Known > 0 {
		norm := r.medianNorm(s)
		for i, token := range given.Tokens {
			if !given.Unknown[i] {
				continue
			}
			r.add(s, token, TableWord{UnknownWord, norm}, i)
			s.Rows = append(s.Rows, nil)
		}
	}
	r.ready(s)
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
