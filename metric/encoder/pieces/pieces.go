package pieces

import (
	"strings"
	"sync"
)

// A Piece is what a model reads of a text at one position.
type Piece struct {
	ID int32 // in the vocabulary, in [0, Tokenizer.Size())
	// Word says which word of the text the piece belongs to, from 0 and rising: words are what the text is split
	// into before their pieces are looked up, such as "don", "'" and "t". A special token is one.
	Word int32
}

// A Tokenizer splits texts into pieces. It does not change, so any number of goroutines may share one.
type Tokenizer struct {
	names                    // of the pieces and the added tokens
	model                    model
	added                    addedTokens // found in the text as it is
	addedNormalized          addedTokens // found in what normalization makes of the text around the former
	normalizer               normalizer  // nil for none
	unknown, begin, end, pad int32
}

// names are the texts of pieces by their ids, which are the numbers below size.
type names interface {
	text(id int32) string
	size() int
}

// A normalizer writes texts anew before they are split. It does not change, so any number of goroutines may share it.
type normalizer interface {
	// append appends the normalized text to dst.
	append(dst []byte, text string) []byte
	// align normalizes a text of valid UTF-8 that says where it comes from, and returns which of the two holds it then.
	align(a, free *aligned) *aligned
}

// A model splits a normalized text into words and those into pieces.
type model interface {
	// append appends the pieces of text, of which the first word is the given one, and returns the word to come.
	append(dst []Piece, s *scratch, text string, word int32) (_ []Piece, next int32)
	// wordText returns how people read a word of these pieces.
	wordText(texts []string) string
}

// scratch is memory that one text needs, kept for the next.
type scratch struct {
	normalized []byte
	symbols    []symbol
	hashes     []uint64
	queue      []uint64
	noting     bool     // whether the words of unknown pieces are asked for
	placing    bool     // whether places are
	places     []Span   // where in the normalized text the pieces of other than Unigram models stand
	unknown    []string // those words
	given      aligned  // a text with itself
	normal     aligned  // the same, normalized
	marked     aligned  // of a Unigram model: a text with its words marked
	starts     []int    // and where they start
	matches    []match
	paths      []bestPath
}

// note remembers the word that an unknown piece stands for, which may lie in memory of the scratch.
func (s *scratch) note(word string) {
	if s.noting {
		s.unknown = append(s.unknown, strings.Clone(word))
	}
}

// place remembers where in the normalized text a piece stands, if that is asked for.
func (s *scratch) place(start, end int) {
	if s.placing {
		s.places = append(s.places, Span{int32(start), int32(end)})
	}
}

// maxKept is how many bytes of normalized text, and symbols, are kept for the next text.
const maxKept = 1 << 20

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Append appends the pieces of text to dst, without special tokens around them and however many there are. It does not
// allocate if dst has room. Bytes that are not UTF-8 are read as U+FFFD.
func (t *Tokenizer) Append(dst []Piece, text string) []Piece {
	s := scratches.Get().(*scratch)
	s.noting, s.unknown = false, nil
	word := int32(0)
	for m := range t.added.split(text) {
		if m.id >= 0 {
			dst = t.appendAdded(dst, s, m.id, word)
			word++
			continue
		}
		dst, word = t.appendNormalized(dst, s, text[m.start:m.end], word)
	}
	s.release()
	return dst
}

// release keeps the memory for the next text, and returns the words of unknown pieces.
func (s *scratch) release() (unknown []string) {
	unknown, s.unknown = s.unknown, nil
	if cap(s.normalized) <= maxKept && cap(s.symbols) <= maxKept && cap(s.marked.text) <= maxKept && cap(s.places) <= maxKept {
		scratches.Put(s)
	}
	return unknown
}

// appendAdded appends an added token.
func (t *Tokenizer) appendAdded(dst []Piece, s *scratch, id, word int32) []Piece {
	if id == t.unknown {
		s.note(t.Text(id))
	}
	return append(dst, Piece{id, word})
}

// appendNormalized appends the pieces of a part of the text without those added tokens that are found before
// normalization.
func (t *Tokenizer) appendNormalized(dst []Piece, s *scratch, text string, word int32) ([]Piece, int32) {
	if t.normalizer != nil {
		s.normalized = t.normalizer.append(s.normalized[:0], text)
		text = asText(s.normalized)
	}
	for m := range t.addedNormalized.split(text) {
		if m.id >= 0 {
			dst = t.appendAdded(dst, s, m.id, word)
			word++
			continue
		}
		dst, word = t.model.append(dst, s, text[m.start:m.end], word)
	}
	return dst, word
}

// Text returns a piece as the vocabulary has it, such as "##able", or in byte-level BPE "Ġable".
func (t *Tokenizer) Text(id int32) string { return t.text(id) }

// Size is the number of pieces of the vocabulary, added tokens with them. Ids are below it.
func (t *Tokenizer) Size() int { return t.size() }

// Unknown is the id of the piece that stands for words that no pieces make up, such as [UNK]; -1 if there is none, as
// byte-level BPE knows every word.
func (t *Tokenizer) Unknown() int32 { return t.unknown }

// Begin and End are the ids of the special tokens before and after a text, such as [CLS] and [SEP], or <s> and </s>.
func (t *Tokenizer) Begin() int32 { return t.begin }

// End is the id of the special token after a text: see Begin.
func (t *Tokenizer) End() int32 { return t.end }

// Pad is the id of the special token that fills up shorter texts, -1 if there is none.
func (t *Tokenizer) Pad() int32 { return t.pad }
