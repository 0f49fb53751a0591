package texts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/ngrams"
)

// MixSurface is MixSpelling of how the words are written in their texts, of which the spans are known.
func MixSurface(cost []float64, weight float64, a, b *Text, from, to []int32, scratch []int32) []int32 {
	a.readWritten()
	b.readWritten()
	shared := roomFor(b, scratch)
	mix(cost, weight, &a.written, &b.written, from, to, shared)
	return shared
}

// A Writing is how a word is written in its text: the characters of its span without white space around them, between two
// that stand for what is beside it, a plus sign where it is joined to that and a blank otherwise. Letters and digits are joined
// to letters and digits, and other characters to all but white space. So in "don't stop." it is ' and the full stop that are
// joined: a word is written alike before a comma and before a blank, and a comma is not that has a blank before it.
//
// A text begins with a capital, whatever word that is. So the case of its first letter is turned round: "The" is the of any
// other place then, and "the" is what is written otherwise.
type Writing struct {
	Text          string // as it stands in the text
	turned        string // with the first letter of the text turned round
	before, after rune
}

// What differs between words of the same letters.
const (
	InCase    = "case"
	InSpacing = "spacing"
)

// Differs says what of two words differs although their letters are the same, "" if nothing does or they are not.
func (w Writing) Differs(other Writing) string {
	switch {
	case w.turned != other.turned && strings.EqualFold(w.turned, other.turned):
		return InCase
	case w.turned == other.turned && (w.before != other.before || w.after != other.after):
		return InSpacing
	}
	return ""
}

// readWritten reads, once, how the words are written in the text.
func (s *Text) readWritten() {
	if s.written.done {
		return
	}
	letters := 0
	for _, position := range s.Positions {
		letters += s.spans[position][1] - s.spans[position][0]
	}
	s.written.begin(ngrams.Usual, len(s.Words), letters)
	for k, position := range s.Positions {
		w := s.Written(int(position), int(position))
		s.written.addWord(int32(k), ngrams.Usual.Between(w.before, w.turned, w.after))
	}
}

// Written returns how the tokens from one position to another, which are parts of a word, are written.
func (s *Text) Written(first, last int) Writing {
	text, start, end := s.form, s.spans[first][0], s.spans[last][1]
	end = start + len(strings.TrimRight(text[start:end], " "))
	start = end - len(strings.TrimLeft(text[start:end], " "))
	w := Writing{Text: text[start:end], turned: text[start:end], before: ' ', after: ' '}
	if w.Text == "" {
		return w
	}
	own, _ := utf8.DecodeRuneInString(w.Text)
	if beside, n := utf8.DecodeLastRuneInString(text[:start]); n > 0 && joins(own, beside) {
		w.before = '+'
	}
	own, _ = utf8.DecodeLastRuneInString(w.Text)
	if beside, n := utf8.DecodeRuneInString(text[end:]); n > 0 && joins(own, beside) {
		w.after = '+'
	}
	if i := strings.IndexFunc(w.Text, unicode.IsLetter); i >= 0 && !strings.ContainsFunc(text[:start], unicode.IsLetter) {
		r, n := utf8.DecodeRuneInString(w.Text[i:])
		turned := unicode.ToLower(r)
		if turned == r {
			turned = unicode.ToUpper(r)
		}
		w.turned = w.Text[:i] + string(turned) + w.Text[i+n:]
	}
	return w
}

// joins says whether a character is joined to one beside it.
func joins(own, beside rune) bool {
	if inWord(own) {
		return inWord(beside)
	}
	return !unicode.IsSpace(beside)
}
