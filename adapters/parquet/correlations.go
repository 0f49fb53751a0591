package parquet

import (
	"io"
	"slices"

	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// correlationFields are the columns of correlations.parquet: what a file must have, up to the value, and the rest.
func correlationFields() (fields []outcome.Field[correlate.Correlation], needed int) {
	numbers := outcome.Numbers[correlate.Correlation]() // value, interval, p, epsilon
	last := len(numbers) - 1
	fields = slices.Concat([]outcome.Field[correlate.Correlation]{
		{Name: "measure", At: func(c *correlate.Correlation) any { return &c.Measure }},
		{Name: "human_name", At: func(c *correlate.Correlation) any { return &c.Human }},
		{Name: "level", At: func(c *correlate.Correlation) any { return (*string)(&c.Level) }},
		{Name: "averaging", At: func(c *correlate.Correlation) any { return (*string)(&c.Averaging) }},
		{Name: "statistic", At: func(c *correlate.Correlation) any { return (*string)(&c.Statistic) }},
	}, numbers[:last], []outcome.Field[correlate.Correlation]{
		{Name: "n_systems", At: func(c *correlate.Correlation) any { return &c.Systems }},
		{Name: "n_segments", At: func(c *correlate.Correlation) any { return &c.Segments }},
		{Name: "group", At: func(c *correlate.Correlation) any { return (*optionalText)(&c.Group) }},
		{Name: "reason", At: func(c *correlate.Correlation) any { return (*optionalText)(&c.Reason) }},
	}, numbers[last:])
	return fields, 6
}

// WriteCorrelations writes a whole correlations.parquet to w.
func WriteCorrelations(w io.Writer, run Run, rows []correlate.Correlation) error {
	fields, _ := correlationFields()
	return writeRecords(w, "correlations", run, fields, rows)
}

// ReadCorrelations reads what a correlations.parquet says of each row. Its errors begin with the path.
func ReadCorrelations(path string) ([]correlate.Correlation, error) {
	fields, needed := correlationFields()
	return readRecords(path, "the correlations that wrd correlate -o writes", fields, needed)
}
