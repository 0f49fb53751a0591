package parquet

import (
	"fmt"
	"io"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// A System is one row of systems.parquet: one measure of one system. A nil number is absent: there was nothing
// to compute it from.
type System struct {
	System   string   `parquet:"system,plain"`
	Measure  string   `parquet:"measure,plain"`
	Segments int64    `parquet:"segments"` // how many values the mean is taken over
	Mean     *float64 `parquet:"mean,optional"`
	StdDev   *float64 `parquet:"stddev,optional"`
	CILow    *float64 `parquet:"ci_low,optional"`
	CIHigh   *float64 `parquet:"ci_high,optional"`
	Units    string   `parquet:"units,plain"` // that the interval takes as independent: documents or segments
	Points   *float64 `parquet:"-"`           // the mean in points, as evaluation.MeanScore has it

	// Humans are the mean human scores of the system, one for each of their columns, the same in each of its rows.
	Humans []*float64 `parquet:"-"`
}

// WriteSystems writes a whole systems.parquet to w. humans name the columns of human scores, see outcome.HumanNames.
// There is a column points if a row has some.
func WriteSystems(w io.Writer, run Run, humans []string, systems []System) error {
	number := func() pq.Node { return pq.Optional(double()) }
	columns := []column{{"system", repeatedText()}, {"measure", repeatedText()}, {"segments", pq.Int(64)}, {"mean", number()},
		{"stddev", number()}, {"ci_low", number()}, {"ci_high", number()}}
	humans = outcome.HumanNames(humans)
	for _, name := range humans {
		columns = append(columns, column{name, number()})
	}
	points := slices.ContainsFunc(systems, func(s System) bool { return s.Points != nil })
	if points {
		columns = append(columns, column{metric.Points.String(), number()})
	}
	rows := newRowWriter(w, "systems", run, append(columns, column{"units", repeatedText()}))
	for _, s := range systems {
		rows.text(s.System)
		rows.text(s.Measure)
		rows.long(s.Segments)
		for _, x := range []*float64{s.Mean, s.StdDev, s.CILow, s.CIHigh} {
			rows.optional(x)
		}
		for k := range humans {
			if k < len(s.Humans) {
				rows.optional(s.Humans[k])
			} else {
				rows.absent()
			}
		}
		if points {
			rows.optional(s.Points)
		}
		rows.text(s.Units)
		if err := rows.endRow(); err != nil {
			return fmt.Errorf("systems: %w", err)
		}
	}
	if err := rows.close(); err != nil {
		return fmt.Errorf("systems: %w", err)
	}
	return nil
}

// SystemsOf returns the rows of systems.parquet for a summary: for each system one of each column.
func SystemsOf(summary *evaluation.Summary) (rows []System) {
	for _, system := range summary.Systems {
		for _, column := range summary.Columns {
			score := system.Scores[column]
			rows = append(rows, System{
				System: system.System, Measure: column, Segments: score.Segments,
				Mean: score.Mean, StdDev: score.StdDev, CILow: score.CILow, CIHigh: score.CIHigh,
				Units: string(summary.Unit), Humans: system.Humans, Points: score.Points,
			})
		}
	}
	return rows
}
