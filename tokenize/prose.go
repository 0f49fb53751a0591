package tokenize

import (
	"strings"
	"unicode/utf8"

	"github.com/jdkato/prose/v2"
)

// proseV2 is the tokenizer of github.com/jdkato/prose/v2, by itself: no tags, no entities, no sentences.
//
// That program writes ' and " for curly quotes (and ' for &rsquo;) before it splits, and does not tell where a token
// came from, so the same is done here with a record of the places, and the tokens are looked for from left to right.
type proseV2 struct {
	lowering
	clean  []byte
	origin []Span // of each byte of clean: the character of the text that it came from
}

func (t *proseV2) Append(dst []Token, text string) []Token {
	t.sanitize(text)
	clean, from, end := string(t.clean), 0, 0
	for _, word := range proseTokens(clean) {
		span := Span{end, end} // for a word that is nowhere: between its neighbours
		if n := strings.Index(clean[from:], word); n >= 0 && word != "" {
			first := from + n
			from = first + len(word)
			// The edges of a word can lie within a character: of İ'll prose takes the first byte only.
			span = Span{max(end, t.origin[first].Start), t.origin[from-1].End}
			end = span.End
		}
		dst = append(dst, Token{t.lower(strings.ToValidUTF8(word, "\uFFFD")), span.Start, span.End})
	}
	return dst
}

// sanitize sets clean to text with plain quotes.
func (t *proseV2) sanitize(text string) {
	t.clean, t.origin = t.clean[:0], t.origin[:0]
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		plain := text[i : i+size]
		switch {
		case r == '“' || r == '”':
			plain = `"`
		case r == '‘' || r == '’':
			plain = "'"
		case strings.HasPrefix(text[i:], "&rsquo;"):
			plain, size = "'", len("&rsquo;")
		}
		t.clean = append(t.clean, plain...)
		for range len(plain) {
			t.origin = append(t.origin, Span{i, i + size})
		}
		i += size
	}
}

// proseTokens returns prose's tokens of text. prose looks for clitics in a lower-cased copy of a word and cuts the word itself
// at that place, which is out of range where lower-casing made the copy longer (ȺȺȺ's). Then the text is
// taken a word at a time, and the word that prose cannot split is one token.
func proseTokens(text string) []string {
	if words, ok := callProse(text); ok {
		return words
	}
	var all []string
	for _, field := range strings.Fields(text) {
		words, ok := callProse(field)
		if !ok {
			words = []string{field}
		}
		all = append(all, words...)
	}
	return all
}

// callProse runs prose and tells whether it came to an end without a panic.
func callProse(text string) (words []string, ok bool) {
	defer func() {
		if recover() != nil {
			words, ok = nil, false
		}
	}()
	doc, err := prose.NewDocument(text, prose.WithTagging(false), prose.WithExtraction(false), prose.WithSegmentation(false))
	if err != nil {
		return nil, false
	}
	for _, token := range doc.Tokens() {
		words = append(words, token.Text)
	}
	return words, true
}
