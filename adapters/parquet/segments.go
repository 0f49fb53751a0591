package parquet

import (
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// A SegmentWriter writes segments.parquet as a stream. It must not be shared between goroutines.
type SegmentWriter struct {
	*rowWriter
	columns  []outcome.Column
	external int         // columns of other programs
	row      outcome.Row // that is written, here so that it need not be made each time
}

// node is the type of a column of results.
func node(kind outcome.Kind) pq.Node {
	switch kind {
	case outcome.Place:
		return pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)
	case outcome.Name, outcome.Status:
		return repeatedText()
	case outcome.Optional, outcome.Beside:
		return pq.Optional(pq.String())
	case outcome.Text:
		return pq.String()
	case outcome.Texts:
		return pq.List(pq.String())
	case outcome.Count, outcome.Index:
		return pq.Leaf(pq.Int32Type)
	case outcome.Score:
		return pq.Optional(double())
	case outcome.Given:
		return double()
	}
	var parts []column
	for _, part := range outcome.MoveParts {
		if part.Text != nil {
			parts = append(parts, column{part.Name, pq.String()})
		} else {
			parts = append(parts, column{part.Name, double()})
		}
	}
	return pq.List(newOrderedGroup(parts))
}

// NewSegmentWriter returns a writer of segments.parquet to w. Close must be called for the file to be whole.
func NewSegmentWriter(w io.Writer, run Run, shape outcome.Shape) *SegmentWriter {
	list := shape.Of()
	schema := make([]column, len(list))
	for i, c := range list {
		schema[i] = column{c.Name, node(c.Kind)}
	}
	return &SegmentWriter{rowWriter: newRowWriter(w, "segments", run, schema), columns: list, external: len(shape.External)}
}

// Write writes one row. A measure without a value becomes null.
func (w *SegmentWriter) Write(s outcome.Row) error {
	if len(s.External) != w.external {
		panic(fmt.Sprintf("parquet: found %d external scores, expected one for each of %d columns",
			len(s.External), w.external))
	}
	w.row = s
	for i := range w.columns {
		w.cell(&w.columns[i], &w.row)
	}
	return w.endRow()
}

// cell writes what a row has in a column.
func (w *SegmentWriter) cell(c *outcome.Column, s *outcome.Row) {
	switch c.Kind {
	case outcome.Place:
		w.long(s.Number)
	case outcome.Status:
		w.text(s.Result.Status.String())
	case outcome.Name, outcome.Text:
		w.text(*c.Text(s))
	case outcome.Optional, outcome.Beside:
		if text := *c.Text(s); text != "" {
			w.text(text)
		} else {
			w.absent()
		}
	case outcome.Texts:
		w.textList(*c.Texts(s))
	case outcome.Count, outcome.Index:
		w.integer(*c.Count(&s.Result.Counts))
	case outcome.Score, outcome.Given:
		if value, ok := c.Score(s); ok {
			w.number(value)
		} else {
			w.absent()
		}
	case outcome.Moves:
		moves := s.Result.Alignment
		for _, part := range outcome.MoveParts {
			w.list(len(moves), func(i int) pq.Value {
				if part.Text != nil {
					return w.textValue(*part.Text(&moves[i]))
				}
				return pq.DoubleValue(*part.Number(&moves[i]))
			})
		}
	}
}
