package inspection_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Side by side are the best system and the next one that it is shown to be better than, and examples for and against take
// turns.
func TestPair(t *testing.T) {
	const n = 40
	scores := make([][]float64, 3)
	for j := range n {
		x := float64(j*31%17) / 100
		scores[0] = append(scores[0], 0.4+x)
		scores[1] = append(scores[1], 0.2+x)
		scores[2] = append(scores[2], 0.2+x+0.002*float64(j%2)-0.0009)
	}
	scores[0][3], scores[0][7] = 0.05, math.NaN() // is better than both here, and has no score there
	input := &inspection.Input{}
	for j := range n {
		input.Segments = append(input.Segments, evaluation.Segment{ID: string(rune('A' + j))})
	}
	input.Systems = []string{"bad", "good", "as good"}
	grid, err := agreement.NewGrid(3, n, slices.Concat(scores...))
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "m", LowerIsBetter: true, Grid: grid}}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(in.Pair, []int{1, 0}) {
		t.Fatalf("side by side are %v", in.Pair)
	}
	list := in.Examples()
	if sorted := slices.Sorted(slices.Values(list)); len(sorted) != n || sorted[0] != 0 || sorted[n-1] != n-1 {
		t.Fatalf("examples are no order of the rows: %v", list)
	}
	if a := in.Advantage(0, list[0]); a <= 0 || list[1] != 3 || list[n-1] != 7 {
		t.Errorf("examples %v, the first ahead by %g; expected 3, the only loss, second, and 7, without a score, last", list, a)
	}
	for _, i := range list[2 : n-1] {
		if a := in.Advantage(0, i); a <= 0 || a > in.Advantage(0, list[0]) {
			t.Errorf("row %d is ahead by %g, the first by %g", i, a, in.Advantage(0, list[0]))
		}
	}
	for _, i := range []int{list[0], 3} {
		in.Rows[i].Outputs[i%2].Findings = inspection.FoundReferenceCopy | inspection.FoundLength
	}
	in.Rows[list[2]].Outputs[0].Findings = inspection.FoundSourceCopy // which shows something
	if found, want := in.Examples(), slices.Concat(list[2:n-1], []int{list[0], 3, 7}); !slices.Equal(found, want) {
		t.Errorf("copies are examples: %v, expected %v", found, want)
	}
	named, err := inspection.Inspect(t.Context(), inspection.Contents{Pair: &[2]int{2, 1}}, input)
	if err != nil || !slices.Equal(named.Pair, []int{2, 1}) {
		t.Errorf("the pair that was asked for: %v, %v", named.Pair, err)
	}
	baseline := inspection.Contents{Compare: compare.Design{Baseline: "as good"}}
	if against, err := inspection.Inspect(t.Context(), baseline, input); err != nil || !slices.Equal(against.Pair, []int{1, 2}) {
		t.Errorf("against a baseline: %v, %v", against.Pair, err)
	}
}
