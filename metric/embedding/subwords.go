package embedding

import (
	"math"
	"unicode/utf8"
)

// Subwords says how a Store makes vectors of words that it does not know, as fastText does (Bojanowski et al. 2017,
// "Enriching Word Vectors with Subword Information"): from the vectors of the character n-grams of the word, which
// share a number of buckets. The zero value means that it makes none.
type Subwords struct {
	Shortest, Longest int // characters of an n-gram, the marks of the word's beginning and end included
	Buckets           int // vectors of n-grams
}

// MaxNgram is the largest Longest that is accepted, far above the lengths that make sense; fastText's default is 6.
const MaxNgram = 1 << 10

// subwords are the vectors of n-grams.
type subwords struct {
	shortest, longest int
	buckets           matrix
}

func (s *subwords) len() int {
	if s.buckets.stride == 0 {
		return 0
	}
	return len(s.buckets.data) / s.buckets.stride
}

// Subwords returns how the Store makes vectors of unknown words.
func (s *Store) Subwords() Subwords {
	n := s.subwords.len()
	if n == 0 {
		return Subwords{}
	}
	return Subwords{Shortest: s.subwords.shortest, Longest: s.subwords.longest, Buckets: n}
}

// Compose makes a vector for a word that the Store does not know: the mean of the vectors of its n-grams, the same
// bits as fastText's. It writes it to dst, len Dim, and returns its Euclidean length. Without subwords, or if no
// n-gram is as short as the word, it returns false, and what is in dst then means nothing.
//
// The vector of a word that the Store knows is made of the same n-grams and one more vector, its own; Lookup gives it.
func (s *Store) Compose(word string, dst []float32) (norm float64, ok bool) {
	if len(dst) != s.rows.dim {
		panic("embedding: Compose needs room for one vector")
	}
	if s.subwords.len() == 0 {
		return 0, false
	}
	var room [128]uint32
	list := s.subwords.ngrams(room[:0], word)
	if len(list) == 0 {
		return 0, false
	}
	if s.mapped != nil {
		return s.mapped.compose(word, list, dst)
	}
	return s.subwords.compose(list, dst)
}

// compose returns false for a vector that is too long for float32, which only made-up buckets have.
func (s *subwords) compose(list []uint32, dst []float32) (norm float64, ok bool) {
	clear(dst)
	s.mean(dst, 0, list)
	norm = Norm(dst)
	return norm, norm-norm == 0
}

// mean adds the vectors of n-grams to sum, which has the sum of more vectors already, and divides by their number.
// Order and rounding are fastText's.
func (s *subwords) mean(sum []float32, more int, list []uint32) {
	for _, b := range list {
		row := s.buckets.row(int(b))
		for k, x := range row[:len(sum)] {
			sum[k] += x
		}
	}
	share := float32(1 / float64(more+len(list)))
	for k := range sum {
		sum[k] *= share
	}
}

// endOfSentence is the one word of fastText's that has no n-grams.
const endOfSentence = "</s>"

// ngrams appends the buckets of the n-grams of a word to list, in fastText's order (Dictionary::computeSubwords):
// from each character of "<word>" those that begin there, the short ones first. "<" and ">" alone are none.
func (s *subwords) ngrams(list []uint32, word string) []uint32 {
	if word == endOfSentence {
		return list
	}
	var room [128]byte
	marked := append(append(append(room[:0], '<'), word...), '>')
	buckets := uint32(s.len())
	for i := range marked {
		if !utf8.RuneStart(marked[i]) {
			continue
		}
		h := uint32(fnvOffset)
		for j, n := i, 1; j < len(marked) && n <= s.longest; n++ {
			h = fastTextHash(h, marked[j])
			for j++; j < len(marked) && !utf8.RuneStart(marked[j]); j++ {
				h = fastTextHash(h, marked[j])
			}
			if n >= s.shortest && !(n == 1 && (i == 0 || j == len(marked))) {
				list = append(list, h%buckets)
			}
		}
	}
	return list
}

const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// fastTextHash takes one more byte into a 32-bit FNV-1a hash, as Dictionary::hash does: the byte is signed when it
// is widened, so those of characters beyond ASCII flip the upper bits as well.
func fastTextHash(h uint32, b byte) uint32 {
	return (h ^ uint32(int8(b))) * fnvPrime
}

// compose is that of Store for buckets that have to be checked.
func (m *mapped) compose(word string, list []uint32, dst []float32) (norm float64, ok bool) {
	for _, b := range list {
		if m.good(bucketsSection, int(b)) {
			continue
		}
		if s := m.rebuilt.Load(); s != nil {
			return s.Compose(word, dst)
		}
		copy(dst, nans(len(dst)))
		return math.NaN(), true
	}
	return m.raw.subwords.compose(list, dst)
}
