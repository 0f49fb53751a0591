package texts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/dot"
	"github.com/wordrotator/wrd/tokenize"
)

// Words without a row in the table.
const (
	// UnknownWord has no vector.
	UnknownWord = -1
	// ComposedWord has a vector that was made of its n-grams.
	ComposedWord = -2
	// TokenVectorWord came with a vector, which no other occurrence has.
	TokenVectorWord = -3
)

// A Text is one as the measures see it: its different words with their vectors, the known ones first, each group in
// order of first appearance, and what the measures make of them. The memory is reused.
//
// Equal words are one place with the sum of their masses, which leaves every transport optimum as it is and makes the
// problem smaller. Where it matters which occurrence of a word is which, Separate makes each a place of its own.
type Text struct {
	Separate     bool // whether equal words stay apart
	SentenceWise bool // whether a word has another vector in each text
	Spelled      bool // whether a word's vector is the counts of its n-grams

	Words     []string    // the tokens
	Positions []int32     // which tokens of the text they are, from 0, of equal words the first
	IDs       []int32     // their rows in the store, or UnknownWord or another of these numbers
	Counts    []int32     // how often they occur, 1 if Separate
	Rows      [][]float32 // their vectors, nil for unknown words; views, valid until the next text
	Norms     []float64   // λ of one occurrence
	Inverses  []float64   // 1/λ
	Extreme   []int32     // the known words whose norms are very small or very large, see MeasureNorms
	squares   []float64   // λ², if Spelled
	Known     int         // how many words are known

	Split     // by an encoder
	original  // what it was before it had tokens
	composing // words that are made of others

	Entries []int32 // of a text of a group: where its words stand in the group's lexicon, empty if they do not

	Tokens, Unknown int  // counts over the whole text
	Wordless        bool // whether the text is not blank but has no token

	// What the measures that were asked for read, see NewReader.
	Distributions [numWeightings]Distribution
	sums          [numSums]sum
	Reach         []float64   // of DynaMax, see package pairs
	Reached       bool        // whether it is computed
	grams         letterGrams // of the words, under metric.Options.Spelling and Ngrams
	Mixing        Mixing      // of their directions, under metric.Options.ContextWeight

	index wordIndex // of the words, in use if there are more than few
	seen  uint64    // a bit for the ids of some of the words: where it is not set, the word is new

	sorted []float64 // scratch of medianNorm
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

	// Sentence converts the words that have no row in a converted table: all of them where a converter gives a word
	// another vector in each text, otherwise the composed ones; nil where there are none.
	Sentence *convert.Sentence
}

// Reset makes the text an empty one.
func (s *Text) Reset(separate bool) {
	if len(s.Words) > fewWords {
		clear(s.index.slots)
	}
	s.Separate, s.seen = separate, 0
	s.Words, s.Positions, s.IDs, s.Counts = s.Words[:0], s.Positions[:0], s.IDs[:0], s.Counts[:0]
	s.Rows, s.Norms, s.squares, s.Entries = s.Rows[:0], s.Norms[:0], s.squares[:0], s.Entries[:0]
	s.grams.done, s.written.done = false, false
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

// fewWords is up to how many words looking at each is faster than a table. A power of two.
const fewWords = 32

// Add counts the token at a position of the text.
func (s *Text) Add(word string, found TableWord, position int) {
	bit := uint64(1) << (uint32(found.ID) * 0x9e3779b1 >> 26) // Fibonacci hashing
	if s.seen&bit != 0 {
		if i := s.find(word, found.ID); i >= 0 {
			s.Counts[i]++
			return
		}
	}
	s.seen |= bit
	s.Words = append(s.Words, word)
	s.Positions = append(s.Positions, int32(position))
	s.IDs = append(s.IDs, found.ID)
	s.Counts = append(s.Counts, 1)
	s.Norms = append(s.Norms, found.Norm)
	if len(s.Words) > fewWords && !s.Separate {
		s.index.add(s)
	}
}

// find returns the place that one more occurrence of a word belongs to, or -1.
func (s *Text) find(word string, id int32) int {
	if s.Separate {
		return -1
	}
	if len(s.Words) > fewWords {
		return s.index.find(s, word, id)
	}
	for i, known := range s.IDs {
		if known == id && (id >= 0 || s.Words[i] == word) {
			return i
		}
	}
	return -1
}

// addComposed counts one token whose vector the store makes of its n-grams, and returns false if it cannot.
func (s *Text) addComposed(r *Reader, word string, position int) bool {
	if s.find(word, ComposedWord) < 0 {
		if s.inUse == len(s.composed) {
			s.composed = append(s.composed, convert.Composed{Vector: make([]float32, r.Table.Dim())})
		}
		next := &s.composed[s.inUse]
		if norm, ok := r.Vectors.Compose(word, next.Vector); !ok || s.Sentence != nil &&
			norm > convert.MaxNorm {
			return false
		}
		next.Word = word
		s.inUse++
	}
	s.Add(word, TableWord{ID: ComposedWord}, position) // its norm comes with its row
	return true
}

// Finish looks up the vectors of the words that were added and prepares them for the measures.
func (s *Text) Finish(r *Reader) {
	s.LookUp(r)
	// The rows lie anywhere in a table that may be larger than all caches. While they come, this text is made ready,
	// and usually the one that it is compared with is split into tokens.
	if !s.Spelled {
		dot.Prefetch(s.Rows[:s.Known])
	}
	s.ready(r)
}

// ready prepares words whose vectors are there for the measures.
func (s *Text) ready(r *Reader) {
	s.MeasureNorms()
	s.Mixing.done, s.Mixing.Exactly = false, false
	for _, prepare := range r.prepares {
		prepare(r, s)
	}
}

// LookUp takes the vectors of the words that were added.
func (s *Text) LookUp(r *Reader) {
	s.knownFirst()
	if s.Spelled {
		s.spell(r.Ngrams)
		return
	}
	if s.SentenceWise {
		rows, norms := s.Sentence.ConvertWith(s.IDs[:s.Known], s.Counts[:s.Known], s.composed[:s.inUse])
		s.Rows = append(s.Rows, rows...)
		copy(s.Norms, norms)
	} else {
		s.lookUpRows(r)
	}
	if s.Known == len(s.IDs) {
		return
	}
	norm := r.UnknownNorm
	if s.SentenceWise {
		norm = s.medianNorm()
	}
	for i := range s.IDs[s.Known:] {
		s.Rows = append(s.Rows, nil)
		s.Norms[s.Known+i] = norm
	}
}

// lookUpRows takes the rows of the known words from the table, and those of the composed ones from where they were
// made.
func (s *Text) lookUpRows(r *Reader) {
	if s.inUse == 0 { // nearly always
		s.Rows = r.finder.AppendRows(s.Rows, s.IDs[:s.Known])
		return
	}
	composed := s.composed[:s.inUse] // in the order of the words
	var converted [][]float32
	var norms []float64
	if len(composed) > 0 && s.Sentence != nil {
		for len(s.composedIDs) < len(composed) {
			s.composedIDs = append(s.composedIDs, ComposedWord)
		}
		converted, norms = s.Sentence.ConvertWith(s.composedIDs[:len(composed)], nil, composed)
	}
	next := 0
	for i, id := range s.IDs[:s.Known] {
		switch {
		case id != ComposedWord:
			s.Rows = append(s.Rows, r.Table.Row(int(id)))
			continue
		case converted != nil:
			s.Rows = append(s.Rows, converted[next])
			s.Norms[i] = norms[next]
		default:
			s.Rows = append(s.Rows, composed[next].Vector)
			s.Norms[i] = embedding.Norm(composed[next].Vector)
		}
		next++
	}
}

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

// medianNorm is μ where the converter makes a scale of its own for each text: the median norm of the text's known
// tokens, 1 if there are none.
func (s *Text) medianNorm() float64 {
	s.sorted = s.sorted[:0]
	for i, norm := range s.Norms[:s.Known] {
		for range s.Counts[i] {
			s.sorted = append(s.sorted, norm)
		}
	}
	n := len(s.sorted)
	if n == 0 {
		return 1
	}
	slices.Sort(s.sorted)
	return (s.sorted[(n-1)/2] + s.sorted[n/2]) / 2
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
	if len(s.IDs) > 0 && s.IDs[0] == TokenVectorWord {
		return slices.CompareFunc(s.Rows, t.Rows, slices.Compare)
	}
	return 0
}

// HasOwnVectors says whether a word that is called id may have a vector that no other occurrence has, so that only
// looking at vectors reports whether two are the same.
func (s *Text) HasOwnVectors(id int32) bool { return id == TokenVectorWord || s.SentenceWise }

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
	if s.Separate {
		return slices.Index(s.Positions, int32(position))
	}
	return slices.Index(s.Words, word)
}
