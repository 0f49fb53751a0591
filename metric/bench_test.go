package metric_test

import (
	"testing"

	"github.com/wordrotator/wrd/metric"
)

// BenchmarkScore/text scores STS-B dev from the text, one pair a step, on one core.
func BenchmarkScore(b *testing.B) {
	_, segments := stsbDev(b)
	b.Run("text", func(b *testing.B) {
		s := newScorer(b, metric.Options{})
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			if _, err := s.Score(segments[i%len(segments)]); err != nil {
				b.Fatal(err)
			}
			i++
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
	})
}
