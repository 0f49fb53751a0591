package parquet

import (
	"fmt"
	"io"
	"math"

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
	ID         string   // of the segment, "" for none
	Doc        string   // "" for none
	Domain     string   // "" for none
	Human      *float64 // nil for none
	Result     metric.Result
	External   []float64 // of other programs, one for each of their columns
}

// SegmentSink returns a sink for evaluation.Score that writes a row for each of the systems of a corpus.
func SegmentSink(systems []string, write func(Segment) error) evaluation.LineSink {
	return func(line evaluation.ScoredLine) error {
		for i, system := range systems {
			row := Segment{
				System: system, Number: line.Segment, Candidate: line.Candidates[i], References: line.References,
				ID: line.ID, Doc: line.Doc, Domain: line.Domain, Result: line.Results[i], External: line.External[i],
			}
			if line.Human != nil && !math.IsNaN(line.Human[i]) {
				row.Human = &line.Human[i]
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
	*blockWriter
	measures   []metric.Column
	external   int // columns of other programs
	alignments bool
}

// IsSegmentColumn says whether segments.parquet has a column of that name, or has it for some measure.
func IsSegmentColumn(name string) bool {
	columns := textColumns()
	for _, m := range metric.Measures() {
		columns = append(columns, measureColumns(m.Columns())...)
	}
	for _, c := range columns {
		if c.name == name {
			return true
		}
	}
	return name == humanColumn || name == alignmentColumn
}

const (
	humanColumn     = "human"
	alignmentColumn = "alignment"
)

// textColumns say what was compared.
func textColumns() []column {
	int32s := func() pq.Node { return pq.Leaf(pq.Int32Type) }
	return []column{
		{"system", repeatedText()},
		{"segment", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"id", pq.Optional(pq.String())},
		{"doc", pq.Optional(pq.String())},
		{"domain", pq.Optional(pq.String())},
		{"candidate", pq.String()},
		{"references", pq.List(pq.String())},
		{"candidate_tokens", int32s()},
		{"reference_tokens", int32s()},
		{"candidate_oov", int32s()},
		{"reference_oov", int32s()},
		{"best_reference", int32s()},
		{"status", repeatedText()},
	}
}

func measureColumns(measures []metric.Column) (columns []column) {
	for _, m := range measures {
		columns = append(columns, column{m.String(), pq.Optional(double())})
	}
	return columns
}

// NewSegmentWriter returns a writer of segments.parquet to w with a column for each of measures and of the names in
// external, which must be no other column's, and the column alignment if alignments is set. Close must be called for
// the file to be whole.
func NewSegmentWriter(
	w io.Writer, run Run, measures []metric.Column, alignments bool, external ...string,
) *SegmentWriter {
	columns := append(textColumns(), measureColumns(measures)...)
	for _, name := range external {
		columns = append(columns, column{name, double()})
	}
	columns = append(columns, column{humanColumn, pq.Optional(double())})
	if alignments {
		columns = append(columns, column{alignmentColumn, pq.List(newOrderedGroup([]column{
			{"candidate_token", repeatedText()},
			{"reference_token", repeatedText()},
			{"mass", double()},
			{"cost", double()},
		}))})
	}
	return &SegmentWriter{
		blockWriter: newBlockWriter(w, "segments", run, columns),
		measures:    measures,
		external:    len(external),
		alignments:  alignments,
	}
}

// Write writes one row. A measure without a value becomes null.
func (w *SegmentWriter) Write(s Segment) error {
	if len(s.External) != w.external {
		panic(fmt.Sprintf("parquet: found %d external scores, expected one for each of %d columns",
			len(s.External), w.external))
	}
	w.required(w.text(s.System))
	w.required(pq.Int64Value(s.Number))
	for _, name := range [...]string{s.ID, s.Doc, s.Domain} {
		if name != "" {
			w.present(w.text(name))
		} else {
			w.absent()
		}
	}
	w.required(w.text(s.Candidate))
	for i, text := range s.References {
		w.element(0, i, w.text(text))
	}
	w.endList(1, len(s.References))
	for _, n := range [...]int{
		s.Result.CandidateTokens, s.Result.ReferenceTokens,
		s.Result.CandidateOOV, s.Result.ReferenceOOV, s.Result.BestReference,
	} {
		w.required(pq.Int32Value(int32(n)))
	}
	w.required(w.text(s.Result.Status.String()))
	for _, m := range w.measures {
		if value, ok := s.Result.Value(m); ok {
			w.present(pq.DoubleValue(value))
		} else {
			w.absent()
		}
	}
	for _, x := range s.External {
		w.required(pq.DoubleValue(x))
	}
	if s.Human != nil {
		w.present(pq.DoubleValue(*s.Human))
	} else {
		w.absent()
	}
	if w.alignments {
		moves := s.Result.Alignment
		for i := range moves {
			w.element(0, i, w.text(moves[i].CandidateToken))
			w.element(1, i, w.text(moves[i].ReferenceToken))
			w.element(2, i, pq.DoubleValue(moves[i].Mass))
			w.element(3, i, pq.DoubleValue(moves[i].Cost))
		}
		w.endList(4, len(moves))
	}
	if err := w.endRow(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}

// Close writes the end of the file. It does not close the io.Writer.
func (w *SegmentWriter) Close() error {
	if err := w.close(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}
