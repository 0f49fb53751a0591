package compare_test

import (
	"context"
	"fmt"
	"log"
	"strconv"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

func ExampleRun() {
	comet := []float64{
		0.61, 0.74, 0.55, 0.83, 0.47, 0.69, 0.72, 0.58, 0.66, 0.79, // of the old system
		0.64, 0.79, 0.54, 0.88, 0.58, 0.73, 0.77, 0.64, 0.70, 0.81, // of the new one
	}
	scores := &evaluation.Scores{Systems: []string{"old", "new"}}
	for i := range 10 {
		scores.Segments = append(scores.Segments, evaluation.Segment{ID: strconv.Itoa(i + 1)})
	}
	grid, err := agreement.NewGrid(2, 10, comet)
	if err != nil {
		log.Fatal(err)
	}
	scores.Columns = []evaluation.Column{{Name: "COMET", Grid: grid}}
	report, err := compare.Run(context.Background(), compare.Design{Baseline: "old"}, scores)
	if err != nil {
		log.Fatal(err)
	}
	for _, pair := range report.Measures[0].Pairs {
		fmt.Printf("%s is %s than %s by %.3f, p = %.4f\n", pair.System, pair.Verdict, pair.Against, pair.Difference,
			pair.P)
	}
	// Output:
	// new is better than old by 0.044, p = 0.0039
}
