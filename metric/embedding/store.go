package embedding

import (
	"fmt"
	"sync"
)

// A Store holds the vectors of a vocabulary, one row of Dim float32 components for each word, in the
// order of the file they came from. It does not change after it is made, so any number of goroutines
// may use one Store.
type Store struct {
	name   string
	words  vocabulary
	rows   matrix
	lazy   *lazyRows // fills rows on first use; nil if they are all there
	mapped *mapped   // nil unless words, rows and norms lie in a file, and must not be used unchecked
	norms  []float64 // len n, the Euclidean length of every row that is there

	subwords subwords // what unknown words are made of, or nothing
	median   func() float64
	digest   func() string
}

// New makes a Store of words and their vectors. rows is len(words)×dim, row-major; New copies both.
// It rejects an empty vocabulary, an empty or repeated word, a word that is not UTF-8, a component
// that is NaN or infinite, a dimension outside 1 to 65536, and rows of the wrong length. name is
// free; it stands in signatures.
func New(name string, words []string, dim int, rows []float32) (*Store, error) {
	if err := CheckDim(dim); err != nil {
		return nil, fmt.Errorf("vectors %s: found %w", name, err)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("vectors %s: no words", name)
	}
	if len(rows)/dim != len(words) || len(rows)%dim != 0 {
		return nil, fmt.Errorf("vectors %s: found %d components, expected %d words of %d", name, len(rows), len(words),
			dim)
	}
	b := newVocabularyBuilder()
	for i, word := range words {
		if err := addNew(b, word); err != nil {
			return nil, fmt.Errorf("vectors %s: word %d: %w", name, i+1, err)
		}
	}
	m := newMatrix(len(words), dim)
	for i, word := range words {
		row := rows[i*dim : (i+1)*dim]
		for k, x := range row {
			if !finite(x) {
				return nil, fmt.Errorf("vectors %s: word %d, %s: component %d is %v", name, i+1, quote(word),
					k+1, x)
			}
		}
		copy(m.row(i), row)
	}
	return newStore(name, b.finish(), m), nil
}

// addNew enters a word that must be a good one and must not have come before.
func addNew(b *vocabularyBuilder, word string) error {
	if err := CheckWord(word); err != nil {
		return err
	}
	id, added, err := b.add(word)
	if err == nil && !added {
		err = fmt.Errorf("%s is also word %d", quote(word), id+1)
	}
	return err
}

// newStore takes over words and rows, and measures the norms.
func newStore(name string, words vocabulary, rows matrix) *Store {
	s := &Store{name: name, words: words, rows: rows, norms: make([]float64, words.len())}
	for i := range s.norms {
		s.norms[i] = Norm(rows.row(i))
	}
	s.median = sync.OnceValue(func() float64 { return median(s.norms) })
	s.digest = sync.OnceValue(func() string { return digestStore(s) })
	return s
}

// Name is what signatures call the vectors, such as "distilled-en".
func (s *Store) Name() string { return s.name }

// Dim is the number of components of a vector.
func (s *Store) Dim() int { return s.rows.dim }

// Len is the number of words.
func (s *Store) Len() int { return len(s.norms) }

// Index returns the position of word, in [0, Len), and whether the store knows it. Words are compared
// byte by byte: case matters.
func (s *Store) Index(word string) (id int, ok bool) {
	if s.mapped != nil {
		return s.mapped.find(word)
	}
	return s.words.find(word)
}

// Word returns the word at position id.
func (s *Store) Word(id int) string {
	if s.mapped != nil {
		return s.mapped.word(id)
	}
	return s.words.word(id)
}

// Row returns the vector at position id, a view of Dim components that must not be modified.
func (s *Store) Row(id int) []float32 {
	if s.mapped != nil {
		return s.mapped.row(id)
	}
	if s.lazy != nil {
		s.lazy.need(id)
	}
	return s.rows.row(id)
}

// Norm returns the Euclidean length of the vector at position id, computed in float64.
func (s *Store) Norm(id int) float64 {
	if s.mapped != nil {
		return s.mapped.norm(id)
	}
	if s.lazy != nil {
		s.lazy.need(id)
	}
	return s.norms[id]
}

// TableBytes is the size of the Store's binary table without its head: what the vectors take in memory, or of a
// mapped file, when all of them are in use.
func (s *Store) TableBytes() int64 {
	t := TableInfo{Words: s.Len(), Dim: s.Dim(), Subwords: s.Subwords(), textBytes: len(s.words.text)}
	l := t.layout(0)
	return l.size - l.head
}

// MedianNorm returns the median of all norms: the middle one, or the mean of the middle two. It is the norm of a word
// without a vector that gets a direction of its own (metric.OOVOwn).
func (s *Store) MedianNorm() float64 { return s.median() }

// MeanNorm returns the mean of all norms. It computes it at each call, from the norms of all words.
func (s *Store) MeanNorm() float64 {
	norm := s.Norm
	if s.lazy != nil {
		norm = s.lazy.table.Norm // without the row
	}
	var sum float64
	for id := range s.Len() {
		sum += norm(id)
	}
	return sum / float64(s.Len())
}

// Lookup returns the vector of word, a view of Dim components that must not be modified, and whether
// the store knows the word.
func (s *Store) Lookup(word string) (vec []float32, ok bool) {
	id, ok := s.Index(word)
	if !ok {
		return nil, false
	}
	return s.Row(id), true
}

// Stride is the distance between two rows of [Store.Rows] in components: Dim rounded up to a multiple
// of 16.
func (s *Store) Stride() int { return s.rows.stride }

// Rows returns all vectors, Len×Stride row-major. Each row starts on a 64-byte boundary and is padded
// with zeros. It is a view that must not be modified.
func (s *Store) Rows() []float32 {
	if s.mapped != nil {
		return s.mapped.allRows()
	}
	if s.lazy != nil {
		s.lazy.needAll()
	}
	return s.rows.data
}
