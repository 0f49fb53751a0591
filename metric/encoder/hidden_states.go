package encoder

import (
	"slices"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// HiddenStates are the pieces of a text and their vectors at one layer of a model. The model sees its special tokens,
// such as [CLS] and [SEP]; the states are without them.
type HiddenStates struct {
	Pieces []Piece
	// Vectors[i] is the state of Pieces[i], as long as Model.DimAt says of the layer. It is valid until these are
	// filled again.
	Vectors [][]float32
	// Windows is how many pieces of text the model was given: 1 for a text that fits its positions, more for a longer
	// one, which it reads in overlapping windows; 0 for a text without a piece.
	Windows int

	values []float32 // where the vectors lie, one after another
}

// reset makes room for n pieces with vectors of dim components.
func (s *HiddenStates) reset(n, dim int) {
	s.Pieces = slices.Grow(s.Pieces[:0], n)[:n]
	s.Vectors = slices.Grow(s.Vectors[:0], n)[:n]
	s.values = slices.Grow(s.values[:0], n*dim)[:n*dim]
	for i := range s.Vectors {
		s.Vectors[i] = s.values[i*dim:][:dim:dim]
	}
	s.Windows = 0
}

// Clone returns a copy that shares no memory with the original.
func (s *HiddenStates) Clone() (c HiddenStates) {
	dim := 0
	if len(s.Vectors) > 0 {
		dim = len(s.Vectors[0])
	}
	c.reset(len(s.Pieces), dim)
	copy(c.Pieces, s.Pieces)
	for i, vector := range s.Vectors {
		copy(c.Vectors[i], vector)
	}
	c.Windows = s.Windows
	return c
}

// A Piece is what a model's tokenizer makes of a word or of a part of it.
type Piece struct {
	Text string // as the vocabulary has it, such as "##ing"
	// Word is which word of the text the piece belongs to, from 0: the runs of characters that the tokenizer splits
	// into pieces.
	Word int
	// Unknown is the word, as the tokenizer normalizes it, for which the piece stands because no piece of the vocabulary
	// makes it up; "" for all other pieces. The Text is that of the unknown piece then, such as "[UNK]", so the model does
	// not see which word it was.
	Unknown string
	// Start and End say where in the text the piece stands: the bytes from Start on, up to but without End, that the tokenizer
	// made it of. White space before a word may be among them.
	Start, End int
}

// A split is what a tokenizer makes of a text.
type split struct {
	pieces  []pieces.Piece
	unknown []string      // the words of the unknown ones
	spans   []pieces.Span // where the pieces stand
}

// of splits a text.
func (s *split) of(t *pieces.Tokenizer, text string) {
	s.pieces, s.unknown, s.spans = t.AppendSpans(s.pieces[:0], s.unknown[:0], s.spans[:0], text)
}

// into writes the pieces to dst, which is as long as they are.
func (s *split) into(dst []Piece, t *pieces.Tokenizer) {
	unknown := s.unknown
	for i, piece := range s.pieces {
		dst[i] = Piece{Text: t.Text(piece.ID), Word: int(piece.Word), Start: int(s.spans[i].Start), End: int(s.spans[i].End)}
		if piece.ID != t.Unknown() {
			continue
		}
		dst[i].Unknown = dst[i].Text // in byte-level BPE it can be nothing else
		if len(unknown) > 0 {
			dst[i].Unknown, unknown = unknown[0], unknown[1:]
		}
	}
}
