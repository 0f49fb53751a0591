package inspection_test

import (
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// textOf yields one text.
func textOf(system, segment, candidate string) iter.Seq2[inspection.OutputTexts, error] {
	return func(yield func(inspection.OutputTexts, error) bool) {
		t := inspection.OutputTexts{}
		t.System, t.Segment, t.Candidate = system, evaluation.Segment{ID: segment}, candidate
		yield(t, nil)
	}
}

// A baseline stands beside the systems under a name of its own, on their segments.
func TestAddBaseline(t *testing.T) {
	input := &inspection.Input{Texts: textOf("a", "1", "now")}
	input.Systems, input.Segments = []string{"a"}, []evaluation.Segment{{ID: "1", Doc: "d"}, {ID: "2"}}
	input.Columns = []evaluation.Column{{Name: "wrd", Grid: agreement.Grid{Systems: 1, Values: []float64{0.1, 0.2}}}}
	baseline := &evaluation.Scores{Systems: []string{"a"}, Segments: []evaluation.Segment{{ID: "3"}, {ID: "1"}},
		Columns: []evaluation.Column{{Name: "wrd", Grid: agreement.Grid{Systems: 1, Values: []float64{0.9, 0.3}}}}}
	input.AddBaseline(baseline, textOf("a", "1", "before"))
	if want := []string{"a", "a (baseline)"}; !slices.Equal(input.Systems, want) {
		t.Errorf("systems %q, want %q", input.Systems, want)
	}
	got := input.Columns[0].Grid
	if !slices.Equal(got.Values[:3], []float64{0.1, 0.2, 0.3}) || !math.IsNaN(got.Values[3]) || got.Systems != 2 {
		t.Errorf("scores %v of %d systems", got.Values, got.Systems)
	}
	var said []string
	for text, err := range input.Texts {
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, text.System+" "+text.Segment.Doc+" "+text.Candidate)
	}
	if want := []string{"a d now", "a (baseline) d before"}; !slices.Equal(said[1:], want[1:]) || len(said) != 2 {
		t.Errorf("texts %q, want %q", said, want)
	}
}
