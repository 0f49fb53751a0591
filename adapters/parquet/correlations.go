package parquet

import (
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"
)

// A Correlation is one row of correlations.parquet: how far one measure agrees with people by one statistic. A nil
// number is absent: it is not defined, or nobody asked for it.
type Correlation struct {
	Measure   string   `parquet:"measure,dict"`
	HumanName string   `parquet:"human_name,dict"` // the column of human scores
	Level     string   `parquet:"level,dict"`
	Averaging string   `parquet:"averaging,dict"`
	Statistic string   `parquet:"statistic,dict"`
	Value     *float64 `parquet:"value,optional"`
	CILow     *float64 `parquet:"ci_low,optional"`
	CIHigh    *float64 `parquet:"ci_high,optional"`
	PValue    *float64 `parquet:"p_value,optional"`
	Systems   int64    `parquet:"n_systems"`
	Segments  int64    `parquet:"n_segments"`
	Group     *string  `parquet:"group,optional,dict"`  // such as the language pair
	Reason    *string  `parquet:"reason,optional,dict"` // why there is no value
	Epsilon   *float64 `parquet:"epsilon,optional"`     // the threshold of ties
}

// WriteCorrelations writes a whole correlations.parquet to w.
func WriteCorrelations(w io.Writer, signature string, rows []Correlation) error {
	writer := pq.NewGenericWriter[Correlation](w, writerOptions(pq.SchemaOf(Correlation{}), signature)...)
	if _, err := writer.Write(rows); err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	if err := writer.Close(); err != nil {
		return fmt.Errorf("correlations: %w", err)
	}
	return nil
}
