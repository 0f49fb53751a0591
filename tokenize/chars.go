package tokenize

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// Bits of the table class.
const (
	isWord  = 1 << iota // Python's \w: letter, digit, underscore
	isAlnum             // [A-Za-z0-9]
	isUpper             // [A-Z]
	isSpace             // Python's \s
	isEnd               // [.?!], where Punkt looks for the end of a sentence
	notWord             // [)";}\]*:@'({\[?!], what Punkt does not let stand in a word

	capital = isWord | isAlnum | isUpper
	small   = isWord | isAlnum
)

// class says what an ASCII byte is. Bytes of longer runes have no bit: ask the functions below about the rune.
var class = [256]uint8{
	'\t': isSpace, '\n': isSpace, '\v': isSpace, '\f': isSpace, '\r': isSpace, ' ': isSpace,
	0x1c: isSpace, 0x1d: isSpace, 0x1e: isSpace, 0x1f: isSpace, // unlike Go's and Unicode's White_Space

	'0': small, '1': small, '2': small, '3': small, '4': small,
	'5': small, '6': small, '7': small, '8': small, '9': small,

	'A': capital, 'B': capital, 'C': capital, 'D': capital, 'E': capital, 'F': capital, 'G': capital, 'H': capital,
	'I': capital,
	'J': capital, 'K': capital, 'L': capital, 'M': capital, 'N': capital, 'O': capital, 'P': capital, 'Q': capital,
	'R': capital,
	'S': capital, 'T': capital, 'U': capital, 'V': capital, 'W': capital, 'X': capital, 'Y': capital, 'Z': capital,

	'a': small, 'b': small, 'c': small, 'd': small, 'e': small, 'f': small, 'g': small, 'h': small, 'i': small,
	'j': small, 'k': small, 'l': small, 'm': small, 'n': small, 'o': small, 'p': small, 'q': small, 'r': small,
	's': small, 't': small, 'u': small, 'v': small, 'w': small, 'x': small, 'y': small, 'z': small,
	'_': isWord,

	'.': isEnd, '?': isEnd | notWord, '!': isEnd | notWord,
	'(': notWord, ')': notWord, '[': notWord, ']': notWord, '{': notWord, '}': notWord,
	'"': notWord, '\'': notWord, ';': notWord, ':': notWord, '*': notWord, '@': notWord,
}

// spaceRune is Python's \s and str.isspace: Unicode's white space and the four ASCII separators U+001C to U+001F.
func spaceRune(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// wordRune is Python's \w: all letters and numbers (½ and Ⅷ too) and the underscore, but no combining marks.
func wordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// An engine is the library whose classes of characters the rules of NLTK mean. The differences are rare.
type engine uint8

const (
	pythonRe    engine = iota // re, up to NLTK 3.9
	pythonRegex               // regex, since NLTK 3.10
)

// wordRune is \w.
func (e engine) wordRune(r rune) bool {
	if e == pythonRe {
		return wordRune(r)
	}
	// Alphabetic, marks, decimal digits (no ½), connectors and joiners.
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '_' || unicode.IsDigit(r) ||
		r >= utf8.RuneSelf && unicode.In(r, unicode.Nl, unicode.Other_Alphabetic, unicode.Pc, unicode.Join_Control)
}

// spaceAt is \s, as the function is for re: regex does not count U+001C to U+001F.
func (e engine) spaceAt(s string, i int) int {
	if e == pythonRegex && s[i] >= 0x1c && s[i] <= 0x1f {
		return 0
	}
	return spaceAt(s, i)
}

func (e engine) blankAt(s string, i int) bool {
	return blankAt(s, i) && (e == pythonRe || e.spaceAt(s, i) > 0)
}

// digitRune is Python's \d: decimal digits of any script.
func digitRune(r rune) bool { return unicode.IsDigit(r) }

// upperRune and lowerRune are Python's str.isupper and str.islower of one character: Unicode's derived
// properties Uppercase and Lowercase, which hold for Ⓐ and ª as well.
func upperRune(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }
func lowerRune(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

// spaceAt returns the length in bytes of the white-space character at s[i], 0 if another one is there.
func spaceAt(s string, i int) int {
	if c := s[i]; c < utf8.RuneSelf {
		return int(class[c] & isSpace / isSpace)
	}
	if r, size := utf8.DecodeRuneInString(s[i:]); spaceRune(r) {
		return size
	}
	return 0
}

// blankAt reports whether white space is at s[i].
func blankAt(s string, i int) bool {
	return class[s[i]]&isSpace != 0 || s[i] >= utf8.RuneSelf && spaceAt(s, i) > 0
}

// wordAt reports whether a character of \w starts at s[i]; i may be len(s).
func (e engine) wordAt(s string, i int) bool {
	if i < len(s) && s[i] >= utf8.RuneSelf {
		r, _ := utf8.DecodeRuneInString(s[i:])
		return e.wordRune(r)
	}
	return i < len(s) && class[s[i]]&isWord != 0
}

// digitAt reports whether a character of \d starts at s[i]; i may be len(s).
func digitAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return digitRune(r)
}

// wordBefore reports whether a character of \w ends at s[i]; i may be 0.
func (e engine) wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return e.wordRune(r)
}

// wordEnd returns the end of the run of \w that starts at s[i], i itself if there is none.
func (e engine) wordEnd(s string, i int) int {
	for i < len(s) {
		if s[i] < utf8.RuneSelf {
			if class[s[i]]&isWord == 0 {
				break
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !e.wordRune(r) {
			break
		}
		i += size
	}
	return i
}

// wordRun returns the end of the run of ASCII letters, digits and underscores that starts at s[i], and the classes of its
// bytes together.
func wordRun(s string, i int) (end int, classes uint8) {
	const each = 0x0101010101010101
	for i+8 <= len(s) { // eight bytes at once, of which the first is the lowest, without underscores
		b := s[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		low := x &^ (0x80 * each)
		lowered := low | 0x20*each
		// Adding sets the highest bit of a byte that is not before the first of a range, or behind its last.
		letters := (lowered + (0x80-'a')*each) &^ (lowered + (0x7f-'z')*each)
		digits := (low + (0x80-'0')*each) &^ (low + (0x7f-'9')*each)
		others := ^((letters | digits) &^ x) & (0x80 * each)
		n := bits.TrailingZeros64(others) / 8
		if n > 0 {
			classes |= small
		}
		if letters&(^x<<2)&(0x80*each)&(others&-others-1) != 0 { // of the bytes before the first other
			classes |= isUpper
		}
		if i += n; n == 8 {
			continue
		}
		if s[i] != '_' {
			return i, classes
		}
		break
	}
	for ; i < len(s) && class[s[i]]&isWord != 0; i++ {
		classes |= class[s[i]]
	}
	return i, classes
}

// trimSpaceRight is Python's str.rstrip: it returns the length of s without the white space at its end.
func trimSpaceRight(s string) int {
	n := len(s)
	for n > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:n])
		if !spaceRune(r) {
			break
		}
		n -= size
	}
	return n
}
