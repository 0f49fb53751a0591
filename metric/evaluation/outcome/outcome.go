// Package outcome has the rows of results, an output of a system with its scores each, and the one list of their columns:
// names, types, meanings, and where a row holds each. Every format writes and reads them by this list, in its order.
//
// It may change with any version; README lists the packages that do not.
package outcome

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Row is the output of one system for a segment, with its scores: a row of segments.parquet.
type Row struct {
	System     string
	Number     int64 // 0-based
	Candidate  string
	References []string
	Source     string    // "" for none
	ID         string    // of the segment, "" for none
	Doc        string    // "" for none
	Domain     string    // "" for none
	Humans     []float64 // human scores, one for each of their columns, NaN for none; nil for none at all
	Result     metric.Result
	External   []float64 // of other programs, one for each of their columns
}

// A Kind says what a column holds.
type Kind int

// The kinds, with the field of Column that says where a row holds such a value. The first three are one value each, so
// a Row's own field holds it: Number, Result.Status, Result.Alignment.
const (
	Place    Kind = iota // a number from 0
	Status               // a status by its name
	Moves                // an alignment: a list of moves, each of MoveParts
	Name                 // Text: a name that many rows have
	Optional             // Text: a name that may be absent, which is ""
	Text                 // Text
	Beside               // Text: a text that may be absent, which is ""
	Texts                // Texts
	Count                // Count
	Index                // Count: a place from 0 in a list of the row
	Score                // Score: a number that may be absent
	Given                // Score: a number that every row has
)

// A Need says which results have a column.
type Need int

// What results must have for a column: nothing, a measure that reads sources, alignments.
const (
	Nothing Need = iota
	Sources
	Alignments
)

// A Side is which text a column counts in.
type Side int

// The sides. Columns that count nothing are of no side.
const (
	NoSide Side = iota
	OfCandidate
	OfReference
	OfSource
)

// A Column is one column of results.
type Column struct {
	Name    string
	Meaning string // for people who read the files
	Kind    Kind
	Needs   Need
	Side    Side
	// Text, Texts and Count return where a row holds the value, as Kind says which of them, nil for others.
	Text  func(*Row) *string
	Texts func(*Row) *[]string
	Count func(*metric.Counts) *int
	// Score returns the value of a number that scores are, false for none, and SetScore sets it. The lists of the row must
	// be as long as those of the Shape.
	Score    func(*Row) (float64, bool)
	SetScore func(*Row, float64)
}

// described are the columns before the scores and after them.
var described = []Column{
	{Name: "system", Kind: Name, Meaning: "whose output it is", Text: func(r *Row) *string { return &r.System }},
	{Name: "segment", Kind: Place, Meaning: "the number of the segment, from 0"},
	{Name: "id", Kind: Optional, Meaning: "what the input calls the segment", Text: func(r *Row) *string { return &r.ID }},
	{Name: "doc", Kind: Optional, Meaning: "its document", Text: func(r *Row) *string { return &r.Doc }},
	{Name: "domain", Kind: Optional, Meaning: "its domain", Text: func(r *Row) *string { return &r.Domain }},
	{Name: "candidate", Kind: Text, Meaning: "the output", Text: func(r *Row) *string { return &r.Candidate }},
	{Name: "references", Kind: Texts, Meaning: "what it is compared with",
		Texts: func(r *Row) *[]string { return &r.References }},
	{Name: "source", Kind: Beside, Meaning: "what was translated", Text: func(r *Row) *string { return &r.Source }},
	{Name: "candidate_tokens", Kind: Count, Side: OfCandidate, Meaning: "how many tokens the candidate has",
		Count: func(c *metric.Counts) *int { return &c.CandidateTokens }},
	{Name: "reference_tokens", Kind: Count, Side: OfReference, Meaning: "how many the best reference has",
		Count: func(c *metric.Counts) *int { return &c.ReferenceTokens }},
	{Name: "candidate_oov", Kind: Count, Side: OfCandidate, Meaning: "how many of the candidate's have no vector",
		Count: func(c *metric.Counts) *int { return &c.CandidateOOV }},
	{Name: "reference_oov", Kind: Count, Side: OfReference, Meaning: "how many of the best reference's have none",
		Count: func(c *metric.Counts) *int { return &c.ReferenceOOV }},
	{Name: "best_reference", Kind: Index, Side: OfReference, Meaning: "which reference is the closest, from 0",
		Count: func(c *metric.Counts) *int { return &c.BestReference }},
	{Name: "status", Kind: Status, Meaning: "whether both texts have words to compare"},
	{Name: "source_tokens", Kind: Count, Needs: Sources, Side: OfSource, Meaning: "how many tokens the source has",
		Count: func(c *metric.Counts) *int { return &c.SourceTokens }},
	{Name: "source_oov", Kind: Count, Needs: Sources, Side: OfSource, Meaning: "how many of the source's have no vector",
		Count: func(c *metric.Counts) *int { return &c.SourceOOV }},
	{Name: "alignment", Kind: Moves, Needs: Alignments, Meaning: "how much mass moves from which word to which"},
	{Name: "missing", Kind: Texts, Needs: Alignments, Meaning: "words of the reference without a counterpart",
		Texts: func(r *Row) *[]string { return &r.Result.Missing }},
	{Name: "invented", Kind: Texts, Needs: Alignments, Meaning: "words of the candidate without a counterpart",
		Texts: func(r *Row) *[]string { return &r.Result.Invented }},
}

// A MovePart is what a move of an alignment has in files: Text or Number.
type MovePart struct {
	Name   string
	Text   func(*metric.Move) *string
	Number func(*metric.Move) *float64
}

// MoveParts are those of each move, in their order.
var MoveParts = []MovePart{
	{Name: "candidate_token", Text: func(m *metric.Move) *string { return &m.CandidateToken }},
	{Name: "reference_token", Text: func(m *metric.Move) *string { return &m.ReferenceToken }},
	{Name: "mass", Number: func(m *metric.Move) *float64 { return &m.Mass }},
	{Name: "cost", Number: func(m *metric.Move) *float64 { return &m.Cost }},
}

// A Shape says which columns results have besides those that all have. Names must be no other column's.
type Shape struct {
	Measures   []metric.Column
	External   []string // scores of other programs
	Humans     []string // human scores; without any, there is one empty column
	Alignments bool
}

// Of returns the columns of results, in their order.
func (s Shape) Of() (columns []Column) {
	for _, c := range described {
		if c.Needs == Nothing || c.Needs == Sources && ReadsSources(s.Measures) {
			columns = append(columns, c)
		}
	}
	for _, m := range s.Measures {
		columns = append(columns, Column{Name: m.String(), Kind: Score,
			Score:    func(r *Row) (float64, bool) { return r.Result.Value(m) },
			SetScore: func(r *Row, x float64) { r.Result.SetValue(m, x) }})
	}
	for i, name := range s.External {
		columns = append(columns, Column{Name: name, Kind: Given,
			Score:    func(r *Row) (float64, bool) { return r.External[i], true },
			SetScore: func(r *Row, x float64) { r.External[i] = x }})
	}
	for i, name := range HumanNames(s.Humans) {
		columns = append(columns, Column{Name: name, Kind: Score,
			Score: func(r *Row) (float64, bool) {
				if i >= len(r.Humans) || math.IsNaN(r.Humans[i]) {
					return 0, false
				}
				return r.Humans[i], true
			},
			SetScore: func(r *Row, x float64) { r.Humans[i] = x }})
	}
	if s.Alignments {
		columns = append(columns, ofAlignments()...)
	}
	return columns
}

func ofAlignments() []Column {
	return slices.DeleteFunc(slices.Clone(described), func(c Column) bool { return c.Needs != Alignments })
}

// Known says whether results have a column of that name, for all measures or for some.
func Known(name string) bool {
	all := Shape{Measures: []metric.Column{metric.Points}, Alignments: true}
	for _, m := range metric.Measures() {
		all.Measures = append(all.Measures, m.Columns()...)
	}
	return evaluation.IsHuman(name) || slices.ContainsFunc(all.Of(), func(c Column) bool { return c.Name == name })
}

// OfMeasure returns the column of a measure of that name.
func OfMeasure(name string) (metric.Column, bool) {
	for _, m := range metric.Measures() {
		for _, c := range m.Columns() {
			if c.String() == name {
				return c, true
			}
		}
	}
	return 0, false
}

// Details are the columns that say more of an output than texts and scores: counts, status, alignments.
func Details() []Column {
	return slices.DeleteFunc(slices.Clone(described), func(c Column) bool {
		return c.Count == nil && c.Kind != Status && c.Needs != Alignments
	})
}

// Counts are the columns of metric.Counts, with those of sources or without.
func Counts(sources bool) []Column {
	return slices.DeleteFunc(slices.Clone(described), func(c Column) bool {
		return c.Count == nil || c.Needs == Sources && !sources
	})
}

// BySide returns columns of counts with those of each text together, which is how the worker has them.
func BySide(counts []Column) []Column {
	return slices.SortedStableFunc(slices.Values(counts), func(a, b Column) int { return cmp.Compare(a.Side, b.Side) })
}

// ReadsSources says whether there are columns of sources beside those of some measures: one of them reads sources.
func ReadsSources(measures []metric.Column) bool {
	return slices.ContainsFunc(measures, metric.Column.OfSource)
}

// HumanNames returns the columns for human scores of some names: without any, one empty column.
func HumanNames(names []string) []string {
	if len(names) == 0 {
		return []string{evaluation.UsualHuman}
	}
	return names
}

// Sink returns a sink for evaluation.Score that gives a row for each of the systems of a corpus to all writers; nil if
// there are none.
func Sink(systems []string, writers ...func(Row) error) evaluation.LineSink {
	if len(writers) == 0 {
		return nil
	}
	return func(line evaluation.ScoredLine) error {
		for i, system := range systems {
			row := Row{
				System: system, Number: line.Segment, Candidate: line.Candidates[i], References: line.References, Source: line.Source,
				ID: line.ID, Doc: line.Doc, Domain: line.Domain, Result: line.Results[i], External: line.External[i],
			}
			for k := range len(line.Human) / len(systems) {
				row.Humans = append(row.Humans, line.HumanOf(i, k))
			}
			for _, write := range writers {
				if err := write(row); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
