package correlate_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Three systems on five segments. People did not judge what system c made of the last one.
func ExampleRun() {
	grid := func(values ...float64) agreement.Grid { return agreement.Grid{Systems: 3, Segments: 5, Values: values} }
	judgments := &evaluation.Judgments{
		Systems:  []string{"a", "b", "c"},
		Segments: []evaluation.Segment{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}, {ID: "5"}},
		Humans: []evaluation.Column{{Name: "human", Grid: grid(
			90, 70, 85, 60, 75,
			80, 75, 70, 55, 60,
			40, 50, 65, 30, math.NaN(),
		)}},
		Measures: []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid(
			0.10, 0.30, 0.20, 0.35, 0.25,
			0.20, 0.25, 0.30, 0.45, 0.35,
			0.55, 0.50, 0.35, 0.70, 0.60,
		)}},
	}
	for _, absence := range judgments.Absences() {
		fmt.Printf("%s: no score for %d of %d outputs, such as that of system %s for segment %v\n", absence.Column, absence.Absent,
			absence.Of, absence.Examples[0].System, absence.Examples[0].Segment)
	}
	report, err := correlate.Run(context.Background(), correlate.Design{
		Levels:     []correlate.Level{correlate.LevelSegment},
		Statistics: []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticKendallB},
		Seed:       12345,
	}, judgments)
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range report.Rows {
		fmt.Printf("%s, %s, %s: ", row.Level, row.Averaging, row.Statistic)
		switch {
		case row.Value == nil:
			fmt.Println("no value:", row.NoValue.Kind, row.NoValue.Stated.Kind)
		case row.CILow == nil:
			fmt.Printf("%.3f without an interval: %s\n", *row.Value, row.NoInterval.Stated.Kind)
		default:
			fmt.Printf("%.3f, from %.3f to %.3f by %s\n", *row.Value, *row.CILow, *row.CIHigh, row.Interval)
		}
	}
	// Output:
	// human: no score for 1 of 15 outputs, such as that of system c for segment 5
	// segment, none, pearson: 0.989, from 0.964 to 1.000 by bootstrap inputs
	// segment, none, kendall_b: 0.983, from 0.946 to 1.000 by bootstrap inputs
	// segment, item, pearson: 0.998 without an interval: few units
	// segment, item, kendall_b: 1.000 without an interval: few units
}
