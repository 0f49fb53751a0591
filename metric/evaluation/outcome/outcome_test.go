package outcome_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// Each column of a shape reads what was put there, and nothing else: columns are not mixed up.
func TestColumns(t *testing.T) {
	shape := outcome.Shape{Measures: []metric.Column{metric.WRD, metric.WRDSource, metric.Points}, External: []string{"COMET"},
		Humans: []string{"human.x", "human.y"}, Alignments: true}
	var names []string
	for _, c := range shape.Of() {
		names = append(names, c.Name)
		row := outcome.Row{External: make([]float64, 1), Humans: make([]float64, 2)}
		before := values(&row, shape)
		switch {
		case c.Text != nil:
			*c.Text(&row) = "x"
		case c.Texts != nil:
			*c.Texts(&row) = []string{"x"}
		case c.Count != nil:
			*c.Count(&row.Result.Counts) = 1
		case c.Score != nil:
			c.SetScore(&row, 1)
		default:
			continue // in fields that the kind names
		}
		for i, after := range values(&row, shape) {
			if changed := after != before[i]; changed != (shape.Of()[i].Name == c.Name) {
				t.Errorf("column %s: set, and %s changed: %v", c.Name, shape.Of()[i].Name, changed)
			}
		}
	}
	want := []string{"system", "segment", "id", "doc", "domain", "candidate", "references", "source", "candidate_tokens",
		"reference_tokens", "candidate_oov", "reference_oov", "best_reference", "status", "source_tokens", "source_oov", "wrd", "wrd_source",
		"points", "COMET", "human.x", "human.y", "alignment", "missing", "invented"}
	if !slices.Equal(names, want) {
		t.Errorf("columns %q, want %q", names, want)
	}
	for _, name := range want {
		if outcome.Known(name) == (name == "COMET") {
			t.Errorf("column %s: known %v", name, outcome.Known(name))
		}
	}
}

// values are what a row has in each column, as far as there is a function for it.
func values(r *outcome.Row, shape outcome.Shape) (found []any) {
	for _, c := range shape.Of() {
		var value any
		switch {
		case c.Text != nil:
			value = *c.Text(r)
		case c.Texts != nil:
			value = len(*c.Texts(r))
		case c.Count != nil:
			value = *c.Count(&r.Result.Counts)
		case c.Score != nil:
			if x, ok := c.Score(r); ok {
				value = x
			}
		}
		found = append(found, value)
	}
	return found
}

// Results that have no sources and alignments have no columns of them, and one of human scores.
func TestColumnsOfLittle(t *testing.T) {
	list := outcome.Shape{Measures: []metric.Column{metric.WRD}}.Of()
	if list[len(list)-1].Name != "human" || slices.ContainsFunc(list, func(c outcome.Column) bool { return c.Needs != outcome.Nothing }) {
		t.Errorf("columns %v", list)
	}
}
