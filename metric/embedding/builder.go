package embedding

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Builder makes a Store of vectors that arrive one by one, as from a file: Add takes a word, and its vector goes into
// Row(id). Memory grows with what has arrived, not with what is expected. It must not be shared between goroutines.
type Builder struct {
	words    *vocabularyBuilder
	rows     matrix // those asked for so far, and room for more
	expect   func() int
	subwords subwords
	buckets  int // how many there will be
}

// NewBuilder makes a Builder of vectors of dim components, 1 to [MaxDim]. expect returns an estimate of how many words
// there will be, 0 if unknown; it is called when the table has to grow, and need not be right. nil means the number of
// words added so far.
func NewBuilder(dim int, expect func() int) *Builder {
	b := &Builder{words: newVocabularyBuilder(), rows: newMatrix(0, dim), expect: expect}
	if expect == nil {
		b.expect = b.Len
	}
	return b
}

// Add enters a word and returns its position, and whether it is new. It keeps no reference to word. It fails if there
// are more words, or more bytes of them, than 32 bits can count. The caller checks words with CheckWord.
func (b *Builder) Add(word []byte) (id int, added bool, err error) {
	return b.words.add(string(word)) // the conversion needs no memory for words up to 32 bytes
}

// Len is the number of words so far.
func (b *Builder) Len() int { return b.words.v.len() }

// Row returns the vector of word id, which the caller fills with finite numbers: a view until Row is called with a
// larger id.
func (b *Builder) Row(id int) []float32 {
	b.rows.reserve(id+1, b.expect)
	return b.rows.row(id)
}

// Subwords says how the Store makes vectors of unknown words. The caller fills all its buckets.
func (b *Builder) Subwords(s Subwords) {
	b.subwords = subwords{shortest: s.Shortest, longest: s.Longest, buckets: newMatrix(0, b.rows.dim)}
	b.buckets = s.Buckets
}

// Bucket returns the vector of n-grams i, to be filled as that of Row.
func (b *Builder) Bucket(i int) []float32 {
	b.subwords.buckets.reserve(i+1, func() int { return b.buckets })
	return b.subwords.buckets.row(i)
}

// Compose makes the vector of each word the mean of itself and those of its n-grams, as fastText does, on all cores;
// all rows and buckets must have been filled. It fails with the cause of ctx when ctx ends.
func (b *Builder) Compose(ctx context.Context) error {
	if b.buckets == 0 {
		return nil
	}
	b.subwords.buckets.cut(b.buckets)
	const batch = 256 // words
	var next atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			var list []uint32
			for ctx.Err() == nil {
				first := int(next.Add(batch)) - batch
				if first >= b.Len() {
					return
				}
				for id := first; id < min(first+batch, b.Len()); id++ {
					list = b.subwords.ngrams(list[:0], b.words.v.word(id))
					b.subwords.mean(b.rows.row(id), 1, list)
				}
			}
		})
	}
	done.Wait()
	return context.Cause(ctx)
}

// Finish makes the Store, of at least one word, all of whose rows were filled. It fails if a vector is not finite, which
// Compose can make of numbers that are. The Builder must not be used afterwards.
func (b *Builder) Finish(name string) (*Store, error) {
	words := b.words.finish()
	b.rows.cut(words.len())
	s := newStore(name, words, b.rows)
	s.subwords = b.subwords
	for id, norm := range s.norms {
		if norm-norm != 0 {
			return nil, fmt.Errorf("the vector of %q and its n-grams overflows", s.Word(id))
		}
	}
	return s, nil
}

// reserve makes room for n rows. It believes what is expected once a sixteenth of that has come in, and doubles
// until then: an expectation that is wrong costs at most sixteen times what the file backs, while for an
// honest header little is copied and thrown away.
func (m *matrix) reserve(n int, expect func() int) {
	const (
		firstBytes = 1 << 20
		believe    = 16
	)
	have := len(m.data) / m.stride
	if n <= have {
		return
	}
	room := max(2*have, firstBytes/4/m.stride, n)
	if expected := expect(); expected > 0 && room >= expected/believe {
		room = max(expected, n+n/believe)
		if n <= expected {
			room = expected
		}
	}
	grown := newMatrix(room, m.dim)
	copy(grown.data, m.data)
	*m = grown
}

// cut drops the room behind n rows.
func (m *matrix) cut(n int) { m.data = m.data[: n*m.stride : n*m.stride] }
