package visible

import (
	"io"
	"unicode"
	"unicode/utf8"
)

// A Log writes lines that the log of a CI server may show, so that no text in them is a command to it: "::error …",
// which GitHub obeys at the beginning of a line, also behind blanks, and "##[add-mask]…", "##vso[…" and "##teamcity[…",
// which GitHub, Azure Pipelines and TeamCity obey anywhere. The second colon becomes \u003a and the bracket \u005b: in
// JSON, whose strings alone can hold such a text, that is the same character. A section of GitLab begins with characters
// that Text escapes already.
type Log struct {
	w       io.Writer
	at      place
	hashes  int               // of a command at the place: 0 none, 1 one #, 2 several and letters
	partial [utf8.UTFMax]byte // the beginning of a character, whose end the next Write may have
	n       int               // of partial
	out     []byte
}

// A place is where a line has come to.
type place int

const (
	blank  place = iota // only what a server skips
	colon               // that, and a colon
	within              // more
)

// NewLog returns a Log that writes to w.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Unwrap returns what l writes to, which obeys what is written there.
func (l *Log) Unwrap() io.Writer { return l.w }

// Write writes lines or parts of them. Its errors are those of the writer below.
func (l *Log) Write(p []byte) (int, error) {
	l.out = l.out[:0]
	for i := range p {
		l.out = l.append(l.out, p[i])
	}
	if _, err := l.w.Write(l.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Uncommanded returns the lines s as a Log writes them.
func Uncommanded(s string) string {
	var l Log
	var out []byte
	for i := range len(s) {
		out = l.append(out, s[i])
	}
	if len(out) == len(s) {
		return s
	}
	return string(out)
}

// append appends the next byte, or an escape.
func (l *Log) append(to []byte, b byte) []byte {
	if b >= utf8.RuneSelf {
		l.other(b)
		return append(to, b)
	}
	if l.n > 0 { // a character that was cut off
		l.n, l.at, l.hashes = 0, within, 0
	}
	switch {
	case b == '\n' || b == '\r':
		l.at, l.hashes = blank, 0
	case b == ':' && l.at == blank:
		l.at = colon
	case b == ':' && l.at == colon:
		l.at = within
		return append(to, `\u003a`...)
	case b == '[' && l.hashes == 2:
		l.at, l.hashes = within, 0
		return append(to, `\u005b`...)
	case b == '#':
		l.at, l.hashes = within, min(l.hashes+1, 2)
	case l.hashes == 2 && 'a' <= b|0x20 && b|0x20 <= 'z':
	case l.at == blank && b <= ' ', b < ' ', b == 0x7f: // skipped
	default:
		l.at, l.hashes = within, 0
	}
	return append(to, b)
}

// other sees a byte of a character that is not ASCII. Marks and what has no shape change nothing: comparisons of .NET,
// which GitHub's are, pass over them.
func (l *Log) other(b byte) {
	l.partial[l.n] = b
	l.n++
	if !utf8.FullRune(l.partial[:l.n]) {
		return
	}
	r, size := utf8.DecodeRune(l.partial[:l.n])
	l.n = 0
	if r == utf8.RuneError && size == 1 || unicode.IsGraphic(r) && !unicode.IsMark(r) &&
		(l.at != blank || !unicode.IsSpace(r)) {
		l.at, l.hashes = within, 0
	}
}
