package pieces

import (
	"iter"
	"unicode/utf8"
)

// An addedToken is found in a text before it is split into words.
type addedToken struct {
	Content    string `json:"content"`
	ID         *int32 `json:"id"`
	SingleWord bool   `json:"single_word"`
	StripLeft  bool   `json:"lstrip"` // takes the white space before it
	StripRight bool   `json:"rstrip"` // and that after it
	Normalized bool   `json:"normalized"`
	Special    bool   `json:"special"`
}

// addedTokens finds the added tokens in a text: the leftmost, of those the longest, and on behind it.
type addedTokens struct {
	tokens  []addedToken
	index   index // of their places in tokens
	firsts  [256]bool
	symbols *characters
}

// A part of a text is an added token, or has none of them.
type part struct {
	start, end int   // in bytes
	id         int32 // -1 for text between added tokens
}

// add adds a token under the text that it is found by, and reports whether it is the first one there.
func (a *addedTokens) add(token addedToken, found string) bool {
	if a.tokens == nil {
		a.index, a.symbols = newIndex(0), allCharacters()
	}
	a.tokens = append(a.tokens, token)
	a.firsts[found[0]] = true
	_, isNew := a.index.add(found, int32(len(a.tokens)-1))
	return isNew
}

// split goes through text, part by part.
func (a *addedTokens) split(text string) iter.Seq[part] {
	return func(yield func(part) bool) {
		done := 0 // text up to here is in a part
		for i := 0; i < len(text) && a.tokens != nil; {
			if !a.firsts[text[i]] {
				i++
				continue
			}
			token, n := a.index.longest(text[i:])
			if token < 0 {
				i++
				continue
			}
			start, end := i, i+n
			i = end
			if a.tokens[token].StripLeft {
				start = max(a.whiteBefore(text[:start]), done)
			}
			if a.tokens[token].StripRight {
				end = a.whiteAfter(text, end)
			}
			if done < start && !yield(part{done, start, -1}) {
				return
			}
			if !yield(part{start, end, *a.tokens[token].ID}) {
				return
			}
			done = end
		}
		if done < len(text) {
			yield(part{done, len(text), -1})
		}
	}
}

// whiteBefore returns where the white space at the end of text begins.
func (a *addedTokens) whiteBefore(text string) int {
	for {
		r, size := utf8.DecodeLastRuneInString(text)
		if size == 0 || a.symbols.classes.at(r)&white == 0 {
			return len(text)
		}
		text = text[:len(text)-size]
	}
}

// whiteAfter returns where the white space from i on ends.
func (a *addedTokens) whiteAfter(text string, i int) int {
	for {
		r, size := utf8.DecodeRuneInString(text[i:])
		if size == 0 || a.symbols.classes.at(r)&white == 0 {
			return i
		}
		i += size
	}
}
