package formats

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/embedding"
)

// ReadFastText reads a model that fastText saved (.bin, versions 11 and 12 of its format). The Store has the vector
// that fastText gives for every word of the dictionary, the mean of the word's own and of those of its n-grams, and
// keeps the latter for unknown words: see [Store.Compose]. Both are fastText's to the last bit. Labels of a classifier
// are left out.
//
// Models with quantised matrices (.ftz) are an error: they are made for classifiers, and what is left of their
// vectors is coarse. Words that are not UTF-8 are left out and counted in the Report. Otherwise arguments and errors
// are as with [ReadWord2Vec], the place of an error being a row of the input matrix, counted from 1.
//
// The file is read once from its beginning to its end, and needs no more memory than its two tables.
func ReadFastText(ctx context.Context, r io.Reader, file, name string) (*embedding.Store, Report, error) {
	rd := &fastTextReader{rowReader: newRowReader(ctx, r, file, FastTextModel)}
	s, err := rd.read(name)
	return s, rd.report, err
}

const (
	fastTextMagic = 793712314

	// supervised is fastText's number of the model that classifies.
	supervised = 3
)

// A fastTextReader is the state of one ReadFastText.
type fastTextReader struct {
	rowReader
	dim               int
	shortest, longest int // characters of n-grams
	buckets           int
	entries           int          // words of the dictionary, rows of the input matrix before the buckets
	skipped           map[int]bool // entries that are no word of ours
	table             *embedding.Builder
}

func (r *fastTextReader) read(name string) (*embedding.Store, error) {
	for _, part := range []func() error{
		r.readArguments, r.readDictionary, r.readInputHead, r.readRows, r.readBuckets, r.skipOutput,
	} {
		if err := part(); err != nil {
			return nil, r.explain(err)
		}
	}
	if err := r.table.Compose(r.ctx); err != nil {
		return nil, r.explain(err)
	}
	s, err := r.table.Finish(name)
	if err != nil {
		return nil, r.explain(err)
	}
	return s, nil
}

// fields reads little-endian numbers.
func (r *fastTextReader) fields(values ...any) error {
	for _, v := range values {
		if err := binary.Read(r.in, binary.LittleEndian, v); err != nil {
			return err
		}
	}
	return nil
}

// readArguments reads the head of the file: magic, version, and the Args with which the model was trained.
func (r *fastTextReader) readArguments() error {
	var magic, version int32
	var args struct {
		Dim, WindowSize, Epoch, MinCount, Negatives, WordNgrams, Loss, Model, Buckets, Shortest, Longest,
		UpdateRate int32
		Threshold float64
	}
	if err := r.fields(&magic, &version); err != nil {
		return err
	}
	if magic != fastTextMagic {
		return fmt.Errorf("found %#x at the beginning, expected fastText's mark %#x", uint32(magic),
			uint32(fastTextMagic))
	}
	if version != 11 && version != 12 {
		return fmt.Errorf("found version %d of fastText's format, expected 11 or 12", version)
	}
	if err := r.fields(&args); err != nil {
		return err
	}
	if version == 11 && args.Model == supervised {
		args.Longest = 0 // they were trained without, whatever the file says
	}
	if err := embedding.CheckDim(int(args.Dim)); err != nil {
		return fmt.Errorf("found %w", err)
	}
	if args.Shortest < 0 || args.Longest < 0 || args.Longest > embedding.MaxNgram || args.Buckets < 0 {
		return fmt.Errorf("found n-grams of %d to %d characters in %d buckets", args.Shortest, args.Longest,
			args.Buckets)
	}
	r.dim, r.buckets = int(args.Dim), int(args.Buckets)
	r.shortest, r.longest = int(args.Shortest), int(args.Longest)
	return nil
}

// readDictionary reads the words, which come before the labels.
func (r *fastTextReader) readDictionary() error {
	var size, words, labels int32
	var tokens, pruned int64
	if err := r.fields(&size, &words, &labels, &tokens, &pruned); err != nil {
		return err
	}
	if words < 1 || labels < 0 || int64(words)+int64(labels) != int64(size) {
		return fmt.Errorf("found a dictionary of %d entries with %d words and %d labels", size, words, labels)
	}
	if pruned > 0 {
		return errQuantised
	}
	r.table, r.skipped, r.entries = embedding.NewBuilder(r.dim, nil), make(map[int]bool), int(words)
	var rest [9]byte // an int64, how often the word occurs, and its kind
	for i := range int(size) {
		word, err := r.entry()
		if err != nil {
			return fmt.Errorf("dictionary entry %d of %d: %w", i+1, size, cutOff(err))
		}
		if _, err := io.ReadFull(r.in, rest[:]); err != nil {
			return fmt.Errorf("dictionary entry %d of %d: %w", i+1, size, cutOff(err))
		}
		isLabel := rest[8] != 0
		if isLabel != (i >= int(words)) {
			return fmt.Errorf("dictionary entry %d of %d, %q: found a label among the words, or a word among the "+
				"labels", i+1, size, word)
		}
		if isLabel {
			continue
		}
		if err := r.enter(word, i); err != nil {
			return err
		}
	}
	if r.table.Len() == 0 {
		return fmt.Errorf("found no word that is UTF-8 in a dictionary of %d", size)
	}
	return nil
}

// entry reads a word, which a zero ends. It is valid until the next read.
func (r *fastTextReader) entry() ([]byte, error) {
	word, err := r.in.ReadSlice(0)
	if err == bufio.ErrBufferFull || len(word) > maxWordBytes {
		return nil, fmt.Errorf("found no end of the word in %d bytes", maxWordBytes)
	}
	if err != nil {
		return nil, err
	}
	return word[:len(word)-1], nil
}

func (r *fastTextReader) enter(word []byte, entry int) error {
	if len(word) == 0 || !utf8.Valid(word) {
		r.report.unusable(string(word), entry+1)
		r.skipped[entry] = true
		return nil
	}
	_, added, err := r.table.Add(word)
	if err == nil && !added {
		r.report.duplicate(string(word), entry+1)
		r.skipped[entry] = true
	}
	return err
}

var errQuantised = errors.New("found a quantised model (.ftz), expected one with whole vectors (.bin)")

// cutOff turns the end of the file, where more must come, into the error that it is.
func cutOff(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readInputHead reads what stands before the input matrix.
func (r *fastTextReader) readInputHead() error {
	var quantised bool
	var m, n int64
	if err := r.fields(&quantised); err != nil {
		return err
	}
	if quantised {
		return errQuantised
	}
	if err := r.fields(&m, &n); err != nil {
		return err
	}
	if want := int64(r.entries) + int64(r.buckets); m != want || n != int64(r.dim) {
		return fmt.Errorf("found an input matrix of %d×%d, expected %d words and %d buckets of %d components", m, n,
			r.entries, r.buckets, r.dim)
	}
	r.want = int(m)
	return nil
}

// readRows reads the words' own vectors.
func (r *fastTextReader) readRows() error {
	buf, unused := make([]byte, 4*r.dim), make([]float32, r.dim)
	id := 0
	for entry := range r.entries {
		row := unused
		if !r.skipped[entry] {
			row = r.table.Row(id)
			id++
		}
		if err := r.readRow(row, buf); err != nil {
			return err
		}
	}
	return nil
}

// readBuckets reads the vectors of n-grams; a model without n-grams has none, though it may have buckets.
func (r *fastTextReader) readBuckets() error {
	if r.longest == 0 || r.shortest > r.longest || r.buckets == 0 {
		_, err := io.CopyN(io.Discard, r.in, int64(r.buckets)*int64(4*r.dim))
		return err
	}
	r.table.Subwords(embedding.Subwords{Shortest: r.shortest, Longest: r.longest, Buckets: r.buckets})
	buf := make([]byte, 4*r.dim)
	for b := range r.buckets {
		if err := r.readRow(r.table.Bucket(b), buf); err != nil {
			return err
		}
	}
	return nil
}

// readRow reads the next row of the input matrix.
func (r *fastTextReader) readRow(row []float32, buf []byte) error {
	r.row++
	if r.stopped() {
		return context.Cause(r.ctx)
	}
	if _, err := io.ReadFull(r.in, buf); err != nil {
		return err
	}
	return float32s.Row(row, buf)
}

// skipOutput reads past the output matrix, which nobody needs: a file that was cut off there has come to harm.
func (r *fastTextReader) skipOutput() error {
	r.row = 0 // none of the input matrix
	var quantised bool
	var m, n int64
	if err := r.fields(&quantised); err != nil {
		return outputError(err)
	}
	if quantised {
		return nil
	}
	if err := r.fields(&m, &n); err != nil {
		return outputError(err)
	}
	const most = 1 << 40
	if m < 0 || n < 0 || m > most || n > embedding.MaxDim {
		return fmt.Errorf("found an output matrix of %d×%d", m, n)
	}
	_, err := io.CopyN(io.Discard, r.in, 4*m*n)
	return outputError(err)
}

func outputError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cut off in the output matrix: %w", cutOff(err))
}
