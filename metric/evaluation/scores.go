package evaluation

import "github.com/wordrotator/wrd/metric/agreement"

// A Segment names one segment of a test set. All but ID may be "".
type Segment struct {
	Group  string // a set of segments of its own, such as a language pair: correlations are computed within one
	ID     string // unique within the group; the number of the segment, from 1, if there are no ids
	Doc    string // the document that the segment is part of
	Domain string
}

// String returns the id, after the group if there is one.
func (s Segment) String() string {
	if s.Group == "" {
		return s.ID
	}
	return s.Group + ":" + s.ID
}

// Scores hold what one or more columns say of the outputs of systems, all on the same segments.
type Scores struct {
	Name     string // what messages call them, such as the name of a file
	Systems  []string
	Segments []Segment
	ByLine   bool // the segments have no ids: they are called by their numbers
	Columns  []Column
	// Read says what of the texts could be read, for each system; nil where that is not known.
	Read []SystemReading
}

// A Column holds one score for each system and segment.
type Column struct {
	Name          string
	LowerIsBetter bool
	Signature     string         // "" if it is not known how the scores were made
	Grid          agreement.Grid // len(Systems) × len(Segments), NaN where there is no score
}
