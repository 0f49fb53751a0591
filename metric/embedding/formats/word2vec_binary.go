package formats

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/embedding"
)

// ReadWord2VecBinary reads vectors in word2vec's binary format: a line "count dimensions", then for each word the
// word, a space, and its components as little-endian float32. A line end after the components, as the original
// program writes and gensim does not, is skipped.
//
// The original program cuts long words off in the middle of a character, so published files have words that are
// not UTF-8. Since no token of a text can equal them their rows are left out; the Report counts them. Otherwise
// arguments and errors are as with [ReadWord2Vec], the place of an error being a row, counted from 1.
func ReadWord2VecBinary(ctx context.Context, r io.Reader, file, name string) (*embedding.Store, Report, error) {
	rd := newRowReader(ctx, r, file, Word2VecBinary)
	s, err := rd.readWord2VecBinary(name)
	return s, rd.report, err
}

// maxWordBytes bounds the search for the end of a word in a damaged file.
const maxWordBytes = 64 << 10

func (r *rowReader) readWord2VecBinary(name string) (*embedding.Store, error) {
	line, err := r.in.ReadSlice('\n')
	if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	rows, dim, err := parseHeader(line)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	r.want = rows
	b := embedding.NewBuilder(dim, func() int { return rows })
	buf, unused := make([]byte, 4*dim), make([]float32, dim)
	var word []byte
	for r.row = 1; r.row <= rows; r.row++ {
		if r.stopped() {
			return nil, r.explain(nil)
		}
		if word, err = r.word(word[:0]); err != nil {
			return nil, r.explain(err)
		}
		if _, err := io.ReadFull(r.in, buf); err != nil {
			return nil, r.explain(err)
		}
		row := unused
		if len(word) == 0 || !utf8.Valid(word) {
			r.report.unusable(string(word), r.row)
		} else if id, added, err := b.Add(word); err != nil {
			return nil, r.explain(err)
		} else if added {
			row = b.Row(id)
		} else {
			r.report.duplicate(string(word), r.row)
		}
		if err := float32s.Row(row, buf); err != nil {
			return nil, r.explain(fmt.Errorf("%s: %w", quote([]byte(word)), err))
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	if b.Len() == 0 {
		return nil, fmt.Errorf("%s: found no word that is UTF-8 in %s", r.file, count(rows, "row"))
	}
	return b.Finish(name)
}

// word reads the next word, to the end of b.
func (r *rowReader) word(b []byte) ([]byte, error) {
	for {
		part, err := r.in.ReadSlice(' ')
		b = append(b, part...)
		if err == nil {
			b = b[:len(b)-1]
			break
		}
		if err != bufio.ErrBufferFull {
			return b, err
		}
		if len(b) > maxWordBytes {
			break
		}
	}
	if len(b) > maxWordBytes {
		return b, fmt.Errorf("found no space in %d bytes, expected a word and a space", maxWordBytes)
	}
	return bytes.TrimPrefix(b, []byte("\n")), nil
}

// end checks that nothing follows the last row but the end of its line.
func (r *rowReader) end() error {
	if c, err := r.in.ReadByte(); err == nil && c != '\n' {
		r.in.UnreadByte()
	}
	if _, err := r.in.ReadByte(); err == nil {
		return fmt.Errorf("%s: found more bytes after row %d, the header says %s", r.file, r.want, count(r.want, "row"))
	} else if err != io.EOF {
		return r.explain(err)
	}
	return nil
}
