package parquet

import (
	"context"
	"math"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// A rowFile is a Parquet file of flat rows that is written aside and then given its name. Exactly one of Commit and
// Abort ends it; Abort after Commit does nothing.
type rowFile struct {
	output *file.Output
	*rowWriter
}

func createRowFile(ctx context.Context, path, name string, run Run, columns []column) (*rowFile, error) {
	output, err := file.Create(ctx, path)
	if err != nil {
		return nil, err
	}
	return &rowFile{output, newRowWriter(output, name, run, columns)}, nil
}

// optional appends a number that is absent if it is NaN.
func (f *rowFile) optional(x float64) {
	if math.IsNaN(x) {
		f.absent()
		return
	}
	f.number(x)
}

// Commit ends the file and gives it its name.
func (f *rowFile) Commit() error {
	if err := f.Close(); err != nil {
		return err
	}
	return f.output.Commit()
}

// Abort removes what was written.
func (f *rowFile) Abort() { f.output.Abort() }

// A MatrixFile holds a row for each pair of a candidate and a reference of a group: group, candidate and reference, all
// 0-based, status, and a column for each measure.
type MatrixFile struct {
	*rowFile
	measures []metric.Column
}

// CreateMatrix starts writing a matrix to path. Waiting for who reads from a pipe ends with ctx.
func CreateMatrix(ctx context.Context, path string, run Run, measures []metric.Column) (*MatrixFile, error) {
	columns := []column{
		{"group", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"candidate", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"reference", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"status", repeatedText()},
	}
	for _, m := range measures {
		columns = append(columns, column{m.String(), pq.Optional(double())})
	}
	f, err := createRowFile(ctx, path, "matrix", run, columns)
	if err != nil {
		return nil, err
	}
	return &MatrixFile{f, measures}, nil
}

// Write writes the rows of a block. A measure without a value becomes null.
func (f *MatrixFile) Write(b metric.Block) error {
	for i := range b.Candidates {
		for j := range b.References {
			at := i*b.References + j
			f.long(b.Group)
			f.long(int64(b.First + i))
			f.long(int64(j))
			f.text(b.Status[at].String())
			for _, m := range f.measures {
				f.optional(b.Values(m)[at])
			}
			if err := f.endRow(); err != nil {
				return err
			}
		}
	}
	return nil
}

// A ChoiceFile holds a row for each candidate of a group: group and candidate, both 0-based, its text, its utility, and
// whether it was chosen.
type ChoiceFile struct{ *rowFile }

// CreateChoices starts writing choices to path.
func CreateChoices(ctx context.Context, path string, run Run) (*ChoiceFile, error) {
	f, err := createRowFile(ctx, path, "choices", run, []column{
		{"group", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"candidate", pq.Encoded(pq.Int(64), &pq.DeltaBinaryPacked)},
		{"text", pq.String()},
		{"utility", pq.Optional(double())},
		{"chosen", pq.Leaf(pq.BooleanType)},
	})
	if err != nil {
		return nil, err
	}
	return &ChoiceFile{f}, nil
}

// Write writes the rows of a group: all of its candidates, or only the chosen one if no other utility is known.
func (f *ChoiceFile) Write(number int64, group metric.Group, choice metric.Choice) error {
	for i, text := range group.Candidates {
		utility := choice.Utility
		if choice.Utilities != nil {
			utility = choice.Utilities[i]
		} else if i != choice.Best {
			continue
		}
		f.long(number)
		f.long(int64(i))
		f.text(text)
		f.optional(utility)
		f.truth(i == choice.Best)
		if err := f.endRow(); err != nil {
			return err
		}
	}
	return nil
}
