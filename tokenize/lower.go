package tokenize

import (
	"strings"
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// Lower returns s in lower case by the full Unicode mapping, as Python's str.lower does: İ becomes an i and a
// combining dot, and Σ becomes ς at the end of a word, where letters stand before it but not behind it. Bytes
// that are no UTF-8 stay as they are. It returns s itself if nothing changes.
//
// Letters newer than Go's own Unicode tables (15.0 in Go 1.26; Python 3.11 has 14.0) stay as they are.
func Lower(s string) string { return LowerCase.Of(s) }

// Of returns s in this case: as Lower has it, or by the rules for Turkish and Azerbaijani (Unicode's SpecialCasing), or as
// it is. It returns s itself if nothing changes.
func (c Case) Of(s string) string {
	if c == KeepCase || firstChange(s) == len(s) {
		return s
	}
	return string(appendLower(make([]byte, 0, len(s)+8), s, c == TurkicCase))
}

// CaseOf returns how texts in a language are lower-cased: Turkish and Azerbaijani ones by rules of their own. The language
// is a code of ISO 639, the shortest that there is.
func CaseOf(language string) Case {
	if language == "tr" || language == "az" {
		return TurkicCase
	}
	return LowerCase
}

// firstChange returns the index of the first byte of s that lower-casing may change, len(s) if none.
func firstChange(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || class[s[i]]&isUpper != 0 {
			return i
		}
	}
	return len(s)
}

// appendLower appends Lower(s) to dst, or s in TurkicCase.
func appendLower(dst []byte, s string, turkic bool) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if turkic && c == 'I' {
			i++
			if rest, dotted := strings.CutPrefix(s[i:], dotAbove); dotted {
				dst, i = append(dst, 'i'), len(s)-len(rest)
			} else {
				dst = append(dst, "ı"...)
			}
			continue
		}
		if c < utf8.RuneSelf {
			if class[c]&isUpper != 0 {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError:
			dst = append(dst, s[i:i+size]...)
		case r == 'İ' && turkic:
			dst = append(dst, 'i')
		case r == 'İ':
			dst = append(dst, "i"+dotAbove...)
		case r == 'Σ' && finalSigma(s, i, i+size):
			dst = append(dst, "ς"...)
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
		i += size
	}
	return dst
}

// dotAbove is the combining dot, which the capital İ is written with where it is not one character.
const dotAbove = "\u0307"

// finalSigma reports whether the sigma s[start:end] ends a word (Unicode, table 3-17, Final_Sigma): a cased letter
// is before it and none behind it, where characters that case ignores, such as the apostrophe, do not count.
func finalSigma(s string, start, end int) bool {
	before := false
	for i := start; i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !caseIgnorable(r) {
			before = cased(r)
			break
		}
		i -= size
	}
	if !before {
		return false
	}
	for _, r := range s[end:] {
		if !caseIgnorable(r) {
			return !cased(r)
		}
	}
	return true
}

// cased is Unicode's property Cased.
func cased(r rune) bool { return upperRune(r) || lowerRune(r) || unicode.IsTitle(r) }

// caseIgnorable is Unicode's property Case_Ignorable: marks, format characters, modifiers, and the characters
// that may stand inside a word (Word_Break MidLetter, MidNumLet, Single_Quote).
func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '\u00b7', '\u0387', '\u055f', '\u05f4', '\u2018', '\u2019', '\u2024', '\u2027',
		'\ufe13', '\ufe52', '\ufe55', '\uff07', '\uff0e', '\uff1a':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// lowering is the last step of every tokenizer: the case of the tokens. It keeps the lower-cased tokens of many
// texts in one piece of memory, so that few of them cost an allocation.
type lowering struct {
	of    Case
	chunk []byte // what was handed out of it is never written again
}

// chunkSize is the size of the pieces of memory that lowered tokens are kept in. A program that keeps one token
// keeps its piece.
const chunkSize = 64 << 10

// lower returns token in the case that the options ask for.
func (l *lowering) lower(token string) string {
	if l.of == KeepCase || firstChange(token) == len(token) {
		return token
	}
	// A rune grows from 2 bytes to 3 at most (Ⱥ, İ), or from 1 to 2 (the Turkish I).
	l.reserve(2 * len(token))
	start := len(l.chunk)
	l.chunk = appendLower(l.chunk, token, l.of == TurkicCase)
	lowered := l.chunk[start:]
	if string(lowered) == token {
		l.chunk = l.chunk[:start] // 漢字: nothing to lower
		return token
	}
	return unsafe.String(unsafe.SliceData(lowered), len(lowered))
}

// lowerWord is lower for a word of ASCII letters, digits and underscores.
func (l *lowering) lowerWord(word string) string {
	if l.of == KeepCase || l.of == TurkicCase {
		return l.lower(word)
	}
	l.reserve(len(word))
	start := len(l.chunk)
	l.chunk = l.chunk[:start+len(word)]
	lowered := l.chunk[start:]
	for i := range lowered {
		c := word[i]
		lowered[i] = c | class[c]&isUpper<<3 // 'a' - 'A'
	}
	return unsafe.String(unsafe.SliceData(lowered), len(lowered))
}

// reserve makes room for so many bytes.
func (l *lowering) reserve(n int) {
	if cap(l.chunk)-len(l.chunk) < n {
		l.chunk = make([]byte, 0, max(chunkSize, n))
	}
}
