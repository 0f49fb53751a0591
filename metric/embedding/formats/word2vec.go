package formats

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/metric/embedding"
)

// ReadWord2Vec reads vectors in word2vec's text format: a line "count dimensions", then for each word
// a line of the word and its components, all separated by single spaces. A space before the end of a
// line, as the original program writes, CRLF, and a byte order mark at the start are accepted. Of several
// rows for one word the first counts. What was tolerated is in the Report.
//
// file is what errors and the Report call the input; name becomes the Store's Name. r gives plain text:
// opening, decompressing and closing are the caller's. An error of r is passed on wrapped, so that
// errors.Is finds io.ErrUnexpectedEOF of a cut-off gzip stream.
//
// These are errors, with line, what was found and what was expected: a missing or garbled header, a
// header that disagrees with the number of rows, a row with another number of components, a component
// that is no decimal number, is NaN or infinite or does not fit in a float32, an empty or non-UTF-8
// word, an empty file, a line of 16 MiB or more.
//
// Memory is bounded by the table that was read, whatever the header promises. When ctx ends, reading
// stops with the cause of that.
func ReadWord2Vec(ctx context.Context, r io.Reader, file, name string) (*embedding.Store, Report, error) {
	rd := newTextReader(ctx, r, file, Word2VecText)
	s, err := rd.readWord2Vec(name)
	return s, rd.report, err
}

func (r *textReader) readWord2Vec(name string) (*embedding.Store, error) {
	chunk, err := r.firstPiece(headerForm)
	if err != nil {
		return nil, err
	}
	if chunk, err = r.takeHeader(chunk); err != nil {
		return nil, err
	}
	if err := r.readRows(chunk); err != nil {
		return nil, err
	}
	if r.rows != r.want {
		return nil, fmt.Errorf("%s: found %s, header says %d", r.file, count(r.rows, "row"), r.want)
	}
	return r.table.Finish(name)
}

// takeHeader takes the header off the first piece and returns what is left of it.
func (r *textReader) takeHeader(chunk []byte) ([]byte, error) {
	line, rest, _ := bytes.Cut(chunk, []byte("\n"))
	line, cr := bytes.CutSuffix(line, []byte("\r"))
	if cr {
		r.report.CRLF++
	}
	r.line = 1
	rows, dim, err := parseHeader(line)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", r.file, err)
	}
	r.want = rows
	r.dim, r.table = dim, embedding.NewBuilder(dim, func() int { return rows })
	return rest, nil
}
