package metric_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric"
)

func TestMostExpensiveFirst(t *testing.T) {
	moves := []metric.Move{
		{CandidateToken: "stays", Mass: 0.25, Cost: 0},
		{CandidateToken: "light, far", Mass: 0.125, Cost: 1},
		{CandidateToken: "heavy, far", Mass: 0.25, Cost: 1},
		{CandidateToken: "stays too", Mass: 0.25, Cost: 0},
		{CandidateToken: "as expensive, but heavier", Mass: 0.25, Cost: 0.5},
	}
	metric.MostExpensiveFirst(moves)
	var got []string
	for _, m := range moves {
		got = append(got, m.CandidateToken)
	}
	want := []string{"heavy, far", "as expensive, but heavier", "light, far", "stays", "stays too"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
