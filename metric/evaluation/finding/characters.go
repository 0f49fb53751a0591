package finding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark returns what a character counts as: itself, or its script if it is a letter; 0 of what every text may have: digits,
// accents, blanks, currencies, and the marks that typography replaces by others.
func mark(r rune) rune {
	if r < utf8.RuneSelf {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return 'A'
		case '0' <= r && r <= '9', strings.ContainsRune(" .,;:!?'\"()-%&/#$@", r):
			return 0
		}
		return r
	}
	switch {
	case 'Ａ' <= r && r <= 'Ｚ', 'ａ' <= r && r <= 'ｚ':
		return 'Ａ'
	case 0xff00 <= r && r <= 0xffef, 0x3000 <= r && r <= 0x303f: // full width
		return 0
	case unicode.IsLetter(r):
		for _, script := range scripts {
			if unicode.Is(script.table, r) {
				return script.mark
			}
		}
		return r &^ 0x7f
	case unicode.In(r, unicode.M, unicode.Nd, unicode.Pi, unicode.Pf, unicode.Pd, unicode.Sc), r == '…', r == '„', r == '·', r == '・',
		r == 0xa0, r == 0x2009, r == 0x202f:
		return 0
	}
	return r
}

// scripts have letters of their own; Kana is one.
var scripts = []struct {
	table *unicode.RangeTable
	mark  rune
}{
	{unicode.Latin, 'A'}, {unicode.Cyrillic, 'Б'}, {unicode.Greek, 'Ω'}, {unicode.Han, '漢'}, {unicode.Hiragana, 'あ'},
	{unicode.Katakana, 'あ'}, {unicode.Hangul, '한'},
}

// marks returns the different marks of a text as it is given.
func (w *written) marks() []rune {
	if w.marked == nil {
		w.marked = []rune{}
		for _, r := range strings.TrimRight(w.raw, "\r\n") {
			if m := mark(r); m != 0 && !slices.Contains(w.marked, m) {
				w.marked = append(w.marked, m)
			}
		}
	}
	return w.marked
}

// hasOddCharacters says whether a text has characters that no text of the segment and hardly one of others has, the same mark
// again and again, or words of two scripts.
func (l *looking) hasOddCharacters(i int, x *written, others []*written) bool {
	rare := max(1, len(l.segments)/100)
	odd := func(m rune) bool {
		return l.marks[m] <= rare && !slices.ContainsFunc(others, func(o *written) bool { return slices.Contains(o.marks(), m) })
	}
	if slices.ContainsFunc(x.marks(), odd) {
		return true
	}
	if run := longestRun(x.raw); run >= leastRun && !slices.ContainsFunc(others, func(o *written) bool { return longestRun(o.raw) >= run-1 }) {
		return true
	}
	return x.mixesScripts() && !slices.ContainsFunc(others, (*written).mixesScripts)
}

// leastRun is how often the same mark comes in no text: dots come three times.
const leastRun = 4

// longestRun is how often the same mark comes at once, with blanks between or without. Three blanks or number signs are as many
// as four of others.
func longestRun(text string) (longest int) {
	last, run, blanks := rune(0), 0, 1
	for _, r := range text {
		if r == ' ' {
			blanks++
			longest = max(longest, blanks)
			continue
		}
		blanks = 1
		if r != last {
			last, run = r, 0
			if r == '#' {
				run = 1
			}
		}
		if run++; r < utf8.RuneSelf && !partOfWord(r) || r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			longest = max(longest, run)
		}
	}
	return longest
}

// mixesScripts says whether a word has letters that look like those of its script and are of another.
func (w *written) mixesScripts() bool {
	if isASCII(w.text) {
		return false
	}
	for i := range w.words {
		if isASCII(w.words[i].lower) {
			continue
		}
		var latin, other bool
		for _, r := range w.words[i].lower {
			switch m := mark(r); m {
			case 'A':
				latin = true
			case 'Б', 'Ω':
				other = true
			}
		}
		if latin && other {
			return true
		}
	}
	return false
}

// tokenised says whether blanks stand before full stops and commas.
func (w *written) tokenised() bool {
	return strings.Count(w.text, " .")+strings.Count(w.text, " ,")+strings.Count(w.text, " 。") >= 2
}

// doubled says whether most blanks between words are two.
func (w *written) doubled() bool {
	twice := strings.Count(w.raw, "  ")
	return twice >= 3 && 3*twice > strings.Count(w.raw, " ")
}
