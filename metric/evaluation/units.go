package evaluation

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
)

// A Unit is what tests and intervals treat as independent, and what the bootstrap draws.
type Unit string

const (
	UnitAuto     Unit = ""          // documents where every segment has one, else segments
	UnitDocument Unit = "documents" // whole documents, whose segments depend on each other
	UnitSegment  Unit = "segments"
)

// Drawn decides whether documents or segments are drawn. undocumented counts the segments without a document where
// only some have none, which is why segments are drawn. It fails with a *DocumentsError if documents were asked for and
// some segment has none.
func (u Unit) Drawn(segments []Segment) (unit Unit, undocumented int, err error) {
	documents := units.Number(len(segments), document(segments))
	switch {
	case u == UnitSegment:
	case u != UnitAuto && u != UnitDocument:
		return "", 0, fmt.Errorf("found the unit %q, expected %q or %q", u, UnitDocument, UnitSegment)
	case documents.Without == 0 && len(segments) > 0:
		return UnitDocument, 0, nil
	case u == UnitDocument:
		return "", 0, &DocumentsError{documents.Without, len(segments)}
	case documents.Without < len(segments):
		undocumented = documents.Without
	}
	return UnitSegment, undocumented, nil
}

// document names the document of segment i, with its group.
func document(segments []Segment) func(i int) (group, name string) {
	return func(i int) (string, string) { return segments[i].Group, segments[i].Doc }
}

// Documents returns a number for the document of each segment, as tests and intervals tell documents apart, and whether
// all segments have one.
func Documents(segments []Segment) (of []int, all bool) {
	u := units.Documents(len(segments), document(segments))
	return u.Of, u.Without == 0
}

// A GroupsError says that segments are of several groups, whose scores have no common mean.
type GroupsError struct{ Group, Other string }

func (e *GroupsError) Error() string {
	return fmt.Sprintf("found the groups of segments %q and %q, expected one", e.Group, e.Other)
}

// A DocumentsError says that documents cannot be resampled, because segments have none.
type DocumentsError struct{ Without, Segments int } // segments without a document, and all

func (e *DocumentsError) Error() string {
	if e.Without == e.Segments {
		return "found no documents"
	}
	return fmt.Sprintf("found %d of %d segments without a document, expected one for each", e.Without, e.Segments)
}
