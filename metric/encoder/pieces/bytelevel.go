package pieces

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// A byteLevel model splits a text into words by the regular expression of GPT-2,
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//
// so that a word has the space before it, and merges the bytes of each word into pieces.
type byteLevel struct {
	*characters
	merges      *merges
	prefixSpace bool // a text that does not begin with a space is read as if it did
	bytes       [256]int32
}

func (b *byteLevel) append(dst []Piece, s *scratch, text string, word int32) ([]Piece, int32) {
	at := 0
	if missing := b.prefixSpace && text[0] != ' '; missing || !utf8.ValidString(text) {
		s.normalized = s.normalized[:0]
		if missing {
			s.normalized, at = append(s.normalized, ' '), -1 // before the text
		}
		for _, r := range text {
			s.normalized = utf8.AppendRune(s.normalized, r)
		}
		text = asText(s.normalized)
	}
	for text != "" {
		n := b.next(text)
		s.symbols = s.symbols[:0]
		for i := range n {
			s.symbols = append(s.symbols, symbol{id: b.bytes[text[i]], size: 1})
		}
		dst = b.merges.append(dst, s, at, word)
		text, at = text[n:], at+n
		word++
	}
	return dst, word
}

// next returns the length of the first word of a text that is not empty.
func (b *byteLevel) next(text string) int {
	if n := contraction(text); n > 0 {
		return n
	}
	kind, n := b.kind(text)
	if text[0] == ' ' && len(text) > 1 { // one space belongs to the word behind it
		behind, size := b.kind(text[1:])
		if behind != white {
			kind, n = behind, 1+size
		}
	}
	last := 0 // where the last character begins
	for n < len(text) {
		is, size := b.kind(text[n:])
		if is != kind {
			break
		}
		last = n
		n += size
	}
	if kind == white && n < len(text) && last > 0 { // the last space is left for the next word
		return last
	}
	return n
}

// kind returns whether the first character is a letter, a number, white or, as 0, something else, and its length.
func (b *byteLevel) kind(text string) (class, int) {
	r, size := utf8.DecodeRuneInString(text)
	return b.classes.at(r) & (letter | number | white), size
}

// contraction returns the length of the contraction that a text begins with, 0 for none.
func contraction(text string) int {
	if len(text) < 2 || text[0] != '\'' {
		return 0
	}
	switch text[1] {
	case 's', 't', 'm', 'd':
		return 2
	}
	for _, c := range []string{"'re", "'ve", "'ll"} {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}

// characterOf returns the character that a byte is written as in the vocabularies of byte-level BPE (bytes_to_unicode
// of GPT-2): printable Latin-1 characters stand for themselves, the other 68 bytes, in order, are the characters from
// U+0100 on.
func characterOf(b byte) rune {
	printable := func(b byte) bool { return '!' <= b && b <= '~' || 0xa1 <= b && b != 0xad }
	if printable(b) {
		return rune(b)
	}
	n := rune(0x100)
	for c := range b {
		if !printable(c) {
			n++
		}
	}
	return n
}

// ByteOf returns the byte that a character stands for in the vocabularies of byte-level BPE, and whether it stands for
// one.
func ByteOf(character rune) (byte, bool) {
	b, ok := bytesOfCharacters()[character]
	return b, ok
}

var bytesOfCharacters = sync.OnceValue(func() map[rune]byte {
	of := map[rune]byte{}
	for b := range 0x100 {
		of[characterOf(byte(b))] = byte(b)
	}
	return of
})
