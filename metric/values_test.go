package metric_test

import (
	"slices"

	"github.com/wordrotator/wrd/metric"
)

// referenceMeasures lists the measures that compare a candidate with references.
func referenceMeasures() []metric.Measure {
	return slices.DeleteFunc(metric.Measures(), metric.Measure.OfSource)
}

// value returns the value of a column, 0 without one.
func value(r metric.Result, c metric.Column) float64 {
	x, _ := r.Value(c)
	return x
}

// scored says whether a column has a value.
func scored(r metric.Result, c metric.Column) bool {
	_, ok := r.Value(c)
	return ok
}

// allColumns lists the columns of all measures.
func allColumns() (columns []metric.Column) {
	for _, m := range metric.Measures() {
		columns = append(columns, m.Columns()...)
	}
	return columns
}

// values lists the values of all columns.
func values(r metric.Result) (list []float64) {
	for _, c := range allColumns() {
		list = append(list, value(r, c))
	}
	return list
}
