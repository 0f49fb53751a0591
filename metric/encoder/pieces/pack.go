package pieces

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// Pack takes the pieces and the precompiled_charsmap out of the tokenizer.json of a Unigram model. rest is what is left of
// that file, and packed what was taken: a double array, texts and scores that are used where they lie, for Files.Packed.
// 250,000 pieces open in a fraction of a millisecond so, where reading them takes a quarter of a second. Scores must be
// numbers of float32, as SentencePiece has them, and pieces have no zero byte.
func Pack(tokenizerJSON []byte) (rest, packed []byte, err error) {
	var file tokenizerFile
	if err := readTokenizerFile(tokenizerJSON, &file, &file.Model); err != nil {
		return nil, nil, err
	}
	if file.Model == nil || file.Model.Type != "Unigram" {
		return nil, nil, errors.New("found no model of type Unigram, expected one")
	}
	v, err := scoredVocabulary(file.Model.Vocabulary)
	if err != nil {
		return nil, nil, err
	}
	var whole map[string]any
	if err := json.Unmarshal(tokenizerJSON, &whole); err != nil {
		return nil, nil, err
	}
	delete(whole["model"].(map[string]any), "vocab")
	var characters []byte
	if characters, err = takeCharsMap(whole["normalizer"]); err != nil {
		return nil, nil, err
	}
	if packed, err = packPieces(v, characters); err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(whole); err != nil {
		return nil, nil, err
	}
	return out.Bytes(), packed, nil
}

// takeCharsMap removes the only precompiled_charsmap from a normalizer, and returns what it is.
func takeCharsMap(normalizer any) (found []byte, err error) {
	switch n := normalizer.(type) {
	case []any:
		for _, one := range n {
			more, err := takeCharsMap(one)
			if err != nil {
				return nil, err
			}
			if found != nil && more != nil {
				return nil, errors.New("normalizer: found two of type Precompiled, expected one")
			}
			if more != nil {
				found = more
			}
		}
	case map[string]any:
		if text, ok := n["precompiled_charsmap"].(string); ok {
			delete(n, "precompiled_charsmap")
			encoded, err := json.Marshal(text)
			if err == nil {
				err = json.Unmarshal(encoded, &found)
			}
			return found, err
		}
		return takeCharsMap(n["normalizers"])
	}
	return found, nil
}

// packPieces writes the file of packed pieces.
func packPieces(v *vocabulary, characters []byte) ([]byte, error) {
	var texts, places, scores []byte
	keys := make([]trieKey, len(v.scores))
	for id, score := range v.scores {
		text := v.text(id)
		if strings.Contains(text, "\x00") || float64(float32(score)) != score {
			return nil, fmt.Errorf("piece %d, %q: found the score %v, expected one of float32, and no zero byte", id,
				jsonfile.Shortened(text), score)
		}
		if id%perPlace == 0 {
			places = binary.LittleEndian.AppendUint32(places, uint32(len(texts)))
		}
		texts = append(append(texts, text...), 0)
		scores = binary.LittleEndian.AppendUint32(scores, math.Float32bits(float32(score)))
		keys[id] = trieKey{text, id}
	}
	trie, err := buildTrie(shortened(keys))
	if err != nil {
		return nil, err
	}
	var w safetensors.Writer
	add := func(name string, kind safetensors.Type, content []byte) {
		w.Add(name, kind, []int64{int64(len(content) / kind.Size())}, content)
	}
	add("trie", "I32", trie)
	add("texts", "I8", texts)
	add("places", "I32", places)
	add("scores", "F32", scores)
	if characters != nil {
		add("characters", "I8", characters)
	}
	return w.Bytes()
}

// A trieKey is a text that leads to a number.
type trieKey struct {
	text   string
	number int
}

// shortened sorts keys, cuts each behind the first byte that tells it from all others, and doubles its number, plus 1 where
// it is whole: see packed.
func shortened(keys []trieKey) []trieKey {
	slices.SortFunc(keys, func(a, b trieKey) int { return strings.Compare(a.text, b.text) })
	before := 0 // bytes in common with the key before
	list := make([]trieKey, len(keys))
	for i, key := range keys {
		after := 0
		if i+1 < len(keys) {
			after = common(key.text, keys[i+1].text)
		}
		n := max(before, after) + 1
		if n < len(key.text) {
			list[i] = trieKey{key.text[:n], 2 * key.number}
		} else {
			list[i] = trieKey{key.text, 2*key.number + 1}
		}
		before = after
	}
	return list
}

// common returns how many bytes two texts begin with alike.
func common(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// A trieBuilder lays out a double array.
type trieBuilder struct {
	units []uint32
	taken []bool // units
	bases []bool // that are those of a node
	open  []int  // blocks with free units, the last ones
}

// openBlocks is in how many blocks a place for a node is looked for: more leave fewer gaps.
const openBlocks = 64

// buildTrie lays out keys, sorted and different, as a double array.
func buildTrie(keys []trieKey) (doubleArray, error) {
	b := new(trieBuilder)
	b.grow()
	b.taken[0] = true
	if err := b.place(0, keys, 0); err != nil {
		return nil, err
	}
	var d doubleArray
	for _, unit := range b.units {
		d = binary.LittleEndian.AppendUint32(d, unit)
	}
	return d, nil
}

// grow adds a block.
func (b *trieBuilder) grow() {
	b.open = append(b.open, len(b.units))
	b.open = b.open[max(0, len(b.open)-openBlocks):]
	b.units = append(b.units, make([]uint32, unitsPerLabels)...)
	b.taken = append(b.taken, make([]bool, unitsPerLabels)...)
	b.bases = append(b.bases, make([]bool, unitsPerLabels)...)
}

// place lays out the node at a unit, to which the first depth bytes of all keys lead.
func (b *trieBuilder) place(at int, keys []trieKey, depth int) error {
	var labels []byte // 0 for a number of the node's own
	var begins []int
	for i, key := range keys {
		label := byte(0)
		if len(key.text) > depth {
			label = key.text[depth]
		}
		if len(labels) == 0 || labels[len(labels)-1] != label {
			labels, begins = append(labels, label), append(begins, i)
		}
	}
	begins = append(begins, len(keys))
	base := b.base(labels)
	b.bases[base] = true
	if at^base >= maxUnextended {
		return fmt.Errorf("found %d units of a double array, expected fewer than %d", len(b.units), maxUnextended)
	}
	b.units[at] |= uint32(at^base) << unitOffsetBit
	for _, label := range labels {
		b.taken[base^int(label)] = true
		b.units[base^int(label)] = uint32(label)
	}
	for i, label := range labels {
		of := keys[begins[i]:begins[i+1]]
		if label == 0 {
			b.units[at] |= unitHasLeaf
			b.units[base] = unitIsValue | uint32(of[0].number)
			continue
		}
		if err := b.place(base^int(label), of, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// base returns a base where units for all labels are free.
func (b *trieBuilder) base(labels []byte) int {
	for i := 0; ; i++ {
		if i == len(b.open) {
			b.grow()
			i = len(b.open) - 1
		}
		block, free := b.open[i], false
		for unit := block; unit < block+unitsPerLabels; unit++ {
			if b.taken[unit] {
				continue
			}
			free = true
			if base := unit ^ int(labels[0]); !b.bases[base] && !slices.ContainsFunc(labels, func(label byte) bool {
				return b.taken[base^int(label)]
			}) {
				return base
			}
		}
		if !free {
			b.open = slices.Delete(b.open, i, i+1)
			i--
		}
	}
}
