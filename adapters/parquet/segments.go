package parquet

import (
	"fmt"
	"io"
	"math"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Segment is one row of segments.parquet.
type Segment struct {
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

// SegmentSink returns a sink for evaluation.Score that writes a row for each of the systems of a corpus.
func SegmentSink(systems []string, write func(Segment) error) evaluation.LineSink {
	return func(line evaluation.ScoredLine) error {
		for i, system := range systems {
			row := Segment{
				System: system, Number: line.Segment, Candidate: line.Candidates[i], References: line.References, Source: line.Source,
				ID: line.ID, Doc: line.Doc, Domain: line.Domain, Result: line.Results[i], External: line.External[i],
			}
			for k := range len(line.Human) / len(systems) {
				row.Humans = append(row.Humans, line.HumanOf(i, k))
			}
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	}
}

// A SegmentWriter writes segments.parquet as a stream. It must not be shared between goroutines.
type SegmentWriter struct {
	*rowWriter
	measures   []metric.Column
	external   int // columns of other programs
	humans     int // columns of human scores
	alignments bool
	sources    bool // whether a measure reads them
}

// IsSegmentColumn says whether segments.parquet has a column of that name, for all measures or for some.
func IsSegmentColumn(name string) bool {
	columns := append(textColumns(true), measureColumns([]metric.Column{metric.Points})...)
	for _, m := range metric.Measures() {
		columns = append(columns, measureColumns(m.Columns())...)
	}
	for _, c := range columns {
		if c.name == name {
			return true
		}
	}
	return evaluation.IsHuman(name) || slices.Contains([]string{alignmentColumn, missingColumn, inventedColumn}, name)
}

const (
	alignmentColumn = "alignment"
	missingColumn   = "missing"
	inventedColumn  = "invented"

	sourceTokensColumn = "source_tokens"
	sourceOOVColumn    = "source_oov"
)

// textColumns say what was compared; sources says that sources were.
func textColumns(sources bool) []column {
	int32s := func() pq.Node { return pq.Leaf(pq.Int32Type) }
	columns := []column{
		{"system", repeatedText()},
		{"segment", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"id", pq.Optional(pq.String())},
		{"doc", pq.Optional(pq.String())},
		{"domain", pq.Optional(pq.String())},
		{"candidate", pq.String()},
		{"references", pq.List(pq.String())},
		{"source", pq.Optional(pq.String())},
		{"candidate_tokens", int32s()},
		{"reference_tokens", int32s()},
		{"candidate_oov", int32s()},
		{"reference_oov", int32s()},
		{"best_reference", int32s()},
		{"status", repeatedText()},
	}
	if !sources {
		return columns
	}
	return append(columns, column{sourceTokensColumn, int32s()}, column{sourceOOVColumn, int32s()})
}

// ReadsSources says whether there are columns of counts of sources beside those of some measures: one of them reads
// sources.
func ReadsSources(measures []metric.Column) bool {
	return slices.ContainsFunc(measures, metric.Column.OfSource)
}

func measureColumns(measures []metric.Column) (columns []column) {
	for _, m := range measures {
		columns = append(columns, column{m.String(), pq.Optional(double())})
	}
	return columns
}

// NewSegmentWriter returns a writer of segments.parquet to w with a column for each of measures and of the names in
// external, which must be no other column's, those of counts of the source if a measure reads it, those of human scores,
// of which nil means one called human, and the columns alignment, missing and invented if alignments is set. Close must be called
// for the file to be whole.
func NewSegmentWriter(
	w io.Writer, run Run, measures []metric.Column, humans []string, alignments bool, external ...string,
) *SegmentWriter {
	sources := ReadsSources(measures)
	columns := append(textColumns(sources), measureColumns(measures)...)
	for _, name := range external {
		columns = append(columns, column{name, double()})
	}
	humans = HumanColumns(humans)
	for _, name := range humans {
		columns = append(columns, column{name, pq.Optional(double())})
	}
	if alignments {
		columns = append(columns, column{alignmentColumn, pq.List(newOrderedGroup([]column{
			{"candidate_token", pq.String()},
			{"reference_token", pq.String()},
			{"mass", double()},
			{"cost", double()},
		}))}, column{missingColumn, pq.List(pq.String())}, column{inventedColumn, pq.List(pq.String())})
	}
	return &SegmentWriter{
		rowWriter:  newRowWriter(w, "segments", run, columns),
		measures:   measures,
		external:   len(external),
		humans:     len(humans),
		alignments: alignments,
		sources:    sources,
	}
}

// HumanColumns returns the columns for human scores of some names: without any, one empty column.
func HumanColumns(names []string) []string {
	if len(names) == 0 {
		return []string{evaluation.UsualHuman}
	}
	return names
}

// Write writes one row. A measure without a value becomes null.
func (w *SegmentWriter) Write(s Segment) error {
	if len(s.External) != w.external {
		panic(fmt.Sprintf("parquet: found %d external scores, expected one for each of %d columns",
			len(s.External), w.external))
	}
	w.text(s.System)
	w.long(s.Number)
	for _, name := range [...]string{s.ID, s.Doc, s.Domain} {
		w.textOrAbsent(name)
	}
	w.text(s.Candidate)
	w.textList(s.References)
	w.textOrAbsent(s.Source)
	for _, n := range [...]int{
		s.Result.CandidateTokens, s.Result.ReferenceTokens,
		s.Result.CandidateOOV, s.Result.ReferenceOOV, s.Result.BestReference,
	} {
		w.integer(n)
	}
	w.text(s.Result.Status.String())
	if w.sources {
		w.integer(s.Result.SourceTokens)
		w.integer(s.Result.SourceOOV)
	}
	for _, m := range w.measures {
		if value, ok := s.Result.Value(m); ok {
			w.number(value)
		} else {
			w.absent()
		}
	}
	for _, x := range s.External {
		w.number(x)
	}
	for k := range w.humans {
		if k < len(s.Humans) && !math.IsNaN(s.Humans[k]) {
			w.number(s.Humans[k])
		} else {
			w.absent()
		}
	}
	if w.alignments {
		moves := s.Result.Alignment
		w.list(len(moves), func(i int) pq.Value { return w.textValue(moves[i].CandidateToken) })
		w.list(len(moves), func(i int) pq.Value { return w.textValue(moves[i].ReferenceToken) })
		w.list(len(moves), func(i int) pq.Value { return pq.DoubleValue(moves[i].Mass) })
		w.list(len(moves), func(i int) pq.Value { return pq.DoubleValue(moves[i].Cost) })
		w.textList(s.Result.Missing)
		w.textList(s.Result.Invented)
	}
	if err := w.endRow(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}

// textOrAbsent writes a text, null for an empty one.
func (w *SegmentWriter) textOrAbsent(text string) {
	if text == "" {
		w.absent()
	} else {
		w.text(text)
	}
}

// Close writes the end of the file. It does not close the io.Writer.
func (w *SegmentWriter) Close() error {
	if err := w.close(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}
