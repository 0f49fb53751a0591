package scores

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// ErrNoScores says that a table has nothing that could be a score.
var ErrNoScores = errors.New("found no column of scores, expected one")

// A NoHumanError says that no column of human scores was named, and none is called human. Columns are those that it may
// be.
type NoHumanError struct{ Columns []string }

func (e *NoHumanError) Error() string {
	return "found no human scores, expected a column " + usualHuman
}

// Judgments returns columns of the table for correlate.Run. Without humans and raters the column human is that of
// the human scores or, without it, all human.… are, each by itself; without measures these are all others but counts, and
// the similarity that follows from the distance;
// without raters, of one column of human scores, those of the rows. Columns of lower go down as texts get better, as do
// measures of evaluation.LowerColumns; human scores among them are turned. Without a column of human scores it fails with a *NoHumanError.
func (t *Table) Judgments(humans, measures, raters, lower []string) (j *evaluation.Judgments, err error) {
	usual := len(humans) == 0 && raters == nil
	if usual {
		if humans = t.usualHumans(); len(humans) == 0 {
			return nil, &NoHumanError{t.usualMeasures()}
		}
	}
	people := slices.Concat(humans, raters)
	if len(measures) == 0 {
		measures = slices.DeleteFunc(t.usualMeasures(), func(name string) bool {
			return slices.Contains(people, name) || usual && isHuman(name)
		})
		if len(measures) == 0 {
			return nil, fmt.Errorf("found no measure besides the human scores %s, expected at least one",
				strings.Join(people, ", "))
		}
	}
	j = &evaluation.Judgments{Systems: t.Systems, Segments: t.Segments, HumanSystems: t.HumanSystems}
	if j.Measures, err = t.Evaluated(measures, lower); err != nil {
		return nil, err
	}
	if j.Humans, err = t.judged(humans, lower); err != nil {
		return nil, err
	}
	if j.Raters, err = t.judged(raters, lower); err != nil {
		return nil, err
	}
	if raters == nil && len(t.Raters) > 1 && len(humans) == 1 {
		for _, rater := range t.Raters {
			grid, err := t.RaterGrid(humans[0], rater)
			if err != nil {
				return nil, err
			}
			column := evaluation.Column{Name: rater, Grid: grid}
			if slices.Contains(lower, humans[0]) {
				column = column.Turned()
			}
			j.Raters = append(j.Raters, column)
		}
	}
	return j, nil
}

// judged returns columns of human scores, with those of lower turned, so that higher is better in all of them.
func (t *Table) judged(names, lower []string) ([]evaluation.Column, error) {
	columns, err := t.Evaluated(names, nil)
	for i := range columns {
		columns[i].LowerIsBetter = false // a name that is known as that of a distance is none here
		if slices.Contains(lower, columns[i].Name) {
			columns[i] = columns[i].Turned()
		}
	}
	return columns, err
}

// usualHuman is the column of human scores unless somebody says otherwise.
const usualHuman = evaluation.UsualHuman

// isHuman says whether a column holds human scores by its name, or one near to it.
func isHuman(name string) bool { return evaluation.IsHuman(name) || evaluation.NearHuman(name) }

// usualHumans are the columns of human scores unless somebody names some: the one called human or, without it, the members
// of an object of that name, and those called nearly so.
func (t *Table) usualHumans() []string {
	if t.Has(usualHuman) {
		return []string{usualHuman}
	}
	return slices.DeleteFunc(t.Columns(), func(name string) bool { return !isHuman(name) })
}

// usualMeasures are the columns of scores unless somebody names some: all but counts, and what follows from a score
// of ours: similarity and points.
func (t *Table) usualMeasures() (columns []string) {
	for _, name := range t.Columns() {
		if !IsDetail(name) && !t.repeats(name) {
			columns = append(columns, name)
		}
	}
	return columns
}

// repeats says whether a column is one minus a distance of ours that the table has too, or the points of a score of ours.
func (t *Table) repeats(name string) bool {
	for _, m := range metric.Measures() {
		if !t.Has(m.Main().String()) {
			continue
		}
		if name == metric.Points.String() || m.Main().Distance() &&
			slices.ContainsFunc(m.Columns()[1:], func(c metric.Column) bool { return c.String() == name }) {
			return true
		}
	}
	return false
}

// Inspected returns columns of the table for inspection.Inspect, with the texts of the inputs that it was read from. nil
// columns are the usual measures; human is the column of human scores, "" for the first of the usual ones, which are all
// there besides.
// It fails with ErrNoScores if there are none.
func (t *Table) Inspected(columns []string, human string, lower []string, stdin io.Reader, inputs ...File) (
	*inspection.Input, error) {
	humans := []string{human}
	if human == "" {
		if humans = t.usualHumans(); len(humans) > 0 {
			human = humans[0]
		}
	}
	if columns == nil {
		columns = slices.DeleteFunc(t.usualMeasures(), func(name string) bool { return slices.Contains(humans, name) })
	}
	for _, name := range humans {
		if !slices.Contains(columns, name) {
			columns = append(slices.Clip(columns), name)
		}
	}
	if len(columns) == 0 {
		return nil, ErrNoScores
	}
	evaluated, err := t.Evaluated(columns, lower)
	return &inspection.Input{Human: human, Texts: t.Texts(stdin, inputs...), Scores: evaluation.Scores{Systems: t.Systems,
		Segments: t.Segments, ByLine: t.ByLine, Columns: evaluated, HumanSystems: t.HumanSystems}}, err
}

// Outputs yields what Texts does, for evaluation.Scores.AddTexts and ExamplesIn. It leaves out standard input, which can be read only
// once. It fails when ctx ends.
func (t *Table) Outputs(ctx context.Context, inputs ...File) iter.Seq2[evaluation.Texts, error] {
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(input File) bool { return input.Path == file.Stdin })
	return func(yield func(evaluation.Texts, error) bool) {
		for texts, err := range t.Texts(file.Interruptible(ctx, nil), inputs...) {
			if !yield(texts.Texts, err) {
				return
			}
		}
	}
}
