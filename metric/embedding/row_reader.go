package embedding

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
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

// takeFloat32 turns little-endian bytes into the numbers of a row, which must be finite. Any number that is
// not turns the sum of x − x into NaN, so that the loop has no branch.
func takeFloat32(row []float32, b []byte) error {
	var notFinite float32
	for k := range row {
		x := math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
		row[k] = x
		notFinite += x - x // 0, or NaN if x is not finite
	}
	if notFinite == 0 {
		return nil
	}
	return diagnoseRow(row)
}

// diagnoseRow says which component of a row is not finite.
func diagnoseRow(row []float32) error {
	for k, x := range row {
		if !finite(x) {
			return fmt.Errorf("component %d: found %v, expected a finite number", k+1, x)
		}
	}
	return errors.New("unreadable row") // not reached: it is called for rows that have one
}
