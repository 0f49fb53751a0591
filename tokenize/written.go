package tokenize

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// written takes a text as it is written, in any language: what stands between white space is a token, with the marks on
// it ("end." and "(or" are one each). Of scripts that are written without spaces each character is a token, with what
// is written on it (น้ำ, by the rules for grapheme clusters), and so is each mark of Chinese and Japanese. A token is
// without the characters that only say how to show it, as in unicodeWords.
type written struct {
	lowering
}

func (t *written) Append(dst []Token, text string) []Token {
	start := 0 // of the token that goes on
	for at := 0; at < len(text); {
		r, size := rune(text[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[at:])
		}
		switch {
		case r < utf8.RuneSelf && class[r]&isSpace == 0:
		case r < utf8.RuneSelf, spaceRune(r), r == zeroWidthSpace:
			dst = t.appendVisible(dst, text, start, at)
			start = at + size
		case alone(r):
			dst = t.appendVisible(dst, text, start, at)
			cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[at:], -1)
			start, size = at+len(cluster), len(cluster)
			dst = t.appendVisible(dst, text, at, start)
		}
		at += size
	}
	return t.appendVisible(dst, text, start, len(text))
}

// appendVisible appends text[start:end] unless nothing of it can be seen.
func (t *written) appendVisible(dst []Token, text string, start, end int) []Token {
	if word := withoutInvisible(text[start:end]); word != "" {
		dst = append(dst, Token{t.lower(word), start, end})
	}
	return dst
}

// withoutInvisible returns a word without the characters that only say how to show it.
func withoutInvisible(word string) string {
	if strings.IndexFunc(word, invisible) < 0 {
		return word
	}
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, word)
}

// zeroWidthSpace stands between words of scripts without spaces, Khmer for example.
const zeroWidthSpace = '\u200b'

// alone reports whether a character is a token by itself. It goes by the blocks of Unicode.
func alone(r rune) bool {
	for _, block := range [...][2]rune{
		{0x0e00, 0x109f},   // Thai, Lao, Tibetan, Burmese
		{0x1780, 0x17ff},   // Khmer
		{0x1950, 0x1aaf},   // Tai Le, New Tai Lue, Buginese, Tai Tham
		{0x1b00, 0x1b7f},   // Balinese
		{0x2e80, 0x312f},   // radicals, marks of Chinese and Japanese, Kana, Bopomofo
		{0x3190, 0xa4cf},   // Han, Yi
		{0xa980, 0xa9ff},   // Javanese, Burmese
		{0xaa60, 0xaadf},   // Burmese, Tai Viet
		{0xf900, 0xfaff},   // Han
		{0xfe30, 0xfe4f},   // marks of upright Chinese
		{0xff00, 0xffef},   // half and full width
		{0x16fe0, 0x1b2ff}, // Tangut, Kana, Nushu
		{0x20000, 0x3ffff}, // Han
	} {
		if r <= block[1] {
			return r >= block[0]
		}
	}
	return false
}
