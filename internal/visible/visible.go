// Package visible writes texts and names from outside so that a reader sees what they hold and nothing obeys them: no
// terminal an escape sequence, no page an override of the direction of writing, no table a line end, no XML reader a
// character that XML cannot hold.
//
// What people write stays as it is: letters of any script, combining marks, joiners, emoji. JSON, Parquet, CSV and
// texts that are the result itself hold the exact characters and do not pass through here.
package visible

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text returns s with an escape of Go in place of each character that cannot be seen or would be obeyed: \n, \t and
// \x1b for control characters, \u009b for those of C1, \u202e for what overrides the direction of writing, \u2028 for
// the separators of lines and paragraphs, \ufffe for what is no character, and \xff for a byte that is not UTF-8.
// A backslash stays one, so Text(Text(s)) is Text(s).
func Text(s string) string { return escape(s, obeyed) }

// UTF8 returns s with \xff in place of each byte that is not UTF-8, for names of files where only valid UTF-8 may be.
func UTF8(s string) string { return escape(s, func(rune) bool { return false }) }

// obeyed says whether a character is a command to what shows it rather than something to see.
func obeyed(r rune) bool {
	switch {
	case r < ' ', 0x7f <= r && r <= 0x9f: // control characters
	case 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069: // embeddings, overrides and isolates of a direction
	case r == 0x2028, r == 0x2029: // separators of lines and of paragraphs
	case r == 0xfffe, r == 0xffff: // no characters; XML cannot hold them
	default:
		return false
	}
	return true
}

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
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
