package pieces

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// A unigram model (Kudo 2018, SentencePiece) marks the beginnings of words and splits each word into the pieces whose
// log-probabilities add up to the most. As in the tokenizers library, whose results these are, unknown characters next
// to each other are one piece.
type unigram struct {
	metaspace
	dictionary
	bytePieces // nil if unknown characters are not written by them
	// unknown is the piece of characters that no piece has, -1 if there is none, and unknownScore what one of them counts.
	unknown      int32
	unknownScore float64
}

// A dictionary has pieces with their log-probabilities.
type dictionary interface {
	// beginnings appends the pieces that a text begins with, the shortest first.
	beginnings(dst []match, text []byte) []match
	// find returns the id of a piece, and whether there is one.
	find(text string) (id int32, ok bool)
}

// A match is a piece that a text begins with.
type match struct {
	id     int32
	length int32   // bytes
	score  float64 // its log-probability
}

// scored are pieces that were read, with their log-probabilities by their ids.
type scored struct {
	*index
	scores []float64
}

func (d scored) beginnings(dst []match, text []byte) []match {
	hash := uint64(noText)
	for end := 0; end < len(text); {
		if hash, end = next(hash, text[end]), end+1; !ends(text, end) {
			continue
		}
		if !d.begins(hash) {
			break
		}
		if id := d.at("", asText(text[:end]), hash); id >= 0 {
			dst = append(dst, match{id, int32(end), d.scores[id]})
		}
	}
	return dst
}

// unknownPenalty is how much less an unknown character counts than the least probable piece.
const unknownPenalty = 10

// A metaspace says how a text is split into words before their pieces are looked for.
type metaspace struct {
	mark       string // stands for a space, such as "▁"
	prefix     bool   // a text, or word, that does not begin with the mark gets one
	whiteSplit bool   // white space is removed and ends a word
	split      bool   // each mark begins a word
}

// setUnigram gives the tokenizer its model, of pieces that have scores.
func (t *Tokenizer) setUnigram(v *vocabulary, unknown int32, byteFallback bool, words metaspace) error {
	u := &unigram{metaspace: words, unknown: unknown}
	if v.packed != nil {
		u.dictionary, u.unknownScore = v.packed, v.packed.least-unknownPenalty
	} else {
		u.dictionary, u.unknownScore = scored{&v.index, v.scores}, slices.Min(v.scores)-unknownPenalty
	}
	t.model = u
	if !byteFallback {
		return nil
	}
	return u.bytePieces.look(u.dictionary)
}

func (u *unigram) append(dst []Piece, s *scratch, text string, word int32) ([]Piece, int32) {
	dst, word, _ = u.appendAligned(dst, nil, s, &aligned{text: asBytes(text)}, word)
	return dst, word
}

// appendAligned is append with where the pieces stand, if the text says where it comes from.
func (u *unigram) appendAligned(dst []Piece, spans []Span, s *scratch, text *aligned, word int32) ([]Piece, int32, []Span) {
	s.marked = aligned{s.marked.text[:0], s.marked.from[:0]}
	if text.from == nil {
		s.marked.from = nil
	}
	s.starts = s.starts[:0]
	if !u.whiteSplit {
		u.addMarked(s, text, 0, len(text.text))
	} else {
		start := 0
		for i := 0; i < len(text.text); {
			r, size := utf8.DecodeRune(text.text[i:])
			if unicode.IsSpace(r) {
				u.addMarked(s, text, start, i)
				start = i + size
			}
			i += size
		}
		u.addMarked(s, text, start, len(text.text))
	}
	for i, start := range s.starts {
		end := len(s.marked.text)
		if i+1 < len(s.starts) {
			end = s.starts[i+1]
		}
		dst, spans = u.appendWord(dst, spans, s, start, end, word)
		word++
	}
	return dst, word, spans
}

// addMarked appends text[start:end] to s.marked, with marks for spaces, and where its words start to s.starts.
func (u *unigram) addMarked(s *scratch, text *aligned, start, end int) {
	if start == end {
		return
	}
	part := text.part(start, end)
	m := &s.marked
	begin := len(m.text)
	hasMark := part.text[0] == ' ' || len(u.mark) <= len(part.text) && string(part.text[:len(u.mark)]) == u.mark
	if u.prefix && !hasMark {
		m.add(&part, 1, u.mark)
	}
	replacing{" ", u.mark}.rewrite(m, &part)
	s.starts = append(s.starts, begin)
	if !u.split {
		return
	}
	for i := begin + 1; i+len(u.mark) <= len(m.text); i++ {
		if string(m.text[i:i+len(u.mark)]) == u.mark {
			s.starts = append(s.starts, i)
		}
	}
}

// A bestPath is the best way to split a text up to some byte.
type bestPath struct {
	score float64
	start int32 // where its last piece begins, -1 if no way leads here
	piece int32
}

// appendWord appends the pieces of s.marked.text[start:end] by Viterbi's algorithm.
func (u *unigram) appendWord(dst []Piece, spans []Span, s *scratch, start, end int, word int32) ([]Piece, []Span) {
	text := s.marked.text[start:end]
	if cap(s.paths) <= len(text) {
		s.paths = make([]bestPath, 2*len(text)+1)
	}
	paths := s.paths[:len(text)+1]
	for i := range paths {
		paths[i] = bestPath{start: -1}
	}
	for i := 0; i < len(text); {
		here := paths[i].score
		_, size := utf8.DecodeRune(text[i:])
		s.matches = u.beginnings(s.matches[:0], text[i:])
		single := false // whether a piece is the character alone
		for _, m := range s.matches {
			paths[i+int(m.length)].offer(here+m.score, int32(i), m.id)
			single = single || int(m.length) == size
		}
		if !single {
			paths[i+size].offer(here+u.unknownScore, int32(i), u.unknown)
		}
		i += size
	}
	// From the end back, then turned round.
	first, noted := len(dst), len(s.unknown)
	for i := int32(len(text)); i > 0; {
		path := paths[i]
		from := path.start
		for path.piece == u.unknown && from > 0 && paths[from].piece == u.unknown {
			from = paths[from].start // unknown characters next to each other
		}
		dst, spans = u.appendPiece(dst, spans, s, start, int(from), int(i), path.piece, word)
		i = from
	}
	slices.Reverse(dst[first:])
	slices.Reverse(s.unknown[noted:])
	if s.marked.from != nil {
		slices.Reverse(spans[len(spans)-(len(dst)-first):])
	}
	return dst, spans
}

// offer takes a way if it is better than those before it.
func (p *bestPath) offer(score float64, start, piece int32) {
	if p.start < 0 || score > p.score {
		*p = bestPath{score, start, piece}
	}
}

// appendPiece appends a piece, or, from the last to the first, those of the bytes of an unknown one.
func (u *unigram) appendPiece(dst []Piece, spans []Span, s *scratch, word0, start, end int, piece, word int32) ([]Piece, []Span) {
	text := s.marked.text[word0+start : word0+end]
	n := len(dst)
	inBytes := false
	if piece == u.unknown && u.bytes != nil {
		named, _ := u.find(asText(text))
		inBytes = named != piece // the unknown piece itself may stand in a text
	}
	if inBytes {
		for i := range text {
			dst = append(dst, Piece{u.bytes[text[len(text)-1-i]], word})
		}
	} else {
		if piece == u.unknown {
			s.note(asText(text))
		}
		dst = append(dst, Piece{piece, word})
	}
	if s.marked.from != nil {
		for range len(dst) - n {
			spans = append(spans, s.marked.span(word0+start, word0+end))
		}
	}
	return dst, spans
}
