package pieces

import "strings"

// WordText returns how people read a word of a text, from the texts of its pieces in order: without the marks that
// WordPiece puts before those that continue a word, and Unigram models before those that begin one; for byte-level BPE,
// whose pieces stand for bytes, the text that these are, without the space before the word.
func (t *Tokenizer) WordText(texts []string) string { return t.model.wordText(texts) }

func (*wordPiece) wordText(texts []string) string {
	var text strings.Builder
	for i, piece := range texts {
		if i > 0 {
			piece = strings.TrimPrefix(piece, "##")
		}
		text.WriteString(piece)
	}
	return text.String()
}

func (*byteLevel) wordText(texts []string) string {
	var text strings.Builder
	for _, piece := range texts {
		for _, r := range piece {
			if b, ok := bytesOfCharacters()[r]; ok {
				text.WriteByte(b)
			} else { // of an added token, such as <mask>
				text.WriteRune(r)
			}
		}
	}
	return strings.ToValidUTF8(strings.TrimPrefix(text.String(), " "), "\ufffd")
}

func (u *unigram) wordText(texts []string) string { return u.bytePieces.wordText(texts, u.mark) }

func (b *spacedBPE) wordText(texts []string) string { return b.bytePieces.wordText(texts, b.mark) }

// wordText is that of models whose words begin with a mark.
func (b *bytePieces) wordText(texts []string, mark string) string {
	var text strings.Builder
	for _, piece := range texts {
		if c, ok := b.byteOf[piece]; ok {
			text.WriteByte(c)
		} else {
			text.WriteString(piece)
		}
	}
	return strings.ToValidUTF8(strings.TrimPrefix(text.String(), mark), "\ufffd")
}
