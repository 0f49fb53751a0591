package pieces

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A vocabulary has the pieces by their ids and the ids of the pieces.
type vocabulary struct {
	pieces []string
	ids    map[string]int32
}

// maxPieces bounds a vocabulary; LaBSE, one of the largest, has 501,153.
const maxPieces = 1 << 24

// readVocabularyText reads WordPiece from vocab.txt.
func readVocabularyText(content []byte, c *config) (*Tokenizer, error) {
	v, err := vocabularyLines(content)
	if err != nil {
		return nil, fmt.Errorf("vocab.txt:%w", err)
	}
	c.names("[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]")
	added, err := c.added(v)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{normalizer: newNormalizer(c.normalization())}
	if err := t.setAdded(v, added); err != nil {
		return nil, fmt.Errorf("vocab.txt: %w", err)
	}
	if err := t.setSpecial(v, c); err != nil {
		return nil, fmt.Errorf("vocab.txt: %w", err)
	}
	return t, t.setWordPiece(v, "##", 100)
}

// vocabularyLines reads a piece per line. The message of its errors begins with a line.
func vocabularyLines(content []byte) (*vocabulary, error) {
	if len(content) == 0 {
		return nil, errors.New(" found an empty file, expected a piece per line")
	}
	if err := checkUTF8(content); err != nil {
		return nil, fmt.Errorf(" %w", err)
	}
	text := strings.TrimPrefix(string(content), "\ufeff")
	n := strings.Count(text, "\n") + 1
	if n > maxPieces {
		return nil, fmt.Errorf(" found %d lines, expected at most %d", n, maxPieces)
	}
	v := &vocabulary{pieces: make([]string, 0, n), ids: make(map[string]int32, n)}
	for line := range strings.Lines(text) {
		piece := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		id := int32(len(v.pieces))
		if piece == "" {
			return nil, fmt.Errorf("%d: found an empty line, expected a piece", id+1)
		}
		if first, ok := v.ids[piece]; ok {
			return nil, fmt.Errorf("%d: found the piece %q of line %d again, expected each piece once", id+1,
				shortened(piece), first+1)
		}
		v.ids[piece] = id
		v.pieces = append(v.pieces, piece)
	}
	return v, nil
}

// vocabularyJSON reads an object of pieces with their ids, which with those of the added tokens are the numbers from 0
// on without a gap.
func vocabularyJSON(content []byte, added []addedToken) (*vocabulary, error) {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return nil, errors.New("found no object, expected one of pieces with their ids")
	}
	v := &vocabulary{ids: make(map[string]int32)}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		piece, _ := key.(string)
		value, err := d.Token()
		if err != nil {
			return nil, err
		}
		number, _ := value.(json.Number)
		id, err := number.Int64()
		switch {
		case err != nil || id < 0 || id >= maxPieces:
			return nil, fmt.Errorf("%q: found the id %v, expected a number from 0 to %d", shortened(piece),
				shortened(fmt.Sprint(value)), maxPieces-1)
		case len(v.ids) == maxPieces:
			return nil, fmt.Errorf("found more than %d pieces", maxPieces)
		}
		if _, ok := v.ids[piece]; ok {
			return nil, fmt.Errorf("found the piece %q twice, expected each piece once", shortened(piece))
		}
		v.ids[piece] = int32(id)
	}
	return v, v.number(added)
}

// number gives the vocabulary the added tokens that it lacks and puts its pieces in the order of their ids.
func (v *vocabulary) number(added []addedToken) error {
	for _, token := range added {
		id, ok := v.ids[token.Content]
		switch {
		case token.Content == "":
		case !ok:
			v.ids[token.Content] = *token.ID
		case id != *token.ID:
			return fmt.Errorf("added token %q: found the id %d, expected %d, which the vocabulary gives it",
				shortened(token.Content), *token.ID, id)
		}
	}
	v.pieces = make([]string, len(v.ids))
	given := make([]bool, len(v.ids))
	for _, piece := range slices.Sorted(keys(v.ids)) {
		id := v.ids[piece]
		if int(id) >= len(v.pieces) {
			return fmt.Errorf("%q: found the id %d, expected %d pieces to have the ids from 0 to %d", shortened(piece),
				id, len(v.pieces), len(v.pieces)-1)
		}
		if given[id] {
			return fmt.Errorf("found the id %d for %q and %q, expected each id once", id, shortened(v.pieces[id]),
				shortened(piece))
		}
		v.pieces[id], given[id] = piece, true
	}
	return nil
}

func keys(m map[string]int32) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// setAdded gives the tokenizer its added tokens.
func (t *Tokenizer) setAdded(v *vocabulary, added []addedToken) error {
	slices.SortFunc(added, func(a, b addedToken) int { return cmp.Compare(*a.ID, *b.ID) })
	for _, token := range added {
		if token.Content == "" {
			continue
		}
		if id, ok := v.ids[token.Content]; !ok || id != *token.ID {
			return fmt.Errorf("added token %q: found the id %d, expected that of a piece of the vocabulary",
				shortened(token.Content), *token.ID)
		}
		if token.SingleWord {
			return fmt.Errorf("added token %q: found single_word, expected tokens that are found in words too",
				shortened(token.Content))
		}
		in, found := &t.added, token.Content
		if token.Normalized {
			in = &t.addedNormalized
			if t.normalizer != nil {
				found = string(t.normalizer.append(nil, found))
			}
		}
		if found == "" {
			return fmt.Errorf("added token %q: found nothing left of it by normalization", shortened(token.Content))
		}
		if in.trie != nil {
			if node, ok := in.trie.node(found); ok && in.trie.nodes[node] >= 0 {
				return fmt.Errorf("added token %q: found the text of another one again", shortened(token.Content))
			}
		}
		if !in.add(token, found) {
			return errTooLarge
		}
	}
	return nil
}

// setSpecial sets the ids of the special tokens that the configuration names.
func (t *Tokenizer) setSpecial(v *vocabulary, c *config) error {
	t.texts = v.pieces
	t.pad = -1
	if id, ok := v.ids[c.Pad.Content]; ok {
		t.pad = id
	}
	for _, s := range []struct {
		id   *int32
		name string
		what string
	}{
		{&t.unknown, c.Unknown.Content, "for unknown words"},
		{&t.begin, c.Begin.Content, "before a text"},
		{&t.end, c.End.Content, "after a text"},
	} {
		id, ok := v.ids[s.name]
		if !ok {
			return fmt.Errorf("found no %q among %d pieces, expected the piece %s", shortened(s.name), len(v.pieces), s.what)
		}
		*s.id = id
	}
	return nil
}

var errTooLarge = errors.New("found too many different pieces, expected a vocabulary of at most 16 MB")

// setWordPiece gives the tokenizer its model.
func (t *Tokenizer) setWordPiece(v *vocabulary, prefix string, maxRunes int) error {
	w, ok := newWordPiece(v.pieces, t.unknown, prefix, maxRunes)
	if !ok {
		return errTooLarge
	}
	t.model = w
	return nil
}
