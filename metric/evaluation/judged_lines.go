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
	segments []Segment
	humans   [][]float64   // of each system
	scores   [][][]float64 // of each measure and system
	numbers  int           // in humans and scores; beyond mostJudgedNumbers none is kept
}

func newJudgedLines(measures []metric.Measure, systems int) *judgedLines {
	j := &judgedLines{measures: measures, humans: make([][]float64, systems), scores: make([][][]float64, len(measures))}
	for m := range j.scores {
		j.scores[m] = make([][]float64, systems)
	}
	return j
}

// add takes one segment of all systems.
func (j *judgedLines) add(line ScoredLine) {
	if len(j.humans) < 2 || !slices.ContainsFunc(line.Human, func(x float64) bool { return !math.IsNaN(x) }) {
		return
	}
	if j.numbers += len(j.humans) * (1 + len(j.measures)); j.numbers > mostJudgedNumbers {
		j.segments, j.humans, j.scores = nil, make([][]float64, len(j.humans)), nil
		return
	}
	j.segments = append(j.segments, Segment{Doc: line.Doc})
	for i := range j.humans {
		j.humans[i] = append(j.humans[i], line.Human[i])
		for m, measure := range j.measures {
			j.scores[m][i] = append(j.scores[m][i], line.Results[i].ValueOrNaN(measure.Main()))
		}
	}
}

// orders returns the orders for a summary of all segments.
func (j *judgedLines) orders(ctx context.Context, settings ScoreSettings, summary *Summary) (
	orders []JudgedOrder, err error) {
	if j.numbers == 0 {
		return nil, nil
	}
	settled := judging{Unit: summary.Unit, Tests: significance.Options{Seed: settings.Seed,
		Confidence: settings.Confidence, Workers: settings.Workers}}
	scores := &Scores{Segments: j.segments, Humans: []Column{j.column(UsualHuman, false, j.humans)}}
	for _, system := range summary.Systems {
		scores.Systems = append(scores.Systems, system.System)
	}
	for m, measure := range j.measures {
		name, lower := measure.Main().String(), measure.Main().Distance()
		if j.scores == nil {
			order := newJudgedOrder(settled, name, UsualHuman, lower)
			order.Reason = "there are too many human scores to keep; wrd compare reads the results that -o writes"
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
		o.say()
	}
	return orders, nil
}

func (j *judgedLines) column(name string, lower bool, rows [][]float64) Column {
	return Column{Name: name, LowerIsBetter: lower, Grid: agreement.Grid{Systems: len(rows), Segments: len(j.segments),
		Values: slices.Concat(rows...)}}
}
