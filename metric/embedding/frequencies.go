package embedding

import (
	"errors"
	"fmt"
	"iter"
	"sync"
)

// Frequencies are the counts of words in a corpus. They do not change after they
// are made, so any number of goroutines may use one value. The words need not be those of a Store.
type Frequencies struct {
	name   string
	words  vocabulary
	counts []int64 // len n
	total  int64
	digest func() string
}

// NewFrequencies makes Frequencies of words and their counts, which it copies. total is the number of
// tokens in the corpus, 0 for the sum of the counts. It may differ from that sum: rare words may be
// left out of the list, and a spelling variant may repeat another word's count. An empty list, an
// empty or repeated word, a word that is not UTF-8, a negative count, a sum beyond int64 and a total
// that is not positive in the end are errors.
func NewFrequencies(name string, words []string, counts []int64, total int64) (*Frequencies, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("frequencies %s: no words", name)
	}
	if len(words) != len(counts) {
		return nil, fmt.Errorf("frequencies %s: found %d counts, expected %d", name, len(counts), len(words))
	}
	b := NewFrequencyBuilder()
	for i, word := range words {
		if err := addNew(b.words, word); err != nil {
			return nil, fmt.Errorf("frequencies %s: word %d: %w", name, i+1, err)
		}
		if counts[i] < 0 || b.sum+counts[i] < b.sum {
			return nil, fmt.Errorf("frequencies %s: word %d, %q: count %d out of range", name, i+1, word, counts[i])
		}
		b.count(counts[i])
	}
	return b.Finish(name, total)
}

// A FrequencyBuilder makes Frequencies of words that come in one by one, as from a file. It must not be shared between
// goroutines.
type FrequencyBuilder struct {
	words  *vocabularyBuilder
	counts []int64
	sum    int64
}

// NewFrequencyBuilder makes a FrequencyBuilder without words.
func NewFrequencyBuilder() *FrequencyBuilder { return &FrequencyBuilder{words: newVocabularyBuilder()} }

// Add enters a word with its count, which is at least 0, and returns whether it is new: of several counts for one word
// the first is kept. It fails if the sum of the counts exceeds int64, or if there are too many words. The caller checks
// words with CheckWord.
func (b *FrequencyBuilder) Add(word string, count int64) (added bool, err error) {
	if _, added, err = b.words.add(word); err != nil || !added {
		return false, err
	}
	if b.sum+count < b.sum {
		return false, errors.New("the counts up to here have a sum beyond 64 bits")
	}
	b.count(count)
	return true, nil
}

func (b *FrequencyBuilder) count(count int64) {
	b.counts = append(b.counts, count)
	b.sum += count
}

// Finish makes the Frequencies; total is that of [NewFrequencies]. The FrequencyBuilder must not be used afterwards.
func (b *FrequencyBuilder) Finish(name string, total int64) (*Frequencies, error) {
	if total == 0 {
		total = b.sum
	}
	if total <= 0 {
		return nil, fmt.Errorf("frequencies %s: found a total of %d tokens, expected more than 0", name, total)
	}
	f := &Frequencies{name: name, words: b.words.finish(), counts: b.counts, total: total}
	f.digest = sync.OnceValue(func() string { return digestFrequencies(f) })
	return f, nil
}

// Name is what signatures and messages call the corpus, such as "distilled-en".
func (f *Frequencies) Name() string { return f.name }

// Len is the number of words that have a count.
func (f *Frequencies) Len() int { return len(f.counts) }

// Total is the number of tokens in the corpus, at least 1. It need not be the sum of the counts, see NewFrequencies.
func (f *Frequencies) Total() int64 { return f.total }

// Count returns how often word occurs in the corpus and whether it is listed. Words are compared byte
// by byte: case matters.
func (f *Frequencies) Count(word string) (count int64, ok bool) {
	id, ok := f.words.find(word)
	if !ok {
		return 0, false
	}
	return f.counts[id], true
}

// All yields every word with its count, in the order they were given in.
func (f *Frequencies) All() iter.Seq2[string, int64] {
	return func(yield func(string, int64) bool) {
		for id, count := range f.counts {
			if !yield(f.words.word(id), count) {
				return
			}
		}
	}
}

// Digest returns the SHA-256 of the content in hexadecimal, 64 digits, taken over these bytes,
// integers being little-endian:
//
//	"wrd frequencies 1\n"
//	uint64 number of words, uint64 total
//	for each word: uint32 length in bytes, the bytes
//	for each word: its count as uint64
func (f *Frequencies) Digest() string { return f.digest() }
