// Package visible writes texts and names from outside so that a reader sees what they hold and nothing obeys them: no
// terminal an escape sequence, no page an override of the direction of writing, no table a line end, no XML reader a
// character that XML cannot hold.
//
// What has a shape stays as it is: letters of any script, combining marks, emoji. What has none is written as an escape,
// also the joiners between letters and between emoji, for two texts that look the same may differ in them. JSON, Parquet,
// CSV and texts that are the result itself hold the exact characters and do not pass through here.
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with an escape of Go in place of each character that cannot be seen or controls the terminal: \n, \t and
// \x1b for control characters, \u009b for those of C1, \u200f and \u202e for what changes the direction of writing and
// for all other formats, \u2028 for the separators of lines and paragraphs, \ue000 for characters of private use, and
// \U000e0000 for what is no character, or none yet; \xff for a byte that is not UTF-8. A backslash stays one, so
// Text(Text(s)) is Text(s).
func Text(s string) string { return escape(s, unseen) }

// Name is Text for a name in a table, where nobody would see a blank at its end: it becomes \x20, \u00a0 and so on.
func Name(s string) string {
	shown := Text(s)
	last, size := utf8.DecodeLastRuneInString(shown)
	switch {
	case !unicode.IsSpace(last):
		return shown
	case last < utf8.RuneSelf:
		return shown[:len(shown)-size] + fmt.Sprintf(`\x%02x`, last)
	}
	return shown[:len(shown)-size] + fmt.Sprintf(`\u%04x`, last)
}

// Line is Text for a line of which all that is from outside went through Text already: it leaves the left-to-right mark,
// which then keeps words of other directions in their place.
func Line(s string) string {
	return escape(s, func(r rune) bool { return r != LeftToRight && unseen(r) })
}

// LeftToRight is a letter without a shape.
const LeftToRight = '\u200e'

func unseen(r rune) bool { return !unicode.IsGraphic(r) }

// UTF8 returns s with \xff in place of each byte that is not UTF-8, for names of files where only valid UTF-8 may be.
func UTF8(s string) string { return escape(s, func(rune) bool { return false }) }

// escape writes the characters that odd says, and bytes that are not UTF-8, as escapes.
func escape(s string, odd func(rune) bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, odd) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !odd(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}
