package pieces

import (
	"slices"
	"unicode/utf8"
)

// normalization is what BERT's normalizer does with a text before it is split into words, in this order.
type normalization struct {
	Clean      bool // control characters and U+FFFD are removed, white space is written as spaces
	Ideographs bool // Chinese characters get a space on both sides
	Strip      bool // canonical decomposition (NFD), of which nonspacing marks are removed: é is e
	Lower      bool // each character by itself: İ is i and a combining dot, Σ is σ wherever it stands
}

// A bertNormalizer writes texts as a normalization has them.
type bertNormalizer struct {
	on normalization
	*characters
	ascii   [utf8.RuneSelf]byte // what an ASCII character becomes; gone for nothing
	changes class               // a character of none of these classes stays as it is
}

// gone marks the ASCII characters that are removed.
const gone = 0xff

// Hangul syllables decompose by arithmetic (Unicode, section 3.12).
const (
	firstSyllable, lastSyllable                = 0xac00, 0xd7a3
	leadingJamo, vowelJamo, beforeTrailingJamo = 0x1100, 0x1161, 0x11a7
	vowelJamos, trailingJamos                  = 21, 28
)

func newNormalizer(on normalization) *bertNormalizer {
	n := &bertNormalizer{on: on, characters: allCharacters()}
	for _, step := range []struct {
		on      bool
		changes class
	}{
		{on.Clean, removed | white}, {on.Ideographs, ideograph}, {on.Strip, mark | stripped | combining},
		{on.Lower, lowered},
	} {
		if step.on {
			n.changes |= step.changes
		}
	}
	for c := range rune(utf8.RuneSelf) {
		is := n.classes.at(c)
		switch {
		case on.Clean && is&removed != 0:
			n.ascii[c] = gone
		case on.Clean && is&white != 0:
			n.ascii[c] = ' '
		case on.Lower && is&lowered != 0:
			n.ascii[c] = byte(n.lower.at(c))
		default:
			n.ascii[c] = byte(c)
		}
	}
	return n
}

// append appends the normalized text to dst. Bytes that are not UTF-8 are read as U+FFFD.
func (n *bertNormalizer) append(dst []byte, text string) []byte {
	dst = slices.Grow(dst, len(text))
	for i := 0; i < len(text); {
		dst, i = n.appendNext(dst, text, i)
	}
	return dst
}

// align says of each byte of what append makes of a text which characters it comes from.
func (n *bertNormalizer) align(a, normal *aligned) *aligned {
	normal.reset(len(a.text))
	for i := 0; i < len(a.text); {
		start := i
		normal.text, i = n.appendNext(normal.text, asText(a.text), i)
		from := a.span(start, i)
		for len(normal.from) < len(normal.text) {
			normal.from = append(normal.from, from)
		}
	}
	return normal
}

// appendNext appends what becomes of the character at text[i:], with all that are brought into order with it, and returns
// where the next one begins.
func (n *bertNormalizer) appendNext(dst []byte, text string, i int) (_ []byte, next int) {
	if c := text[i]; c < utf8.RuneSelf {
		if becomes := n.ascii[c]; becomes != gone {
			dst = append(dst, becomes)
		}
		return dst, i + 1
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	i += size
	is := n.classes.at(r)
	switch {
	case is&n.changes == 0:
		dst = utf8.AppendRune(dst, r)
	case n.on.Clean && is&removed != 0:
	case n.on.Clean && is&white != 0:
		dst = append(dst, ' ')
	case n.on.Ideographs && is&ideograph != 0:
		dst = append(dst, ' ')
		dst = n.appendStripped(dst, r, is)
		dst = append(dst, ' ')
	case n.on.Strip && is&mark != 0:
	default:
		start := len(dst)
		dst = n.appendStripped(dst, r, is)
		if n.on.Strip && n.endsCombining(dst[start:]) {
			var read int
			dst, read = n.appendReordered(dst, start, text[i:])
			i += read
		}
	}
	return dst, i
}

// appendStripped appends r without accents, if they are stripped, and in lower case, if that is asked for.
func (n *bertNormalizer) appendStripped(dst []byte, r rune, is class) []byte {
	if !n.on.Strip || is&stripped == 0 {
		return n.appendLower(dst, r)
	}
	if firstSyllable <= r && r <= lastSyllable {
		r -= firstSyllable
		dst = utf8.AppendRune(dst, leadingJamo+r/trailingJamos/vowelJamos)
		dst = utf8.AppendRune(dst, vowelJamo+r/trailingJamos%vowelJamos)
		if r %= trailingJamos; r > 0 {
			dst = utf8.AppendRune(dst, beforeTrailingJamo+r)
		}
		return dst
	}
	becomes := n.strip.at(r)
	if becomes > 0 {
		return n.appendLower(dst, becomes)
	}
	for _, r := range n.texts[-becomes] {
		dst = n.appendLower(dst, r)
	}
	return dst
}

func (n *bertNormalizer) appendLower(dst []byte, r rune) []byte {
	if !n.on.Lower || n.classes.at(r)&lowered == 0 {
		return utf8.AppendRune(dst, r)
	}
	becomes := n.lower.at(r)
	if becomes > 0 {
		return utf8.AppendRune(dst, becomes)
	}
	return append(dst, n.texts[-becomes]...)
}

// endsCombining reports whether the last character is a combining one.
func (n *bertNormalizer) endsCombining(text []byte) bool {
	r, _ := utf8.DecodeLastRune(text)
	return n.classes.at(r)&combining != 0
}

// appendReordered appends the combining characters at the beginning of text, of which it has read so many bytes, and
// brings those of dst[start:] and them into canonical order: characters of a lower combining class come first. Most
// combining characters are marks and are removed, so this is rare: Musical symbols and a few scripts of Asia need it.
func (n *bertNormalizer) appendReordered(dst []byte, start int, text string) (_ []byte, read int) {
	for read < len(text) {
		r, size := utf8.DecodeRuneInString(text[read:])
		is := n.classes.at(r)
		if n.on.Clean && is&removed != 0 {
			read += size
			continue
		}
		if is&combining == 0 {
			break
		}
		if is&mark == 0 {
			dst = utf8.AppendRune(dst, r)
		}
		read += size
	}
	for start < len(dst) {
		r, size := utf8.DecodeRune(dst[start:])
		if n.order.at(r) > 0 {
			break
		}
		start += size
	}
	run := []rune(string(dst[start:]))
	slices.SortStableFunc(run, func(a, b rune) int { return int(n.order.at(a)) - int(n.order.at(b)) })
	return append(dst[:start], string(run)...), read
}
