package formats

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A textReader reads a format that has a line for each word: pieces of the text are parsed side by side, and
// entered into the table in order.
type textReader struct {
	ctx    context.Context
	file   string
	chunks *chunkReader
	report Report

	line   int // lines before the current piece
	want   int // rows that the header promises, or anyNumber
	rows   int // rows read
	spaced bool

	given, entered int64 // bytes of the text that went to the parsers, and that came from them
	dim            int
	table          *embedding.Builder
}

// anyNumber is the number of rows that a format without a header promises.
const anyNumber = math.MaxInt

func newTextReader(ctx context.Context, r io.Reader, file string, format Format) *textReader {
	return &textReader{ctx: ctx, file: file, chunks: newChunkReader(r), report: Report{File: file, Format: format}}
}

// firstPiece returns the first piece of the text without a byte order mark. want says what an empty file lacks.
func (r *textReader) firstPiece(want string) ([]byte, error) {
	chunk, err := r.next(nil)
	if err == io.EOF {
		return nil, fmt.Errorf("%s: found an empty file, expected %s", r.file, want)
	}
	if err != nil {
		return nil, r.explain(err)
	}
	chunk, r.report.BOM = bytes.CutPrefix(chunk, []byte(byteOrderMark))
	return chunk, nil
}

const byteOrderMark = "\ufeff"

// readRows reads the rows, of which the first piece is there already. While the parsers work on the last
// few pieces the next one is read, and the oldest entered: that keeps the order of the file, and with it
// which of several errors is the first.
func (r *textReader) readRows(text []byte) error {
	parsers := startParsers(r.dim, r.spaced)
	defer parsers.stop()
	var end error
	for end == nil {
		r.given += int64(len(text))
		parsers.parse(text)
		if parsers.full() {
			if err := r.enter(parsers.oldest()); err != nil {
				return err
			}
		}
		text, end = r.next(parsers.freeText())
	}
	for !parsers.empty() {
		if err := r.enter(parsers.oldest()); err != nil {
			return err
		}
	}
	if end != io.EOF {
		return r.explain(end)
	}
	return nil
}

// next returns the next piece of the text, or the error that ends the reading. The piece takes over buf.
func (r *textReader) next(buf []byte) ([]byte, error) {
	if r.ctx.Err() != nil {
		return nil, context.Cause(r.ctx)
	}
	return r.chunks.next(buf)
}

// explain says where the reading ended with err, when all that came before has been entered.
func (r *textReader) explain(err error) error {
	switch {
	case r.ctx.Err() != nil:
		return fmt.Errorf("%s: %w", r.file, context.Cause(r.ctx))
	case err == errLongLine:
		return fmt.Errorf("%s:%d: %w", r.file, r.line+1, err)
	}
	return fmt.Errorf("%s: after line %d: %w", r.file, r.line, err)
}

// enter takes the rows of a parsed piece into the table. Rows beyond those that the header promises are
// counted, and nothing else: whether they are good rows would depend on how the text was cut.
func (r *textReader) enter(p *piece) error {
	if p.bad != nil && r.rows+p.bad.line <= r.want {
		return fmt.Errorf("%s:%d: %w", r.file, r.line+p.bad.line, p.bad.err)
	}
	r.report.CRLF += p.crlf
	for i := range min(p.len(), r.want-r.rows) {
		id, added, err := r.table.Add(p.word(i))
		if err != nil {
			return fmt.Errorf("%s:%d: %w", r.file, r.line+i+1, err)
		}
		if !added {
			r.report.duplicate(string(p.word(i)), r.line+i+1)
			continue
		}
		copy(r.table.Row(id), p.row(i))
	}
	lines := p.len()
	if r.rows+lines >= r.want {
		lines = countLines(p.text)
	}
	r.rows += lines
	r.line += lines
	r.entered += int64(len(p.text))
	return nil
}

// countLines counts the lines of a piece, the last of which may lack its end.
func countLines(chunk []byte) int {
	n := bytes.Count(chunk, []byte("\n"))
	if len(chunk) > 0 && chunk[len(chunk)-1] != '\n' {
		n++
	}
	return n
}
