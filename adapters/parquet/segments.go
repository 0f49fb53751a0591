package parquet

import (
	"fmt"
	"io"
	"math"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

const (
	// A row group ends after so many rows or so many bytes of text, whichever comes first. Its columns are
	// held in memory until then.
	groupRows  = 50_000
	groupBytes = 24 << 20
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
	writer     *pq.GenericWriter[any]
	measures   []metric.Column
	external   int // columns of other programs
	alignments bool
	row        pq.Row
	rows       [1]pq.Row
	bytes      []byte // the texts of row
	inGroup    int    // rows in the current row group
	textBytes  int    // bytes of text in it
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
	schema := pq.NewSchema("segments", newOrderedGroup(columns))
	return &SegmentWriter{
		writer:     pq.NewGenericWriter[any](w, writerOptions(schema, run)...),
		measures:   measures,
		external:   len(external),
		alignments: alignments,
	}
}

// Write writes one row. A measure without a value becomes null.
func (w *SegmentWriter) Write(s Segment) error {
	if len(s.External) != w.external {
		panic(fmt.Sprintf("parquet: found %d external scores, expected one for each of %d columns",
			len(s.External), w.external))
	}
	w.row, w.bytes = w.row[:0], w.bytes[:0]
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
	w.list(len(s.References), func(i int) pq.Value { return w.text(s.References[i]) })
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
		w.list(len(moves), func(i int) pq.Value { return w.text(moves[i].CandidateToken) })
		w.list(len(moves), func(i int) pq.Value { return w.text(moves[i].ReferenceToken) })
		w.list(len(moves), func(i int) pq.Value { return pq.DoubleValue(moves[i].Mass) })
		w.list(len(moves), func(i int) pq.Value { return pq.DoubleValue(moves[i].Cost) })
	}
	w.rows[0] = w.row
	if _, err := w.writer.WriteRows(w.rows[:]); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return w.endGroup(&s)
}

// endGroup ends the row group if it is large enough.
func (w *SegmentWriter) endGroup(s *Segment) error {
	w.inGroup++
	w.textBytes += len(s.Candidate) + 64*len(s.Result.Alignment)
	for _, text := range s.References {
		w.textBytes += len(text)
	}
	if w.inGroup < groupRows && w.textBytes < groupBytes {
		return nil
	}
	w.inGroup, w.textBytes = 0, 0
	if err := w.writer.Flush(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}

// text returns a value in the memory of w, which the next row uses again: WriteRows copies it.
func (w *SegmentWriter) text(s string) pq.Value {
	start := len(w.bytes)
	w.bytes = append(w.bytes, s...)
	return pq.ByteArrayValue(w.bytes[start:])
}

// The next four append the value of the next column with its repetition and definition level.

func (w *SegmentWriter) required(v pq.Value) { w.row = append(w.row, v.Level(0, 0, w.nextColumn())) }
func (w *SegmentWriter) present(v pq.Value)  { w.row = append(w.row, v.Level(0, 1, w.nextColumn())) }
func (w *SegmentWriter) absent()             { w.row = append(w.row, pq.NullValue().Level(0, 0, w.nextColumn())) }

func (w *SegmentWriter) list(n int, value func(i int) pq.Value) {
	c := w.nextColumn()
	if n == 0 {
		w.row = append(w.row, pq.NullValue().Level(0, 0, c))
	}
	for i := range n {
		w.row = append(w.row, value(i).Level(min(i, 1), 1, c))
	}
}

// nextColumn returns the index of the first column that the row has no value of.
func (w *SegmentWriter) nextColumn() int {
	if len(w.row) == 0 {
		return 0
	}
	return w.row[len(w.row)-1].Column() + 1
}

// Close writes the end of the file. It does not close the io.Writer.
func (w *SegmentWriter) Close() error {
	if err := w.writer.Close(); err != nil {
		return fmt.Errorf("segments: %w", err)
	}
	return nil
}
