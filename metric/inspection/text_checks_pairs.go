package inspection

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// compareTexts says how a candidate and its references differ oddly.
func compareTexts(candidate string, references []string) (found Findings) {
	if len(references) == 0 {
		return 0
	}
	length, written := utf8.RuneCountInString(candidate), scriptOf(candidate)
	empty, far, short, script := 0, 0, 0, 0
	for _, reference := range references {
		reference = strings.TrimSpace(reference)
		n := utf8.RuneCountInString(reference)
		switch {
		case reference == "":
			empty++
			continue
		case candidate == reference:
			found |= FoundReferenceCopy
		}
		if max(n, length) >= 2*shortOutput && (2*length < n || length > 2*n) {
			far++
		}
		if 10*length < 6*n && ends(reference) && !ends(candidate) && n >= 2*shortOutput {
			short++
		}
		if written != nil {
			if other := scriptOf(reference); other != nil && other != written {
				script++
			}
		}
	}
	if empty == len(references) {
		return found | FoundEmptyReference
	}
	if candidate == "" {
		return found
	}
	rest := len(references) - empty
	for _, of := range [...]struct {
		finding Findings
		n       int
	}{{FoundLength, far}, {FoundTruncated, short}, {FoundScript, script}} {
		if of.n == rest {
			found |= of.finding
		}
	}
	return found
}

// copiedSource says whether a candidate is the source, and that is not right.
func copiedSource(t *OutputTexts) Findings {
	candidate := strings.TrimSpace(t.Candidate)
	isCandidate := func(text string) bool { return strings.TrimSpace(text) == candidate }
	if candidate == "" || !isCandidate(t.Source) || slices.ContainsFunc(t.References, isCandidate) {
		return 0
	}
	return FoundSourceCopy
}

// ends says whether a text ends as a sentence does.
func ends(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)]）」』 ")
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.Is(unicode.Sentence_Terminal, r) || strings.ContainsRune("…:;", r)
}

// scripts are those that are told apart. Chinese and Japanese share characters, so they are one.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Arabic}, {unicode.Hebrew},
	{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo}, {unicode.Hangul}, {unicode.Thai},
	{unicode.Devanagari}, {unicode.Bengali}, {unicode.Tamil}, {unicode.Telugu}, {unicode.Gujarati}, {unicode.Gurmukhi},
	{unicode.Kannada}, {unicode.Malayalam}, {unicode.Georgian}, {unicode.Armenian}, {unicode.Ethiopic},
	{unicode.Khmer}, {unicode.Lao}, {unicode.Myanmar}, {unicode.Sinhala}, {unicode.Tibetan},
}

// leastLetters is how many letters of a script a text must have to be written in it.
const leastLetters = 5

// scriptOf returns the script of most letters of a text, nil if there are too few or none has most.
func scriptOf(text string) *unicode.RangeTable {
	var counts [32]int
	letters := 0
	for _, r := range text {
		if r < 0x80 {
			if 'a' <= r|0x20 && r|0x20 <= 'z' {
				counts[0]++
				letters++
			}
			continue
		}
		for i, tables := range scripts {
			if unicode.In(r, tables...) {
				counts[i]++
				letters++
				break
			}
		}
	}
	for i, n := range counts {
		if n >= leastLetters && 2*n > letters {
			return scripts[i][0]
		}
	}
	return nil
}

// leastRepeats is from how many repetitions one after another on words are a loop.
const leastRepeats = 4

// loops says whether a text has one to eight words four times or more one after another.
func (c *textChecks) loops(text string) bool {
	words := c.words[:0]
	for word := range strings.FieldsSeq(text) {
		words = append(words, word)
	}
	c.words = words
	for n := 1; n <= min(8, len(words)/leastRepeats); n++ {
		same := 0 // words that are the one n before
		for i := n; i < len(words); i++ {
			if words[i] != words[i-n] {
				same = 0
				continue
			}
			if same++; same >= (leastRepeats-1)*n {
				return true
			}
		}
	}
	return false
}
