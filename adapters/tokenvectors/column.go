package tokenvectors

import (
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

// A column reads one leaf of a Parquet file row by row, through all row groups.
type column struct {
	name   string
	kind   pq.Kind
	index  int
	groups []pq.RowGroup
	// The definition level from which on a list has an element, for the outer and the inner list of the column; and
	// that of a value that is there. Levels that do not exist are 0.
	lists [2]int
	there int

	pages  pq.Pages // of the current row group, nil before the first
	page   pq.Page
	values pq.ValueReader
	buffer [512]pq.Value
	unread []pq.Value // of buffer
}

// findColumn returns the leaf below a field of a schema, nil if there is no such field. depths are how many lists it
// may be in, kinds of which type it may be.
func findColumn(file *pq.File, name string, depths []int, kinds []pq.Kind, expected string) (*column, error) {
	node := file.Root().Column(name)
	if node == nil {
		return nil, nil
	}
	c := &column{name: name, groups: file.RowGroups()}
	depth := 0
	for {
		if node.Optional() || node.Repeated() {
			c.there++
		}
		if node.Repeated() {
			if depth < len(c.lists) {
				c.lists[depth] = c.there
			}
			depth++
		}
		if node.Leaf() {
			break
		}
		fields := node.Columns()
		if len(fields) != 1 {
			return nil, fmt.Errorf("column %s: found a struct of %d fields, expected %s", name, len(fields), expected)
		}
		node = fields[0]
	}
	c.kind, c.index = node.Type().Kind(), node.Index()
	for _, d := range depths {
		for _, k := range kinds {
			if d == depth && k == c.kind {
				return c, nil
			}
		}
	}
	return nil, fmt.Errorf("column %s: found %v in %d lists, expected %s", name, node.Type(), depth, expected)
}

// row calls each for the values of the next row, which are valid during the call only. After the last row of the file
// it returns io.EOF.
func (c *column) row(each func(v pq.Value) error) error {
	for first := true; ; {
		if err := c.fill(); err != nil {
			if err == io.EOF && !first {
				return nil
			}
			return err
		}
		for i, v := range c.unread {
			if v.RepetitionLevel() == 0 && !first { // a row may go on in the next page
				c.unread = c.unread[i:]
				return nil
			}
			first = false
			if err := each(v); err != nil {
				return c.explain(err)
			}
		}
		c.unread = nil
	}
}

// fill makes sure that there is an unread value.
func (c *column) fill() error {
	for len(c.unread) == 0 {
		if c.values == nil {
			if err := c.turnPage(); err != nil {
				return err
			}
			c.values = c.page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.unread = c.buffer[:n]
		if err != nil {
			c.values = nil
			if err != io.EOF {
				return c.explain(err)
			}
		}
	}
	return nil
}

// turnPage goes to the next page of the file.
func (c *column) turnPage() error {
	for {
		if c.pages == nil {
			if len(c.groups) == 0 {
				return io.EOF
			}
			c.pages = c.groups[0].ColumnChunks()[c.index].Pages()
			c.groups = c.groups[1:]
		}
		pq.Release(c.page)
		c.page = nil
		page, err := c.pages.ReadPage()
		if err == nil {
			c.page = page
			return nil
		}
		if err != io.EOF {
			return c.explain(err)
		}
		c.pages.Close()
		c.pages = nil
	}
}

// explain puts the name of the column before what went wrong.
func (c *column) explain(err error) error { return fmt.Errorf("column %s: %w", c.name, err) }

// close gives back what the column holds.
func (c *column) close() {
	pq.Release(c.page)
	if c.pages != nil {
		c.pages.Close()
	}
}
