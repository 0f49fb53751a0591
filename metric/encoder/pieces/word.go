package pieces

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words returns how people read a word of the model, from the texts of its pieces in order, and to which of these words
// each piece belongs, from 0: without the marks that WordPiece puts before pieces that continue a word, and Unigram models
// before those that begin one; for byte-level BPE, whose pieces stand for bytes, the text that these are, without the
// space before the word. It is one word, but in scripts without spaces, where the model's is a whole sentence, each piece
// is one.
func (t *Tokenizer) Words(texts []string) (words []string, places []int) {
	places = make([]int, len(texts))
	whole := t.model.wordText(texts)
	if strings.IndexFunc(whole, unspacedRune) < 0 {
		return []string{whole}, places
	}
	before, start := "", 0 // the text up to a piece, and where in it the last word begins
	for i := range texts {
		text := t.model.wordText(texts[:i+1])
		if more, ok := strings.CutPrefix(text, before); ok && apart(before, more) {
			words, start = append(words, before[start:]), len(before)
		}
		places[i], before = len(words), text
	}
	return append(words, whole[start:]), places
}

// apart says whether a piece begins another word for people than the text before it ends with: one of them is of a script
// without spaces, and the piece no mark on it.
func apart(before, more string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(more)
	return before != "" && more != "" && !unicode.IsMark(first) && (unspacedRune(last) || unspacedRune(first))
}

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
