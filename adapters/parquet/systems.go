package parquet

import (
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric/evaluation"
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
	Human    *float64 `parquet:"human,optional"` // the mean human score of the system, the same in each of its rows
	Units    string   `parquet:"units,plain"`    // that the interval takes as independent: documents or segments
}

// WriteSystems writes a whole systems.parquet to w.
func WriteSystems(w io.Writer, run Run, systems []System) error {
	writer := pq.NewGenericWriter[System](w, writerOptions(pq.SchemaOf(System{}), run)...)
	if _, err := writer.Write(systems); err != nil {
		return fmt.Errorf("systems: %w", err)
	}
	if err := writer.Close(); err != nil {
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
				Units: string(summary.Unit), Human: system.Human,
			})
		}
	}
	return rows
}
