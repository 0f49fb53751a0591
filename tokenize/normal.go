package tokenize

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// A Normalization says whether texts get one form, before they are split, for what a reader cannot tell apart.
type Normalization string

const (
	// NormalizeUnicode gives texts the form that Of returns.
	NormalizeUnicode Normalization = "unicode"
	// NormalizeNone leaves texts as they are, as the paper does.
	NormalizeNone Normalization = "none"
)

// Normalizations lists the names.
func Normalizations() []Normalization { return []Normalization{NormalizeUnicode, NormalizeNone} }

// Of returns a text as NormalizeUnicode has it, or itself if nothing changes, and for any other name:
//
//   - Line breaks, tabs and spaces of any width are blanks; CR LF is one.
//   - What cannot be seen goes: soft hyphens, marks of direction, zero-width spaces, the byte-order mark, what says whether
//     a picture has colours (U+FE0E, U+FE0F), and the joiners
//     where they join nothing: in Persian and the scripts of India they are part of the spelling, in emoji of the picture.
//   - The apostrophe is ' (for ’ U+2019 and U+02BC), the hyphen - (for U+2010 and U+2011).
//   - A letter, digit or mark of another width or shape is the usual one: of full and half width, a ligature (ﬁ), a
//     presentation form of Arabic or Hebrew. Superscripts, fractions and circled numbers have another meaning and stay.
//   - All is composed (NFC): é is one character.
//
// A text of ASCII costs a few nanoseconds and no memory.
func (n Normalization) Of(text string) string {
	if n != NormalizeUnicode || isNormal(text) {
		return text
	}
	return new(normalizer).normalize(text)
}

// isNormal says whether Of returns the text itself.
func isNormal(text string) bool {
	at := plainPrefix(text)
	if at == len(text) {
		return true
	}
	last, composed := rune(0), true
	for _, r := range text[at:] {
		if !common(r) {
			if variantOf(r) != 0 && !joins(r, last) {
				return false
			}
			composed = false
		}
		last = bearing(r, last)
	}
	return composed || norm.NFC.QuickSpanString(text) == len(text) || norm.NFC.IsNormalString(text) // which needs memory
}

// common says that a character is one of most texts that is no variant and never composed with another one of them, so
// that nobody needs to look it up.
func common(r rune) bool {
	return ' ' <= r && r <= '~' || '\u00ae' <= r && r <= '\u02bb' || // Latin
		'\u0388' <= r && r <= '\u0482' || // Greek, Cyrillic
		'\u05d0' <= r && r <= '\u05ea' || '\u0621' <= r && r <= '\u064a' || // Hebrew, Arabic
		'\u3041' <= r && r <= '\u3096' || '\u30a1' <= r && r <= '\u30fa' || // Kana
		'\u4e00' <= r && r <= '\u9fff' || '\uac00' <= r && r <= '\ud7a3' // Han, Hangul
}

// plainPrefix returns how much of a text is ASCII without control characters, in which nothing changes: a multiple of
// eight bytes, or all of it.
func plainPrefix(text string) (n int) {
	const ones = 0x0101010101010101
	for ; n+8 <= len(text); n += 8 {
		eight := uint64(text[n]) | uint64(text[n+1])<<8 | uint64(text[n+2])<<16 | uint64(text[n+3])<<24 |
			uint64(text[n+4])<<32 | uint64(text[n+5])<<40 | uint64(text[n+6])<<48 | uint64(text[n+7])<<56
		if (eight|(eight-ones*' ')&^eight)&(ones*0x80) != 0 { // a byte from 0x80 on, or one below the blank
			return n
		}
	}
	for i := n; i < len(text); i++ {
		if text[i] < ' ' || text[i] >= utf8.RuneSelf {
			return n
		}
	}
	return len(text)
}

// A variant is a kind of characters that a reader cannot tell from others. The kinds of a text are the sum of them.
type variant uint8

const (
	blankVariant variant = 1 << iota // line breaks, tabs, spaces of other widths
	unseenVariant
	apostropheVariant
	hyphenVariant
	shapeVariant
	accentVariant // accents in characters of their own; of a text, not of a character
)

// variantOf says which kind of variant a character is, 0 for none. What composes is none.
func variantOf(r rune) variant {
	switch {
	case r < ' ':
		if '\t' <= r && r <= '\r' {
			return blankVariant
		}
	case r < '\u0085':
	case r == '\u0085', r == '\u00a0', '\u2000' <= r && r <= '\u200a', r == '\u2028', r == '\u2029', r == '\u202f',
		r == '\u205f', r == '\u3000':
		return blankVariant
	case r == '\u02bc', r == '\u2019':
		return apostropheVariant
	case r == '\u2010', r == '\u2011':
		return hyphenVariant
	case invisible(r), r == '\u200b', r == zeroWidthNonJoiner, r == zeroWidthJoiner, r == '\u034f', r == '\u180e',
		'\u2061' <= r && r <= '\u2064', '\u206a' <= r && r <= '\u206f', r == '\ufe0e', r == '\ufe0f':
		return unseenVariant
	case presentation(r) && folded(r) != r:
		return shapeVariant
	}
	return 0
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// presentation reports whether r is in one of the blocks for letters of other widths and shapes. They hold all characters
// that UnicodeData.txt maps with <wide>, <narrow>, <initial>, <medial>, <final> or <isolated>, the ligatures of Latin,
// Armenian and Hebrew (<compat>), wide letters of Hebrew (<font>), and nothing that is mapped with another tag.
func presentation(r rune) bool {
	return '\ufb00' <= r && r <= '\ufdff' || // Alphabetic Presentation Forms, Arabic Presentation Forms-A
		'\ufe70' <= r && r <= '\uffef' // Arabic Presentation Forms-B, Halfwidth and Fullwidth Forms
}

// folded returns r, or the first character that r is written as if r is of another width or shape.
func folded(r rune) rune {
	if r >= '\uff00' {
		if folded := width.LookupRune(r).Folded(); folded != 0 {
			return folded
		}
		return r
	}
	var buffer [utf8.UTFMax]byte
	first, _ := utf8.DecodeRune(norm.NFKC.Properties(buffer[:utf8.EncodeRune(buffer[:], r)]).Decomposition())
	if first == utf8.RuneError {
		return r
	}
	return first
}

// A normalizer writes texts in their normal form and knows where each byte of it comes from. Its memory is used again; the
// normal form is not part of it.
type normalizer struct {
	mapped, composed placed
}

// placed is a text with the place of each of its bytes in the given text: that of the characters it was made of.
type placed struct {
	text       []byte
	start, end []int32
}

func (p *placed) reset() { p.text, p.start, p.end = p.text[:0], p.start[:0], p.end[:0] }

// note says that the bytes since the last note were made of the given text from start to end.
func (p *placed) note(start, end int) {
	for len(p.start) < len(p.text) {
		p.start, p.end = append(p.start, int32(start)), append(p.end, int32(end))
	}
}

// normalize returns the normal form of a text, whose bytes n.composed places.
func (n *normalizer) normalize(text string) string {
	n.mapped.reset()
	last := rune(0) // that was written and is no mark
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		m := &n.mapped
		switch variantOf(r) {
		case blankVariant:
			if r != '\r' || i+1 == len(text) || text[i+1] != '\n' {
				m.text = append(m.text, ' ')
			}
		case unseenVariant:
			if joins(r, last) {
				m.text = utf8.AppendRune(m.text, r)
			}
		case apostropheVariant:
			m.text = append(m.text, '\'')
		case hyphenVariant:
			m.text = append(m.text, '-')
		case shapeVariant:
			if r >= '\uff00' {
				m.text = utf8.AppendRune(m.text, folded(r))
			} else {
				m.text = norm.NFKC.AppendString(m.text, text[i:i+size])
			}
		default:
			m.text = append(m.text, text[i:i+size]...) // also bytes that are no UTF-8
		}
		m.note(i, i+size)
		written, _ := utf8.DecodeLastRune(m.text)
		last = bearing(written, last)
		i += size
	}
	return n.compose()
}

// bearing returns the character that marks behind r are on: r, or if it is a mark, what that is on. Composing changes the
// order of marks, and so which of them is the last.
func bearing(r, before rune) rune {
	if !common(r) && unicode.Is(unicode.M, r) {
		return before
	}
	return r
}

// joins reports whether a zero-width joiner or non-joiner after a character belongs to the spelling: in scripts whose
// letters change their shapes, and in emoji.
func joins(r, before rune) bool {
	if r != zeroWidthJoiner && r != zeroWidthNonJoiner {
		return false
	}
	other := '\u0590' <= before && before < '\u1e00' || before >= '\u2500' // than letters and marks of Latin, Greek, Cyrillic
	return other && before != utf8.RuneError && !unicode.In(before, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// compose writes what is mapped composed.
func (n *normalizer) compose() string {
	m, c := &n.mapped, &n.composed
	if norm.NFC.QuickSpan(m.text) == len(m.text) {
		n.mapped, n.composed = n.composed, n.mapped
		return string(n.composed.text)
	}
	c.reset()
	for i := 0; i < len(m.text); {
		size := norm.NFC.NextBoundary(m.text[i:], true)
		if size <= 0 {
			size = len(m.text) - i
		}
		c.text = append(c.text, norm.NFC.Bytes(m.text[i:i+size])...)
		c.note(int(m.start[i]), int(m.end[i+size-1]))
		i += size
	}
	return string(c.text)
}

// place returns where text[start:end] of the normal form stands in the given text, which has so many bytes.
func (n *normalizer) place(start, end, bytes int) (from, to int) {
	c := &n.composed
	switch {
	case start < end:
		return int(c.start[start]), int(c.end[end-1])
	case start < len(c.start):
		bytes = int(c.start[start])
	}
	return bytes, bytes
}

// normalized is a tokenizer of normal forms. Tokens are those of the normal form; Start and End are places in the text
// that was given.
type normalized struct {
	Tokenizer
	normalizer normalizer
}

func (t *normalized) Append(dst []Token, text string) []Token {
	if isNormal(text) {
		return t.Tokenizer.Append(dst, text)
	}
	n := len(dst)
	dst = t.Tokenizer.Append(dst, t.normalizer.normalize(text))
	for i := range dst[n:] {
		token := &dst[n+i]
		token.Start, token.End = t.normalizer.place(token.Start, token.End, len(text))
	}
	return dst
}

// A Spelling counts, of pairs of texts, those in which one side has characters that a reader cannot tell from what the
// other side has in their place. The zero value counts none.
type Spelling struct {
	Blanks      int64 // line breaks, tabs, spaces of other widths
	Unseen      int64 // characters that cannot be seen
	Apostrophes int64 // ’ and '
	Hyphens     int64 // U+2010 or U+2011 and -
	Shapes      int64 // letters, digits and marks of other widths and shapes
	Accents     int64 // é in two characters and in one: not in Unicode's form NFC
}

// Add counts a text and the texts that it is compared with.
func (s *Spelling) Add(text string, others ...string) {
	var theirs variant
	for _, other := range others {
		theirs |= variantsOf(other)
	}
	ours := variantsOf(text)
	if ours == theirs {
		return
	}
	for _, kind := range [...]struct {
		variant variant
		count   *int64
		mark    byte // that must stand in its place, 0 for none
	}{{blankVariant, &s.Blanks, 0}, {unseenVariant, &s.Unseen, 0}, {apostropheVariant, &s.Apostrophes, '\''},
		{hyphenVariant, &s.Hyphens, '-'}, {shapeVariant, &s.Shapes, 0}, {accentVariant, &s.Accents, 0}} {
		plain := []string{text} // the side without the variant
		if ours&kind.variant != 0 {
			plain = others
		}
		if (ours^theirs)&kind.variant != 0 && (kind.mark == 0 ||
			slices.ContainsFunc(plain, func(text string) bool { return strings.IndexByte(text, kind.mark) >= 0 })) {
			*kind.count++
		}
	}
}

// variantsOf returns the kinds of characters of a text that its normal form writes otherwise.
func variantsOf(text string) (kinds variant) {
	at := plainPrefix(text)
	last, composed := rune(0), true
	for _, r := range text[at:] {
		if !common(r) {
			composed = false
			if v := variantOf(r); v != 0 && !joins(r, last) {
				kinds |= v
			}
		}
		last = r
	}
	if !composed && !norm.NFC.IsNormalString(text) {
		kinds |= accentVariant
	}
	return kinds
}
