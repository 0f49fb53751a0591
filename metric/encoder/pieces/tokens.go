package pieces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// ReadTokens reads what the tokens of a tokenizer.json are, whatever its model: each by its number as a word, "" for
// numbers that no token has. Tokens that continue a word begin with "##", as WordPiece writes them; the mark that other
// models put before the first token of a word is taken away, and the characters that stand for bytes are text again. In
// scripts that put no spaces between words, Unigram models mark the beginning of a sentence: a token of theirs without the
// mark is a word, too, if there is none with it.
func ReadTokens(content []byte) ([]string, error) {
	var file struct {
		Added        []addedToken    `json:"added_tokens"`
		PreTokenizer json.RawMessage `json:"pre_tokenizer"`
		Decoder      json.RawMessage `json:"decoder"`
		Model        *jsonModel      `json:"model"`
	}
	if err := readTokenizerFile(content, &file, &file.Model); err != nil {
		return nil, err
	}
	if file.Model == nil {
		file.Model = new(jsonModel)
	}
	tokens, err := numberedTokens(file.Model.Vocabulary)
	if err != nil {
		return nil, fmt.Errorf("model.vocab: %w", err)
	}
	special := make(map[string]bool)
	for _, added := range file.Added {
		if err := added.check(); err != nil {
			return nil, err
		}
		special[added.Content] = true
		if tokens, err = setToken(tokens, added.Content, *added.ID); err != nil {
			return nil, fmt.Errorf("added_tokens: %w", err)
		}
	}
	settings := append(bytes.Clone(file.PreTokenizer), file.Decoder...)
	word := wordOf(file.Model.Type, settings)
	known := make(map[string]bool)
	for i, token := range tokens {
		if !special[token] {
			tokens[i] = word(token)
		}
		known[tokens[i]] = true
	}
	for i, token := range tokens {
		if bare, continues := strings.CutPrefix(token, "##"); continues && unspaced(bare) && !known[bare] {
			tokens[i] = bare
		}
	}
	return tokens, nil
}

// unspaced says whether a token is of scripts that put no spaces between words.
func unspaced(token string) bool {
	return token != "" && strings.IndexFunc(token, func(r rune) bool { return !unspacedRune(r) }) < 0
}

func unspacedRune(r rune) bool {
	return r == 'ー' || r >= '\u0e00' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// numberedTokens reads both forms of a vocabulary: {token: number}, and Unigram's [[token, score], …] in the order of
// their numbers.
func numberedTokens(content json.RawMessage) (tokens []string, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(content), []byte("[")) {
		var list [][]json.RawMessage
		if err := json.Unmarshal(content, &list); err != nil {
			return nil, err
		}
		tokens = make([]string, len(list))
		for i, entry := range list {
			if len(entry) == 0 || json.Unmarshal(entry[0], &tokens[i]) != nil {
				return nil, fmt.Errorf("entry %d is no token with its score", i)
			}
		}
		return tokens, nil
	}
	v, err := vocabularyObject(content)
	if err != nil {
		return nil, err
	}
	for place, piece := range v.pieces {
		if tokens, err = setToken(tokens, v.text(place), piece.id); err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

// setToken gives a token its number.
func setToken(tokens []string, token string, id int32) ([]string, error) {
	for int(id) >= len(tokens) {
		tokens = append(tokens, "")
	}
	if other := tokens[id]; other != "" && other != token {
		return nil, fmt.Errorf("found the id %d for %q and %q, expected each id once", id,
			jsonfile.Shortened(min(other, token)), jsonfile.Shortened(max(other, token)))
	}
	tokens[id] = token
	return tokens, nil
}

// check fails if the token has no id.
func (t *addedToken) check() error {
	if t.ID == nil || *t.ID < 0 || *t.ID >= maxPieces {
		return fmt.Errorf("added_tokens: %q: found no id from 0 to %d", jsonfile.Shortened(t.Content), maxPieces-1)
	}
	return nil
}

// wordOf returns how a token of a kind of vocabulary is written as a word.
func wordOf(model string, settings []byte) func(token string) string {
	switch {
	case model == "BPE" && bytes.Contains(settings, []byte(`"ByteLevel"`)):
		return func(token string) string { return unmark(textOf(token), " ") }
	case model == "Unigram" || bytes.Contains(settings, []byte(`"Metaspace"`)):
		return func(token string) string { return unmark(token, "▁") }
	}
	return func(token string) string { return token }
}

// unmark takes the mark of a word's beginning away, or puts that of its continuation there. The mark alone is kept.
func unmark(token, mark string) string {
	word, begins := strings.CutPrefix(token, mark)
	switch {
	case token == "" || word == "":
		return token
	case begins:
		return word
	}
	return "##" + token
}

// textOf turns the characters that stand for bytes in byte-level BPE (Radford et al. 2019) back into them. What is a
// part of a character, and so no text, stays as it is.
func textOf(token string) string {
	out := make([]byte, 0, len(token))
	for _, r := range token {
		b, ok := ByteOf(r)
		if !ok {
			return token
		}
		out = append(out, b)
	}
	if !utf8.Valid(out) {
		return token
	}
	return string(out)
}
