package scores

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A Reader reads the scores of the texts of one system, that another program made and that are to stand next to ours:
// one number a line, in the order of the texts, nothing else on the line. Lines, their ends and their encoding are as in
// package text, and a file may be compressed. A file whose name ends as that of a table (rows.IsNamed) is one, which is
// held in memory. It must not be shared between goroutines.
type Reader struct {
	lines *rows.Rows
	read  int64   // lines
	table *column // in place of the two above
	said  string  // that numbers tell which segments these are, "" if ids do or nothing was read
}

// lineColumn is the column of lines that are numbers.
const lineColumn = "score"

// OpenReader opens the file at path, which must not be standard input: that belongs to the texts. name and system choose a
// column of a table: that of the name, or the only one, and the rows of the system, or of the only one. Waiting
// for who writes to a pipe ends with ctx.
func OpenReader(ctx context.Context, path, name, system string) (*Reader, error) {
	if path == file.Stdin {
		return nil, errors.New("found - for scores, expected a file")
	}
	if rows.IsNamed(path) {
		c, err := openColumn(ctx, path, name, system)
		return &Reader{table: c}, err
	}
	lines, err := rows.OpenLines(path, file.Interruptible(ctx, nil), lineColumn)
	if err != nil {
		return nil, err
	}
	return &Reader{lines: lines}, nil
}

// Next returns the number of the next line, which is finite, or io.EOF after the last one. Other errors name file and
// line.
func (r *Reader) Next() (float64, error) {
	if r.table != nil {
		return r.table.take()
	}
	row, err := r.lines.Next()
	if err != nil {
		return 0, err
	}
	r.read++
	x, err := row.Number(lineColumn)
	if size, ok := errors.AsType[*rows.SizeError](err); ok && !math.IsInf(x, 0) {
		return 0, row.Errorf("%w", size)
	}
	if err != nil || math.IsNaN(x) {
		found, _ := row.Name(lineColumn) // a line is one
		return 0, row.Errorf("found %s, expected a finite number and nothing else", wording.Quote(found))
	}
	return x, nil
}

// Of returns the number of a text, the next one: by its id where it has one and the table has ids, otherwise as Next does.
// A number of a text with other references is an error.
func (r *Reader) Of(line metric.Line) (float64, error) {
	if r.table != nil {
		return r.table.of(line)
	}
	if r.read == 0 && line.ID != "" {
		r.said = pairing.ByNumber(theTexts, r.lines.Name)
	}
	return r.Next()
}

// theTexts is what messages call those that scores stand beside.
const theTexts = "the file of outputs"

// countedFurther is how many lines more than were expected are read, to say how many there are.
const countedFurther = 1_000_000

// Ended returns nil if the file ends here, with a number for each of want texts; -1 means more texts than there are
// numbers. It reads some of what is left of it, to say how many there are.
func (r *Reader) Ended(want int64) error {
	if r.table != nil {
		return r.table.ended(want)
	}
	for further := 0; ; further++ {
		if _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if further == countedFurther {
			return fmt.Errorf("%s: found more than %s, expected %s: a number for each text", r.lines.Name,
				wording.Counted(r.read-1, "line"), howMany(want))
		}
	}
	if r.read != want {
		return fmt.Errorf("%s: found %s, expected %s: a number for each text", r.lines.Name,
			wording.Counted(r.read, "line"), howMany(want))
	}
	return nil
}

// howMany writes how many texts there are.
func howMany(texts int64) string {
	if texts < 0 {
		return "more"
	}
	return strconv.FormatInt(texts, 10)
}

// Notices returns a sentence for each thing that was dropped from the lines read so far.
func (r *Reader) Notices() []string {
	if r.table != nil {
		return r.table.notices
	}
	if r.said != "" {
		return append(slices.Clip(r.lines.Notices()), r.said)
	}
	return r.lines.Notices()
}

// Close closes the file.
func (r *Reader) Close() {
	if r.lines != nil {
		r.lines.Close()
	}
}

// ReadAll reads the file at path whole, which must have a number for each of want texts. name and system are those of
// OpenReader; notify is told what was dropped from the file.
func ReadAll(ctx context.Context, path, name, system string, want int, notify func(notice string)) ([]float64, error) {
	r, err := OpenReader(ctx, path, name, system)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var list []float64
	for {
		x, err := r.Next()
		if err == io.EOF || len(list) > want {
			break
		}
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	if err := r.Ended(int64(want)); err != nil {
		return nil, err
	}
	for _, notice := range r.Notices() {
		notify(notice)
	}
	return list, nil
}

// Digest returns what identifies scores in signatures, 64 hexadecimal digits: the SHA-256 of the numbers as float64 in
// little-endian order.
func Digest(list []float64) string {
	hash := sha256.New()
	var b [8]byte
	for _, x := range list {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
		hash.Write(b[:])
	}
	return hex.EncodeToString(hash.Sum(nil))
}
