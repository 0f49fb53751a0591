package pieces

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// A charsMap is the normalization of a SentencePiece model, precompiled_charsmap: texts of one or a few characters and
// what each becomes, such as "ﬁ" and "fi". The numbers that the former have are places in a list of texts that each end
// with a zero byte.
type charsMap struct {
	from  doubleArray
	texts string
}

// readCharsMap reads a precompiled_charsmap, and all of it. The map keeps the content.
func readCharsMap(content []byte) (*charsMap, error) {
	m, err := openCharsMap(content)
	if err != nil {
		return nil, err
	}
	return m, m.check()
}

// openCharsMap opens a precompiled_charsmap: the size of the double array in bytes as a little-endian uint32, the double
// array, the texts.
func openCharsMap(content []byte) (*charsMap, error) {
	if len(content) < 4 {
		return nil, fmt.Errorf("found %d bytes, expected a size and a double array", len(content))
	}
	size, rest := int64(binary.LittleEndian.Uint32(content)), content[4:]
	if size == 0 || size%unitSize != 0 || size > int64(len(rest)) {
		return nil, fmt.Errorf("found %d bytes and a double array of %d, expected a multiple of four that is among them",
			len(rest), size)
	}
	return &charsMap{from: rest[:size], texts: asText(rest[size:])}, nil
}

// check fails if the map leads somewhere else than to a text.
func (m *charsMap) check() error {
	if !utf8.ValidString(m.texts) || !strings.HasSuffix(m.texts, "\x00") {
		return errors.New("found texts that are not UTF-8 or have no end, expected each in UTF-8 with a zero byte behind it")
	}
	seen := make([]bool, m.from.units()) // by base: equal endings share their units
	open := []int{m.from.base(0)}
	for len(open) > 0 {
		base := open[len(open)-1]
		open = open[:len(open)-1]
		if base >= len(seen) || seen[base] { // beyond the units nothing matches
			continue
		}
		seen[base] = true
		for label := 1; label < 256; label++ {
			at := base ^ label
			if at >= len(seen) || m.from.unit(at)&unitLabel != uint32(label) {
				continue
			}
			next := m.from.base(at)
			if m.from.unit(at)&unitHasLeaf != 0 && (next >= len(seen) || int(m.from.unit(next)&unitValue) >= len(m.texts)) {
				return errors.New("found a double array that leads out of the texts, expected a place in them")
			}
			open = append(open, next)
		}
	}
	return nil
}

// lookup returns what the shortest mapped text becomes that text begins with. The tokenizers library takes it for the
// whole of text; SentencePiece itself takes the longest and goes on behind it.
func (m *charsMap) lookup(text []byte) (becomes string, ok bool) {
	at := m.from.base(0)
	for _, label := range text {
		number := -1
		if at, number, ok = m.from.next(at, label); !ok {
			return "", false
		}
		if number >= 0 {
			becomes, _, _ = strings.Cut(m.texts[min(number, len(m.texts)):], "\x00")
			return becomes, true
		}
	}
	return "", false
}

// maxCluster is how long a grapheme cluster must be, in bytes, to be mapped character by character.
const maxCluster = 6

// rewrite maps each grapheme cluster that is short, and of longer ones each character, as the tokenizers library does.
func (m *charsMap) rewrite(dst, src *aligned) {
	e := edits{dst: dst, src: src}
	for text := src.text; len(text) > 0; {
		cluster := text[:clusterLen(text)]
		text = text[len(cluster):]
		if len(cluster) < maxCluster {
			if becomes, ok := m.lookup(cluster); ok {
				e.replace(utf8.RuneCount(cluster), becomes)
				continue
			}
		}
		for len(cluster) > 0 {
			_, n := utf8.DecodeRune(cluster)
			if becomes, ok := m.lookup(cluster[:n]); ok {
				e.replace(1, becomes)
			} else {
				e.put(cluster[:n], 0)
			}
			cluster = cluster[n:]
		}
	}
	e.end()
}

// clusterLen returns the length of the first grapheme cluster of a text that is not empty.
func clusterLen(text []byte) int {
	r, n := utf8.DecodeRune(text)
	if standsAlone(r) {
		if n == len(text) {
			return n
		}
		if next, _ := utf8.DecodeRune(text[n:]); standsAlone(next) {
			return n
		}
	}
	cluster, rest, _, _ := uniseg.FirstGraphemeCluster(text, -1)
	n = len(cluster)
	for newer := false; len(rest) > 0; {
		next, size := utf8.DecodeRune(rest)
		if !newer {
			if newer = unicode.Is(newerMarks, next) && joined(cluster); !newer {
				break
			}
		}
		if !goesOn(next) {
			break
		}
		n, rest = n+size, rest[size:]
	}
	return n
}

// joined says whether a mark goes on with a grapheme cluster: with any but that of a control character (UAX 29, GB4).
func joined(cluster []byte) bool {
	with, _, _, _ := uniseg.FirstGraphemeCluster(append(cluster[:len(cluster):len(cluster)], "\u0301"...), -1)
	return len(with) > len(cluster)
}

// goesOn says whether a grapheme cluster goes on with a character after another one than a control character.
func goesOn(r rune) bool {
	joined, _, _, _ := uniseg.FirstGraphemeClusterInString("a"+string(r), -1)
	return len(joined) > 1 || unicode.Is(newerMarks, r)
}

// newerMarks are the characters that go on with a grapheme cluster in Unicode 17, which the tokenizers library follows,
// and are unknown to Unicode 15, which uniseg has.
var newerMarks = &unicode.RangeTable{
	R16: []unicode.Range16{{0x897, 0x897, 1}, {0x1acf, 0x1add, 1}, {0x1ae0, 0x1aeb, 1}},
	R32: []unicode.Range32{{0x10d69, 0x10d6d, 1}, {0x10efa, 0x10efc, 1}, {0x113b8, 0x113c0, 1}, {0x113c2, 0x113c2, 1},
		{0x113c5, 0x113c5, 1}, {0x113c7, 0x113ca, 1}, {0x113cc, 0x113d0, 1}, {0x113d2, 0x113d2, 1}, {0x113e1, 0x113e2, 1},
		{0x11b60, 0x11b67, 1}, {0x11f5a, 0x11f5a, 1}, {0x1611e, 0x1612f, 1}, {0x1e5ee, 0x1e5ef, 1}, {0x1e6e3, 0x1e6e3, 1},
		{0x1e6e6, 0x1e6e6, 1}, {0x1e6ee, 0x1e6ef, 1}, {0x1e6f5, 0x1e6f5, 1}},
}

// standsAlone says of most characters of most texts that between two of them a grapheme cluster ends.
func standsAlone(r rune) bool {
	switch {
	case r < 0x20:
		return false
	case r < 0x300:
		return r != 0xa9 && r != 0xae // pictographs
	case 0x370 <= r && r < 0x483, 0x48a <= r && r < 0x591: // Greek, Cyrillic, Armenian
		return true
	case 0x3041 <= r && r < 0x3097, 0x30a0 <= r && r < 0x3100, 0x3400 <= r && r < 0xa000: // Kana, Han
		return true
	case 0xac00 <= r && r < 0xd7a4: // Hangul syllables: what joins them are no such syllables
		return true
	}
	return r == 0x2013 || 0x2018 <= r && r < 0x201f || r == 0x3001 || r == 0x3002
}
