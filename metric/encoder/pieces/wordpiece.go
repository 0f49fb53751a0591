package pieces

import (
	"fmt"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// readWordPiece reads WordPiece from vocab.txt, as BERT has it.
func readWordPiece(content []byte, c *config) (*Tokenizer, error) {
	if err := c.isOf("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"); err != nil {
		return nil, err
	}
	v, err := vocabularyLines(content)
	if err != nil {
		return nil, fmt.Errorf("vocab.txt: %w", err)
	}
	c.names("[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]")
	added, err := c.added(v)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{normalizer: newNormalizer(normalizationOf(nil, c.Ideographs, c.StripAccents, c.LowerCase))}
	if err = t.setVocabulary(v, added, c); err == nil {
		err = t.setWordPiece(v, c.Unknown.Content, "##", 100)
	}
	if err != nil {
		return nil, fmt.Errorf("vocab.txt: %w", err)
	}
	return t, nil
}

// A wordPiece model splits a text at white space and around punctuation, and takes the longest piece that a word
// begins with, then the longest that the rest begins with, and so on; a word that cannot be used up so is unknown.
type wordPiece struct {
	*characters
	index    *index
	unknown  int32
	prefix   string // of pieces that do not begin a word, such as "##"
	maxRunes int    // a longer word is unknown
	ascii    [utf8.RuneSelf]class
}

// setWordPiece gives the tokenizer its model.
func (t *Tokenizer) setWordPiece(v *vocabulary, unknown, prefix string, maxRunes int) error {
	id, ok := v.find(unknown)
	if !ok {
		return fmt.Errorf("found no %q among %d pieces, expected the piece for unknown words", jsonfile.Shortened(unknown),
			len(v.pieces))
	}
	w := &wordPiece{characters: allCharacters(), index: &v.index, unknown: id, prefix: prefix, maxRunes: maxRunes}
	for c := range rune(utf8.RuneSelf) {
		w.ascii[c] = w.classes.at(c) & (white | punctuation)
	}
	t.model = w
	return nil
}

func (w *wordPiece) append(dst []Piece, s *scratch, text string, word int32) ([]Piece, int32) {
	start := 0 // of the word that i is in
	for i := 0; i < len(text); {
		is, size := class(0), 1
		if c := text[i]; c < utf8.RuneSelf {
			is = w.ascii[c]
		} else {
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			is = w.classes.at(r) & (white | punctuation)
		}
		if is != 0 {
			if start < i {
				dst = w.appendWord(dst, s, text[start:i], start, word)
				word++
			}
			if is&white == 0 {
				dst = w.appendWord(dst, s, text[i:i+size], i, word)
				word++
			}
			start = i + size
		}
		i += size
	}
	if start < len(text) {
		dst = w.appendWord(dst, s, text[start:], start, word)
		word++
	}
	return dst, word
}

// appendWord appends the pieces of a word that stands at a place of the normalized text.
func (w *wordPiece) appendWord(dst []Piece, s *scratch, text string, at int, word int32) []Piece {
	known, placed, whole, end := len(dst), len(s.places), text, at+len(text)
	if len(text) > w.maxRunes && utf8.RuneCountInString(text) > w.maxRunes {
		s.note(whole)
		s.place(at, end)
		return append(dst, Piece{w.unknown, word})
	}
	for first, hash := "", uint64(noText); ; first, hash = w.prefix, hashed(noText, w.prefix) {
		id, n := w.index.beginning(s, first, hash, text)
		if id < 0 {
			s.note(whole)
			s.places = s.places[:placed]
			s.place(at, end)
			return append(dst[:known], Piece{w.unknown, word})
		}
		dst = append(dst, Piece{id, word})
		s.place(end-len(text), end-len(text)+n)
		if text = text[n:]; text == "" {
			for _, piece := range dst[known:] {
				if piece.ID == w.unknown { // a vocabulary may spell it like a word
					s.note(whole)
				}
			}
			return dst
		}
	}
}
