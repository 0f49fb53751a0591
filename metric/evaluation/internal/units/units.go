// Package units numbers the documents and domains that segments belong to.
package units

import (
	"crypto/sha256"
	"encoding/binary"
)

// Units are groups of segments that belong together: documents or domains.
type Units struct {
	Of      []int // the number of each segment's unit, from 0 in order of appearance; −1 for a segment of none
	Count   int
	Without int // segments of no unit
}

// Number numbers the units of n segments, of which name returns the group and the name of the unit, "" for none. Units of
// different groups are different, whatever they are called.
func Number(n int, name func(i int) (group, unit string)) Units {
	type key struct{ group, unit string }
	numbers := map[key]int{}
	u := Units{Of: make([]int, n)}
	for i := range n {
		group, unit := name(i)
		if unit == "" {
			u.Of[i] = -1
			u.Without++
			continue
		}
		k := key{group, unit}
		number, ok := numbers[k]
		if !ok {
			number = len(numbers)
			numbers[k] = number
		}
		u.Of[i] = number
	}
	u.Count = len(numbers)
	return u
}

// Most is up to how many documents are told apart by name. Of more, those whose names have the same hash are
// taken as one, so that memory does not grow with their number: as documents are independent of each other, so are these
// groups, and intervals of as many groups differ from those of all documents by some thousandths of their width.
const Most = 1 << 16

// placeOf returns the group of a document where there are too many: the first 16 bits of a hash that Spark has too, and
// so the same groups. A weaker hash would put names together that are alike.
func placeOf(name string) int {
	hash := sha256.Sum256([]byte(name))
	return int(binary.BigEndian.Uint16(hash[:]))
}

// Documents numbers the documents of segments as tests and intervals take them: Number, of at most Most.
func Documents(n int, name func(i int) (group, document string)) Units {
	u := Number(n, name)
	if u.Count <= Most {
		return u
	}
	taken := make([]bool, Most)
	u.Count = 0
	for i := range n {
		if u.Of[i] < 0 {
			continue
		}
		_, document := name(i)
		u.Of[i] = placeOf(document)
		if !taken[u.Of[i]] {
			taken[u.Of[i]] = true
			u.Count++
		}
	}
	return u
}
