package show

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

// A Matrix prints blocks of scores of all candidates of a group with all of its references. Commit ends it; Abort does
// nothing, as what is printed stays.
type Matrix interface {
	Write(metric.Block) error
	Commit() error
	Abort()
}

// NewMatrix begins to print to w: as text the column main, as JSON all columns, {"signature": …, "settings": …, "groups":
// [{"group", "first_candidate", "status": [[…]], "scores": {measure: [[…]]}}]}, a line for each block of rows. A pair
// without a value has null.
func NewMatrix(w io.Writer, format string, main metric.Column, columns []metric.Column, run parquet.Run) Matrix {
	if format == "json" {
		return &matrixJSON{render.NewStream(w, run.Signature, run.Settings, "groups"), columns}
	}
	return &matrixText{out: bufio.NewWriter(w), column: main, signature: run.Signature}
}

// matrixText prints the matrix of one measure, a line for each candidate.
type matrixText struct {
	out       *bufio.Writer
	column    metric.Column
	signature string
	cell      []byte
}

func (t *matrixText) Write(b metric.Block) error {
	for i := range b.Candidates {
		if b.First+i == 0 {
			if b.Group > 0 {
				t.out.WriteByte('\n')
			}
			fmt.Fprintf(t.out, "group %d, %v: a line for each candidate, a column for each reference\n", b.Group+1,
				t.column)
		}
		for j, x := range b.Values(t.column)[i*b.References:][:b.References] {
			if j > 0 {
				t.out.WriteByte('\t')
			}
			if math.IsNaN(x) {
				t.out.WriteString(render.Absent)
				continue
			}
			t.cell = strconv.AppendFloat(t.cell[:0], x, 'f', 4, 64)
			t.out.Write(t.cell)
		}
		t.out.WriteByte('\n')
	}
	return t.out.Flush()
}

func (t *matrixText) Commit() error {
	render.Lines(t.out, "", t.signature)
	return t.out.Flush()
}

func (t *matrixText) Abort() {}

// matrixJSON prints all measures.
type matrixJSON struct {
	stream  *render.Stream
	columns []metric.Column
}

func (j *matrixJSON) Write(b metric.Block) error {
	block := struct {
		Group  int64                   `json:"group"`
		First  int                     `json:"first_candidate"`
		Status [][]string              `json:"status"`
		Scores map[string][][]*float64 `json:"scores"`
	}{Group: b.Group, First: b.First, Scores: map[string][][]*float64{}}
	for i := range b.Candidates {
		status := make([]string, b.References)
		for k := range status {
			status[k] = b.Status[i*b.References+k].String()
		}
		block.Status = append(block.Status, status)
		for _, c := range j.columns {
			values := make([]*float64, b.References)
			for k := range values {
				if x, ok := b.Value(c, i, k); ok {
					values[k] = &x
				}
			}
			block.Scores[c.String()] = append(block.Scores[c.String()], values)
		}
	}
	return j.stream.Item(block)
}

func (j *matrixJSON) Commit() error { return j.stream.Close() }

func (j *matrixJSON) Abort() {}
