package compare

import (
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// People compares the systems that people judged by each column of human scores, as Run compares them by others. A column by
// which they cannot be compared, such as one of a single system or of different segments, has no pairs; one in which
// nobody judged anything is left out. It fails with an error that wraps ctx.Err() when ctx ends.
func People(ctx context.Context, design Design, scores *evaluation.Scores) (columns []ColumnReport, err error) {
	design.Progress = nil
	for _, human := range scores.Humans {
		var judged []int
		alone := ColumnReport{Measure: human.Name}
		part := &evaluation.Scores{Segments: scores.Segments}
		for i, name := range scores.Systems {
			var mean agreement.Mean
			for _, x := range human.Grid.Row(i) {
				if !math.IsNaN(x) {
					mean.Add(x)
				}
			}
			value, ok := mean.Value()
			if !ok {
				continue
			}
			judged = append(judged, i)
			part.Systems = append(part.Systems, name)
			alone.Systems = append(alone.Systems, SystemReport{System: name, Segments: int(mean.N()), Mean: value})
		}
		if judged == nil {
			continue
		}
		human.Grid = human.Grid.Rows(judged)
		part.Columns = []evaluation.Column{human}
		asked := design
		if !slices.Contains(part.Systems, asked.Baseline) {
			asked.Baseline = ""
		}
		report, err := Run(ctx, asked, part)
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil || asked.Baseline != design.Baseline:
			columns = append(columns, alone)
		default:
			columns = append(columns, report.Measures[0])
		}
	}
	return columns, nil
}
