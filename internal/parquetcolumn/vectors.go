package parquetcolumn

import (
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

// Vectors are what a row has in a column of vectors: lists of lists of numbers, or one list with all of their components.
type Vectors struct {
	// Nested says whether each vector is a list of its own.
	Nested bool
	// Components are those of all vectors, one vector after the other.
	Components []float32
	// Ends says where each vector ends in Components; empty unless Nested.
	Ends []int

	chunk     int       // the number of the column
	lists     [2]byte   // the definition level from which on the outer and the inner list have an element
	there     byte      // that of a number that is there
	pages     pq.Pages  // of the current row group
	page      pq.Page   // a page's numbers are taken all at once: one after the other they take several times as long
	levels    [2][]byte // what is left of the repetition and definition levels of the page
	numbers   []float32 // what is left of the numbers that are there
	converted []float32 // memory for numbers that have to be converted
}

var errLevels = errors.New("found levels that do not fit the values: the file is damaged")

// Begin begins a row group.
func (v *Vectors) Begin(group pq.RowGroup) { v.pages = group.ColumnChunks()[v.chunk].Pages() }

// Close ends a row group.
func (v *Vectors) Close() {
	pq.Release(v.page)
	v.page, v.levels, v.numbers = nil, [2][]byte{}, nil
	if v.pages != nil {
		v.pages.Close()
		v.pages = nil
	}
}

// Advance takes the vectors of the next row.
func (v *Vectors) Advance() error {
	v.Components, v.Ends = v.Components[:0], v.Ends[:0]
	for first := true; ; first = false {
		if err := v.fill(); err == io.EOF && !first {
			return nil
		} else if err == io.EOF {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		if v.levels[0][0] == 0 && !first { // a row may go on in the next page
			return nil
		}
		n := 1
		switch level := v.levels[1][0]; {
		case level < v.lists[0]: // no vectors
		case v.Nested && level < v.lists[1]: // a vector without components
			v.Ends = append(v.Ends, len(v.Components))
		case level < v.there:
			return ErrNull
		default:
			if n = v.run(); n > len(v.numbers) {
				return errLevels
			}
			if v.Nested && (v.levels[0][0] < 2 || len(v.Ends) == 0) {
				v.Ends = append(v.Ends, 0)
			}
			v.Components = append(v.Components, v.numbers[:n]...)
			v.numbers = v.numbers[n:]
			if v.Nested {
				v.Ends[len(v.Ends)-1] = len(v.Components)
			}
		}
		v.levels[0], v.levels[1] = v.levels[0][n:], v.levels[1][n:]
	}
}

// run returns how many of the next numbers, which are components of one vector, come in the page.
func (v *Vectors) run() int {
	inner := byte(1)
	if v.Nested {
		inner = 2
	}
	n := 1
	for n < len(v.levels[1]) && v.levels[0][n] == inner && v.levels[1][n] == v.there {
		n++
	}
	return n
}

// fill makes sure that there is a level left, or returns io.EOF at the end of the row group.
func (v *Vectors) fill() (err error) {
	for len(v.levels[0]) == 0 {
		pq.Release(v.page)
		if v.page, err = v.pages.ReadPage(); err != nil {
			v.page = nil
			return err
		}
		v.levels = [2][]byte{v.page.RepetitionLevels(), v.page.DefinitionLevels()}
		if len(v.levels[0]) != len(v.levels[1]) {
			return errLevels
		}
		if err := v.takeNumbers(); err != nil {
			return err
		}
	}
	return nil
}

// takeNumbers takes the numbers of the page.
func (v *Vectors) takeNumbers() error {
	from := v.page
	var places []int32 // of the numbers in the dictionary
	if dictionary := v.page.Dictionary(); dictionary != nil {
		indexes := v.page.Data()
		places, from = indexes.Int32(), dictionary.Page()
	}
	data := from.Data()
	if from.Type().Kind() == pq.Float {
		v.numbers = data.Float()
	} else {
		v.converted = v.converted[:0]
		for _, x := range data.Double() {
			v.converted = append(v.converted, float32(x))
		}
		v.numbers = v.converted
	}
	if places == nil {
		return nil
	}
	looked := make([]float32, len(places))
	for i, place := range places {
		if place < 0 || int(place) >= len(v.numbers) {
			return fmt.Errorf("found entry %d of a dictionary of %d: the file is damaged", place, len(v.numbers))
		}
		looked[i] = v.numbers[place]
	}
	v.numbers = looked
	return nil
}
