package pieces

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/wordrotator/wrd/internal/safetensors"
)

// packed are the pieces of a Unigram model as Pack writes them. They stay where they are in the file, and what a text does
// not need is not read. Nothing that the file may hold makes a lookup fail; a file that Pack did not write finds other
// pieces.
type packed struct {
	// trie leads to each piece from the shortest of its beginnings that no other piece has, or from all of it where another
	// piece begins with it: to 2·id, or 2·id + 1 where it is all of it.
	trie   doubleArray
	texts  []byte // by their ids, each with a zero byte behind it
	places []byte // in texts, of every perPlace-th piece: uint32, little-endian
	scores []byte // float32, little-endian
	least  float64
	// characters is the precompiled_charsmap, nil for none.
	characters []byte
}

// perPlace is how many pieces have their place in texts told by one number.
const perPlace = 16

// packedFile is what the file of packed pieces is called: a safetensors file of the tensors trie, texts, places, scores and
// characters.
const packedFile = "pieces.safetensors"

// openPacked opens packed pieces.
func openPacked(content []byte) (*packed, error) {
	tensors, begin, err := safetensors.ReadHeader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	p := &packed{}
	parts := map[string]struct {
		kind safetensors.Type
		to   *[]byte
	}{"trie": {"I32", (*[]byte)(&p.trie)}, "texts": {"I8", &p.texts}, "places": {"I32", &p.places}, "scores": {"F32", &p.scores},
		"characters": {"I8", &p.characters}}
	for _, t := range tensors {
		part, ok := parts[t.Name]
		switch {
		case !ok:
		case t.Type != part.kind:
			return nil, fmt.Errorf("tensor %q: found numbers of type %s, expected %s", t.Name, t.Type, part.kind)
		case t.Offsets[1] > int64(len(content))-begin:
			return nil, errors.New("found fewer bytes than the header says: the file is cut off")
		default:
			*part.to = content[begin+t.Offsets[0] : begin+t.Offsets[1]]
		}
	}
	n, places := p.size(), len(p.places)/unitSize
	if n == 0 || n > maxPieces || len(p.trie) == 0 || places != (n+perPlace-1)/perPlace {
		return nil, fmt.Errorf("found %d scores, %d places and a trie of %d units, expected 1 to %d scores, a place for every "+
			"%d of them, and a trie", n, places, p.trie.units(), maxPieces, perPlace)
	}
	p.least = math.Inf(1)
	for id := range n {
		score := p.score(int32(id))
		if score-score != 0 {
			return nil, fmt.Errorf("piece %d: found the score %v, expected a finite number", id, score)
		}
		p.least = min(p.least, score)
	}
	return p, nil
}

func (p *packed) size() int { return len(p.scores) / unitSize }

// score returns the log-probability of a piece.
func (p *packed) score(id int32) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(p.scores[unitSize*id:])))
}

// text returns a piece.
func (p *packed) text(id int32) string {
	begin := uint64(binary.LittleEndian.Uint32(p.places[unitSize*(id/perPlace):]))
	rest := p.texts[min(begin, uint64(len(p.texts))):]
	for range id % perPlace {
		_, rest, _ = bytes.Cut(rest, []byte{0})
	}
	piece, _, _ := bytes.Cut(rest, []byte{0})
	return asText(piece)
}

// beginnings appends the pieces that a text begins with, the shortest first.
func (p *packed) beginnings(dst []match, text []byte) []match {
	at := p.trie.base(0)
	for i, c := range text {
		base, number, ok := p.trie.next(at, c)
		if !ok {
			break
		}
		at = base
		if id := int32(number >> 1); number >= 0 && int(id) < p.size() {
			end := i + 1
			if number&1 == 0 { // a piece that may not go on as the text does
				piece := p.text(id)
				if len(piece) < end || !bytes.HasPrefix(text[end:], asBytes(piece[end:])) {
					break
				}
				end = len(piece)
			}
			dst = append(dst, match{id, int32(end), p.score(id)})
		}
	}
	return dst
}

// find returns the id of a piece, and whether there is one.
func (p *packed) find(text string) (id int32, ok bool) {
	list := p.beginnings(nil, asBytes(text))
	if len(list) == 0 || int(list[len(list)-1].length) < len(text) {
		return -1, false
	}
	return list[len(list)-1].id, true
}
