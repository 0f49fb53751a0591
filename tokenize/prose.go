package tokenize

import (
	"strings"
	"unicode/utf8"

	"github.com/jdkato/prose/v2"
)

// proseV2 is the tokenizer of github.com/jdkato/prose/v2 v2.0.0: no tags, no entities, no sentences. It loses text now and
// then (the 's of "it's" in quotes, the start of İ'll), which nothing here repairs.
//
// That program writes ' and " for curly quotes (and ' for &rsquo;) and does not tell where a token came from. So
// the same is done here beforehand, with a record of the places, and the tokens are looked for from left to
// right. It splits at white space before anything else, so it is given one word at a time: what it loses cannot
// mislead the search further.
type proseV2 struct {
	lowering
	clean  []byte
	origin []Span              // of each byte of clean: the character of the text that it came from
	known  map[string][]string // the tokens of words, up to mostKnown of them: making a document of a word takes 2 µs
}

func (t *proseV2) Append(dst []Token, text string) []Token {
	t.sanitize(text)
	clean, end := string(t.clean), 0
	from := 0 // in clean
	for field := range strings.FieldsSeq(clean) {
		from += strings.Index(clean[from:], field)
		next := from + len(field)
		words := []string{field}
		if len(field) <= longestWord {
			words = t.words(field)
		}
		for _, word := range words {
			span := Span{end, end} // for a word that is nowhere: between its neighbours
			if n := strings.Index(clean[from:next], word); n >= 0 && word != "" {
				first := from + n
				from = first + len(word)
				// The edges of a word can lie within a character: of İ'll prose takes the first byte only.
				span = Span{max(end, t.origin[first].Start), t.origin[from-1].End}
				end = span.End
			}
			dst = append(dst, Token{t.lower(strings.ToValidUTF8(word, "\uFFFD")), span.Start, span.End})
		}
		from = next
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

// longestWord is the length in bytes of a word from which on it is one token: prose needs time that grows with
// the square of the length, minutes for a line of brackets.
const longestWord = 1024

// mostKnown is how many words a tokenizer keeps the tokens of, a megabyte or less.
const mostKnown = 1 << 12

// words returns the tokens of a word.
func (t *proseV2) words(word string) []string {
	words, ok := t.known[word]
	if !ok {
		words = proseWords(word)
		if t.known == nil {
			t.known = map[string][]string{}
		}
		if len(t.known) < mostKnown {
			t.known[strings.Clone(word)] = words
		}
	}
	return words
}

// proseWords returns the tokens of a word. prose looks for clitics in a lower-cased copy and cuts the word itself at that
// place, which is out of range where lower-casing made the copy longer (ȺȺȺ's): it panics, and such a word is one token.
func proseWords(word string) (words []string) {
	defer func() {
		if recover() != nil {
			words = []string{word}
		}
	}()
	doc, err := prose.NewDocument(word, prose.WithTagging(false), prose.WithExtraction(false), prose.WithSegmentation(false))
	if err != nil {
		return []string{word}
	}
	for _, token := range doc.Tokens() {
		words = append(words, token.Text)
	}
	return words
}
