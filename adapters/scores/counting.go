package scores

import (
	"fmt"
	"slices"
	"strconv"
)

// checkCounting fails if one table numbers its segments from 0 and another one as many from 1, as wrd score and
// mt-metrics-eval do: by these ids each row would be joined with the wrong one, and nothing would show it but a gap
// at both ends.
func checkCounting(tables []*Table) error {
	var begins [2]*Table
	for _, t := range tables {
		if first, ok := t.countsFrom(); ok && first < len(begins) {
			begins[first] = t
		}
	}
	zero, one := begins[0], begins[1]
	if zero == nil || one == nil || len(zero.Segments) != len(one.Segments) {
		return nil
	}
	n := len(zero.Segments)
	return fmt.Errorf("found the segments 0 to %d in %s and 1 to %d in %s, expected both to be counted from the same "+
		"number; without the column of ids rows are joined by their order",
		n-1, zero.parts[0].source, n, one.parts[0].source)
}

// countsFrom returns the first of the ids if they are consecutive whole numbers, of more than one segment, in one
// group.
func (t *Table) countsFrom() (first int, ok bool) {
	if t.ByLine || len(t.Segments) < 2 {
		return 0, false
	}
	numbers := make([]int, len(t.Segments))
	for i, s := range t.Segments {
		n, err := strconv.Atoi(s.ID)
		if err != nil || n < 0 || s.Group != t.Segments[0].Group {
			return 0, false
		}
		numbers[i] = n
	}
	first = slices.Min(numbers)
	return first, slices.Max(numbers)-first == len(numbers)-1
}
