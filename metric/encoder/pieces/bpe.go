package pieces

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// A merge is a pair of pieces that are joined, and the number of the line or entry that says so.
type merge struct {
	left, right string
	place       int
}

// readBPE reads byte-level BPE from vocab.json and merges.txt, as RoBERTa has them.
func readBPE(vocabularyJSON, mergesText []byte, c *config) (*Tokenizer, error) {
	if vocabularyJSON == nil || mergesText == nil {
		return nil, errors.New("found only one of vocab.json and merges.txt, expected both")
	}
	if err := c.isOf("RobertaTokenizer"); err != nil {
		return nil, err
	}
	var object json.RawMessage
	var v *vocabulary
	err := jsonfile.Read(vocabularyJSON, &object)
	if err == nil {
		v, err = vocabularyObject(object)
	}
	if err != nil {
		return nil, fmt.Errorf("vocab.json: %w", err)
	}
	if c.Mask.Content == "" || !c.Mask.object {
		c.Mask.StripLeft = true // as RobertaTokenizer of transformers has it
	}
	c.names("<unk>", "<s>", "</s>", "<pad>", "<mask>")
	added, err := c.added(v)
	if err != nil {
		return nil, err
	}
	t := new(Tokenizer)
	if err := t.setVocabulary(v, added, c); err != nil {
		return nil, fmt.Errorf("vocab.json: %w", err)
	}
	var m *merges
	list, err := mergeLines(mergesText)
	if err == nil {
		m, err = v.readMerges(list, "line %d")
	}
	if err != nil {
		return nil, fmt.Errorf("merges.txt: %w", err)
	}
	if err := t.setBytes(v, m, or(c.AddPrefixSpace, false)); err != nil {
		return nil, fmt.Errorf("vocab.json: %w", err)
	}
	return t, nil
}

// mergeLines reads a merge per line.
func mergeLines(content []byte) (list []merge, err error) {
	if err := jsonfile.CheckUTF8(content); err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(string(content)) {
		n++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if strings.HasPrefix(line, "#version") {
			continue
		}
		m, ok := mergeOf(line)
		if !ok {
			return nil, fmt.Errorf("line %d: found %q, expected two pieces and a space between them", n,
				jsonfile.Shortened(line))
		}
		m.place = n
		list = append(list, m)
	}
	return list, nil
}

func mergeOf(line string) (m merge, ok bool) {
	m.left, m.right, ok = strings.Cut(line, " ")
	return m, ok && m.left != "" && m.right != "" && !strings.Contains(m.right, " ")
}

// jsonMerges reads both forms of merges: "Ġ t" and ["Ġ", "t"].
func jsonMerges(content json.RawMessage) ([]merge, error) {
	const perMerge = 32 // bytes, about
	list := make([]merge, 0, len(content)/perMerge)
	var err error
	w := walker{content: content}
	if !w.list(0, func(entry []byte) bool {
		var m merge
		line, ok := textIn(entry)
		if ok {
			m, ok = mergeOf(line)
		} else {
			left, right, pair := pairIn(entry)
			var first, second bool
			m.left, first = textIn(left)
			m.right, second = textIn(right)
			ok = pair && first && second
		}
		if !ok {
			err = fmt.Errorf("model.merges[%d]: found %s, expected two pieces", len(list), jsonfile.Shortened(string(entry)))
			return false
		}
		m.place = len(list)
		list = append(list, m)
		return true
	}) && err == nil {
		err = errors.New("model.merges: found no array, expected one of pairs of pieces")
	}
	return list, err
}

// setBytes gives the tokenizer its model.
func (t *Tokenizer) setBytes(v *vocabulary, m *merges, prefixSpace bool) error {
	b := &byteLevel{characters: allCharacters(), merges: m, prefixSpace: prefixSpace}
	for c := range 256 {
		letter := string(characterOf(byte(c)))
		id, ok := v.find(letter)
		if !ok {
			return fmt.Errorf("found no piece %q for the byte 0x%02x, expected one for every byte", letter, c)
		}
		b.bytes[c] = id
	}
	t.model = b
	return nil
}

// readMerges reads the merges of a vocabulary's pieces. place is how errors say where one is.
func (v *vocabulary) readMerges(list []merge, place string) (*merges, error) {
	merges := newMerges(len(list))
	for _, m := range list {
		left := hashed(noText, m.left)
		ids := [3]int32{v.at("", m.left, left), v.at("", m.right, hashed(noText, m.right)),
			v.at(m.left, m.right, hashed(left, m.right))}
		if i := slices.Index(ids[:], -1); i >= 0 {
			piece := [3]string{m.left, m.right, m.left + m.right}[i]
			return nil, fmt.Errorf(place+": found %q, expected pieces that the vocabulary has, alone and joined", m.place,
				jsonfile.Shortened(piece))
		}
		if !merges.add(ids[0], ids[1], ids[2]) {
			return nil, fmt.Errorf(place+": found the pair of %q and %q again, expected each pair once", m.place,
				jsonfile.Shortened(m.left), jsonfile.Shortened(m.right))
		}
	}
	return merges, nil
}

// setBPEJSON reads BPE from tokenizer.json.
func (t *Tokenizer) setBPEJSON(v *vocabulary, file *tokenizerFile, c *config) error {
	m := file.Model
	switch {
	case or(m.Prefix, "") != "" || or(m.Suffix, "") != "":
		return errors.New("model: found continuing_subword_prefix or end_of_word_suffix, expected none with BPE")
	case or(m.Dropout, 0) != 0:
		return errors.New("model: found dropout, expected none: it makes pieces random")
	case m.IgnoreMerges:
		return errors.New("model: found ignore_merges true, expected false")
	}
	set := (*Tokenizer).setByteLevelJSON
	if m.ByteFallback {
		set = (*Tokenizer).setSpacedJSON
	}
	list, err := jsonMerges(m.Merges)
	if err != nil {
		return err
	}
	joined, err := v.readMerges(list, "model.merges[%d]")
	if err != nil {
		return err
	}
	if err := set(t, v, file, joined); err != nil {
		return err
	}
	c.Unknown.Content = or(m.Unknown, "<unk>")
	c.names("", "", "", "<pad>", "")
	return t.setVocabulary(v, file.Added, c)
}

// setByteLevelJSON gives the tokenizer the model of byte-level BPE.
func (t *Tokenizer) setByteLevelJSON(v *vocabulary, file *tokenizerFile, m *merges) error {
	if n := file.Normalizer; n != nil {
		return fmt.Errorf("normalizer: found type %q, expected none with byte-level BPE", jsonfile.Shortened(n.Type))
	}
	p := file.PreTokenizer
	if p == nil || p.Type != "ByteLevel" || !or(p.UseRegexp, true) {
		return fmt.Errorf("pre_tokenizer: found %s, expected type ByteLevel with its regular expression, as the model has no "+
			"byte_fallback", p)
	}
	return t.setBytes(v, m, or(p.AddPrefixSpace, true))
}
