package metric_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
)

// sampleGroup makes n candidates of one sentence, each with about one word in five replaced by another.
func sampleGroup(n int, seed uint64) metric.Group {
	const sentence = "the committee said on tuesday that the new rules will be sent to all members before the end of " +
		"the month"
	others := strings.Fields("a group told monday those old laws would go some people after start year and minister " +
		"report two law early week plan")
	rng := rand.New(rand.NewPCG(seed, seed))
	var group metric.Group
	for range n {
		words := strings.Fields(sentence)
		for i := range words {
			if rng.IntN(5) == 0 {
				words[i] = others[rng.IntN(len(others))]
			}
		}
		group.Candidates = append(group.Candidates, strings.Join(words, " "))
	}
	return group
}

// BenchmarkChoose chooses from candidates of 21 tokens; µs/pair is the time for each pair of them.
func BenchmarkChoose(b *testing.B) {
	s := newScorer(b, metric.Options{})
	for _, n := range []int{10, 100} {
		for _, bestOnly := range []bool{false, true} {
			name := "all"
			if bestOnly {
				name = "best-only"
			}
			b.Run(fmt.Sprintf("candidates=%d/%s", n, name), func(b *testing.B) {
				groups := []metric.Group{sampleGroup(n, 1), sampleGroup(n, 2), sampleGroup(n, 3), sampleGroup(n, 4)}
				i := 0
				for b.Loop() {
					if _, err := s.Choose(groups[i%len(groups)], bestOnly); err != nil {
						b.Fatal(err)
					}
					i++
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n*(n-1)/2), "µs/pair")
			})
		}
	}
}
