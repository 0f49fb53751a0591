package parquetcolumn

import (
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/limit"
)

// Values are those that a row has in a column.
type Values struct {
	// IsList says that a row may have several values.
	IsList bool
	// IsJSON says that a text is one of JSON.
	IsJSON bool
	// Current are the values of the current row; of an empty list or none, a null.
	Current []pq.Value

	leaf    int
	null    int // of a list: the definition level of a null in it; an empty list is a null of a lower one,
	empty   int // which is this, and no list one of a lower one still
	meaning meaning
	values  pq.ColumnChunkValueReader
	buffer  [256]pq.Value
	ready   []pq.Value // of buffer, not taken yet; texts are those of the buffer
}

// Begin begins a row group.
func (c *Values) Begin(group pq.RowGroup) {
	c.values = pq.NewColumnChunkValueReader(group.ColumnChunks()[c.leaf])
	c.ready = nil
}

// Close ends a row group.
func (c *Values) Close() {
	if c.values != nil {
		c.values.Close()
		c.values = nil
	}
}

// Advance takes the values of the next row: those up to the next one with repetition level 0.
func (c *Values) Advance() error {
	c.Current = c.Current[:0]
	for {
		if len(c.ready) == 0 {
			for i := range c.Current { // their texts are those of the buffer
				c.Current[i] = c.Current[i].Clone()
			}
			n, err := c.values.ReadValues(c.buffer[:])
			c.ready = c.buffer[:n]
			switch {
			case n > 0:
			case err == io.EOF && len(c.Current) > 0:
				return nil
			case err == io.EOF || err == nil:
				return io.ErrUnexpectedEOF
			default:
				return err
			}
		}
		if v := c.ready[0]; len(c.Current) == 0 || v.RepetitionLevel() > 0 {
			c.Current = append(c.Current, v)
			c.ready = c.ready[1:]
			if err := limit.Check(len(c.Current), "values in a list"); err != nil {
				return err
			}
			continue
		}
		return nil
	}
}

// IsElement says whether a null is an element of the list, and not the list.
func (c *Values) IsElement(null pq.Value) bool {
	return len(c.Current) > 1 || null.DefinitionLevel() == c.null
}

// IsAbsent says whether the current row has null in place of a list.
func (c *Values) IsAbsent() bool {
	return c.IsList && len(c.Current) == 1 && c.Current[0].IsNull() && c.Current[0].DefinitionLevel() < c.empty
}

// Number returns a value that is not null as a number.
func (c *Values) Number(v pq.Value) (float64, error) { return c.meaning.number(v) }

// Text writes a value that is not null, whole numbers without a point, and says whether it is a text by itself.
func (c *Values) Text(v pq.Value) (text string, isText bool) {
	kind := v.Kind()
	return c.meaning.text(v), (kind == pq.ByteArray || kind == pq.FixedLenByteArray) && c.meaning.kind == itself
}
