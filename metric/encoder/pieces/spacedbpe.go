package pieces

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A spacedBPE model merges the characters of a text into pieces, spaces being written as a mark, and characters that no
// piece has as bytes: the BPE of SentencePiece, as Gemma and mmBERT have it. Merges know no words; here a piece that
// begins with the mark begins one.
type spacedBPE struct {
	bytePieces
	merges *merges
	single sparse[int32] // the piece of a character, plus 1
	mark   string
	marked []bool // by the id of a piece: whether it begins with the mark
}

// setSpacedJSON gives the tokenizer the model of BPE with byte_fallback.
func (t *Tokenizer) setSpacedJSON(v *vocabulary, file *tokenizerFile, m *merges) error {
	list, err := file.Normalizer.steps()
	if err != nil {
		return fmt.Errorf("normalizer: %w", err)
	}
	var replaced replacing
	if len(list) == 1 {
		replaced, _ = list[0].(replacing)
	}
	if replaced.old != " " || replaced.new == "" || strings.Contains(replaced.new, " ") {
		return errors.New(`normalizer: found another one, expected a Replace of " " alone, as BPE with byte_fallback has it`)
	}
	// Gemma splits at spaces, of which there are none any more.
	if p := file.PreTokenizer; p != nil && (p.Type != "Split" || or(p.Pattern.String, "") != " ") {
		return fmt.Errorf(`pre_tokenizer: found %s, expected none or a Split at " ", as BPE with byte_fallback has it`, p)
	}
	b := &spacedBPE{merges: m, mark: replaced.new, marked: make([]bool, len(v.pieces))}
	for place, piece := range v.pieces {
		text := v.text(place)
		if r, size := utf8.DecodeRuneInString(text); size == len(text) && size > 0 {
			b.single.set(r, piece.id+1)
		}
		if int(piece.id) < len(b.marked) { // setVocabulary rejects others
			b.marked[piece.id] = strings.HasPrefix(text, b.mark)
		}
	}
	t.normalizer, t.model = list, b
	return b.look(&v.index)
}

func (b *spacedBPE) append(dst []Piece, s *scratch, text string, word int32) ([]Piece, int32) {
	s.symbols = s.symbols[:0]
	for i, r := range text {
		if id := b.single.at(r); id > 0 {
			s.symbols = append(s.symbols, symbol{id: id - 1, size: int32(utf8.RuneLen(r))})
			continue
		}
		for _, c := range asBytes(text[i : i+utf8.RuneLen(r)]) {
			s.symbols = append(s.symbols, symbol{id: b.bytes[c], size: 1})
		}
	}
	if len(s.symbols) == 0 {
		return dst, word
	}
	first := len(dst)
	dst = b.merges.append(dst, s, 0, word)
	for i := range dst[first:] {
		piece := &dst[first+i]
		if i > 0 && b.marked[piece.ID] {
			word++
		}
		piece.Word = word
	}
	return dst, word + 1
}

// bytePieces are the pieces that stand for bytes, such as <0x0A>.
type bytePieces struct {
	bytes  []int32 // their ids
	byteOf map[string]byte
}

// look looks all of them up.
func (b *bytePieces) look(in interface{ find(string) (int32, bool) }) error {
	b.bytes, b.byteOf = make([]int32, 256), map[string]byte{}
	for c := range b.bytes {
		name, ok := fmt.Sprintf("<0x%02X>", c), false
		if b.bytes[c], ok = in.find(name); !ok {
			return fmt.Errorf("found byte_fallback without a piece %s, expected one for every byte", name)
		}
		b.byteOf[name] = byte(c)
	}
	return nil
}
