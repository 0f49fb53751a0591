package formats

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// ReadSafeTensors reads a static embedding model as model2vec and sentence-transformers save it: a file of tensors
// (.safetensors) with a table of a row for each token, and the tokenizer.json next to it that says which token is
// which row. The table is the tensor "embeddings", "embedding.weight", or the only one with two dimensions; its
// numbers are F64, F32, F16, BF16 or I8. If there are tensors "mapping" and "weights", the vector of token t is
// weights[t] · embeddings[mapping[t]], as model2vec computes it.
//
// Tokens are words of the Store as they are, "##" in front of the pieces that continue a word included. In
// vocabularies that mark the beginning of a word instead ("▁the", "Ġthe") the words lose that mark and the other
// pieces get the "##", so that there is one way to look up a word; those of Chinese, Japanese, Thai and other scripts
// without spaces between words are words with and without the mark. No word is taken apart to be looked up.
//
// tokenizerFile is what errors call the tokenizer. The vectors are in the order of the tokens' numbers, those of
// rows. Rows without a token are left out and counted in the Report. Otherwise arguments and errors are as with
// [ReadWord2Vec].
func ReadSafeTensors(ctx context.Context, r io.Reader, file string, tokenizer io.Reader, tokenizerFile,
	name string) (*embedding.Store, Report, error) {
	rd := &safeTensorsReader{rowReader: newRowReader(ctx, r, file, SafeTensors)}
	s, err := rd.read(tokenizer, tokenizerFile, name)
	return s, rd.report, err
}

// maxTokenizer bounds the memory that a tokenizer.json can take; those of the largest vocabularies have 30 MB.
const maxTokenizer = 1 << 30

// looksLikeSafeTensors reports whether a file begins like this: the length of the header, which is a JSON object.
// Eight letters would be a length that no header has.
func looksLikeSafeTensors(head []byte) bool {
	return len(head) > 8 && head[8] == '{' && binary.LittleEndian.Uint64(head) <= safetensors.MaxHeader
}

// A safeTensorsReader is the state of one ReadSafeTensors.
type safeTensorsReader struct {
	rowReader
	at int64 // bytes read behind the header

	table, mapping, weights *safetensors.Tensor // the latter two may be nil

	tokens   []string // by number
	dim      int
	compact  [][]float32 // the table itself, if there is a mapping
	rows     *embedding.Builder
	mapped   []float64 // the numbers of mapping
	weighted []float64 // the numbers of weights
	ids      []int     // the token of each row of the result
}

func (r *safeTensorsReader) read(tokenizer io.Reader, tokenizerFile, name string) (*embedding.Store, error) {
	tensors, _, err := safetensors.ReadHeader(r.in)
	if err != nil {
		return nil, r.explain(err)
	}
	if err := r.choose(tensors); err != nil {
		return nil, r.explain(err)
	}
	content, err := io.ReadAll(io.LimitReader(tokenizer, maxTokenizer))
	if err == nil {
		r.tokens, err = pieces.ReadTokens(content)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tokenizerFile, err)
	}
	inOrder := slices.DeleteFunc([]*safetensors.Tensor{r.table, r.mapping, r.weights},
		func(t *safetensors.Tensor) bool { return t == nil })
	slices.SortFunc(inOrder, func(a, b *safetensors.Tensor) int { return cmp.Compare(a.Offsets[0], b.Offsets[0]) })
	for _, t := range inOrder {
		if err := r.readTensor(t); err != nil {
			return nil, fmt.Errorf("%s: tensor %q: %w", r.file, t.Name, err)
		}
	}
	if err := r.skipTo(end(tensors)); err != nil {
		return nil, fmt.Errorf("%s: behind the tensors that are used: %w", r.file, err)
	}
	if err := r.combine(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.file, err)
	}
	if r.rows.Len() == 0 {
		return nil, fmt.Errorf("%s: found no token for any of %s", tokenizerFile, count(r.want, "row"))
	}
	return r.rows.Finish(name)
}

// end is where the last tensor ends.
func end(tensors []*safetensors.Tensor) int64 {
	var last int64
	for _, t := range tensors {
		last = max(last, t.Offsets[1])
	}
	return last
}

// choose settles which tensors are read.
func (r *safeTensorsReader) choose(tensors []*safetensors.Tensor) error {
	var tables []*safetensors.Tensor
	var names []string
	for _, t := range tensors {
		names = append(names, fmt.Sprintf("%q (%s %d)", t.Name, t.Type, t.Shape))
		switch {
		case t.Name == "mapping":
			r.mapping = t
		case t.Name == "weights":
			r.weights = t
		case t.Name == "embeddings" || t.Name == "embedding.weight":
			r.table = t
		case len(t.Shape) == 2:
			tables = append(tables, t)
		}
	}
	if r.table == nil && len(tables) == 1 {
		r.table = tables[0]
	}
	if r.table == nil {
		return fmt.Errorf(
			`found the tensors %s, want "embeddings", "embedding.weight" or a single one of two dimensions`,
			cmp.Or(strings.Join(names, ", "), "none"))
	}
	if len(r.table.Shape) != 2 || r.table.Type.Size() == 0 {
		return fmt.Errorf("tensor %q: found %s %d, expected two dimensions of F64, F32, F16, BF16 or I8", r.table.Name,
			r.table.Type, r.table.Shape)
	}
	for _, t := range []*safetensors.Tensor{r.mapping, r.weights} {
		if t != nil && (len(t.Shape) != 1 || t.Type.Size() == 0) {
			return fmt.Errorf("tensor %q: found %s %d, expected one dimension of numbers", t.Name, t.Type, t.Shape)
		}
	}
	rows, dim := r.table.Shape[0], r.table.Shape[1]
	if rows < 1 || uint64(rows) > embedding.MaxWords {
		return fmt.Errorf("tensor %q: found %d rows, expected 1 to %d", r.table.Name, rows, uint64(embedding.MaxWords))
	}
	if dim > embedding.MaxDim {
		dim = embedding.MaxDim + 1
	}
	if err := embedding.CheckDim(int(dim)); err != nil {
		return fmt.Errorf("tensor %q: found %w", r.table.Name, err)
	}
	r.want, r.dim = int(rows), int(dim)
	return nil
}

// skipTo reads up to a place behind the header.
func (r *safeTensorsReader) skipTo(at int64) error {
	if at < r.at {
		return errors.New("found tensors that overlap")
	}
	_, err := io.CopyN(io.Discard, r.in, at-r.at)
	r.at = at
	return cutOff(err)
}

// readTensor reads one of the tensors that are used.
func (r *safeTensorsReader) readTensor(t *safetensors.Tensor) error {
	if err := r.skipTo(t.Offsets[0]); err != nil {
		return err
	}
	r.at = t.Offsets[1]
	switch {
	case t == r.mapping:
		return r.readNumbers(t, &r.mapped)
	case t == r.weights:
		return r.readNumbers(t, &r.weighted)
	case r.mapping != nil:
		return r.readCompact(t)
	}
	return r.readRows(t)
}

// readNumbers reads a tensor of one dimension, of which there must be one number for each token.
func (r *safeTensorsReader) readNumbers(t *safetensors.Tensor, numbers *[]float64) error {
	if want := int64(len(r.tokens)); t.Shape[0] < want {
		return fmt.Errorf("found %d numbers, expected one for each of %d tokens", t.Shape[0], want)
	}
	buf := make([]byte, t.Type.Size())
	for range t.Shape[0] {
		if _, err := io.ReadFull(r.in, buf); err != nil {
			return cutOff(err)
		}
		*numbers = append(*numbers, t.Type.Number(buf))
	}
	return nil
}

// readCompact reads a table that tokens share the rows of.
func (r *safeTensorsReader) readCompact(t *safetensors.Tensor) error {
	buf := make([]byte, t.Type.Size()*r.dim)
	for i := range r.want {
		r.compact = append(r.compact, make([]float32, r.dim))
		if err := r.readRow(t, i, r.compact[i], buf); err != nil {
			return err
		}
	}
	return nil
}

// readRows reads a table that has a row for each token.
func (r *safeTensorsReader) readRows(t *safetensors.Tensor) error {
	if r.want < len(r.tokens) {
		return fmt.Errorf("found %d rows, the tokenizer has tokens up to the number %d", r.want, len(r.tokens)-1)
	}
	r.startRows()
	buf, unused := make([]byte, t.Type.Size()*r.dim), make([]float32, r.dim)
	for i := range r.want {
		row, err := r.enter(i)
		if err != nil {
			return err
		}
		if row == nil {
			row = unused
		}
		if err := r.readRow(t, i, row, buf); err != nil {
			return err
		}
	}
	return nil
}

func (r *safeTensorsReader) readRow(t *safetensors.Tensor, i int, row []float32, buf []byte) error {
	if r.row = i + 1; r.stopped() {
		return context.Cause(r.ctx)
	}
	if _, err := io.ReadFull(r.in, buf); err != nil {
		return fmt.Errorf("cut off in row %d of %d: %w", r.row, r.want, cutOff(err))
	}
	if err := t.Type.Row(row, buf); err != nil {
		return fmt.Errorf("row %d: %w", r.row, err)
	}
	return nil
}

func (r *safeTensorsReader) startRows() {
	known := 0
	for _, token := range r.tokens {
		if token != "" {
			known++
		}
	}
	r.rows = embedding.NewBuilder(r.dim, func() int { return known })
}

// enter makes room for the vector of token i and returns it; nil if the token is no word, or one that came before.
func (r *safeTensorsReader) enter(i int) ([]float32, error) {
	if i >= len(r.tokens) || r.tokens[i] == "" {
		r.report.Nameless++
		return nil, nil
	}
	id, added, err := r.rows.Add([]byte(r.tokens[i]))
	if err != nil {
		return nil, err
	}
	if !added {
		r.report.duplicate(r.tokens[i], i+1)
		return nil, nil
	}
	r.ids = append(r.ids, i)
	return r.rows.Row(id), nil
}

// combine applies mapping and weights.
func (r *safeTensorsReader) combine() error {
	if r.mapping != nil {
		r.startRows()
		for i := range r.tokens {
			at := int(r.mapped[i])
			if at < 0 || at >= r.want {
				return fmt.Errorf("tensor %q: token %d: found row %d, expected one of %d", r.mapping.Name, i,
					at, r.want)
			}
			row, err := r.enter(i)
			if err != nil {
				return err
			}
			copy(row, r.compact[at])
		}
	}
	if r.weights == nil {
		return nil
	}
	for id, i := range r.ids {
		row := r.rows.Row(id)
		for k := range row {
			if row[k] = float32(float64(row[k]) * r.weighted[i]); row[k]-row[k] != 0 {
				return fmt.Errorf("tensor %q: the weight of token %d is %v, which makes component %d %v",
					r.weights.Name, i, r.weighted[i], k+1, row[k])
			}
		}
	}
	return nil
}
