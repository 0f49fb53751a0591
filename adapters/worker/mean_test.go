package worker_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// Two values of 0.5 and 0.75: mean 0.625, and Student's t of one degree of freedom, 12.706, times 0.125 to each side.
func TestMean(t *testing.T) {
	answers := serve(t, scorer(t, metric.Options{}), worker.Config{},
		`{"id": 1, "method": "mean", "params": {"sums": [0.5, 0.75], "sizes": [1, 1]}}`+"\n"+
			`{"id": 2, "method": "mean", "params": {"sums": [5], "sizes": [4], "against": [3]}}`+"\n"+
			`{"id": 3, "method": "mean", "params": {"sums": [0.5, 0.75], "sizes": [1, 1], "column": "wrd", `+
			`"signature": "wrd|version:0.1.0"}}`+"\n")
	var results [3]struct {
		Mean            float64
		Low             *float64 `json:"ci_low"`
		High            *float64 `json:"ci_high"`
		Segments, Units int
	}
	for i := range results {
		if answers[i].Error != nil {
			t.Fatal(answers[i].Error)
		}
		if err := json.Unmarshal(answers[i].Result, &results[i]); err != nil {
			t.Fatal(err)
		}
	}
	const half = 12.706204736432095 * 0.125
	two, one, within := results[0], results[1], results[2]
	if two.Mean != 0.625 || math.Abs(*two.Low-0.625+half) > 1e-9 || math.Abs(*two.High-0.625-half) > 1e-9 ||
		two.Segments != 2 || two.Units != 2 {
		t.Errorf("two segments: found %+v, from %v to %v", two, *two.Low, *two.High)
	}
	if one.Mean != 0.5 || one.Low != nil || one.High != nil || one.Segments != 4 || one.Units != 1 {
		t.Errorf("one document: found %+v", one)
	}
	if *within.Low != 0 || *within.High != 2 {
		t.Errorf("wrd: found %v to %v, want 0 to 2", *within.Low, *within.High)
	}
}
