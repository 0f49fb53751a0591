package rows

import "strings"

// blockBytes is how much text a block holds.
const blockBytes = 64 << 10

// blocks keeps texts that stay, many to a block of memory: reading a line allocates nothing but for every thousandth. A
// text keeps its whole block alive. The zero value is ready.
type blocks struct{ text strings.Builder }

// keep returns the text as a string.
func (b *blocks) keep(text []byte) string {
	if len(text) > blockBytes/8 {
		return string(text)
	}
	if b.text.Cap()-b.text.Len() < len(text) {
		b.text = strings.Builder{}
		b.text.Grow(blockBytes)
	}
	start := b.text.Len()
	b.text.Write(text)
	return b.text.String()[start:]
}
