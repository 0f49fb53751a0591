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
	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A column is the scores of one system in a table, in the order of the texts: by number where all segments are called
// by numbers, otherwise as in the file.
type column struct {
	path    string
	name    string
	scores  []float64
	next    int
	notices []string

	places     map[string]int // of scores by the names of their segments; nil if they have none, or several groups
	numbered   bool           // whether the names are numbers, which may be ids
	byID       bool           // whether texts are found by these
	references []digests      // of the segments of scores; nil if there are none
}

func openColumn(ctx context.Context, path, name, system string) (*column, error) {
	c := &column{path: path, name: name}
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
		c.name = columns[0]
	}
	row := slices.Index(t.Systems, system)
	if row < 0 && len(t.Systems) == 1 {
		row = 0
	}
	if row < 0 {
		return nil, fmt.Errorf("%s: found the systems %s, expected %s",
			path, wording.List(t.Systems), cmp.Or(system, "only one"))
	}
	grid, err := t.Grid(c.name)
	if err != nil {
		return nil, err
	}
	if !t.ByLine && !areGrouped(t.Segments) {
		c.places, c.numbered = map[string]int{}, t.isNumbered()
	}
	for place, segment := range inOrder(t.Segments) {
		c.scores = append(c.scores, grid.At(row, segment))
		if c.places != nil {
			c.places[t.Segments[segment].ID] = place
		}
		if t.references != nil {
			c.references = append(c.references, t.references[segment])
		}
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
	c.next++
	return c.score(c.next - 1)
}

// of returns the score of a text, the next one, or io.EOF.
func (c *column) of(line metric.Line) (float64, error) {
	if c.next == 0 {
		_, known := c.places[line.ID]
		c.byID = c.places != nil && line.ID != "" && (known || !c.numbered)
		switch {
		case c.byID:
		case line.ID != "":
			c.notices = append(c.notices, pairing.ByNumber(theTexts, c.path))
		case c.places != nil && !c.numbered:
			c.notices = append(c.notices, pairing.ByNumber(c.path, theTexts))
		}
	}
	place := c.next
	if c.byID {
		var ok bool
		if place, ok = c.places[line.ID]; !ok {
			return 0, fmt.Errorf("%s: column %s: found no segment %s, expected a number for each text, by id", c.path, c.name,
				wording.Quote(line.ID))
		}
	}
	if place < len(c.references) && c.references[place].contradicts(digestsOf(line.References)) {
		return 0, fmt.Errorf("%s: column %s: found other references than those of text %d, segment %s, expected the same", c.path,
			c.name, c.next+1, cmp.Or(wording.Clip(line.ID), strconv.Itoa(place+1)))
	}
	if c.next == len(c.scores) {
		return 0, io.EOF
	}
	c.next++
	return c.score(place)
}

// score returns the score in a place.
func (c *column) score(place int) (float64, error) {
	x := c.scores[place]
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s: column %s: found no finite number for segment %d of %d", c.path, c.name, place+1,
			len(c.scores))
	}
	return x, nil
}

func (c *column) ended(want int64) error {
	if found := int64(len(c.scores)); found != want {
		return fmt.Errorf("%s: column %s: found %s, expected %s: a number for each text", c.path, c.name,
			wording.Counted(found, "segment"), howMany(want))
	}
	return nil
}
