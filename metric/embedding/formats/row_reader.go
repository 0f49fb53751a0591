package formats

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/internal/safetensors"
)

// A rowReader reads a binary format row by row.
type rowReader struct {
	ctx    context.Context
	file   string
	in     *bufio.Reader
	report Report

	row  int // the row that is being read, from 1; 0 before the first
	want int // rows that there should be
}

func newRowReader(ctx context.Context, r io.Reader, file string, format Format) rowReader {
	return rowReader{ctx: ctx, file: file, in: bufio.NewReaderSize(r, readAhead), report: Report{File: file, Format: format}}
}

// readAhead is how much binary readers read at once.
const readAhead = 1 << 20

// stopped reports whether the context has ended, asking it now and then.
func (r *rowReader) stopped() bool {
	const often = 64 // rows
	return r.row%often == 0 && r.ctx.Err() != nil
}

// explain says where the reading ended with err.
func (r *rowReader) explain(err error) error {
	if r.ctx.Err() != nil {
		return fmt.Errorf("%s: %w", r.file, context.Cause(r.ctx))
	}
	cutOff := err == io.EOF || err == io.ErrUnexpectedEOF
	switch {
	case cutOff && r.row == 0:
		return fmt.Errorf("%s: cut off before the first row: %w", r.file, io.ErrUnexpectedEOF)
	case cutOff:
		return fmt.Errorf("%s: cut off in row %d of %d: %w", r.file, r.row, r.want, io.ErrUnexpectedEOF)
	case r.row == 0:
		return fmt.Errorf("%s: %w", r.file, err)
	}
	return fmt.Errorf("%s: row %d: %w", r.file, r.row, err)
}

// float32s is how most formats store components.
const float32s = safetensors.Type("F32")
