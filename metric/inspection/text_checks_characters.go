package inspection

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// oddCharacters says whether a text has characters that hardly anybody writes: U+FFFD, control and private characters
// and those that are none, a byte order mark, and UTF-8 that was read as Windows-1252 or ISO 8859-1.
func oddCharacters(text string) bool {
	if plain(text) {
		return false
	}
	var misread misreading
	for _, r := range text {
		switch {
		case ' ' <= r && r < 0x7f, r == '\t', r == '\n', r == '\r':
		case r < 0xa0, r == utf8.RuneError, r == 0xfeff, unicode.Is(unicode.Co, r),
			unicode.Is(unicode.Noncharacter_Code_Point, r):
			return true
		}
		if misread.next(r) {
			return true
		}
	}
	return misread.ends()
}

// plain says whether a text has nothing but the printable characters of ASCII.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// A misreading is a run of characters that are not ASCII, as the bytes that they are in Windows-1252. It is a sign of
// UTF-8 that was read as if it were that if it holds a Latin letter or sign (Ã© for é), a mark such as a quote (â€™), or
// two characters in a row (Ð´Ð° for да). One of another kind is none, as French ends a quotation by É»; nor is a capital
// letter before a mark, as in Portuguese AMANHÃ”, unless it follows a small letter or a digit.
type misreading struct {
	bytes []byte
	small []bool // whether a small letter or a digit stands before each
	last  rune
}

// next takes a character, and says whether those before it are such a sign.
func (m *misreading) next(r rune) bool {
	last := m.last
	m.last = r
	if r >= 0x80 {
		if b, ok := windows1252(r); ok {
			m.bytes, m.small = append(m.bytes, b), append(m.small, unicode.IsLower(last) || unicode.IsDigit(last))
			return false
		}
	}
	return m.ends()
}

// ends says whether the characters up to here are such a sign, and forgets them.
func (m *misreading) ends() bool {
	if len(m.bytes) == 0 {
		return false
	}
	bytes, small := m.bytes, m.small
	m.bytes, m.small = bytes[:0], small[:0]
	for inARow := 0; len(bytes) > 0; {
		r, n := utf8.DecodeRune(bytes)
		if n == 1 { // no UTF-8
			inARow = 0
		} else {
			inARow++
		}
		switch {
		case inARow > 1, 0x2010 <= r && r <= 0x2044, r == '€', r == '™', r == 0xfeff:
			return true
		case n > 1 && r <= 0x17f && (small[0] || !closing(bytes[1])):
			return true
		}
		bytes, small = bytes[n:], small[n:]
	}
	return false
}

// closing says whether a byte of Windows-1252 may follow a word: … ‘ ’ “ ” • – — › », or a space.
func closing(b byte) bool {
	return b == 0x85 || 0x91 <= b && b <= 0x97 || b == 0x9b || b == 0xa0 || b == 0xbb
}

// highWindows1252 are the characters of Windows-1252 from byte 0x80 on, before those that have the same number in
// Unicode.
var highWindows1252 = []rune("€\x00‚ƒ„…†‡ˆ‰Š‹Œ\x00Ž\x00\x00‘’“”•–—˜™š›œ\x00žŸ")

// windows1252 returns the byte of a character in Windows-1252.
func windows1252(r rune) (byte, bool) {
	if 0xa0 <= r && r <= 0xff {
		return byte(r), true
	}
	i := slices.Index(highWindows1252, r)
	return byte(0x80 + i), i >= 0
}
