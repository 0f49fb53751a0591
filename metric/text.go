package metric

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/dot"
)

const (
	// unknownWord stands where a word without a vector has no row.
	unknownWord = -1
	// composedWord stands where the vector of a word was made of its n-grams.
	composedWord = -2
	// tokenVectorWord stands where the text came with a vector for the word, which no other occurrence has.
	tokenVectorWord = -3
)

// A text is one as the measures see it: its different words with their vectors, the known ones first, each group in
// order of first appearance, and what the measures make of them. The memory is reused.
//
// Equal words are one place with the sum of their masses, which leaves every transport optimum as it is and makes the
// problem smaller. Where it matters which occurrence of a word is which, separate makes each a place of its own.
type text struct {
	separate     bool // whether equal words stay apart
	sentenceWise bool // whether a word has another vector in each text
	spelled      bool // whether a word's vector is the counts of its n-grams

	words     []string    // the tokens
	positions []int32     // which tokens of the text they are, from 0, of equal words the first
	ids       []int32     // their rows in the store, or unknownWord or composedWord
	counts    []int32     // how often they occur, 1 if separate
	rows      [][]float32 // their vectors, nil for unknown words; views, valid until the next text
	norms     []float64   // λ of one occurrence
	inverses  []float64   // 1/λ
	extreme   []int32     // the known words whose norms are very small or very large, see measure
	squares   []float64   // λ², if spelled
	known     int         // how many words are known

	// pieces are, of a text that an encoder has split into pieces, the numbers of the words that those are parts of, and
	// pieceTexts what they are; nil otherwise. windows is how many parts of it the encoder was given, see
	// Result.CandidateWindows.
	pieces     []int32
	pieceTexts []string
	windows    int

	entries []int32 // of a text of a group: where its words stand in the group's lexicon, empty if they do not

	tokens, unknown int  // counts over the whole text
	wordless        bool // whether the text is not blank but has no token

	// What the measures that were asked for read, see definition.prepare.
	distributions [numWeightings]distribution
	sums          [numSums]sum
	reach         []float64     // of DynaMax, see reachInto
	reached       bool          // whether it is computed
	grams         letterGrams   // of the words, under Options.Spelling and Ngrams
	mixing        contextMixing // of their directions, under Options.ContextWeight

	index wordIndex // of the words, in use if there are more than few
	seen  uint64    // a bit for the ids of some of the words: where it is not set, the word is new

	// composed are the composed words in order of first appearance, before the converter, and memory for more.
	composed  []convert.Composed
	composing int // how many of them are in use

	// sentence converts the words that have no row in a converted table: all of them where a converter gives a word
	// another vector in each text, otherwise the composed ones; nil where there are none.
	sentence *convert.Sentence

	composedIDs []int32   // as many composedWord as a text ever had
	sorted      []float64 // scratch of medianNorm
}

func (s *text) reset(separate bool) {
	if len(s.words) > fewWords {
		clear(s.index.slots)
	}
	s.separate, s.seen = separate, 0
	s.words, s.positions, s.ids, s.counts = s.words[:0], s.positions[:0], s.ids[:0], s.counts[:0]
	s.rows, s.norms, s.squares, s.entries = s.rows[:0], s.norms[:0], s.squares[:0], s.entries[:0]
	s.grams.done = false
	s.tokens, s.unknown, s.known, s.composing = 0, 0, 0, 0
	s.pieces, s.pieceTexts, s.windows, s.wordless = nil, nil, 0, false
}

// count says how many tokens a text has.
func (s *text) count(text string, tokens int) {
	s.tokens, s.wordless = tokens, tokens == 0 && strings.TrimSpace(text) != ""
}

// fewWords is up to how many words looking at each is faster than a table. A power of two.
const fewWords = 32

// add counts the token at a position of the text.
func (s *text) add(word string, found tableWord, position int) {
	bit := uint64(1) << (uint32(found.id) * 0x9e3779b1 >> 26) // Fibonacci hashing
	if s.seen&bit != 0 {
		if i := s.find(word, found.id); i >= 0 {
			s.counts[i]++
			return
		}
	}
	s.seen |= bit
	s.words = append(s.words, word)
	s.positions = append(s.positions, int32(position))
	s.ids = append(s.ids, found.id)
	s.counts = append(s.counts, 1)
	s.norms = append(s.norms, found.norm)
	if len(s.words) > fewWords && !s.separate {
		s.index.add(s)
	}
}

// find returns the place that one more occurrence of a word belongs to, or -1.
func (s *text) find(word string, id int32) int {
	if s.separate {
		return -1
	}
	if len(s.words) > fewWords {
		return s.index.find(s, word, id)
	}
	for i, known := range s.ids {
		if known == id && (id >= 0 || s.words[i] == word) {
			return i
		}
	}
	return -1
}

// addComposed counts one token whose vector the store makes of its n-grams, and returns false if it cannot.
func (s *text) addComposed(w *worker, word string, position int) bool {
	if s.find(word, composedWord) < 0 {
		if s.composing == len(s.composed) {
			s.composed = append(s.composed, convert.Composed{Vector: make([]float32, w.table.Dim())})
		}
		next := &s.composed[s.composing]
		if norm, ok := w.options.Vectors.Compose(word, next.Vector); !ok || s.sentence != nil &&
			norm > convert.MaxNorm {
			return false
		}
		next.Word = word
		s.composing++
	}
	s.add(word, tableWord{id: composedWord}, position) // its norm comes with its row
	return true
}

// finish looks up the vectors of the words that were added and prepares them for the measures.
func (s *text) finish(w *worker) {
	s.lookUp(w)
	// The rows lie anywhere in a table that may be larger than all caches. While they come, this text is made ready,
	// and usually the one that it is compared with is split into tokens.
	if !s.spelled {
		dot.Prefetch(s.rows[:s.known])
	}
	s.ready(w)
}

// ready prepares words whose vectors are there for the measures.
func (s *text) ready(w *worker) {
	s.measure()
	s.mixing.done, s.mixing.exactly = false, false
	for _, k := range w.definitions {
		k.prepare(w, s)
	}
}

func (s *text) lookUp(w *worker) {
	s.knownFirst()
	if s.spelled {
		s.spell(w.options.Ngrams)
		return
	}
	if s.sentenceWise {
		rows, norms := s.sentence.ConvertWith(s.ids[:s.known], s.counts[:s.known], s.composed[:s.composing])
		s.rows = append(s.rows, rows...)
		copy(s.norms, norms)
	} else {
		s.lookUpRows(w)
	}
	if s.known == len(s.ids) {
		return
	}
	norm := w.unknownNorm
	if s.sentenceWise {
		norm = s.medianNorm()
	}
	for i := range s.ids[s.known:] {
		s.rows = append(s.rows, nil)
		s.norms[s.known+i] = norm
	}
}

// lookUpRows takes the rows of the known words from the table, and those of the composed ones from where they were
// made.
func (s *text) lookUpRows(w *worker) {
	if s.composing == 0 { // nearly always
		s.rows = w.finder.AppendRows(s.rows, s.ids[:s.known])
		return
	}
	composed := s.composed[:s.composing] // in the order of the words
	var converted [][]float32
	var norms []float64
	if len(composed) > 0 && s.sentence != nil {
		for len(s.composedIDs) < len(composed) {
			s.composedIDs = append(s.composedIDs, composedWord)
		}
		converted, norms = s.sentence.ConvertWith(s.composedIDs[:len(composed)], nil, composed)
	}
	next := 0
	for i, id := range s.ids[:s.known] {
		switch {
		case id != composedWord:
			s.rows = append(s.rows, w.table.Row(int(id)))
			continue
		case converted != nil:
			s.rows = append(s.rows, converted[next])
			s.norms[i] = norms[next]
		default:
			s.rows = append(s.rows, composed[next].Vector)
			s.norms[i] = embedding.Norm(composed[next].Vector)
		}
		next++
	}
}

// knownFirst moves the known words before the unknown ones and counts them.
func (s *text) knownFirst() {
	first := slices.Index(s.ids, unknownWord)
	if first < 0 {
		s.known = len(s.ids)
		return
	}
	s.known = first
	for i := first + 1; i < len(s.ids); i++ {
		if s.ids[i] == unknownWord {
			continue
		}
		// Rotating, not swapping, keeps the order of both groups.
		for j := i; j > s.known; j-- {
			s.words[j], s.words[j-1] = s.words[j-1], s.words[j]
			s.positions[j], s.positions[j-1] = s.positions[j-1], s.positions[j]
			s.ids[j], s.ids[j-1] = s.ids[j-1], s.ids[j]
			s.counts[j], s.counts[j-1] = s.counts[j-1], s.counts[j]
			s.norms[j], s.norms[j-1] = s.norms[j-1], s.norms[j]
		}
		s.known++
	}
}

// medianNorm is μ where the converter makes a scale of its own for each text: the median norm of the text's known
// tokens, 1 if there are none.
func (s *text) medianNorm() float64 {
	s.sorted = s.sorted[:0]
	for i, norm := range s.norms[:s.known] {
		for range s.counts[i] {
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

// hasLength says whether a word of the text has a vector that is not zero.
func (s *text) hasLength() bool {
	for _, norm := range s.norms {
		if norm > 0 {
			return true
		}
	}
	return false
}

// statusOf returns the status of a pair of texts for a measure that is defined on some texts.
func statusOf(candidate, reference *text, defined func(*text) bool) Status {
	switch {
	case candidate.wordless:
		return NoWordsCandidate
	case reference.wordless:
		return NoWordsReference
	case candidate.tokens == 0 && reference.tokens == 0:
		return BothEmpty
	case candidate.tokens == 0:
		return EmptyCandidate
	case reference.tokens == 0:
		return EmptyReference
	case !defined(candidate):
		return NoKnownCandidate
	case !defined(reference):
		return NoKnownReference
	}
	return OK
}
