package pieces

import (
	"errors"
	"fmt"
	"strconv"
	"unicode"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// vocabularyList numbers pieces from 0 on.
func vocabularyList(texts []string) (*vocabulary, error) {
	v := &vocabulary{index: newIndex(len(texts))}
	for id, text := range texts {
		if text == "" {
			return nil, fmt.Errorf("piece %d: found an empty piece, expected a text", id)
		}
		if first, isNew := v.add(text, int32(id)); !isNew {
			return nil, fmt.Errorf("found the piece %q as %d and %d, expected each piece once", jsonfile.Shortened(text),
				first, id)
		}
	}
	return v, nil
}

// scoredVocabulary reads a JSON array of the pieces of a Unigram model with their log-probabilities: ["▁the", -3.5].
func scoredVocabulary(content []byte) (*vocabulary, error) {
	var texts []string
	var scores []float64
	var err error
	w := walker{content: content}
	if !w.list(0, func(entry []byte) bool {
		first, second, pair := pairIn(entry)
		text, ok := textIn(first)
		score, wrong := strconv.ParseFloat(string(second), 64)
		if !pair || !ok || wrong != nil {
			err = fmt.Errorf("found %s, expected a piece with its log-probability", jsonfile.Shortened(string(entry)))
			return false
		}
		texts, scores = append(texts, text), append(scores, score)
		return true
	}) && err == nil {
		err = errors.New("found no list, expected one of pieces with their log-probabilities")
	}
	if err != nil {
		return nil, err
	}
	if len(texts) == 0 || len(texts) > maxPieces {
		return nil, fmt.Errorf("found %d pieces, expected 1 to %d", len(texts), maxPieces)
	}
	v, err := vocabularyList(texts)
	if err != nil {
		return nil, err
	}
	v.scores = scores
	return v, nil
}

// setUnigramJSON reads a Unigram model from tokenizer.json.
func (t *Tokenizer) setUnigramJSON(v *vocabulary, file *tokenizerFile, c *config) error {
	m := file.Model
	unknown := or(m.UnknownID, -1)
	text, ok := v.pieceOf(unknown)
	if !ok {
		return fmt.Errorf("model: found unk_id %d, expected that of one of the pieces", unknown)
	}
	words, err := file.PreTokenizer.metaspace()
	if err != nil {
		return fmt.Errorf("pre_tokenizer: %w", err)
	}
	if v.packed != nil {
		file.Normalizer.setPacked(v.packed.characters)
	}
	normalization, err := file.Normalizer.steps()
	if err != nil {
		return fmt.Errorf("normalizer: %w", err)
	}
	t.normalizer = normalization
	c.Unknown.Content = text
	c.names("", "", "", "<pad>", "")
	if err := t.setVocabulary(v, file.Added, c); err != nil {
		return err
	}
	return t.setUnigram(v, unknown, m.ByteFallback, words)
}

// steps returns what a normalizer does, no steps for nil.
func (n *jsonNormalizer) steps() (list steps, err error) {
	if n == nil {
		return steps{}, nil
	}
	switch n.Type {
	case "Sequence":
		list = steps{}
		for i := range n.Normalizers {
			some, err := n.Normalizers[i].steps()
			if err != nil {
				return nil, err
			}
			list = append(list, some...)
		}
		return list, nil
	case "Precompiled":
		charsMap, err := n.charsMap()
		if err != nil {
			return nil, fmt.Errorf("precompiled_charsmap: %w", err)
		}
		return steps{charsMap}, nil
	case "Strip":
		return steps{stripping{or(n.StripLeft, true), or(n.StripRight, true)}}, nil
	case "Lowercase":
		return steps{lowering{allCharacters()}}, nil
	case "Replace":
		switch p := n.Pattern; {
		case p.String != nil && *p.String != "":
			return steps{replacing{*p.String, n.Content}}, nil
		case p.Regexp != nil && *p.Regexp == " {2,}":
			return steps{collapsing{isSpace, 2, n.Content}}, nil
		case p.Regexp != nil && *p.Regexp == `\s+`:
			return steps{collapsing{unicode.IsSpace, 1, n.Content}}, nil
		}
		return nil, errors.New(`found Replace of another pattern, expected a text, " {2,}" or "\s+"`)
	}
	return nil, fmt.Errorf("found type %q, expected Precompiled, Replace, Strip, Lowercase or a Sequence of them",
		jsonfile.Shortened(n.Type))
}

// setPacked gives a precompiled_charsmap to the normalizers that have none of their own.
func (n *jsonNormalizer) setPacked(charsMap []byte) {
	if n == nil {
		return
	}
	if n.CharsMap == nil {
		n.packedCharsMap = charsMap
	}
	for i := range n.Normalizers {
		n.Normalizers[i].setPacked(charsMap)
	}
}

// charsMap returns the precompiled_charsmap of a normalizer.
func (n *jsonNormalizer) charsMap() (*charsMap, error) {
	if n.packedCharsMap != nil {
		return openCharsMap(n.packedCharsMap)
	}
	return readCharsMap(n.CharsMap)
}

// metaspace returns how a Unigram model finds words: by a Metaspace, perhaps behind a WhitespaceSplit.
func (p *preTokenizer) metaspace() (m metaspace, err error) {
	list := []preTokenizer{}
	switch {
	case p == nil:
	case p.Type == "Sequence":
		list = p.PreTokenizers
	default:
		list = append(list, *p)
	}
	if len(list) == 2 && list[0].Type == "WhitespaceSplit" {
		m.whiteSplit, list = true, list[1:]
	}
	if len(list) != 1 || list[0].Type != "Metaspace" {
		return m, fmt.Errorf("found %s, expected type Metaspace, alone or behind WhitespaceSplit", p)
	}
	last := &list[0]
	m.mark, m.split = or(last.Replacement, spaceMark), or(last.Split, true)
	if m.mark == "" {
		return m, errors.New("found an empty replacement, expected a character such as " + spaceMark)
	}
	switch scheme := or(last.PrependScheme, "always"); {
	case scheme == "never" || !or(last.AddPrefixSpace, true):
	case scheme == "always":
		m.prefix = true
	default:
		return m, fmt.Errorf("found prepend_scheme %q, expected always or never", jsonfile.Shortened(scheme))
	}
	return m, nil
}
