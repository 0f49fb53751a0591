package tokenize

import (
	"strings"
	"unicode/utf8"
)

// How a word occurred in the corpus that the model was trained on (nltk.tokenize.punkt, _ORTHO_*): at the
// beginning or in the middle of a sentence or in an unknown place, with an upper-case or lower-case first
// letter.
const (
	begUpper = 1 << (iota + 1)
	midUpper
	unkUpper
	begLower
	midLower
	unkLower

	anyUpper = begUpper | midUpper | unkUpper
	anyLower = begLower | midLower | unkLower
)

// mark is what the form of a word alone tells about it (_first_pass_annotation).
type mark uint8

const (
	unmarked mark = iota
	sentenceEnd
	abbreviation
	ellipsis
)

// plain tells that a sentence ends at a period whatever follows, because the word before it is no case for the
// rules: two or more ASCII letters, no known abbreviation, not in a collocation. Most words are.
func (m *model) plain(word string) bool {
	if len(word) < 2 {
		return false
	}
	for i := range len(word) {
		if class[word[i]]&isAlnum == 0 || word[i] <= '9' {
			return false
		}
	}
	var b [buffer]byte
	typ := appendLower(b[:0], word, false)
	return !m.abbreviations[string(typ)] && !m.collocates[string(typ)]
}

// breaksBetween reports whether a sentence ends between a word and the word after it (_second_pass_annotation).
func (m *model) breaksBetween(word, next string, e engine) bool {
	mark := m.mark(word)
	if !strings.HasSuffix(word, ".") {
		return mark == sentenceEnd
	}
	var b, nb [buffer]byte
	typ := withoutPeriod(appendType(b[:0], word))
	nextTyp := appendType(nb[:0], next)
	if m.mark(next) == sentenceEnd {
		nextTyp = withoutPeriod(nextTyp)
	}

	// A collocation: J. Walter, 1. International.
	if m.collocates[string(typ)] && m.collocations[string(typ)+","+string(nextTyp)] {
		return false
	}

	// An abbreviation or an ellipsis ends a sentence if the next word begins one.
	initial := isInitial(word, e)
	if (mark == abbreviation || mark == ellipsis) && !initial {
		if m.begins(next, nextTyp) == yes {
			return true
		}
		if startsUpper(next) && m.starters[string(nextTyp)] {
			return true
		}
	}

	// An initial or an ordinal number does not if the next word does not begin one, or, for initials, always has
	// a capital: J. Bach.
	if initial || string(typ) == number {
		switch m.begins(next, nextTyp) {
		case no:
			return false
		case unknown:
			if initial && startsUpper(next) && m.orthography()[string(nextTyp)]&anyLower == 0 {
				return false
			}
		}
	}
	return mark == sentenceEnd
}

// buffer is the length of word up to which the rules need no memory from the heap.
const buffer = 64

// mark judges a word by its form.
func (m *model) mark(word string) mark {
	switch {
	case word == "." || word == "?" || word == "!":
		return sentenceEnd
	case !strings.HasSuffix(word, "."):
		return unmarked
	case strings.HasSuffix(word, ".."):
		if strings.Trim(word, ".") == "" {
			return ellipsis
		}
		return unmarked
	}
	var b [buffer]byte
	typ := appendLower(b[:0], word[:len(word)-1], false)
	if m.abbreviations[string(typ)] {
		return abbreviation
	}
	if i := strings.LastIndexByte(word[:len(word)-1], '-'); i >= 0 { // non-U.S.
		typ = appendLower(b[:0], word[i+1:len(word)-1], false)
		if m.abbreviations[string(typ)] {
			return abbreviation
		}
	}
	return sentenceEnd
}

// An answer is what the orthographic heuristic has to say.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// begins reports whether a word of the given type, judged by its capital, begins a sentence (_ortho_heuristic).
func (m *model) begins(word string, typ []byte) answer {
	if len(word) == 1 && strings.Contains(";:,.!?", word) {
		return no
	}
	seen := m.orthography()[string(typ)]
	r, _ := utf8.DecodeRuneInString(word)
	if upperRune(r) && seen&anyLower != 0 && seen&midUpper == 0 {
		return yes
	}
	if lowerRune(r) && (seen&anyUpper != 0 || seen&begLower == 0) {
		return no
	}
	return unknown
}

func startsUpper(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return upperRune(r)
}

// isInitial reports whether word is one letter and a period: [^\W\d]\.$
func isInitial(word string, e engine) bool {
	r, size := utf8.DecodeRuneInString(word)
	return word[size:] == "." && e.wordRune(r) && !digitRune(r)
}

// number is the type of all numbers.
const number = "##number##"

// appendType appends the type of word, under which the model knows it: lower-case, numbers all alike.
func appendType(dst []byte, word string) []byte {
	if isNumber(word) {
		return append(dst, number...)
	}
	return appendLower(dst, word, false)
}

// isNumber reports whether word matches ^-?[\.,]?\d[\d,\.-]*\.?$
func isNumber(word string) bool {
	word = strings.TrimPrefix(word, "-")
	if word != "" && (word[0] == '.' || word[0] == ',') {
		word = word[1:]
	}
	for i, r := range word {
		if !digitRune(r) && (i == 0 || r != ',' && r != '.' && r != '-') {
			return false
		}
	}
	return word != ""
}

// withoutPeriod returns typ without a period at its end, unless it is nothing else.
func withoutPeriod(typ []byte) []byte {
	if n := len(typ) - 1; n > 0 && typ[n] == '.' {
		return typ[:n]
	}
	return typ
}
