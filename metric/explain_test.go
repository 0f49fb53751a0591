package metric_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric"
)

func TestMostExpensiveFirst(t *testing.T) {
	r := metric.Result{Alignment: []metric.Move{
		{CandidateToken: "stays", Mass: 0.25, Cost: 0},
		{CandidateToken: "light, far", Mass: 0.125, Cost: 1},
		{CandidateToken: "heavy, far", Mass: 0.25, Cost: 1},
		{CandidateToken: "stays too", Mass: 0.25, Cost: 0},
		{CandidateToken: "as expensive, but heavier", Mass: 0.25, Cost: 0.5},
	}}
	r.MostExpensiveFirst()
	var got []string
	for _, m := range r.Alignment {
		got = append(got, m.CandidateToken)
	}
	want := []string{"heavy, far", "as expensive, but heavier", "light, far", "stays", "stays too"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An alignment is the plan of the first measure to the best reference, whichever measure and reference came last.
func TestAlignmentIsOfTheFirstMeasure(t *testing.T) {
	const candidate, near = "a cat sat on the zork today", "on the mat a cat sat"
	for _, references := range [][]string{{near}, {near, "stocks fell"}, {"stocks fell", near}, {"", near, "zork"}} {
		for _, measures := range [][]metric.Measure{
			{metric.MeasureWRD}, {metric.MeasureWRD, metric.MeasureWMD}, {metric.MeasureWMD, metric.MeasureWRD},
			{metric.MeasureWMD, metric.MeasureDynaMax, metric.MeasureRelaxed},
		} {
			s := newScorer(t, metric.Options{Measures: measures, Alignments: true})
			got, err := s.Score(metric.Segment{Candidate: candidate, References: references})
			if err != nil {
				t.Fatal(err)
			}
			alone, err := newScorer(t, metric.Options{Measures: measures[:1]}).Explain(candidate, near)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(alone.Alignment, got.Alignment); diff != "" {
				t.Errorf("%v, references %q (-alone +got):\n%s", measures, references, diff)
			}
			cost := 0.
			for _, move := range got.Alignment {
				cost += move.Mass * move.Cost
			}
			if want := value(got, measures[0].Main()); len(got.Alignment) == 0 || math.Abs(cost-want) > 1e-9 {
				t.Errorf("%v, references %q: the moves cost %v, want %v", measures, references, cost, want)
			}
		}
	}
}
