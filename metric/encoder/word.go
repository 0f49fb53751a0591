package encoder

import (
	"strings"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// WordText returns how people read a word of a text, from the texts of its pieces in order: without the marks that
// WordPiece puts before those that continue a word, and for byte-level BPE, whose pieces stand for bytes, the text that
// these are, without the space before the word.
func (m *Model) WordText(texts []string) string {
	var text strings.Builder
	if m.config.kind == roberta {
		for _, piece := range texts {
			for _, r := range piece {
				if b, ok := pieces.ByteOf(r); ok {
					text.WriteByte(b)
				} else { // of an added token, such as <mask>
					text.WriteRune(r)
				}
			}
		}
		return strings.ToValidUTF8(strings.TrimPrefix(text.String(), " "), "\ufffd")
	}
	for i, piece := range texts {
		if i > 0 {
			piece = strings.TrimPrefix(piece, "##")
		}
		text.WriteString(piece)
	}
	return text.String()
}
