package outcome

import (
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

// A MeanColumn is one column of means. One of its functions returns where a Mean holds the value, the others are nil.
type MeanColumn struct {
	Name   string
	Text   func(*Mean) *string
	Count  func(*Mean) *int64
	Number func(*Mean) **float64 // nil where it is absent
}

// MeanColumns returns those of means, in their order, with human scores of some names and with points or without. Lists of
// a Mean must be as long as the names.
func MeanColumns(humans []string, points bool) []MeanColumn {
	columns := []MeanColumn{
		{Name: "system", Text: func(m *Mean) *string { return &m.System }},
		{Name: "measure", Text: func(m *Mean) *string { return &m.Column }},
		{Name: "segments", Count: func(m *Mean) *int64 { return &m.Segments }},
	}
	var inPoints []MeanColumn
	for _, part := range evaluation.MeanParts() {
		column := MeanColumn{Name: part.Name, Number: func(m *Mean) **float64 { return part.Of(&m.MeanScore) }}
		if part.Name == metric.Points.String() {
			inPoints = append(inPoints, column)
		} else {
			columns = append(columns, column)
		}
	}
	for i, name := range humans {
		columns = append(columns, MeanColumn{Name: name, Number: func(m *Mean) **float64 { return &m.Humans[i] }})
	}
	if points {
		columns = append(columns, inPoints...)
	}
	return append(columns, MeanColumn{Name: "units", Text: func(m *Mean) *string { return (*string)(&m.Unit) }})
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
