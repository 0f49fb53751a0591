package inspection_test

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Kinds of text are buckets of the user's own columns, too, those first on which the lead differs; a column of which
// outputs of one segment have several values is none of segments.
func TestKinds(t *testing.T) {
	const n = 60
	input := &inspection.Input{Scores: evaluation.Scores{Systems: []string{"a", "b"}}}
	values := make([]float64, 2*n)
	for j := range n {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(j)})
		noise := float64(j*31%17) / 1000
		values[j], values[n+j] = 0.5+noise, 0.3
		if j%3 == 0 {
			values[j] = 0.8 + noise // a is further ahead on every third
		}
	}
	grid, err := agreement.NewGrid(2, n, values)
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "m", Grid: grid}}
	input.Texts = iter.Seq2[inspection.OutputTexts, error](func(yield func(inspection.OutputTexts, error) bool) {
		for i, system := range input.Systems {
			for j, segment := range input.Segments {
				texts := inspection.OutputTexts{Texts: evaluation.Texts{Output: evaluation.Output{System: system, Segment: segment},
					Candidate: "x", References: []string{"y"}},
					Labels: []inspection.Label{{Column: "annotator", Value: fmt.Sprint("r", j%3)},
						{Column: "length", Value: fmt.Sprint(j)}, {Column: "run", Value: fmt.Sprint(i)},
						{Column: "note", Value: fmt.Sprint("note ", j)}}}
				if !yield(texts, nil) {
					return
				}
			}
		}
	})
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	for _, b := range in.Buckets {
		if b.By == inspection.ByColumn {
			columns = append(columns, fmt.Sprint(b.Column, len(b.List)))
		}
	}
	if want := []string{"annotator3", "length5"}; !slices.Equal(columns, want) {
		t.Errorf("columns and their buckets %v, want %v", columns, want)
	}
	first := in.Kinds[0]
	if bucket := in.Buckets[first.Buckets].List[first.Bucket]; bucket.Name != "r0" || !first.Sure || first.Segments != n/3 {
		t.Errorf("the first kind is %+v of %+v", first, bucket)
	}
	if d := *first.Effect.Mean - (*first.Advantage.Mean - *first.Elsewhere.Mean); math.Abs(d) > 1e-12 || math.Abs(*first.Effect.Mean-0.3) > 0.01 {
		t.Errorf("effect %g, ahead by %g there and %g elsewhere", *first.Effect.Mean, *first.Advantage.Mean, *first.Elsewhere.Mean)
	}
	// Two independent samples: the interval is about that of Welch's t.
	if low, high := *first.Effect.CILow, *first.Effect.CIHigh; !(low > 0.295 && high < 0.305) {
		t.Errorf("an interval from %g to %g", low, high)
	}
	for _, k := range in.Kinds {
		if b := in.Buckets[k.Buckets]; b.Column == "length" && k.Shown {
			t.Errorf("length shows an effect: %+v", k)
		}
	}
}
