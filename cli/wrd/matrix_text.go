package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

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
			fmt.Fprintf(t.out, "group %d, %v: a line for each candidate, a column for each reference\n", b.Group,
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

// matrixJSON prints {"signature": …, "groups": [{"group", "first", "status": [[…]], "scores": {measure: [[…]]}}]}, a
// line for each block of rows. A pair without a value has null.
type matrixJSON struct {
	out     *bufio.Writer
	columns []metric.Column
	blocks  int
}

func newMatrixJSON(w io.Writer, columns []metric.Column, signature string) *matrixJSON {
	j := &matrixJSON{out: bufio.NewWriter(w), columns: columns}
	quoted, _ := json.Marshal(signature)
	fmt.Fprintf(j.out, "{\"signature\": %s, \"groups\": [", quoted)
	return j
}

func (j *matrixJSON) Write(b metric.Block) error {
	type rows struct {
		Group  int64                   `json:"group"`
		First  int                     `json:"first_candidate"`
		Status [][]string              `json:"status"`
		Scores map[string][][]*float64 `json:"scores"`
	}
	block := rows{Group: b.Group, First: b.First, Scores: map[string][][]*float64{}}
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
	line, err := json.Marshal(block)
	if err != nil {
		return err
	}
	if j.blocks++; j.blocks > 1 {
		j.out.WriteByte(',')
	}
	j.out.WriteByte('\n')
	j.out.Write(line)
	return j.out.Flush()
}

func (j *matrixJSON) Commit() error {
	j.out.WriteString("\n]}\n")
	return j.out.Flush()
}

func (j *matrixJSON) Abort() {}
