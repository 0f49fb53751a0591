package tokenize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// unicodeWords finds the words of any language by Unicode's default rules for word boundaries (UAX #29, Unicode 15.0,
// as github.com/rivo/uniseg has them): "l'homme" and "3.14" are one word, "well-known" is two. Words without a letter
// or number are dropped, as the clean-up of the paper does: punctuation, symbols, emoji.
//
// Three things are not those rules'. Katakana is split into characters, as the rules do with Han and Hiragana, so that
// Japanese is all of one kind. A Thai or Lao character keeps the vowels behind it (น้ำ), by the rules for grapheme
// clusters: the rules for words leave these scripts to dictionaries. And a token is written without the format
// characters that only say how to show it, such as soft hyphens and direction marks.
type unicodeWords struct {
	lowering
}

func (t *unicodeWords) Append(dst []Token, text string) []Token {
	for start := 0; start < len(text); {
		n, wordy := asciiWord(text[start:])
		if n > 0 {
			if wordy {
				dst = append(dst, Token{t.lower(text[start : start+n]), start, start + n})
			}
			start += n
			continue
		}
		// The rules need no memory of the words before: what joins two characters is within one word.
		word, _, _ := uniseg.FirstWordInString(text[start:], -1)
		if r, _ := utf8.DecodeRuneInString(word); unicode.In(r, unicode.Thai, unicode.Lao) {
			if cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[start:], -1); len(cluster) > len(word) {
				word = cluster
			}
		}
		end := start + len(word)
		for start < end {
			n := untilKatakana(text[start:end])
			dst = t.appendWord(dst, text, start, start+n)
			start += n
		}
	}
	return dst
}

// appendWord appends text[start:end] unless it has no letter or number.
func (t *unicodeWords) appendWord(dst []Token, text string, start, end int) []Token {
	word := text[start:end]
	if strings.IndexFunc(word, letterOrNumber) < 0 {
		return dst
	}
	return append(dst, Token{t.lower(withoutInvisible(word)), start, end})
}

// asciiWord returns the length of the word at the start of s and whether it has a letter or digit, where that can be
// seen from ASCII alone, 0 elsewhere. Most of a European text goes this way, which is ten times as fast.
func asciiWord(s string) (n int, wordy bool) {
	for n < len(s) && class[s[n]]&isAlnum != 0 {
		n++
	}
	if n < len(s) {
		switch s[n] {
		case '\'', '"', '.', ',', ':', ';', '_': // may stand within a word
			if n > 0 || s[n] == '_' {
				return 0, false
			}
		}
		if s[n] >= utf8.RuneSelf {
			return 0, false
		}
	}
	if n > 0 {
		return n, true
	}
	if len(s) > 1 && s[1] >= utf8.RuneSelf {
		return 0, false // perhaps a mark, which belongs to the character before it
	}
	return 1, false
}

// untilKatakana returns the length of the first piece of a word: a Katakana character with its marks, or what comes
// before the next one.
func untilKatakana(word string) int {
	r, n := utf8.DecodeRuneInString(word)
	if katakana(r) {
		for n < len(word) {
			r, size := utf8.DecodeRuneInString(word[n:])
			if !extends(r) {
				break
			}
			n += size
		}
		return n
	}
	if n = strings.IndexFunc(word, katakana); n > 0 {
		return n
	}
	return len(word)
}

// katakana reports whether r is of the kind that the rules call Katakana, as far as it is a letter.
func katakana(r rune) bool {
	return unicode.Is(unicode.Katakana, r) || '\u3031' <= r && r <= '\u3035' || r == 'ー' || r == 'ｰ'
}

// extends reports whether r belongs to the character before it, wherever it stands (the rules' Extend and Format).
func extends(r rune) bool {
	return unicode.In(r, unicode.M, unicode.Cf) || halfwidthMark(r)
}

// halfwidthMark reports whether r is a voiced sound mark of half width, which is a letter only by its category.
func halfwidthMark(r rune) bool { return r == '\uff9e' || r == '\uff9f' }

// letterOrNumber reports whether a word that has r is kept.
func letterOrNumber(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !halfwidthMark(r)
}

// invisible reports whether r only says how a word is shown: a soft hyphen, a word joiner, or a mark, an embedding or
// an isolate of direction. The joiners of Persian and Indic scripts belong to the spelling and are none of these.
func invisible(r rune) bool {
	switch {
	case r == '\u00ad', r == '\u061c', r == '\u200e', r == '\u200f', r == '\u2060', r == '\ufeff':
		return true
	}
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}
