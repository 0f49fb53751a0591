package outcome

import (
	"reflect"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Mean is the mean of one column over the outputs of a system: a row of systems.parquet.
type Mean struct {
	System string
	Column string // that it is the mean of
	evaluation.MeanScore
	// Humans are the mean human scores of the system, one for each of their columns, the same in each of its rows.
	Humans []*float64
	Unit   evaluation.Unit // that the interval takes as independent
}

// A Field is a column of records of a type, such as Mean. At returns where a record holds the value, such as a *string,
// *int64 or **float64, which is nil where it is absent.
type Field[T any] struct {
	Name string
	At   func(*T) any
}

// Numbers returns the numbers of a type of records that may be absent, by their names in JSON, in its order.
func Numbers[T any]() (fields []Field[T]) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && f.Type == reflect.TypeFor[*float64]() {
			fields = append(fields, Field[T]{name, func(record *T) any {
				return reflect.ValueOf(record).Elem().FieldByIndex(f.Index).Addr().Interface()
			}})
		}
	}
	return fields
}

// MeanFields returns the columns of means, in their order, with human scores of some names and with points or without. Lists
// of a Mean must be as long as the names, unless they are nil.
func MeanFields(humans []string, points bool) []Field[Mean] {
	fields := []Field[Mean]{
		{"system", func(m *Mean) any { return &m.System }},
		{"measure", func(m *Mean) any { return &m.Column }},
		{"segments", func(m *Mean) any { return &m.Segments }},
	}
	var inPoints []Field[Mean]
	for _, number := range Numbers[Mean]() {
		if number.Name == metric.Points.String() {
			inPoints = append(inPoints, number)
		} else {
			fields = append(fields, number)
		}
	}
	for i, name := range humans {
		fields = append(fields, Field[Mean]{name, func(m *Mean) any {
			if m.Humans == nil {
				return new(*float64)
			}
			return &m.Humans[i]
		}})
	}
	if points {
		fields = append(fields, inPoints...)
	}
	return append(fields, Field[Mean]{"units", func(m *Mean) any { return (*string)(&m.Unit) }})
}

// Means returns those of a summary: for each system one of each column.
func Means(summary *evaluation.Summary) (means []Mean) {
	for _, system := range summary.Systems {
		for _, column := range summary.Columns {
			means = append(means, Mean{system.System, column, system.Scores[column], system.Humans, summary.Unit})
		}
	}
	return means
}
