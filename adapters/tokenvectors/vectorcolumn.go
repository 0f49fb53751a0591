package tokenvectors

import (
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

// A vectorColumn reads the column of vectors row by row. It takes the numbers of a page all at once, since one value
// after the other would take several times as long.
type vectorColumn struct {
	column
	// What is left of the page: the levels of its values, and those values that are there.
	repetition, definition []byte
	numbers                []float32
	memory                 []float32 // for numbers that have to be converted
}

// nested says whether each vector is a list of its own, or all of a row are one list.
func (c *vectorColumn) nested() bool { return c.lists[1] > 0 }

var errLevels = errors.New("found levels that do not fit the values: the file is damaged")

// next appends the components of the next row to flat and, if the vectors are nested, where each of them ends to
// ends. After the last row of the file it returns io.EOF.
func (c *vectorColumn) next(flat []float32, ends []int) ([]float32, []int, error) {
	for first := true; ; first = false {
		if err := c.fill(); err != nil {
			if err == io.EOF && !first {
				err = nil
			}
			return flat, ends, err
		}
		if c.repetition[0] == 0 && !first { // a row may go on in the next page
			return flat, ends, nil
		}
		n := 1
		switch level := int(c.definition[0]); {
		case level < c.lists[0]: // no tokens
		case c.nested() && level < c.lists[1]:
			// a vector without components, which is refused when it is compared with others
			ends = append(ends, len(flat))
		case level < c.there:
			return flat, ends, c.explain(errNull)
		default:
			n = c.run()
			if n > len(c.numbers) {
				return flat, ends, c.explain(errLevels)
			}
			if c.nested() && (c.repetition[0] < 2 || len(ends) == 0) {
				ends = append(ends, 0)
			}
			flat = append(flat, c.numbers[:n]...)
			c.numbers = c.numbers[n:]
			if c.nested() {
				ends[len(ends)-1] = len(flat)
			}
		}
		c.repetition, c.definition = c.repetition[n:], c.definition[n:]
	}
}

// run returns how many of the next values, which are components of one vector, come in the page.
func (c *vectorColumn) run() int {
	inner, there := byte(1), byte(c.there)
	if c.nested() {
		inner = 2
	}
	n := 1
	for n < len(c.definition) && c.repetition[n] == inner && c.definition[n] == there {
		n++
	}
	return n
}

// fill makes sure that there is a value left.
func (c *vectorColumn) fill() error {
	for len(c.definition) == 0 {
		if err := c.turnPage(); err != nil {
			return err
		}
		c.repetition, c.definition = c.page.RepetitionLevels(), c.page.DefinitionLevels()
		if len(c.repetition) != len(c.definition) {
			return c.explain(errLevels)
		}
		if err := c.takeNumbers(); err != nil {
			return err
		}
	}
	return nil
}

// takeNumbers takes the numbers of the page.
func (c *vectorColumn) takeNumbers() error {
	from := c.page
	var places []int32 // of the values in the dictionary
	if dictionary := c.page.Dictionary(); dictionary != nil {
		indexes := c.page.Data()
		places, from = indexes.Int32(), dictionary.Page()
	}
	data := from.Data()
	if c.kind == pq.Float {
		c.numbers = data.Float()
	} else {
		c.memory = c.memory[:0]
		for _, x := range data.Double() {
			c.memory = append(c.memory, float32(x))
		}
		c.numbers = c.memory
	}
	if places == nil {
		return nil
	}
	looked := make([]float32, len(places))
	for i, place := range places {
		if place < 0 || int(place) >= len(c.numbers) {
			return c.explain(fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", place,
				len(c.numbers)))
		}
		looked[i] = c.numbers[place]
	}
	c.numbers = looked
	return nil
}
