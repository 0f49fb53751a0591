package parquet

import (
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// A Correlation is one row of correlations.parquet: how far one measure agrees with people by one statistic. A nil
// number is absent: it is not defined, or was not asked for.
type Correlation struct {
	Measure   string   `parquet:"measure,plain"`
	HumanName string   `parquet:"human_name,plain"` // the column of human scores
	Level     string   `parquet:"level,plain"`
	Averaging string   `parquet:"averaging,plain"`
	Statistic string   `parquet:"statistic,plain"`
	Value     *float64 `parquet:"value,optional"`
	CILow     *float64 `parquet:"ci_low,optional"`
	CIHigh    *float64 `parquet:"ci_high,optional"`
	PValue    *float64 `parquet:"p_value,optional"`
	Systems   int64    `parquet:"n_systems"`
	Segments  int64    `parquet:"n_segments"`
	Group     *string  `parquet:"group,optional,plain"`  // such as the language pair
	Reason    *string  `parquet:"reason,optional,plain"` // why there is no value
	Epsilon   *float64 `parquet:"epsilon,optional"`      // the threshold of ties
}

// WriteCorrelations writes a whole correlations.parquet to w.
func WriteCorrelations(w io.Writer, run Run, rows []Correlation) error {
	writer := pq.NewGenericWriter[Correlation](w, writerOptions(pq.SchemaOf(Correlation{}), run)...)
	if _, err := writer.Write(rows); err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	return nil
}

// CorrelationsOf returns the rows of correlations.parquet for those of a report.
func CorrelationsOf(report []correlate.Correlation) (rows []Correlation) {
	for _, row := range report {
		rows = append(rows, Correlation{
			Measure: row.Measure, HumanName: row.Human,
			Level: string(row.Level), Averaging: string(row.Averaging), Statistic: string(row.Statistic),
			Value: row.Value, CILow: row.CILow, CIHigh: row.CIHigh, PValue: row.PValue,
			Systems: int64(row.Systems), Segments: int64(row.Segments),
			Group: orAbsent(row.Group), Reason: orAbsent(row.Reason), Epsilon: row.Epsilon,
		})
	}
	return rows
}

// orAbsent returns nil for "".
func orAbsent(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// ReadCorrelations reads a correlations.parquet. Its errors begin with the path.
func ReadCorrelations(path string) (report []correlate.Correlation, err error) {
	needed := []string{"measure", "human_name", "level", "averaging", "statistic", "value"}
	err = readFile(path, "the correlations that wrd correlate -o writes", needed, func(f *pq.File) error {
		reader := pq.NewGenericReader[Correlation](f)
		defer reader.Close()
		rows := make([]Correlation, reader.NumRows())
		if n, err := reader.Read(rows); err != nil && err != io.EOF || n < len(rows) {
			return fmt.Errorf("found %d rows (%v), expected %d", n, err, len(rows))
		}
		for _, row := range rows {
			report = append(report, correlate.Correlation{
				Measure: row.Measure, Human: row.HumanName, Level: correlate.Level(row.Level),
				Averaging: agreement.Averaging(row.Averaging), Statistic: agreement.Statistic(row.Statistic),
				Value: row.Value, ConfidenceLimits: evaluation.ConfidenceLimits{CILow: row.CILow, CIHigh: row.CIHigh},
				PValue: row.PValue, Systems: int(row.Systems), Segments: int(row.Segments),
			})
		}
		return nil
	})
	return report, err
}
