package inspection

import (
	"iter"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// AddBaseline adds the systems of a baseline under names of their own, "NAME (baseline)", on the segments that the input
// has, and their texts, which before yields with systems and segments called as in the baseline.
func (input *Input) AddBaseline(baseline *evaluation.Scores, before iter.Seq2[OutputTexts, error]) {
	places := map[string]int{}
	for i, segment := range baseline.Segments {
		places[segment.Key()] = i
	}
	names := map[string]string{}
	for _, name := range baseline.Systems {
		own := name + " (baseline)"
		for slices.Contains(input.Systems, own) {
			own += " "
		}
		names[name] = own
		input.Systems = append(slices.Clip(input.Systems), own)
	}
	for k := range input.Columns {
		column := &input.Columns[k]
		i := slices.IndexFunc(baseline.Columns, func(b evaluation.Column) bool { return b.Name == column.Name })
		values := slices.Clone(column.Grid.Values)
		for system := range baseline.Systems {
			for _, segment := range input.Segments {
				x := math.NaN()
				if place, ok := places[segment.Key()]; ok && i >= 0 {
					x = baseline.Columns[i].Grid.At(system, place)
				}
				values = append(values, x)
			}
		}
		column.Grid.Values, column.Grid.Systems = values, len(input.Systems)
	}
	of := map[string]evaluation.Segment{}
	for _, segment := range input.Segments {
		of[segment.Key()] = segment
	}
	now := input.Texts
	input.Texts = func(yield func(OutputTexts, error) bool) {
		more := true
		now(func(t OutputTexts, err error) bool {
			more = yield(t, err) && err == nil
			return more
		})
		if !more {
			return
		}
		for t, err := range before {
			t.System, t.Segment = names[t.System], of[t.Segment.Key()]
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}
