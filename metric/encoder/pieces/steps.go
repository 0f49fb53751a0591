package pieces

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// A step is one of several normalizations. It appends to dst what src becomes, and where that comes from if src says
// where src does.
type step interface {
	rewrite(dst, src *aligned)
}

// steps are normalizations of which each begins with what the one before it made. Bytes that are not UTF-8 are U+FFFD
// to the first.
type steps []step

// append appends the normalized text to dst.
func (s steps) append(dst []byte, text string) []byte {
	start := len(dst)
	if !utf8.ValidString(text) {
		for _, r := range text {
			dst = utf8.AppendRune(dst, r)
		}
	} else if len(s) == 0 {
		return append(dst, text...)
	}
	source := asBytes(text)
	for _, step := range s {
		if len(dst) > start {
			source = dst[start:]
		}
		behind := aligned{text: dst}
		step.rewrite(&behind, &aligned{text: source})
		dst = append(behind.text[:start], behind.text[len(dst):]...)
		if len(dst) == start {
			break
		}
	}
	return dst
}

// align writes a text anew, from one memory to the other in turns.
func (s steps) align(a, next *aligned) *aligned {
	for _, step := range s {
		next.reset(len(a.text))
		step.rewrite(next, a)
		a, next = next, a
	}
	return a
}

// A replacing step puts one text in place of another.
type replacing struct{ old, new string }

func (r replacing) rewrite(dst, src *aligned) {
	for done := 0; ; {
		i := bytes.Index(src.text[done:], asBytes(r.old))
		if i < 0 {
			dst.keep(src, done, len(src.text))
			return
		}
		dst.keep(src, done, done+i)
		done += i + len(r.old)
		dst.add(src, done, r.new)
	}
}

// A collapsing step puts a text in place of each run of at least so many characters.
type collapsing struct {
	of    func(rune) bool
	least int // characters
	new   string
}

func (c collapsing) rewrite(dst, src *aligned) {
	for i := 0; i < len(src.text); {
		end, n := i, 0
		for end < len(src.text) {
			r, size := utf8.DecodeRune(src.text[end:])
			if !c.of(r) {
				break
			}
			end += size
			n++
		}
		if n >= c.least {
			dst.add(src, end, c.new)
			i = end
			continue
		}
		_, size := utf8.DecodeRune(src.text[end:])
		dst.keep(src, i, end+size)
		i = end + size
	}
}

// A stripping step takes white space from the ends of a text.
type stripping struct{ left, right bool }

func (s stripping) rewrite(dst, src *aligned) {
	start, end := 0, len(src.text)
	if s.right {
		end = len(bytes.TrimRightFunc(src.text, unicode.IsSpace))
	}
	if s.left {
		start = end - len(bytes.TrimLeftFunc(src.text[:end], unicode.IsSpace))
	}
	dst.keep(src, start, end)
}

// A lowering step writes each character in lower case.
type lowering struct{ *characters }

func (l lowering) rewrite(dst, src *aligned) {
	e := edits{dst: dst, src: src}
	for text := src.text; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		switch becomes := l.lower.at(r); {
		case l.classes.at(r)&lowered == 0:
			e.put(text[:size], 0)
		case becomes > 0:
			e.replace(1, string(becomes))
		default:
			e.replace(1, l.texts[-becomes])
		}
		text = text[size:]
	}
	e.end()
}
