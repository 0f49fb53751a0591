package evaluation_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// lines yields segments that are held in memory.
func lines(segments ...metric.Line) func(yield func(metric.Line, error) bool) {
	return func(yield func(metric.Line, error) bool) {
		for _, line := range segments {
			if !yield(line, nil) {
				return
			}
		}
	}
}

func ExampleScore() {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		log.Fatal(err)
	}
	corpus := evaluation.Corpus{
		Systems:    []string{"new", "old"},
		References: 1,
		Lines: lines(
			metric.Line{
				Candidates: []string{"the cat sat on the mat", "a cat sat on the rug"},
				References: []string{"The cat sat on the mat."},
			},
			metric.Line{
				Candidates: []string{"it was raining all day", "the rain fell the whole day"},
				References: []string{"It rained the whole day."},
			},
		),
	}
	summary, err := evaluation.Score(context.Background(), scorer, corpus, evaluation.ScoreOptions{},
		func(line evaluation.ScoredLine) error {
			for i, result := range line.Results {
				distance, _ := result.Value(metric.WRD)
				fmt.Printf("segment %d of %s: %.2f\n", line.Segment, corpus.Systems[i], distance)
			}
			return nil
		})
	if err != nil {
		log.Fatal(err)
	}
	for _, system := range corpus.Systems {
		mean, _ := summary.Mean(system, metric.WRD)
		fmt.Printf("mean of %s: %.2f\n", system, mean)
	}
	// Output:
	// segment 0 of new: 0.00
	// segment 0 of old: 0.23
	// segment 1 of new: 0.12
	// segment 1 of old: 0.24
	// mean of new: 0.06
	// mean of old: 0.24
}
