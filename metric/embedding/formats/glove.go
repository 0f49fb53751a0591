package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/embedding"
)

// ReadGloVe reads vectors in GloVe's text format: a line of a word and its components for each word, without a
// header. The dimension is the number of components that most of the first lines end in. A line may have more
// fields than that, for some published files have words with spaces ("at name@domain.com", ". . ."): the last
// ones are the vector and all before them is the word, unless a part of it after the first is a number. Then
// it is taken for a row that is too long, or for two that have grown together.
//
// The rest is as with [ReadWord2Vec]. The number of rows is known only at the end, so the table has to grow with
// them; if r also has the method
//
//	Progress() (done, total int64)
//
// that says how far it is, in any unit, the table gets its size early and need not be copied.
func ReadGloVe(ctx context.Context, r io.Reader, file, name string) (*embedding.Store, Report, error) {
	rd := newTextReader(ctx, r, file, GloVeText)
	s, err := rd.readGloVe(r, name)
	return s, rd.report, err
}

func (r *textReader) readGloVe(input io.Reader, name string) (*embedding.Store, error) {
	const lineForm = "a word and its components"
	chunk, err := r.firstPiece("lines of " + lineForm)
	if err != nil {
		return nil, err
	}
	dim := commonDim(chunk)
	if dim == 0 {
		line, _, _ := bytes.Cut(chunk, []byte("\n"))
		return nil, fmt.Errorf("%s:1: found %s, expected %s", r.file, quote(line), lineForm)
	}
	if err := embedding.CheckDim(dim); err != nil {
		return nil, fmt.Errorf("%s:1: found %w", r.file, err)
	}
	r.want, r.spaced = anyNumber, true
	r.dim, r.table = dim, embedding.NewBuilder(dim, func() int { return r.estimate(input) })
	if err := r.readRows(chunk); err != nil {
		return nil, err
	}
	return r.table.Finish(name)
}

// estimate returns how many rows the file has if the rest of it is like what was read, with a few to spare; 0
// if the reader does not know how far it is.
func (r *textReader) estimate(input io.Reader) int {
	p, ok := input.(interface{ Progress() (done, total int64) })
	if !ok {
		return 0
	}
	done, total := p.Progress()
	if done <= 0 || total < done || r.entered == 0 {
		return 0
	}
	const spare = 1.03
	rowsInGiven := float64(r.rows) * float64(r.given) / float64(r.entered)
	return int(min(spare*rowsInGiven*float64(total)/float64(done), embedding.MaxWords))
}

// commonDim returns how many numbers most of the first lines end in, the larger of equally frequent ones. The
// first field of a line is never taken for a number, for words may be.
func commonDim(text []byte) int {
	const enough = 100 // lines
	votes := make(map[int]int)
	best := 0
	for i := 0; i < enough && len(text) > 0; i++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		n := trailingNumbers(line)
		votes[n]++
		if votes[n] > votes[best] || votes[n] == votes[best] && n > best {
			best = n
		}
	}
	return best
}

// trailingNumbers returns how many fields at the end of a line are numbers, finite or not.
func trailingNumbers(line []byte) int {
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte(" "))
	n := 0
	for {
		at := bytes.LastIndexByte(line, ' ')
		if at < 0 || !isDecimal(line[at+1:]) && !isNaNOrInf(line[at+1:]) {
			return n
		}
		line = line[:at]
		n++
	}
}

// isDecimal reports whether a field is a decimal number, and nothing else.
func isDecimal(field []byte) bool {
	_, next, err := scanFloat32(field, 0)
	return next == len(field) && (err == nil || errors.Is(err, safetensors.ErrRange))
}

// endOfSpacedWord returns where the word ends of a line whose last dim fields are the vector, or -1 if it
// has not more fields than those and a word without spaces, or if a part of the word is a number.
func endOfSpacedWord(line []byte, dim int) int {
	end := len(bytes.TrimSuffix(line, []byte(" ")))
	for range dim {
		if end = bytes.LastIndexByte(line[:end], ' '); end < 0 {
			return -1
		}
	}
	parts := bytes.Split(line[:end], []byte(" "))
	if len(parts) == 1 {
		return -1
	}
	for _, part := range parts[1:] {
		if isDecimal(part) || isNaNOrInf(part) {
			return -1
		}
	}
	return end
}
