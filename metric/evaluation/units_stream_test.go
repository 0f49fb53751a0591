package evaluation_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
)

// Documents of a stream give the intervals of those of segments in memory, in any order of lines, also where there are
// too many to tell apart; and these differ little from the interval of all of them.
func TestUnitsManyDocuments(t *testing.T) {
	for _, count := range []int{7, units.Most + 5000} {
		var exact, grouped agreement.Mean
		var streamed [2]agreement.Mean
		var streams [2]units.Stream
		documents := make([]string, 2*count)
		value := func(i int) float64 { return math.Sin(float64(i%count)*12.9) + 0.1*math.Cos(float64(i)*78.2) }
		for i := range documents {
			documents[i] = fmt.Sprint("doc", i%count)
			exact.AddOf(i%count, value(i))
		}
		all := units.Documents(len(documents), func(i int) (string, string) { return "", documents[i] })
		for i := range documents {
			grouped.AddOf(all.Of[i], value(i))
			for k, at := range []int{i, len(documents) - 1 - i} {
				document, ok := streams[k].Next(documents[at], func(f func(*agreement.Mean)) { f(&streamed[k]) })
				if !ok {
					t.Fatal("a segment without a document")
				}
				streamed[k].AddOf(document, value(at))
			}
		}
		want, _ := grouped.Interval(0.95)
		for k := range streamed {
			if got, ok := streamed[k].Interval(0.95); !ok || math.Abs(got.Low-want.Low) > 1e-12 ||
				math.Abs(got.High-want.High) > 1e-12 || streams[k].Count != all.Count {
				t.Errorf("%d documents, order %d: %v of %d groups, want %v of %d", count, k, got, streams[k].Count, want,
					all.Count)
			}
		}
		whole, _ := exact.Interval(0.95)
		if width := whole.High - whole.Low; math.Abs(want.High-want.Low-width) > 0.02*width {
			t.Errorf("%d documents: %v, told apart %v", count, want, whole)
		}
	}
}

// A segment without a document makes all segments independent, from the first one on.
func TestUnitsSomeDocuments(t *testing.T) {
	var stream units.Stream
	var mean agreement.Mean
	means := func(f func(*agreement.Mean)) { f(&mean) }
	for i, doc := range []string{"a", "a", "", "b"} {
		document, ok := stream.Next(doc, means)
		if ok != (i < 2) {
			t.Errorf("segment %d: of a document %v", i, ok)
		}
		if ok {
			mean.AddOf(document, float64(i))
		} else {
			mean.Add(float64(i))
		}
	}
	var alone agreement.Mean
	for i := range 4 {
		alone.Add(float64(i))
	}
	got, _ := mean.Interval(0.95)
	if want, _ := alone.Interval(0.95); got != want {
		t.Errorf("interval %v, want %v", got, want)
	}
}
