package evaluation

import (
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// mostJudgedNumbers is up to how many numbers judgedLines keep, 32 MB, so that memory does not grow with the number of
// segments: 15 systems with one measure fill them with 140,000 segments that people judged.
const mostJudgedNumbers = 1 << 22

// judgedLines keep what people and the measures say of the segments of which people judged an output, as far as these are
// not too many, for JudgedOrders.
type judgedLines struct {
	measures []metric.Measure
	systems  int
	names    []string // of the human scores
	segments []Segment
	humans   [][][]float64 // of each name and system
	scores   [][][]float64 // of each measure and system
	numbers  int           // in humans and scores; beyond mostJudgedNumbers none is kept
}

func newJudgedLines(measures []metric.Measure, systems int, humans []string) *judgedLines {
	return &judgedLines{measures: measures, systems: systems, names: humans, humans: scoresOf(len(humans), systems),
		scores: scoresOf(len(measures), systems)}
}

// scoresOf returns room for the scores of so many columns and systems.
func scoresOf(columns, systems int) [][][]float64 {
	scores := make([][][]float64, columns)
	for i := range scores {
		scores[i] = make([][]float64, systems)
	}
	return scores
}

// add takes one segment of all systems.
func (j *judgedLines) add(line ScoredLine) {
	if j.systems < 2 || !slices.ContainsFunc(line.Human, func(x float64) bool { return !math.IsNaN(x) }) {
		return
	}
	if j.numbers += j.systems * (len(j.names) + len(j.measures)); j.numbers > mostJudgedNumbers {
		j.segments, j.humans, j.scores = nil, nil, nil
		return
	}
	j.segments = append(j.segments, Segment{Doc: line.Doc})
	for i := range j.systems {
		for k := range j.humans {
			j.humans[k][i] = append(j.humans[k][i], line.HumanOf(i, k))
		}
		for m, measure := range j.measures {
			j.scores[m][i] = append(j.scores[m][i], line.Results[i].ValueOrNaN(measure.Main()))
		}
	}
}

// orders returns the orders for a summary of all segments.
func (j *judgedLines) orders(ctx context.Context, options ScoreOptions, summary *Summary) (
	orders []JudgedOrder, err error) {
	if j.numbers == 0 {
		return nil, nil
	}
	settled := judging{Unit: summary.Unit, Tests: significance.Options{Seed: options.Seed,
		Confidence: options.Confidence, Workers: options.Workers}}
	scores := &Scores{Segments: j.segments}
	for k := range j.humans {
		column := j.column(j.names[k], false, j.humans[k])
		if slices.ContainsFunc(column.Grid.Values, func(x float64) bool { return !math.IsNaN(x) }) {
			scores.Humans = append(scores.Humans, column)
		}
	}
	for _, system := range summary.Systems {
		scores.Systems = append(scores.Systems, system.System)
	}
	for m, measure := range j.measures {
		name, lower := measure.Main().String(), measure.Main().Distance()
		if j.scores == nil {
			order := newJudgedOrder(settled, name, j.names[0], lower)
			order.NoOrder = NoOrderTooMany
			orders = append(orders, order.JudgedOrder)
			continue
		}
		scores.Columns = append(scores.Columns, j.column(name, lower, j.scores[m]))
	}
	if j.scores != nil {
		if orders, err = judgedOrders(ctx, settled, scores); err != nil {
			return nil, err
		}
	}
	for i := range orders {
		o := &orders[i]
		o.Scored = 0
		for _, s := range o.Systems {
			o.Scored += int(summary.scoreOf(s.System, o.Measure).Segments)
		}
	}
	return orders, nil
}

func (j *judgedLines) column(name string, lower bool, rows [][]float64) Column {
	return Column{Name: name, LowerIsBetter: lower, Grid: agreement.Grid{Systems: len(rows), Segments: len(j.segments),
		Values: slices.Concat(rows...)}}
}
