// Package parquetcolumn reads columns of a Parquet file row by row, each as values or as vectors of numbers. What a value
// means, the type of its column says: a decimal is stored as a whole number.
package parquetcolumn

import (
	"errors"
	"fmt"
	"strings"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/wording"
)

// A Leaf is a column that can be read.
type Leaf struct {
	// Name has a dot before what is in a group. What the path of a list has behind the name of the list is left out.
	Name    string
	file    *pq.File
	path    []string
	leaf    pq.LeafColumn
	meaning meaning
}

// A Reader reads a column. Its values are those of the current row, valid until the next call of Advance.
type Reader interface {
	// Begin begins a row group, of which Advance reads the rows one after another.
	Begin(group pq.RowGroup)
	Advance() error
	// Close ends a row group.
	Close()
}

// Of returns the columns of a file, which must have different names, in their order.
func Of(f *pq.File) (columns []Leaf, err error) {
	seen, meanings := map[string]bool{}, meaningsOf(f)
	for _, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if !ok || int(leaf.ColumnIndex) >= len(meanings) {
			continue
		}
		name := listEnding().ReplaceAllString(strings.Join(path, "."), "")
		if seen[name] {
			return nil, fmt.Errorf("found the column %s twice, expected different names", wording.Quote(name))
		}
		seen[name] = true
		columns = append(columns, Leaf{name, f, path, leaf, meanings[leaf.ColumnIndex]})
	}
	return columns, nil
}

// listEnding is what the path of a column of lists, or of lists of lists, has after the name of the column.
var listEnding = lazy.Regexp(`(\.(list|bag)\.(element|item|array|array_element))+$`)

// Values returns a reader of values.
func (c *Leaf) Values() *Values {
	v := &Values{IsList: c.leaf.MaxRepetitionLevel > 0, IsJSON: c.meaning.kind == jsonText, leaf: int(c.leaf.ColumnIndex),
		null: int(c.leaf.MaxDefinitionLevel), meaning: c.meaning}
	if c.leaf.Node.Optional() {
		v.null--
	}
	node := c.file.Root()
	for _, name := range c.path {
		if node = node.Column(name); node.Repeated() {
			break
		}
		if node.Optional() {
			v.empty++
		}
	}
	return v
}

// Vectors returns a reader of vectors. It fails unless the column has lists of numbers.
func (c *Leaf) Vectors() (*Vectors, error) {
	v := &Vectors{chunk: int(c.leaf.ColumnIndex)}
	lists := 0
	node := c.file.Root()
	for _, name := range c.path {
		if node = node.Column(name); node.Optional() || node.Repeated() {
			v.there++
		}
		if node.Repeated() && lists < len(v.lists) {
			v.lists[lists] = v.there
			lists++
		}
	}
	kind := node.Type().Kind()
	if lists == 0 || kind != pq.Float && kind != pq.Double {
		return nil, fmt.Errorf("found %v in %d lists, expected lists of float or double, or lists of such lists", node.Type(),
			lists)
	}
	v.Nested = lists == 2
	return v, nil
}

// ErrNull is about a component of a vector.
var ErrNull = errors.New("found null, expected a number")
