package inspection_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Documents and domains have the means of their segments, the worst first, and each segment knows its own.
func TestGroups(t *testing.T) {
	list := []evaluation.Segment{{ID: "1", Doc: "x", Domain: "n"}, {ID: "2", Doc: "x", Domain: "n"},
		{ID: "3", Doc: "y", Domain: "n"},
		{ID: "4", Doc: "z", Domain: "m"}, {ID: "5", Doc: "z", Domain: "m"}}
	grid, err := agreement.NewGrid(2, 5, []float64{1, 2, 6, 3, 4, 2, 3, math.NaN(), 4, 5})
	if err != nil {
		t.Fatal(err)
	}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, &inspection.Input{Scores: evaluation.Scores{
		Systems: []string{"a", "b"}, Segments: list, Columns: []evaluation.Column{{Name: "m", LowerIsBetter: true,
			Grid: grid}}}})
	if err != nil {
		t.Fatal(err)
	}
	say := func(g inspection.Groupings) (said string) {
		for _, group := range g.List {
			said += fmt.Sprint(group.Name, group.Number, " of ", group.Segments, ":")
			for _, means := range group.Means {
				if means[0].Mean == nil {
					said += " none"
					continue
				}
				said += fmt.Sprint(" ", *means[0].Mean, " ", means[0].CILow != nil)
			}
			said += "; "
		}
		return said
	}
	// One segment says nothing of its spread, nor does one document of a domain.
	if got, want := say(in.Documents), "y1 of 1: 6 false none; z2 of 2: 3.5 true 4.5 true; x0 of 2: 1.5 true 2.5 true; "; got != want {
		t.Errorf("found the documents %s, expected %s", got, want)
	}
	if got, want := say(in.Domains), "m1 of 2: 3.5 false 4.5 false; n0 of 3: 3 true 2.5 false; "; got != want {
		t.Errorf("found the domains %s, expected %s", got, want)
	}
	if got := fmt.Sprint(in.Documents.Of, in.Domains.Of, in.Documents.All); got != "[0 0 1 2 2] [0 0 0 1 1] 3" {
		t.Errorf("found the numbers %s", got)
	}
}
