package evaluation

import (
	"iter"
	"math"
	"strconv"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// A Segment names one segment of a test set. All but ID may be "".
type Segment struct {
	Group  string // a set of segments of its own, such as a language pair: correlations are computed within one
	ID     string // unique within the group; a number if there are no ids
	Doc    string // the document that the segment is part of
	Domain string
	// FromZero says that ID is a number counted from 0, as in the column segment of our files. See String.
	FromZero bool
}

// Numbered returns n segments without ids.
func Numbered(n int) []Segment {
	segments := make([]Segment, n)
	for i := range segments {
		segments[i] = Segment{ID: strconv.Itoa(i), FromZero: true}
	}
	return segments
}

// String returns what people call the segment, who count from 1 as lines are counted: its id, after the group if there is
// one. This is the place where numbers of segments become those that a person reads; in errors they are i+1 at once.
func (s Segment) String() string {
	if n, err := strconv.Atoi(s.ID); err == nil && s.FromZero {
		s.ID = strconv.Itoa(n + 1)
	}
	return s.name()
}

// MarshalText returns what files call the segment, which is what JSON has for programs: the id, after the group if there is
// one.
func (s Segment) MarshalText() ([]byte, error) { return []byte(s.name()), nil }

// From says from which number on the names of segments count, 0, nil where they have other names.
func From(segments []Segment) *int {
	if len(segments) == 0 || !segments[0].FromZero {
		return nil
	}
	return new(0)
}

func (s Segment) name() string {
	if s.Group == "" {
		return s.ID
	}
	return s.Group + ":" + s.ID
}

// Key tells segments apart, also those of which a group and an id read alike.
func (s Segment) Key() string { return s.Group + "\x00" + s.ID }

// Scores hold the scores of the outputs of systems in one or more columns, all on the same segments.
type Scores struct {
	Name     string // what messages call them, such as the name of a file
	Systems  []string
	Segments []Segment
	ByLine   bool // the segments have no ids: they are called by their numbers
	// SomeIDs are the ids of Segments where only some have one and numbers are their names, "" for none; otherwise nil.
	SomeIDs []string
	Columns []Column
	// Humans are human scores of the same outputs, of which higher is better; nil if there are none. HumanSystems are as in
	// Judgments.
	Humans       []Column
	HumanSystems []string
	// References are the first ones, JudgedReferences or all, which tell the language; nil where they are not known.
	References []string
	// Read says what of the texts could be read, for each system; nil where that is not known.
	Read []reading.SystemReading
	// Dependence says which systems, and references, are not independent; nil where that is not known or not so.
	Dependence *reading.Dependence
	// Examples finds a segment for each contrast that is asked for, nil where none is fit to be read: the one in which the
	// first system is furthest ahead, of those that are Readable and Typical. It fails with ErrNoTexts if there are no
	// texts. nil means that these are not known.
	Examples func(asked []Contrast) ([]*Example, error)
}

// A Column holds one score for each system and segment.
type Column struct {
	Name          string
	LowerIsBetter bool
	Signature     string         // "" if it is not known how the scores were made
	Settings      string         // the same as data, an object of JSON; "" if it is not known
	Grid          agreement.Grid // len(Systems) × len(Segments), NaN where there is no score
}

// Turned returns human scores that go down as texts get better, such as penalties, as ones that go up: negated.
func (c Column) Turned() Column {
	grid := c.Grid
	grid.Values = make([]float64, len(c.Grid.Values))
	for i, v := range c.Grid.Values {
		grid.Values[i] = -v
	}
	c.Grid, c.LowerIsBetter = grid, false
	return c
}

// Ties returns how far apart two scores may be that are equal, see metric.Signature.Ties.
func (c *Column) Ties() float64 { return metric.ParseSignature(c.Signature).Ties(c.Name) }

// Ahead returns by how much the first score is better than the second: positive where it is better, also by a distance; 0
// where they tie, NaN where one of the two is missing.
func (c *Column) Ahead(first, second float64) float64 {
	d := ahead(c.LowerIsBetter, first, second)
	if d != 0 && math.Abs(d) <= metric.Rounding && math.Abs(d) <= c.Ties() {
		return 0
	}
	return d
}

// OneGroup returns a *GroupsError if the segments are of several groups.
func (s *Scores) OneGroup() error {
	for _, segment := range s.Segments {
		if first := s.Segments[0].Group; segment.Group != first {
			return &GroupsError{first, segment.Group}
		}
	}
	return nil
}

// Part returns some rows and columns of the scores, negated where lower is better.
func (c *Column) Part(rows, columns []int) agreement.Grid {
	part := agreement.Grid{Systems: len(rows), Segments: len(columns)}
	for _, i := range rows {
		for _, k := range columns {
			v := c.Grid.At(i, k)
			if c.LowerIsBetter {
				v = -v
			}
			part.Values = append(part.Values, v)
		}
	}
	return part
}

// Texts are those of one output, with what its scorer said of them.
type Texts struct {
	Output
	Candidate string // "" if there is none
	// HasCandidate tells a candidate that is "" from none. It need not be set for others.
	HasCandidate bool
	References   []string // nil if there are none
	reading.Details
}

// AddTexts fills in what texts of stored scores tell: References, Dependence, and Read by the signature of the first column. They
// may be in any order; an output that has texts, or counts of words, more than once counts once. candidates says whether there
// are any. It fails where texts does.
func (s *Scores) AddTexts(texts iter.Seq2[Texts, error]) (candidates bool, err error) {
	systems, places := make(map[string]int, len(s.Systems)), make(map[string]int, len(s.Segments))
	s.References, s.Read = nil, make([]reading.SystemReading, len(s.Systems))
	for i, name := range s.Systems {
		systems[name], s.Read[i].System = i, name
		if len(s.Columns) > 0 {
			s.Read[i].Signature = s.Columns[0].Signature
		}
	}
	for place, segment := range s.Segments {
		places[segment.Key()] = place
	}
	likeness := reading.NewLikenessOf(s.Systems, len(s.Segments))
	type known struct{ texts, counts bool }
	all := make([]known, len(s.Systems)*len(s.Segments))
	for text, err := range texts {
		if err != nil {
			return false, err
		}
		system, ours := systems[text.System]
		place, among := places[text.Segment.Key()]
		if !ours || !among {
			continue
		}
		known, read := &all[system*len(s.Segments)+place], &s.Read[system]
		if text.Counted && !known.counts {
			known.counts = true
			read.AddDetails(&text.Details)
		}
		if known.texts || text.Candidate == "" && text.References == nil {
			continue
		}
		known.texts, candidates = true, candidates || text.Candidate != ""
		read.AddTexts(text.Candidate, text.References)
		likeness.AddOutput(system, place, text.Candidate, text.References)
		if len(text.References) > 0 && len(s.References) < reading.JudgedReferences {
			s.References = append(s.References, text.References[0])
		}
	}
	s.Dependence = likeness.Found()
	return candidates, nil
}
