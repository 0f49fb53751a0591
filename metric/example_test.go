package metric_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wordrotator/wrd/metric"
)

func Example() {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, candidate := range []string{"the cat sat on the mat", "a cat sat on the rug",
		"stocks fell sharply in Tokyo"} {
		result, err := scorer.Score(metric.Segment{Candidate: candidate,
			References: []string{"The cat sat on the mat."}})
		if err != nil {
			log.Fatal(err)
		}
		distance, _ := result.Value(metric.WRD)
		fmt.Printf("%.2f  %s\n", distance, candidate)
	}
	// Output:
	// 0.00  the cat sat on the mat
	// 0.23  a cat sat on the rug
	// 0.94  stocks fell sharply in Tokyo
}

// Several measures share the work on tokens and vectors.
func ExampleOptions_measures() {
	scorer, err := metric.NewScorer(metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureWMD,
		metric.MeasureBERTScore}})
	if err != nil {
		log.Fatal(err)
	}
	result, err := scorer.Score(metric.Segment{Candidate: "a cat sat on the rug",
		References: []string{"The cat sat on the mat."}})
	if err != nil {
		log.Fatal(err)
	}
	for _, column := range scorer.Columns() {
		value, _ := result.Value(column)
		fmt.Printf("%-15v %.2f\n", column, value)
	}
	// Output:
	// wrd             0.23
	// wrd_similarity  0.77
	// wmd             0.86
	// bertscore_p     0.81
	// bertscore_r     0.90
	// bertscore_f1    0.85
}

func ExampleScorer_Explain() {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		log.Fatal(err)
	}
	e, err := scorer.Explain("a cat slept", "the cat slept")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range e.Alignment {
		fmt.Printf("%s → %s, mass %.2f, cost %.2f\n", m.CandidateToken, m.ReferenceToken, m.Mass, m.Cost)
	}
	// Output:
	// a → the, mass 0.02, cost 0.52
	// a → cat, mass 0.01, cost 0.68
	// a → slept, mass 0.01, cost 0.98
	// cat → cat, mass 0.44, cost 0.00
	// slept → slept, mass 0.51, cost 0.00
}

func ExampleScorer_Stream() {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		log.Fatal(err)
	}
	lines := func(yield func(metric.Line, error) bool) {
		for _, text := range []string{"good morning", "good night"} {
			if !yield(metric.Line{Candidates: []string{text}, References: []string{"good morning"}}, nil) {
				return
			}
		}
	}
	err = scorer.Stream(context.Background(), lines, 0, func(line metric.Line, results []metric.Result) error {
		distance, _ := results[0].Value(metric.WRD)
		fmt.Printf("%s: %.2f\n", line.Candidates[0], distance)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// good morning: 0.00
	// good night: 0.25
}

// Settings for translations, chosen by how well they agree with people.
func ExampleForPurpose() {
	options, err := metric.ForPurpose(context.Background(), metric.PurposeTranslation)
	if err != nil {
		log.Fatal(err)
	}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		log.Fatal(err)
	}
	result, err := scorer.Score(metric.Segment{
		Candidate: "the bank put up its rates", References: []string{"rates were raised by the bank"},
	})
	if err != nil {
		log.Fatal(err)
	}
	distance, _ := result.Value(metric.WRD)
	fmt.Printf("%.2f\n", distance)
	// Output: 0.16
}
