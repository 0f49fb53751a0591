package convert

import (
	"context"
	"fmt"

	"github.com/wordrotator/wrd/metric/embedding"
)

// Table returns the converted vectors as a new store of the same words in the same order, called by
// the name of the vectors with the letters: "distilled-en+AWR". Without any step that is the store itself, and after
// WithTable or Part what these say. It runs on all cores; when ctx ends it stops with the cause of that.
//
// With the letter S, and of the states of an encoder, there is no table, because a word has another vector in each
// sentence: an error.
func (c *Converter) Table(ctx context.Context) (*embedding.Store, error) {
	if c.table != nil {
		return c.table, nil
	}
	if c.info.isLayer() {
		return nil, c.errNoTable()
	}
	if c.info.Letters == (Letters{}) {
		return c.store, nil
	}
	return c.tableOf(ctx, c.store.Len(), func(i int) int { return i })
}

// tableOf is Table for n words whose positions id returns.
func (c *Converter) tableOf(ctx context.Context, n int, id func(i int) int) (*embedding.Store, error) {
	dim := c.info.Dim
	rows := make([]float32, n*dim)
	if err := c.convertRows(ctx, n, id, rows, dim); err != nil {
		return nil, err
	}
	words := make([]string, n)
	for i := range words {
		words[i] = c.store.Word(id(i))
	}
	name := c.store.Name()
	if c.info.Letters != (Letters{}) {
		name += "+" + c.info.Letters.String()
	}
	return embedding.New(name, words, dim, rows)
}

// WithTable returns the same converter with a table that Table of it, or of an equal one, has made before, and that it
// will not compute again. A table of another shape is an error.
func (c *Converter) WithTable(table *embedding.Store) (*Converter, error) {
	if !c.hasTable() {
		return nil, c.errNoTable()
	}
	if n, dim := table.Len(), table.Dim(); n != c.store.Len() || dim != c.store.Dim() {
		return nil, fmt.Errorf("converter %s: found a table of %d vectors of %d components, expected %d of %d",
			c.info.Letters, n, dim, c.store.Len(), c.store.Dim())
	}
	with := *c
	with.table, with.part = table, false
	return &with, nil
}

// Part returns the same converter for some words only: ids are positions in Vectors, each once. Its Table has these
// words in that order and no others, without ids the first word, since no store is empty. It is for texts with few of
// the words, where converting all vectors would be most of the work. Errors are those of Table.
func (c *Converter) Part(ctx context.Context, ids []int32) (*Converter, error) {
	if len(ids) == 0 {
		ids = []int32{0}
	}
	table, err := c.tableOf(ctx, len(ids), func(i int) int { return int(ids[i]) })
	if err != nil {
		return nil, err
	}
	part := *c
	part.table, part.part = table, true
	return &part, nil
}

// IsPart says whether the converter is for some words only.
func (c *Converter) IsPart() bool { return c.part }

// tableBlock is how many rows of a table are converted by one goroutine at a time.
const tableBlock = 16 * batchRows

// Rows writes the converted vectors of the words lo to hi−1 to dst, the first at dst[0], each stride
// components after the one before; what lies between them is left alone. dst needs (hi−lo−1)·stride + Dim
// components. A row depends on its own word only, so a table can be converted piece by piece. Errors are
// those of Table.
func (c *Converter) Rows(ctx context.Context, lo, hi int, dst []float32, stride int) error {
	return c.convertRows(ctx, hi-lo, func(i int) int { return lo + i }, dst, stride)
}

// convertRows is Rows for n words whose positions id returns.
func (c *Converter) convertRows(ctx context.Context, n int, id func(i int) int, dst []float32, stride int) error {
	if !c.hasTable() {
		return c.errNoTable()
	}
	dim := c.info.Dim
	return inBlocks(ctx, n, tableBlock,
		func() *batch { return newBatch(dim) },
		func(b *batch, from, to int) {
			for ; from < to; from += batchRows {
				rows := min(batchRows, to-from)
				for i := range rows {
					c.first(b.row(i), id(from+i))
				}
				converted := c.third(b, rows)
				for i := range rows {
					at := (from + i) * stride
					narrow(dst[at:at+dim], converted[i*dim:])
				}
			}
		},
		func(*batch) {})
}

// hasTable says whether a word has one converted vector.
func (c *Converter) hasTable() bool { return !c.info.Letters.SentenceWise() && !c.info.isLayer() }

func (c *Converter) errNoTable() error {
	if c.info.isLayer() {
		return fmt.Errorf("converter %s: found one for the states of %s, which depend on the text, expected one for "+
			"vectors of words, which make a table", c.info.Letters, c.info.Layer)
	}
	return fmt.Errorf("converter %s: found the letter S, with which vectors depend on the sentence, expected letters "+
		"that make a table", c.info.Letters)
}
