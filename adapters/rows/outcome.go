package rows

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// Leaves returns the columns of a table that hold a column of results: one, or one for each part of the moves.
func Leaves(c outcome.Column) (names []string) {
	if c.Kind != outcome.Moves {
		return []string{c.Name}
	}
	for _, part := range outcome.MoveParts {
		names = append(names, c.Name+".list.element."+part.Name)
	}
	return names
}

// Outcome puts what the row has in a column of results into one of results, and says whether it has something.
func (r Row) Outcome(c *outcome.Column, into *outcome.Row) (ok bool, err error) {
	switch c.Kind {
	case outcome.Place:
		x, err := r.Number(c.Name)
		if ok = !math.IsNaN(x); ok {
			into.Number = int64(x)
		}
		return ok, err
	case outcome.Status:
		name, err := r.Name(c.Name)
		if err != nil {
			return false, err
		}
		i := slices.IndexFunc(metric.Statuses(), func(s metric.Status) bool { return s.String() == name })
		if i < 0 {
			return false, r.Errorf("found the unknown status %q", name)
		}
		into.Result.Status = metric.Statuses()[i]
		return true, nil
	case outcome.Count, outcome.Index:
		x, err := r.Number(c.Name)
		if err != nil || math.IsNaN(x) {
			return false, err
		}
		if x < 0 || x > math.MaxInt32 || x != math.Trunc(x) {
			return false, r.wrong(c.Name, fmt.Errorf("found %v, expected a count", x))
		}
		*c.Count(&into.Result.Counts) = int(x)
		return true, nil
	case outcome.Score, outcome.Given:
		x, err := r.Number(c.Name)
		if ok = err == nil && !math.IsNaN(x); ok {
			c.SetScore(into, x)
		}
		return ok, err
	case outcome.Texts:
		*c.Texts(into), ok, err = r.List(c.Name)
		return ok, err
	case outcome.Moves:
		into.Result.Alignment, err = r.moves(c)
		return len(into.Result.Alignment) > 0, err
	}
	*c.Text(into), ok, err = r.Text(c.Name)
	return ok, err
}

// moves returns the moves of an alignment, nil for none.
func (r Row) moves(c *outcome.Column) (moves []metric.Move, err error) {
	texts, numbers := make([][]string, len(outcome.MoveParts)), make([][]float64, len(outcome.MoveParts))
	n := -1
	for i, name := range Leaves(*c) {
		if outcome.MoveParts[i].Text != nil {
			texts[i], _, err = r.List(name)
		} else {
			numbers[i], err = r.Numbers(name)
		}
		if err != nil {
			return nil, err
		}
		found := len(texts[i]) + len(numbers[i])
		if n >= 0 && found != n {
			return nil, r.wrong(c.Name, errors.New("found moves of which some lack a part, expected all to be whole"))
		}
		n = found
	}
	if n == 0 {
		return nil, nil
	}
	moves = make([]metric.Move, n)
	for i, part := range outcome.MoveParts {
		for k := range moves {
			if part.Text != nil {
				*part.Text(&moves[k]) = texts[i][k]
			} else {
				*part.Number(&moves[k]) = numbers[i][k]
			}
		}
	}
	return moves, nil
}
