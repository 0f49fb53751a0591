package correlate_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// What a column lacks is counted among the outputs that the other side has.
func TestAbsences(t *testing.T) {
	gap := math.NaN()
	j := &evaluation.Judgments{
		Systems:  []string{"s", "t"},
		Segments: []evaluation.Segment{{ID: "1"}, {ID: "2", Group: "g"}, {ID: "3"}},
	}
	column := func(name string, values ...float64) evaluation.Column {
		return evaluation.Column{Name: name, Grid: gridOf(j, values)}
	}
	j.Humans = []evaluation.Column{column("h", 1, gap, 3, 4, gap, 6), column("k", 1, 2, 3, 4, gap, 6)}
	j.Measures = []evaluation.Column{column("m", 1, 2, 3, 4, gap, 6), column("n", gap, gap, gap, gap, 5, 6)}
	output := func(system string, segment int) evaluation.Output {
		return evaluation.Output{System: system, Segment: j.Segments[segment]}
	}
	want := []evaluation.Absence{
		{Column: "h", Human: true, Absent: 2, Of: 6, Examples: []evaluation.Output{output("s", 1), output("t", 1)}},
		{Column: "k", Human: true, Absent: 1, Of: 6, Examples: []evaluation.Output{output("t", 1)}},
		{Column: "n", Absent: 4, Of: 5, Examples: []evaluation.Output{output("s", 0), output("s", 1), output("s", 2)}},
	}
	if diff := cmp.Diff(want, j.Absences()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}

	// Of raters alone an output is judged if one of them judged it.
	j.Raters, j.Humans, j.Measures = j.Humans, nil, j.Measures[:1]
	if got := j.Absences(); len(got) != 0 {
		t.Errorf("raters: found %v", got)
	}
}

// The points of a plot are means of systems, or the segments of a single system.
func TestScatters(t *testing.T) {
	gap := math.NaN()
	j := &evaluation.Judgments{
		Systems:  []string{"s", "t", "u"},
		Segments: []evaluation.Segment{{Group: "a"}, {Group: "a"}, {Group: "b"}, {Group: "b"}, {Group: "c"}},
	}
	j.Humans = []evaluation.Column{{Name: "h", Grid: gridOf(j, []float64{
		1, 2, 5, 6, gap,
		3, 5, gap, gap, gap,
		gap, gap, gap, gap, 1})}}
	j.Measures = []evaluation.Column{{Name: "m", LowerIsBetter: true, Grid: gridOf(j, []float64{
		7, gap, 1, 2, 3,
		5, 1, gap, 4, 5,
		gap, gap, gap, gap, gap})}}
	got := correlate.Scatters(j)
	want := []correlate.Scatter{
		{Group: "a", Measure: "m", Systems: []string{"s", "t"}, Human: []float64{1, 4}, Scores: []float64{-7, -3}},
		{Group: "b", Measure: "m", Human: []float64{5, 6}, Scores: []float64{-1, -2}},
	}
	if a, b := inJSON(t, got), inJSON(t, want); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}
