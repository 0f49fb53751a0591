package texts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/tokenize"
)

// Words without a row in the table.
const (
	// UnknownWord has no vector.
	UnknownWord = -1
	// ComposedWord has a vector that was made of its n-grams.
	ComposedWord = -2
	// OwnVectorWord has a vector that no other occurrence has: it came with the text, or was converted for it.
	OwnVectorWord = -3
)

// A Text is one as the measures see it: its different words with their vectors, the known ones first, each group in
// order of first appearance, and what the measures make of them. The zero value is one to be read; its memory is reused.
//
// Equal words are one place with the sum of their masses, which leaves every transport optimum as it is and makes the
// problem smaller. Where it matters which occurrence of a word is which, Space.Separate makes each a place of its own.
type Text struct {
	bag
	wordVectors
	prepared

	Split    // by an encoder
	original // what it was before it had tokens
}

// A bag is the different words of a text.
type bag struct {
	Words     []string // the tokens
	Positions []int32  // which tokens of the text they are, from 0, of equal words the first
	IDs       []int32  // their rows in the store, or UnknownWord or another of these numbers
	Counts    []int32  // how often they occur, 1 under Space.Separate
	Known     int      // how many of them have a vector

	Tokens, Unknown int  // counts over the whole text
	Wordless        bool // whether the text is not blank but has no token
}

// wordVectors are those of a text's words: rows or counts, see vectors.
type wordVectors struct {
	Rows     [][]float32 // nil for unknown words and for counted ones; views, valid until the next text
	Norms    []float64   // λ of one occurrence
	Inverses []float64   // 1/λ
	Extreme  []int32     // the known words whose norms are very small or very large, see measureNorms

	letters   letterGrams // of the words; of counted ones the vectors, otherwise under metric.Options.Spelling
	squares   []float64   // λ² of counted words
	composing             // words that are made of others
}

// prepared is what the measures that were asked for need of a text, see NewReader.
type prepared struct {
	Distributions [numWeightings]Distribution
	sums          [numSums]sum
	Reach         []float64 // of DynaMax, see package pairs
	Reached       bool      // whether it is computed
	Mixing        Mixing    // of the directions, under metric.Options.ContextWeight
	Entries       []int32   // of a text of a group: where its words stand in the group's lexicon, empty if they do not
}

// Split is a text as an encoder has split it: Pieces are the numbers of the words that its pieces are parts of, and
// PieceTexts what they are; nil of other texts. Windows is how many parts of it the encoder was given, see
// metric.Result.CandidateWindows.
type Split struct {
	Pieces     []int32
	PieceTexts []string
	Windows    int
}

// An original is a text before it had tokens.
type original struct {
	given     string                 // as it was given, "" if it came as tokens alone
	normalize tokenize.Normalization // what is one to a reader

	// Under Space.Spans: the normal form of the text, and where in it its tokens stand; see Given.
	form    string
	spans   [][2]int
	written letterGrams // how they are written there
}

// composing are the words of a text whose vectors are made for it.
type composing struct {
	// composed are the composed words in order of first appearance, before the converter, and memory for more.
	composed    []convert.Composed
	inUse       int     // how many of them are
	composedIDs []int32 // as many ComposedWord as a text ever had

	// sentence converts the words that have no row in a converted table: all of them where a converter gives a word
	// another vector in each text, otherwise the composed ones; nil until there are any.
	sentence *convert.Sentence
}

// reset makes the text an empty one.
func (s *Text) reset() {
	s.Words, s.Positions, s.IDs, s.Counts = s.Words[:0], s.Positions[:0], s.IDs[:0], s.Counts[:0]
	s.Rows, s.Norms, s.squares, s.Entries = s.Rows[:0], s.Norms[:0], s.squares[:0], s.Entries[:0]
	s.letters.done, s.written.done = false, false
	s.form, s.spans = "", nil
	s.Tokens, s.Unknown, s.Known, s.inUse = 0, 0, 0, 0
	s.Split, s.Wordless = Split{}, false
}

// count says how many tokens a text has.
func (s *Text) count(in *Space, text string, tokens int) {
	s.given, s.normalize = text, in.Normalize
	s.Tokens, s.Wordless = tokens, tokens == 0 && s.normal() != ""
}

// normal returns the normal form of the given text without white space around it.
func (s *Text) normal() string { return strings.TrimSpace(s.normalize.Of(s.given)) }

// Equal says whether two texts are the same to a reader, as far as their normalization goes; of texts that came as tokens
// alone, whether they have the same.
func (s *Text) Equal(t *Text) bool {
	if s.given == "" || t.given == "" {
		return s.given == t.given && slices.Equal(s.PieceTexts, t.PieceTexts)
	}
	return s.given == t.given || s.normal() == t.normal()
}

// Blank says whether there is no text.
func (s *Text) Blank() bool { return s.Tokens == 0 && !s.Wordless }

// knownFirst moves the known words before the unknown ones and counts them.
func (s *Text) knownFirst() {
	first := slices.Index(s.IDs, UnknownWord)
	if first < 0 {
		s.Known = len(s.IDs)
		return
	}
	s.Known = first
	for i := first + 1; i < len(s.IDs); i++ {
		if s.IDs[i] == UnknownWord {
			continue
		}
		// Rotating, not swapping, keeps the order of both groups.
		for j := i; j > s.Known; j-- {
			s.Words[j], s.Words[j-1] = s.Words[j-1], s.Words[j]
			s.Positions[j], s.Positions[j-1] = s.Positions[j-1], s.Positions[j]
			s.IDs[j], s.IDs[j-1] = s.IDs[j-1], s.IDs[j]
			s.Counts[j], s.Counts[j-1] = s.Counts[j-1], s.Counts[j]
			s.Norms[j], s.Norms[j-1] = s.Norms[j-1], s.Norms[j]
		}
		s.Known++
	}
}

// HasLength says whether a word of the text has a vector that is not zero.
func (s *Text) HasLength() bool {
	for _, norm := range s.Norms {
		if norm > 0 {
			return true
		}
	}
	return false
}

// Compare orders texts, first by the number of their words: fewer rows than columns take the fewest instructions. It
// returns 0 only where all that is computed of the two is the same to the bit.
func (s *Text) Compare(t *Text) int {
	if n, m := len(s.Words), len(t.Words); n != m {
		return n - m
	}
	// By words, not by their rows: the same word may stand in another row of a table for fewer words.
	for i, word := range s.Words {
		if other := t.Words[i]; word != other {
			return strings.Compare(word, other)
		}
	}
	if c := slices.Compare(s.Counts, t.Counts); c != 0 {
		return c
	}
	if c := slices.Compare(s.Positions, t.Positions); c != 0 || s.Tokens != t.Tokens {
		return cmp.Or(c, s.Tokens-t.Tokens)
	}
	if c := strings.Compare(s.form, t.form); c != 0 {
		return c
	}
	if len(s.IDs) > 0 && s.IDs[0] == OwnVectorWord {
		return slices.CompareFunc(s.Rows, t.Rows, slices.Compare)
	}
	return 0
}

// Relative returns where in its text a word stands, in [0, 1). Tokens that are left out count.
func (s *Text) Relative(word int32) float64 {
	return float64(s.Positions[word]) / float64(s.Tokens)
}

// Resized returns a slice of length n with the memory of s if it is large enough. Its content is undefined.
func Resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

// Place returns the place of the token at a position, or -1 if it is left out.
func (s *Text) Place(position int, word string) int {
	if i := slices.Index(s.Positions, int32(position)); i >= 0 {
		return i
	}
	return slices.Index(s.Words, word)
}
