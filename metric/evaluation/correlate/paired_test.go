package correlate_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// A measure that scored a system which others did not, changes no number of those.
func TestSystemsOfAnotherMeasure(t *testing.T) {
	j := judged(2, 4, 16, []string{""}, 1, 2, 0)
	with := *j
	with.Systems = append(slices.Clone(j.Systems), "online-Z")
	extended := func(c evaluation.Column, score func(k int) float64) evaluation.Column {
		values := slices.Clone(c.Grid.Values)
		for k := range j.Segments {
			values = append(values, score(k))
		}
		c.Grid = agreement.Grid{Systems: 5, Segments: 16, Values: values}
		return c
	}
	some := func(k int) float64 { return float64(k*7%5) + float64(k)/100 }
	with.Humans = []evaluation.Column{extended(j.Humans[0], some)}
	with.Measures = []evaluation.Column{extended(j.Measures[0], func(int) float64 { return math.NaN() }),
		extended(j.Measures[1], some)}
	ask := asking{Statistics: statistics{"pearson", "acc_eq", "pairwise_accuracy", "spa", "spa_midp"}, Draws: 30}
	before, after := run(t, ask, j).Rows, run(t, ask, &with).Rows
	for i, row := range before {
		if row.Measure != j.Measures[0].Name {
			continue
		}
		if row.Value == nil || inJSON(t, after[i]) != inJSON(t, row) {
			t.Errorf("%s\nwith another measure's reference %s", inJSON(t, row), inJSON(t, after[i]))
		}
	}
}

// Documents are drawn whole: a table in which each segment of a document is the same has the p and the interval of one
// with a segment for each document.
func TestDocumentsAreUnits(t *testing.T) {
	small := judged(3, 1, 8, []string{""}, 1, 1, 0)
	for k := range small.Segments {
		small.Segments[k].Doc = small.Segments[k].ID
	}
	large := *small
	large.Segments, large.Humans, large.Measures = nil, nil, nil
	for _, s := range small.Segments {
		large.Segments = append(large.Segments, s, s, s)
	}
	for i := range large.Segments {
		large.Segments[i].ID = strings.Repeat("i", i+1)
	}
	thrice := func(columns []evaluation.Column) (out []evaluation.Column) {
		for _, c := range columns {
			grid := agreement.Grid{Systems: 1, Segments: 3 * c.Grid.Segments}
			for _, v := range c.Grid.Values {
				grid.Values = append(grid.Values, v, v, v)
			}
			c.Grid = grid
			out = append(out, c)
		}
		return out
	}
	large.Humans, large.Measures = thrice(small.Humans), thrice(small.Measures)
	ask := asking{Levels: levels{"segment"}, Statistics: statistics{"pearson"}, Draws: 400,
		Interval: correlate.IntervalBootstrap}
	one, three := run(t, ask, small).Rows[0], run(t, ask, &large).Rows[0]
	if math.Abs(*one.CILow-*three.CILow) > 1e-9 || math.Abs(*one.CIHigh-*three.CIHigh) > 1e-9 {
		t.Errorf("intervals %s and %s", inJSON(t, one), inJSON(t, three))
	}
	if math.Abs(*one.PValue-*three.PValue) > 0.05 { // exact, and by permutations
		t.Errorf("p %v and %v", *one.PValue, *three.PValue)
	}
	if report := run(t, ask, &large); report.Unit != evaluation.UnitDocument {
		t.Errorf("unit %s", report.Unit)
	}
	ask.Unit = evaluation.UnitSegment
	if alone := run(t, ask, &large).Rows[0]; *alone.PValue >= *three.PValue ||
		*alone.CIHigh-*alone.CILow >= *three.CIHigh-*three.CILow {
		t.Errorf("segments: %s", inJSON(t, alone))
	}
}

// A system that was entered twice is drawn with its copy: it makes no interval narrower, and no p smaller.
func TestCopiesOfSystems(t *testing.T) {
	j := judged(4, 4, 12, []string{""}, 1, 1, 0)
	twice := *j
	double := func(columns []evaluation.Column) (out []evaluation.Column) {
		for _, c := range columns {
			c.Grid = agreement.Grid{Systems: 8, Segments: 12, Values: slices.Concat(c.Grid.Values, c.Grid.Values)}
			out = append(out, c)
		}
		return out
	}
	twice.Systems = append(slices.Clone(j.Systems), "e", "f", "g", "h")
	twice.Humans, twice.Measures = double(j.Humans), double(j.Measures)
	ask := asking{Levels: levels{"segment", "system"}, Statistics: statistics{"pearson"}, Draws: 300}
	for i, row := range run(t, ask, &twice).Rows {
		if alone := run(t, ask, j).Rows[i]; math.Abs(*row.PValue-*alone.PValue) > 0.06 {
			t.Errorf("p %v, without the copies %v", *row.PValue, *alone.PValue)
		}
	}
}
