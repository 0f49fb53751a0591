package jobs

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// Explained is the record of an explanation: which word of a candidate went to which of a reference, or of a source, and
// what that costs.
type Explained struct {
	*ExplainedLine
	Signature  string             `json:"signature"`
	Settings   json.RawMessage    `json:"settings,omitempty"` // of the pair
	Status     metric.Status      `json:"status"`             // as of score
	WRD        *Value             `json:"wrd,omitempty"`
	Similarity *Value             `json:"wrd_similarity,omitempty"`
	OfSource   *Value             `json:"wrd_source,omitempty"`
	ToSource   *Value             `json:"wrd_source_similarity,omitempty"` // null without a value
	Scores     map[string]float64 `json:"scores"`                          // by column
	Candidate  []explained.Word   `json:"candidate"`
	Reference  []explained.Word   `json:"reference,omitzero"`
	Source     []explained.Word   `json:"source,omitzero"`
	Alignment  []explained.Move   `json:"alignment"` // those that add most to the distance first
	Missing    []string           `json:"missing"`
	Invented   []string           `json:"invented"`      // words without a counterpart
	SVG        string             `json:"svg,omitempty"` // if the status is ok
	Warnings   []string           `json:"warnings,omitempty"`

	Explanation metric.Explanation `json:"-"` // which the rest is made of
}

// A Value is a number that JSON has as null where there is none.
type Value struct{ Number *float64 }

// MarshalJSON returns the number or null.
func (v Value) MarshalJSON() ([]byte, error) { return json.Marshal(v.Number) }

// An ExplainedLine says of texts of files where they stand, and what they are.
type ExplainedLine struct {
	Files         []string `json:"files"` // of the candidate and of the references; one if these are in a table together
	Unit          string   `json:"-"`     // what Line counts: line or segment
	Line          int64    `json:"line"`
	Lines         int64    `json:"lines"`
	System        string   `json:"system,omitempty"`
	Number        int      `json:"reference_number,omitzero"` // as ReferenceText of a reference, not of a source
	References    int      `json:"-"`                         // how many the segment has
	CandidateText string   `json:"candidate_text"`
	ReferenceText *string  `json:"reference_text,omitzero"`
	SourceText    *string  `json:"source_text,omitzero"`
}

// String says where the texts stand: line 1 of 40 of a.txt and ref.txt.
func (l *ExplainedLine) String() string {
	said := fmt.Sprintf("%s %d of %d of %s", l.Unit, l.Line, l.Lines, strings.Join(l.Files, " and "))
	if l.System != "" {
		said += ", system " + l.System
	}
	if l.References > 1 {
		said += fmt.Sprintf(", reference %d of %d", l.Number, l.References)
	}
	return said
}

// ExplainedOf returns the record of an explanation, whose moves are sorted by what they add.
func ExplainedOf(e metric.Explanation, signature, settings string, columns []metric.Column) *Explained {
	e.MostExpensiveFirst()
	r := &Explained{Signature: signature, Status: e.Status, Scores: map[string]float64{},
		Candidate: explained.Words(e.Candidate), Alignment: explained.Moves(e.Alignment),
		Missing: append([]string{}, e.Missing...), Invented: append([]string{}, e.Invented...), Explanation: e}
	if settings != "" {
		r.Settings = json.RawMessage(settings)
	}
	for _, column := range columns {
		if x, ok := e.Value(column); ok {
			r.Scores[column.String()] = x
		}
	}
	value := func(column metric.Column) *Value {
		if x, ok := e.Value(column); ok {
			return &Value{&x}
		}
		return &Value{}
	}
	if words := explained.Words(e.Reference); e.OfSource {
		r.Source, r.OfSource, r.ToSource = words, value(metric.WRDSource), value(metric.WRDSourceSimilarity)
	} else {
		r.Reference, r.WRD, r.Similarity = words, value(metric.WRD), value(metric.WRDSimilarity)
	}
	return r
}
