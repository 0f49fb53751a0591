package evaluation

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric/agreement"
)

// units are groups of segments that belong together: documents or domains.
type units struct {
	of      []int // the number of each segment's unit, from 0 in order of appearance; −1 for a segment of none
	count   int
	without int // segments of no unit
}

// number numbers the units of segments: the documents, or the domains. Units of different groups are different,
// whatever they are called.
func number(segments []Segment, nameOf func(Segment) string) units {
	type key struct{ group, name string }
	numbers := map[key]int{}
	u := units{of: make([]int, len(segments))}
	for i, segment := range segments {
		name := nameOf(segment)
		if name == "" {
			u.of[i] = -1
			u.without++
			continue
		}
		k := key{segment.Group, name}
		n, ok := numbers[k]
		if !ok {
			n = len(numbers)
			numbers[k] = n
		}
		u.of[i] = n
	}
	u.count = len(numbers)
	return u
}

func document(s Segment) string { return s.Doc }
func domain(s Segment) string   { return s.Domain }

// drawnUnit decides whether documents or segments are drawn. undocumented counts the segments without a document where
// only some have none, which is why segments are drawn. It fails with a *DocumentsError if documents were asked for and
// some segment has none.
func drawnUnit(asked Unit, segments []Segment) (unit Unit, undocumented int, err error) {
	documents := number(segments, document)
	switch {
	case asked == UnitSegment:
	case asked != UnitAuto && asked != UnitDocument:
		return "", 0, fmt.Errorf("found the unit %q, expected %q or %q", asked, UnitDocument, UnitSegment)
	case documents.without == 0 && len(segments) > 0:
		return UnitDocument, 0, nil
	case asked == UnitDocument:
		return "", 0, &DocumentsError{documents.without, len(segments)}
	case documents.without < len(segments):
		undocumented = documents.without
	}
	return UnitSegment, undocumented, nil
}

// mostDocuments is up to how many documents are told apart by name. Of more, those whose names have the same hash are
// taken as one, so that memory does not grow with their number: as documents are independent of each other, so are these
// groups, and intervals of as many groups differ from those of all documents by some thousandths of their width.
const mostDocuments = 1 << 16

// placeOf returns the group of a document where there are too many: the first 16 bits of a hash that Spark has too, and
// so the same groups. A weaker hash would put names together that are alike.
func placeOf(name string) int {
	hash := sha256.Sum256([]byte(name))
	return int(binary.BigEndian.Uint16(hash[:]))
}

// documents numbers the documents of segments as tests and intervals take them.
func documents(segments []Segment) units {
	u := number(segments, document)
	if u.count <= mostDocuments {
		return u
	}
	taken := make([]bool, mostDocuments)
	u.count = 0
	for i, segment := range segments {
		if u.of[i] < 0 {
			continue
		}
		u.of[i] = placeOf(segment.Doc)
		if !taken[u.of[i]] {
			taken[u.of[i]] = true
			u.count++
		}
	}
	return u
}

// Documents returns a number for the document of each segment, as tests and intervals tell documents apart, and whether
// all segments have one.
func Documents(segments []Segment) (of []int, all bool) {
	u := documents(segments)
	return u.of, u.without == 0
}

// A documentStream numbers the documents of segments that come one by one. Means that are of them must be told when
// numbers change.
type documentStream struct {
	numbers map[string]int // nil once there are too many
	taken   []bool         // of the groups in place of them
	name    string         // of the segment before
	last    int            // its number
	count   int
	without bool // a segment is of no document, so that none counts
}

// next returns the number of the next segment's document, and false if there is none, or was none for one before.
func (d *documentStream) next(name string, means func(func(*agreement.Mean))) (document int, ok bool) {
	switch {
	case d.without:
		return 0, false
	case name == "":
		*d = documentStream{without: true}
		means((*agreement.Mean).ForgetDocuments)
		return 0, false
	case d.count > 0 && name == d.name:
		return d.last, true
	}
	d.last = d.numberOf(name, means)
	d.name = strings.Clone(name)
	return d.last, true
}

func (d *documentStream) numberOf(name string, means func(func(*agreement.Mean))) int {
	if d.taken == nil {
		if known, ok := d.numbers[name]; ok {
			return known
		}
		if d.numbers == nil {
			d.numbers = map[string]int{}
		}
		if d.count < mostDocuments {
			d.numbers[strings.Clone(name)] = d.count
			d.count++
			return d.count - 1
		}
		d.merge(means)
	}
	place := placeOf(name)
	if !d.taken[place] {
		d.taken[place] = true
		d.count++
	}
	return place
}

// merge puts the documents so far into their groups.
func (d *documentStream) merge(means func(func(*agreement.Mean))) {
	d.taken = make([]bool, mostDocuments)
	places := make([]int, len(d.numbers))
	d.count = 0
	for name, i := range d.numbers {
		places[i] = placeOf(name)
		if !d.taken[places[i]] {
			d.taken[places[i]] = true
			d.count++
		}
	}
	d.numbers = nil
	means(func(m *agreement.Mean) { m.MergeDocuments(places) })
}
