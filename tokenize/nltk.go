package tokenize

// nltk is word_tokenize of NLTK 3.8.1, or of 3.10: Punkt splits the text into sentences, wordRules each sentence into
// pieces.
type nltk struct {
	lowering
	splitter
}

func (t *nltk) Append(dst []Token, text string) []Token {
	for _, p := range t.split(text) {
		dst = append(dst, Token{t.lower(p.text(text)), p.start, p.end})
	}
	return dst
}

// A splitter finds the pieces of a text: sentences first, then each sentence by the word rules.
type splitter struct {
	punkt     punkt
	words     wordRules
	sentences []Span
	pieces    []piece
}

// splitter310 has the rules of NLTK 3.10.
func splitter310() splitter {
	return splitter{punkt: punkt{engine: pythonRegex, curly: true}, words: wordRules{engine: pythonRegex, newer: true}}
}

// split returns the pieces of text, valid until the next call.
func (s *splitter) split(text string) []piece {
	s.sentences = s.punkt.appendSpans(s.sentences[:0], text)
	s.pieces = s.pieces[:0]
	for _, span := range s.sentences {
		s.pieces = s.words.appendPieces(s.pieces, text, span)
	}
	return s.pieces
}

// A piece is an NLTK token before any clean-up.
type piece struct {
	start, end int
	quote      quote
	word       uint8 // of a piece that is known to be ASCII letters, digits and _: the classes of its bytes together
}

// quote says what became of a piece that is a quotation mark.
type quote uint8

const (
	none   quote = iota
	opened       // " or '', written ``
	closed       // ", written ''
)

// text returns the piece as NLTK writes it.
func (p piece) text(text string) string {
	switch p.quote {
	case opened:
		return "``"
	case closed:
		return "''"
	}
	return text[p.start:p.end]
}
