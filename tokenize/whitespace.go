package tokenize

// whitespace splits at white space, as Python's str.split() does.
type whitespace struct {
	lowering
}

func (t *whitespace) Append(dst []Token, text string) []Token {
	for i := 0; i < len(text); {
		if blankAt(text, i) {
			i += spaceAt(text, i)
			continue
		}
		start := i
		for i < len(text) && !blankAt(text, i) {
			i++
		}
		dst = append(dst, Token{t.lower(text[start:i]), start, i})
	}
	return dst
}
