package pieces

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// A vocabulary has the ids of the pieces, and of the added tokens that are not among them: those are found as a whole
// before a text is split into words, and never in a word.
type vocabulary struct {
	index
	added  map[string]int32
	scores []float64 // the log-probabilities of the pieces of a Unigram model, by their ids
	packed *packed   // a Unigram model in place of index and scores; nil for none
}

// find returns the id of a piece, and whether there is one.
func (v *vocabulary) find(piece string) (id int32, ok bool) {
	if v.packed != nil {
		return v.packed.find(piece)
	}
	return v.index.find(piece)
}

// pieceOf returns a piece of a Unigram model by its id, and whether there is one: its pieces stand in the order of their ids.
func (v *vocabulary) pieceOf(id int32) (text string, ok bool) {
	switch {
	case v.packed != nil && id >= 0 && int(id) < v.packed.size():
		return v.packed.text(id), true
	case id >= 0 && int(id) < len(v.scores):
		return v.text(int(id)), true
	}
	return "", false
}

// names returns the texts of all pieces and added tokens. The ids must be the numbers from 0 on without a gap.
func (v *vocabulary) names() (names, error) {
	if v.packed != nil {
		for text := range v.added {
			return nil, fmt.Errorf("added token %q: found it beside packed pieces, expected it among them", jsonfile.Shortened(text))
		}
		return v.packed, nil
	}
	n := &numberedNames{list: v.list}
	for text, id := range v.added {
		n.texts = append(n.texts, text...)
		n.pieces = append(n.pieces, numbered{len(n.texts), id})
	}
	n.places = slices.Repeat([]int32{-1}, len(n.pieces))
	for place, piece := range n.pieces {
		if int(piece.id) >= len(n.places) || n.places[piece.id] >= 0 {
			return nil, n.misnumbered(len(v.pieces))
		}
		n.places[piece.id] = int32(place)
	}
	return n, nil
}

// numberedNames are the texts of a list by their ids.
type numberedNames struct {
	list
	places []int32 // by the id
}

func (n *numberedNames) text(id int32) string { return n.list.text(int(n.places[id])) }
func (n *numberedNames) size() int            { return len(n.places) }

// maxPieces bounds a vocabulary; LaBSE, one of the largest, has 501,153.
const maxPieces = 1 << 24

// id returns the id of a piece or of an added token.
func (v *vocabulary) id(piece string) (id int32, ok bool) {
	if id, ok = v.find(piece); !ok {
		id, ok = v.added[piece]
	}
	return id, ok
}

// vocabularyLines reads a piece per line.
func vocabularyLines(content []byte) (*vocabulary, error) {
	if len(content) == 0 {
		return nil, errors.New("found an empty file, expected a piece per line")
	}
	if err := jsonfile.CheckUTF8(content); err != nil {
		return nil, err
	}
	n := bytes.Count(content, []byte("\n")) + 1
	if n > maxPieces {
		return nil, fmt.Errorf("found %d lines, expected at most %d", n, maxPieces)
	}
	v := &vocabulary{index: newIndex(n)}
	v.texts = make([]byte, 0, len(content))
	id := int32(0)
	for line := range strings.Lines(asText(content)) {
		piece := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if piece == "" {
			return nil, fmt.Errorf("line %d: found an empty line, expected a piece", id+1)
		}
		if first, isNew := v.add(piece, id); !isNew {
			return nil, fmt.Errorf("line %d: found the piece %q of line %d again, expected each piece once", id+1,
				jsonfile.Shortened(piece), first+1)
		}
		id++
	}
	return v, nil
}

// vocabularyObject reads a JSON object of pieces with their ids.
func vocabularyObject(content []byte) (*vocabulary, error) {
	const perPiece = 16 // bytes, at least
	v := &vocabulary{index: newIndex(min(len(content)/perPiece, maxPieces))}
	var err error
	w := walker{content: content}
	if !w.object(func(piece string) bool {
		begin := w.at
		if c := content[begin]; c != '-' && (c < '0' || c > '9') || !w.value(0) {
			err = fmt.Errorf("%q: found no number, expected its id", jsonfile.Shortened(piece))
			return false
		}
		number := content[begin:w.at]
		id, wrong := strconv.ParseInt(string(number), 10, 64)
		if wrong != nil || id < 0 || id >= maxPieces {
			err = fmt.Errorf("%q: found the id %s, expected a number from 0 to %d", jsonfile.Shortened(piece),
				jsonfile.Shortened(string(number)), maxPieces-1)
			return false
		}
		if _, isNew := v.add(piece, int32(id)); !isNew {
			err = fmt.Errorf("found the piece %q twice, expected each piece once", jsonfile.Shortened(piece))
		}
		return err == nil
	}) && err == nil {
		err = errors.New("found no object, expected one of pieces with their ids")
	}
	switch {
	case err != nil:
		return nil, err
	case len(v.pieces) == 0:
		return nil, errors.New("found no piece, expected some")
	}
	return v, nil
}

// setVocabulary adds the added tokens to the vocabulary and gives both to the tokenizer, with the special tokens that the
// configuration names. The ids must be the numbers from 0 on without a gap.
func (t *Tokenizer) setVocabulary(v *vocabulary, added []addedToken, c *config) error {
	v.added = make(map[string]int32)
	for _, token := range added {
		id, ok := v.id(token.Content)
		switch {
		case token.Content == "":
		case !ok:
			v.added[token.Content] = *token.ID
		case id != *token.ID:
			return fmt.Errorf("added token %q: found the id %d, expected %d, which the vocabulary gives it",
				jsonfile.Shortened(token.Content), *token.ID, id)
		}
	}
	var err error
	if t.names, err = v.names(); err != nil {
		return err
	}
	if err := t.setAdded(added); err != nil {
		return err
	}
	return t.setSpecial(v, c)
}

// misnumbered says which text has an id that not all ids from 0 on leave to it, or that another one has: of several the
// first by its text, of the own ones before the others.
func (l *list) misnumbered(own int) error {
	places := make([]int, len(l.pieces))
	for i := range places {
		places[i] = i
	}
	byText := func(i, j int) int { return strings.Compare(l.text(i), l.text(j)) }
	slices.SortFunc(places[:own], byText)
	slices.SortFunc(places[own:], byText)
	of, n := make(map[int32]string), len(places)
	for _, place := range places {
		text, id := l.text(place), l.pieces[place].id
		if int(id) >= n {
			return fmt.Errorf("%q: found the id %d, expected the %d pieces to have the ids from 0 to %d",
				jsonfile.Shortened(text), id, n, n-1)
		}
		if other, ok := of[id]; ok {
			return fmt.Errorf("found the id %d for %q and %q, expected each id once", id, jsonfile.Shortened(other),
				jsonfile.Shortened(text))
		}
		of[id] = text
	}
	return nil
}

// setAdded gives the tokenizer its added tokens.
func (t *Tokenizer) setAdded(added []addedToken) error {
	slices.SortFunc(added, func(a, b addedToken) int { return cmp.Compare(*a.ID, *b.ID) })
	for _, token := range added {
		if token.Content == "" {
			continue // as the tokenizers library does
		}
		if token.SingleWord {
			return fmt.Errorf("added token %q: found single_word true, expected false", jsonfile.Shortened(token.Content))
		}
		in, found := &t.added, token.Content
		if token.Normalized {
			in = &t.addedNormalized
			if t.normalizer != nil {
				found = string(t.normalizer.append(nil, found))
			}
		}
		if found == "" {
			return fmt.Errorf("added token %q: found that normalization leaves nothing of it",
				jsonfile.Shortened(token.Content))
		}
		if !in.add(token, found) {
			return fmt.Errorf("added token %q: found another one that is looked for as %q too, expected different ones",
				jsonfile.Shortened(token.Content), jsonfile.Shortened(found))
		}
	}
	return nil
}

// setSpecial sets the ids of the special tokens that the configuration names. Those around a text must be there.
func (t *Tokenizer) setSpecial(v *vocabulary, c *config) error {
	for _, s := range []struct {
		id       *int32
		name     string
		expected string
	}{
		{&t.unknown, c.Unknown.Content, ""},
		{&t.pad, c.Pad.Content, ""},
		{&t.begin, c.Begin.Content, "before"},
		{&t.end, c.End.Content, "after"},
	} {
		id, ok := v.id(s.name)
		switch {
		case ok:
			*s.id = id
		case s.expected == "":
			*s.id = -1
		default:
			return fmt.Errorf("found no %q among %d pieces, expected the special token %s a text", jsonfile.Shortened(s.name),
				t.Size(), s.expected)
		}
	}
	return nil
}
