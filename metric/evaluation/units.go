package evaluation

import "fmt"

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
