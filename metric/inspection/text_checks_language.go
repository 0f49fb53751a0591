package inspection

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/tokenize"
)

// A languageCheck finds texts that are hardly in the language of the references, without knowing any language: it learns
// from the references how they spell and which words are common, and from each of them, left out in turn, how much a
// text of their language may differ. A text is found if its letters surprise far more than those of nearly all
// references do, and if it has hardly any of their common words and few of their words at all.
//
// So lists of names, misspelt words and a few words left untranslated are not found, nor is anything found where the
// references are few, or more than one in twenty of them is in another language. docs/report.md says how often it errs.
type languageCheck struct {
	references     []string // to learn from, until that is done
	letters        int      // of them
	pending        []pendingText
	*languageModel // nil until it is learned
}

// A pendingText is a candidate that came before enough references did.
type pendingText struct {
	at   outputPlace
	text string
}

// Limits of what the test learns from and judges. More references than the most change nothing.
const (
	leastReferences       = 30      // different ones
	leastReferenceLetters = 1500    // of all of them
	mostReferenceLetters  = 1 << 18 // of all of them
	leastJudgedLetters    = 20      // of a text
	mostJudgedBytes       = 4000    // of a text; the rest is not read
	commonWords           = 50      // how many are common: those that most references have
)

// A text is found if all of these hold. They were chosen so that of 106,913 outputs of WMT15 to WMT21, TED and SummEval
// hardly any is found that is in English (see docs/report.md).
const (
	leastSurprise    = 3.5 // standard deviations of the references, at the length of the text
	mostCommonShare  = 0.4 // common words among the words of the text, in those of the references
	mostLearnedShare = 0.6 // words that a reference has, the same
)

// learn takes references that were not seen before.
func (t *languageCheck) learn(references []string) {
	for _, reference := range references {
		if t.languageModel != nil {
			return
		}
		reference = beginning(reference)
		if n := lettersOf(reference); n > 0 {
			t.references = append(t.references, reference)
			t.letters += n
		}
		if t.letters >= mostReferenceLetters {
			t.languageModel = newLanguageModel(t.references)
		}
	}
}

// finish learns from the references that there are; false means that they are too few.
func (t *languageCheck) finish() bool {
	if t.languageModel == nil && len(t.references) >= leastReferences && t.letters >= leastReferenceLetters {
		t.languageModel = newLanguageModel(t.references)
	}
	return t.languageModel != nil
}

// beginning returns the part of a text that is looked at, in small letters and without addresses and the like.
func beginning(text string) string {
	if len(text) > mostJudgedBytes {
		text = strings.ToValidUTF8(text[:mostJudgedBytes], "")
	}
	text = strings.ToLower(text)
	if !strings.ContainsAny(text, ofAddresses) {
		return text
	}
	words := slices.Collect(strings.FieldsSeq(text))
	return strings.Join(slices.DeleteFunc(words, func(word string) bool {
		return strings.ContainsAny(word, ofAddresses)
	}), " ")
}

// ofAddresses are characters of addresses, of paths and of code.
const ofAddresses = `@/\\_<>{}=`

func isLetter(r rune) bool {
	if r < 0x80 {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r)
}

// wordsOf returns the runs of letters of a text.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return !isLetter(r) })
}

func lettersOf(text string) (n int) {
	for _, r := range text {
		if isLetter(r) {
			n++
		}
	}
	return n
}

// eachWord calls visit for the words of a run of letters: itself, but for scripts without spaces.
func eachWord(run string, visit func(word string)) {
	start := 0
	for i, r := range run {
		if !tokenize.IsUnspaced(r) {
			continue
		}
		if start < i {
			visit(run[start:i])
		}
		start = i + len(string(r))
		visit(run[i:start])
	}
	if start < len(run) {
		visit(run[start:])
	}
}

// A languageModel is what is learned from references: how often a letter follows two others, and the words.
type languageModel struct {
	counts   map[uint64]*letterCount // of one to three letters, see threeLetters
	contexts map[uint64]*followers   // of none to two letters, by the letters and noLetter
	words    map[string]int          // references that have it
	seen     map[string]bool         // words of the reference at hand
	common   map[string]bool
	judged   map[string]judgement // of words that came before
	// Of the references, each of which was left out in turn.
	bits, deviation           float64 // for a letter, and of its mean over the letters of a text, times √letters
	commonShare, learnedShare float64 // of the words
}

// A letterCount counts a letter after those of its context.
type letterCount struct {
	n       int
	context *followers
}

// followers counts the letters that follow some, and how many different ones do.
type followers struct{ letters, kinds int }

// A judgement sums up words: the letters with the ends of words, and the bits that say them all.
type judgement struct {
	bits                            float64
	letters, words, common, learned int
}

func (j *judgement) add(k judgement) {
	j.bits += k.bits
	j.letters += k.letters
	j.words += k.words
	j.common += k.common
	j.learned += k.learned
}

// noLetter stands where there is no letter.
const noLetter = 1<<21 - 1

func threeLetters(a, b, c rune) uint64 { return uint64(a)<<42 | uint64(b)<<21 | uint64(c) }

// eachTrigram calls visit for the letters of a word and its end, each after the two before it.
func eachTrigram(word string, visit func(a, b, c rune)) {
	a, b := ' ', ' '
	for _, c := range word {
		visit(a, b, c)
		a, b = b, c
	}
	visit(a, b, ' ')
}

// newLanguageModel learns from references.
func newLanguageModel(references []string) *languageModel {
	s := &languageModel{counts: map[uint64]*letterCount{}, contexts: map[uint64]*followers{}, words: map[string]int{},
		seen: map[string]bool{}}
	for _, reference := range references {
		s.change(reference, 1)
	}
	s.chooseCommon()
	var sum judgement
	var each []judgement
	for _, reference := range references {
		s.change(reference, -1)
		j := s.judge(reference)
		s.change(reference, 1)
		sum.add(j)
		each = append(each, j)
	}
	s.commonShare = float64(sum.common) / float64(sum.words)
	s.learnedShare = float64(sum.learned) / float64(sum.words)
	// Neither depends on the few references that may be in another language.
	s.bits = quantile(each, 0.5, func(j judgement) float64 { return j.bits / float64(j.letters) })
	s.deviation = quantile(each, 0.95, func(j judgement) float64 {
		return s.excess(j) / math.Sqrt(float64(j.letters))
	}) / 1.645 // as of a normal distribution
	s.judged = map[string]judgement{}
	return s
}

// excess is how many bits more words take than as many letters of references usually do.
func (s *languageModel) excess(j judgement) float64 {
	return j.bits - float64(s.bits*float64(j.letters))
}

// quantile returns the value below which a share of some is.
func quantile(list []judgement, share float64, value func(judgement) float64) float64 {
	var values []float64
	for _, j := range list {
		values = append(values, value(j))
	}
	slices.Sort(values)
	return values[int(share*float64(len(values)-1))]
}

// context returns what is known of the letters after two others, or fewer.
func (s *languageModel) context(a, b rune) *followers {
	before := threeLetters(a, b, noLetter)
	known := s.contexts[before]
	if known == nil {
		known = new(followers)
		s.contexts[before] = known
	}
	return known
}

// change adds a reference, or with by = -1 takes it away again.
func (s *languageModel) change(text string, by int) {
	count := func(a, b, c rune) {
		count := s.counts[threeLetters(a, b, c)]
		if count == nil {
			count = &letterCount{context: s.context(a, b)}
			s.counts[threeLetters(a, b, c)] = count
		}
		count.n += by
		count.context.letters += by
		if by > 0 && count.n == 1 || by < 0 && count.n == 0 {
			count.context.kinds += by
		}
	}
	clear(s.seen)
	for run := range wordsOf(text) {
		eachTrigram(run, func(a, b, c rune) {
			count(a, b, c)
			count(noLetter, b, c)
			count(noLetter, noLetter, c)
		})
		eachWord(run, func(word string) {
			if !s.seen[word] {
				s.seen[word] = true
				s.words[word] += by
			}
		})
	}
}

// chooseCommon chooses the words that most references have.
func (s *languageModel) chooseCommon() {
	list := slices.SortedFunc(maps.Keys(s.words), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.words[b], s.words[a]), cmp.Compare(a, b))
	})
	s.common = map[string]bool{}
	for _, word := range list[:min(len(list), commonWords)] {
		s.common[word] = true
	}
}

// judge sums up the words of a text.
func (s *languageModel) judge(text string) (sum judgement) {
	for run := range wordsOf(text) {
		j, known := s.judged[run]
		if !known {
			j = s.judgeWord(run)
			if s.judged != nil && len(s.judged) < 1<<16 {
				s.judged[strings.Clone(run)] = j
			}
		}
		sum.add(j)
	}
	return sum
}

// anyLetter is the probability of a letter that no reference has.
const anyLetter = 1.0 / 5000

// judgeWord takes the probability of a letter after two others from how often it came there, after one, and at all
// (Witten and Bell's interpolation, doi:10.1109/18.87000, method C).
func (s *languageModel) judgeWord(run string) (j judgement) {
	eachTrigram(run, func(a, b, c rune) {
		p := anyLetter
		for _, before := range [...][2]rune{{noLetter, noLetter}, {noLetter, b}, {a, b}} {
			count := s.counts[threeLetters(before[0], before[1], c)]
			if count == nil {
				count = &letterCount{context: s.contexts[threeLetters(before[0], before[1], noLetter)]}
			}
			context := count.context
			if context == nil || context.letters == 0 {
				break
			}
			p = (float64(count.n) + float64(float64(context.kinds)*p)) / float64(context.letters+context.kinds)
		}
		j.bits -= math.Log2(p)
		j.letters++
	})
	eachWord(run, func(word string) {
		j.words++
		if s.common[word] {
			j.common++
		}
		if s.words[word] > 0 {
			j.learned++
		}
	})
	return j
}

// foreign says whether a text, as beginning returns it, is hardly in the language of the references.
func (s *languageModel) foreign(text string) bool {
	j := s.judge(text)
	words := float64(j.words)
	return s.excess(j) > leastSurprise*s.deviation*math.Sqrt(float64(j.letters)) &&
		float64(j.common) < mostCommonShare*s.commonShare*words &&
		float64(j.learned) < mostLearnedShare*s.learnedShare*words
}
