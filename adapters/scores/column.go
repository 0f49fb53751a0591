package scores

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A column is the scores of one system in a table, in the order of the texts: by number where all segments are called
// by numbers, otherwise as in the file.
type column struct {
	path    string
	of      string // the column's name
	scores  []float64
	next    int
	notices []string
}

func openColumn(ctx context.Context, path, name, system string) (*column, error) {
	c := &column{path: path, of: name}
	t, err := Open(path, file.Interruptible(ctx, nil), Options{}, func(notice string) {
		c.notices = append(c.notices, notice)
	})
	if err != nil {
		return nil, err
	}
	if columns := t.Columns(); !t.Has(name) {
		if len(columns) != 1 {
			return nil, fmt.Errorf("%s: found the columns of scores %s, expected one that is called %s, or only one",
				path, wording.List(columns), name)
		}
		c.of = columns[0]
	}
	row := slices.Index(t.Systems, system)
	if row < 0 && len(t.Systems) == 1 {
		row = 0
	}
	if row < 0 {
		return nil, fmt.Errorf("%s: found the systems %s, expected %s",
			path, wording.List(t.Systems), cmp.Or(system, "only one"))
	}
	grid, err := t.Grid(c.of)
	if err != nil {
		return nil, err
	}
	for _, segment := range inOrder(t.Segments) {
		c.scores = append(c.scores, grid.At(row, segment))
	}
	return c, nil
}

// inOrder returns the positions of segments in the order of the texts.
func inOrder(segments []evaluation.Segment) []int {
	order, numbers := make([]int, len(segments)), make([]int, len(segments))
	numbered := true
	for i, s := range segments {
		var err error
		order[i] = i
		numbers[i], err = strconv.Atoi(s.ID)
		numbered = numbered && err == nil && s.Group == segments[0].Group
	}
	if numbered {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(numbers[a], numbers[b]) })
	}
	return order
}

// take returns the next score, or io.EOF.
func (c *column) take() (float64, error) {
	if c.next == len(c.scores) {
		return 0, io.EOF
	}
	x := c.scores[c.next]
	c.next++
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s: column %s: found no finite number for segment %d of %d", c.path, c.of, c.next,
			len(c.scores))
	}
	return x, nil
}

func (c *column) ended(want int64) error {
	if found := int64(len(c.scores)); found != want {
		return fmt.Errorf("%s: column %s: found %s, expected %s: a number for each text", c.path, c.of,
			wording.Counted(found, "segment"), howMany(want))
	}
	return nil
}
