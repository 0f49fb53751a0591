package texts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/tokenize"
)

// A word of a translation is untranslated where it stands as it stands in the source and is nothing that a translator
// leaves alone: a name, a number, or a word of the translation's own language.
//
//   - In the script of most letters of the translation, a word is untranslated if the translation is English and the word is
//     no known English word and has no capital. English is a text in which at least three of four words in Latin letters are
//     known ones. Of other languages no words are known, so nothing in the script of most letters is untranslated.
//   - In another script, a word is untranslated unless it is in Latin letters and has a capital or is one letter.
//
// What has a digit or one of @#/\_.: in or beside its letters is a number, an address or a name.

// mostlyEnglish is the share of known English words from which on a text is English. Of translations into English (WMT21
// is-en, WMT23 he-en and zh-en) 99 % have as many, of such into Czech (WMT24) 2 %.
const mostlyEnglish = 0.75

// A writtenWord is a run of letters of a text, a word or, of a script without spaces between words, perhaps several.
type writtenWord struct {
	start, end int // bytes of the text
	script     int
}

// unspaced and other are scripts besides those of spacedScripts: all that put no spaces between words, and the rest.
var (
	spacedScripts = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Arabic, unicode.Devanagari, unicode.Hangul,
		unicode.Hebrew, unicode.Greek}
	latin, unspaced, other = 0, len(spacedScripts), len(spacedScripts) + 1
)

// scriptOf returns the script of a letter.
func scriptOf(r rune) int {
	if r < utf8.RuneSelf {
		return latin
	}
	if i := slices.IndexFunc(spacedScripts, func(script *unicode.RangeTable) bool { return unicode.Is(script, r) }); i >= 0 {
		return i
	}
	if r == 'ー' || unicode.Is(unicode.Bopomofo, r) || tokenize.IsUnspaced(r) {
		return unspaced
	}
	return other
}

// inNames are characters that join letters to something that is no word.
const inNames = `@#/\_.:`

// What characters are to words.
const (
	between = iota
	spacedLetter
	unspacedLetter
)

func kindOf(r rune) int {
	switch {
	case unicode.IsLetter(r) && scriptOf(r) == unspaced:
		return unspacedLetter
	case unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(inNames, r):
		return spacedLetter
	}
	return between
}

// appendWords appends the words of a text, without numbers, addresses and the like.
func appendWords(list []writtenWord, text string) []writtenWord {
	for start, end := 0, 0; start < len(text); start = end {
		first, size := utf8.DecodeRuneInString(text[start:])
		kind := kindOf(first)
		for end = start + size; end < len(text); end += size {
			var r rune
			if r, size = utf8.DecodeRuneInString(text[end:]); !unicode.IsMark(r) && kindOf(r) != kind {
				break
			}
		}
		if kind == between {
			continue
		}
		word := strings.TrimRight(text[start:end], ".:")
		if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
			list = append(list, writtenWord{start, start + len(word), scriptOf(first)})
		}
	}
	return list
}

// stands says whether a word stands somewhere in a text, in a script with spaces as a whole word.
func stands(word string, script int, text string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 || script == unspaced {
			return i >= 0
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		at += len(word)
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) }

// Untranslated finds the untranslated words of translations. The zero value needs IsEnglish; its memory is reused.
type Untranslated struct {
	IsEnglish func(word string) bool // whether a word in lower case is a known English one

	words   []writtenWord
	letters []int // of the words, by script
	pieces  []bool
}

// In says of each place of a translation whose pieces have spans whether it belongs to an untranslated word. The next call
// overwrites the slice. nil means that no place does.
func (u *Untranslated) In(translation, source *Text) []bool {
	text, from := translation.form, source.form
	if text == from { // equal texts have the distance 0
		return nil
	}
	u.words = appendWords(u.words[:0], text)
	most := u.mostLetters(text)
	english := most == latin && u.english(text)
	u.words = slices.DeleteFunc(u.words, func(w writtenWord) bool {
		word := text[w.start:w.end]
		capital := strings.ContainsFunc(word, unicode.IsUpper)
		switch {
		case w.script == latin && (capital || len(word) == 1):
			return true
		case w.script == most && (!english || u.IsEnglish(word)):
			return true
		}
		return !stands(word, w.script, from)
	})
	if len(u.words) == 0 {
		return nil
	}
	u.pieces = append(u.pieces[:0], make([]bool, len(translation.Words))...)
	for k, position := range translation.Positions {
		span := translation.spans[position]
		for _, w := range u.words {
			if span[0] < w.end && w.start < span[1] {
				u.pieces[k] = true
			}
		}
	}
	return u.pieces
}

// mostLetters returns the script of most letters of a text.
func (u *Untranslated) mostLetters(text string) (most int) {
	u.letters = append(u.letters[:0], make([]int, other+1)...)
	for _, w := range u.words {
		if u.letters[w.script] += utf8.RuneCountInString(text[w.start:w.end]); u.letters[w.script] > u.letters[most] {
			most = w.script
		}
	}
	return most
}

// english says whether a text in Latin letters is English.
func (u *Untranslated) english(text string) bool {
	all, known := 0, 0
	for _, w := range u.words {
		if w.script != latin {
			continue
		}
		all++
		if u.IsEnglish(tokenize.LowerCase.Of(text[w.start:w.end])) {
			known++
		}
	}
	return float64(known) >= float64(mostlyEnglish*float64(all))
}
