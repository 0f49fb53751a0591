package pieces

import (
	"slices"
	"unicode/utf8"
	"unsafe"
)

// A Span is where something stands in a text: the bytes from Start on, up to but without End.
type Span struct{ Start, End int32 }

// aligned is a text that was written anew, and where each of its bytes comes from, nil if nobody asks.
type aligned struct {
	text []byte
	from []Span
}

// asBytes returns the bytes of a text, which must not be changed.
func asBytes(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// asText returns bytes as a text, which is valid as long as they are not changed.
func asText(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// reset empties a text and keeps its memory, with room for so many bytes.
func (a *aligned) reset(bytes int) {
	a.text, a.from = slices.Grow(a.text[:0], bytes), slices.Grow(a.from[:0], bytes)
}

// identity aligns a text that begins at start with itself. Bytes that are not UTF-8 become U+FFFD.
func (a *aligned) identity(text string, start int) {
	a.reset(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		a.text = utf8.AppendRune(a.text, r)
		for len(a.from) < len(a.text) {
			a.from = append(a.from, Span{int32(start + i), int32(start + i + size)})
		}
		i += size
	}
}

// part is text[start:end].
func (a *aligned) part(start, end int) aligned {
	p := aligned{text: a.text[start:end]}
	if a.from != nil {
		p.from = a.from[start:end]
	}
	return p
}

// span returns where text[start:end] comes from.
func (a *aligned) span(start, end int) Span { return Span{a.from[start].Start, a.from[end-1].End} }

// add appends a text that takes the place of a part of src that ends at end.
func (a *aligned) add(src *aligned, end int, text string) {
	a.text = append(a.text, text...)
	if src.from != nil {
		a.from = append(a.from, slices.Repeat(src.from[end-1:end], len(text))...)
	}
}

// keep appends src.text[start:end] as it is.
func (a *aligned) keep(src *aligned, start, end int) {
	a.text = append(a.text, src.text[start:end]...)
	if src.from != nil {
		a.from = append(a.from, src.from[start:end]...)
	}
}

// edits write a text anew character by character. Where each comes from follows the tokenizers library
// (NormalizedString::transform): a character takes the place of one of src, and perhaps of some more, or it is inserted
// and comes from where the one before it in src comes from.
type edits struct {
	dst, src *aligned
	read     int // src.text up to here is written
	// The last character, whose origin is not yet written: how many bytes it has, and how many characters it takes the
	// place of beyond one, below zero for more, 1 for an inserted one.
	size, change int
}

// put writes a character. See edits for change.
func (e *edits) put(character []byte, change int) {
	if e.src.from != nil {
		e.end()
		e.size, e.change = len(character), change
	}
	e.dst.text = append(e.dst.text, character...)
}

// replace writes a text in place of so many characters: as many take their places, one each, and the rest is inserted
// behind them; what is left over goes with the last character before it, if there is one.
func (e *edits) replace(characters int, by string) {
	inserted := utf8.RuneCountInString(by) - characters
	for i, n := 0, utf8.RuneCountInString(by); by != ""; i++ {
		_, size := utf8.DecodeRuneInString(by)
		change := 0
		if i >= n-inserted {
			change = 1
		}
		e.put(asBytes(by[:size]), change)
		by = by[size:]
	}
	if inserted < 0 && e.size > 0 {
		e.change += inserted
	}
}

// end writes the origin of the last character.
func (e *edits) end() {
	if e.size == 0 {
		return
	}
	var from Span
	if e.change > 0 {
		if e.read > 0 {
			from = e.src.from[e.read-1]
		}
	} else if e.read < len(e.src.text) {
		from = e.src.from[e.read]
		for range 1 - e.change {
			_, n := utf8.DecodeRune(e.src.text[e.read:])
			e.read += n
		}
	}
	for range e.size {
		e.dst.from = append(e.dst.from, from)
	}
	e.size = 0
}
