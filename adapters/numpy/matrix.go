// Package numpy writes matrices of scores as NumPy arrays (.npy, format version 1.0).
//
// It may change with any version; README lists the packages that do not.
package numpy

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// headerBytes is the size of the header with its padding. The shape is known only when all groups are written.
const headerBytes = 128

// A MatrixFile is an array of float64 with one measure of every pair of a candidate and a reference: groups ×
// candidates × references, or candidates × references if there is one group. NaN means a pair without a value. It
// is written aside and then given its name: exactly one of Commit and Abort ends it, and Abort after Commit does
// nothing.
type MatrixFile struct {
	output *file.Output
	buffer *bufio.Writer
	column metric.Column
	// The shape; rows counts those of the current group.
	groups, candidates, references, rows int
	bits                                 [8]byte
}

// CreateMatrix starts writing the values of a column to path.
func CreateMatrix(ctx context.Context, path string, column metric.Column) (*MatrixFile, error) {
	output, err := file.Create(ctx, path)
	if err != nil {
		return nil, err
	}
	if output.Direct() {
		output.Abort()
		return nil, fmt.Errorf("%s: found a pipe or a device, expected a file: "+
			"the shape of an array is known only at its end", path)
	}
	f := &MatrixFile{output: output, buffer: bufio.NewWriterSize(output, 1<<16), column: column}
	if _, err := f.buffer.Write(make([]byte, headerBytes)); err != nil {
		f.Abort()
		return nil, err
	}
	return f, nil
}

// Write writes the rows of a block. It fails if a group has another shape than the first one: an array has one shape.
func (f *MatrixFile) Write(b metric.Block) error {
	if b.First == 0 {
		if err := f.endGroup(); err != nil {
			return err
		}
		f.groups++
	}
	if f.groups == 1 {
		f.references = b.References
	}
	if b.References != f.references {
		return fmt.Errorf("group %d has %d references, and the groups before have %d: an array has one shape; write "+
			".parquet instead", b.Group+1, b.References, f.references)
	}
	f.rows += b.Candidates
	for _, x := range b.Values(f.column) {
		binary.LittleEndian.PutUint64(f.bits[:], math.Float64bits(x))
		if _, err := f.buffer.Write(f.bits[:]); err != nil {
			return err
		}
	}
	return nil
}

// endGroup checks the number of rows of the group that was written last.
func (f *MatrixFile) endGroup() error {
	switch f.groups {
	case 0:
		return nil
	case 1:
		f.candidates = f.rows
	default:
		if f.rows != f.candidates {
			return fmt.Errorf("group %d has %d candidates, and the groups before have %d: an array has one shape; "+
				"write .parquet instead", f.groups, f.rows, f.candidates)
		}
	}
	f.rows = 0
	return nil
}

// Commit writes the header and gives the file its name.
func (f *MatrixFile) Commit() error {
	if err := f.endGroup(); err != nil {
		return err
	}
	if err := f.buffer.Flush(); err != nil {
		return err
	}
	shape := fmt.Sprintf("(%d, %d, %d)", f.groups, f.candidates, f.references)
	if f.groups == 1 {
		shape = fmt.Sprintf("(%d, %d)", f.candidates, f.references)
	}
	dict := "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"
	const preamble = "\x93NUMPY\x01\x00" // magic and version; the length of the rest follows in two bytes
	rest := headerBytes - len(preamble) - 2
	header := preamble + string([]byte{byte(rest), byte(rest >> 8)}) + dict + strings.Repeat(" ", rest-len(dict)-1) +
		"\n"
	if _, err := f.output.WriteAt([]byte(header), 0); err != nil {
		return err
	}
	return f.output.Commit()
}

// Abort removes what was written.
func (f *MatrixFile) Abort() { f.output.Abort() }
