package embedding

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxTokenizer bounds the memory that a tokenizer.json can take; those of the largest vocabularies have 30 MB.
const maxTokenizer = 1 << 30

// readTokens reads the vocabulary of a tokenizer.json, as the tokenizers library of Hugging Face writes it: the
// word of each token by its number, "" for numbers that no token has.
func readTokens(r io.Reader) ([]string, error) {
	content, err := io.ReadAll(io.LimitReader(r, maxTokenizer))
	if err != nil {
		return nil, err
	}
	var file struct {
		Added []struct {
			ID      *int   `json:"id"`
			Content string `json:"content"`
		} `json:"added_tokens"`
		PreTokenizer json.RawMessage `json:"pre_tokenizer"`
		Decoder      json.RawMessage `json:"decoder"`
		Model        struct {
			Type  string          `json:"type"`
			Vocab json.RawMessage `json:"vocab"`
		} `json:"model"`
	}
	if err := json.Unmarshal(content, &file); err != nil {
		if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // which repeats a number whole
			err = fmt.Errorf("found something else at byte %d", e.Offset)
		}
		return nil, fmt.Errorf("expected the JSON of a tokenizer: %w", err)
	}
	tokens, err := numberedTokens(file.Model.Vocab)
	if err != nil {
		return nil, err
	}
	special := make(map[string]bool)
	for _, added := range file.Added {
		if added.ID == nil {
			return nil, fmt.Errorf("added token %q: found no id", added.Content)
		}
		special[added.Content] = true
		if tokens, err = setToken(tokens, added.Content, *added.ID); err != nil {
			return nil, err
		}
	}
	settings := append(append([]byte(nil), file.PreTokenizer...), file.Decoder...)
	word := wordOf(file.Model.Type, settings)
	for i, token := range tokens {
		if !special[token] {
			tokens[i] = word(token)
		}
	}
	return tokens, nil
}

// numberedTokens reads both forms of a vocabulary: {token: number}, and Unigram's [[token, score], …] in the order of
// their numbers.
func numberedTokens(vocab json.RawMessage) (tokens []string, err error) {
	if len(vocab) == 0 {
		return nil, errors.New("found no vocabulary (model.vocab)")
	}
	if bytes.HasPrefix(bytes.TrimSpace(vocab), []byte("[")) {
		var list [][]json.RawMessage
		if err := json.Unmarshal(vocab, &list); err != nil {
			return nil, fmt.Errorf("vocabulary: %w", err)
		}
		tokens = make([]string, len(list))
		for i, entry := range list {
			if len(entry) == 0 || json.Unmarshal(entry[0], &tokens[i]) != nil {
				return nil, fmt.Errorf("vocabulary: entry %d is no token with its score", i)
			}
		}
		return tokens, nil
	}
	var numbers map[string]int
	if err := json.Unmarshal(vocab, &numbers); err != nil {
		return nil, errors.New("vocabulary: found no object of tokens with whole numbers")
	}
	tokens = make([]string, len(numbers))
	for token, id := range numbers {
		if tokens, err = setToken(tokens, token, id); err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

// setToken gives a token its number.
func setToken(tokens []string, token string, id int) ([]string, error) {
	const most = 1 << 24 // tokens, far above the largest vocabularies
	if id < 0 || id >= most {
		return nil, fmt.Errorf("token %q: found the number %d, expected 0 to %d", token, id, most-1)
	}
	for id >= len(tokens) {
		tokens = append(tokens, "")
	}
	if tokens[id] != "" && tokens[id] != token {
		return nil, fmt.Errorf("found two tokens with the number %d: %q and %q", id, min(tokens[id], token),
			max(tokens[id], token))
	}
	tokens[id] = token
	return tokens, nil
}

// continues is put before pieces that cannot begin a word, as WordPiece does.
const continues = "##"

// wordOf returns how a token of a kind of vocabulary is written as a word.
func wordOf(model string, settings []byte) func(token string) string {
	switch {
	case model == "BPE" && bytes.Contains(settings, []byte(`"ByteLevel"`)):
		return func(token string) string { return unmark(byteLevel(token), " ") }
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
	return continues + token
}

// byteLevel turns the characters that stand for bytes in byte-level BPE (Radford et al. 2019) back into them. What
// is a part of a character, and so no text, stays as it is.
func byteLevel(token string) string {
	out := make([]byte, 0, len(token))
	for _, r := range token {
		b, ok := byteOf(r)
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

// byteOf is the inverse of GPT-2's bytes_to_unicode: printable Latin-1 characters stand for themselves, the other 68
// bytes, in order, are the characters from U+0100 on.
func byteOf(r rune) (byte, bool) {
	printable := func(r rune) bool { return '!' <= r && r <= '~' || '¡' <= r && r <= '¬' || '®' <= r && r <= 'ÿ' }
	if printable(r) {
		return byte(r), true
	}
	n := r - 0x100
	if n < 0 {
		return 0, false
	}
	for b := rune(0); b < 0x100; b++ {
		if printable(b) {
			continue
		}
		if n == 0 {
			return byte(b), true
		}
		n--
	}
	return 0, false
}
