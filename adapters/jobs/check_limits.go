package jobs

import (
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
)

// PointsMargin is what a margin in points is called, unless a column is called so.
const PointsMargin = "points"

// AllColumns is the name of a margin of all columns that have none of their own.
const AllColumns = ""

// UsualWorst is how many of the segments that got worse most are listed where nobody says.
const UsualWorst = 5

// MeasuresOfCheck are those that are checked where nobody names any: of summaries recall and precision, what a summary
// lacks, and what nobody asked for; nil for those of the settings.
func MeasuresOfCheck(purpose string) []string {
	if purpose != string(metric.PurposeSummary) {
		return nil
	}
	return []string{string(metric.MeasureWRDRecall), string(metric.MeasureWRDPrecision)}
}

// ColumnOf returns the column that a measure is judged by: bertscore_f1 for bertscore. Any other name is that of a
// column.
func ColumnOf(measure string) string {
	for _, m := range metric.Measures() {
		if measure == string(m) {
			return m.Main().String()
		}
	}
	return measure
}

// SetLimits sets when the check fails, by the names of measures or columns: floors, the worst means, and margins, the
// largest drops of the mean, which may be called PointsMargin or AllColumns, too. It fails for options of a check that
// do not belong together.
func (c *Check) SetLimits(floors, margins map[string]float64) error {
	s := &c.Rules
	baseline := c.Baseline.Path != "" || c.BaselineOutputs != nil
	const nameOfUpdate = setup.Name("update")
	switch {
	case s.Worst < 0:
		return setup.Errorf("%v: found %d, expected 0 or more", setup.Name("worst"), s.Worst)
	case s.Force && !c.Update:
		return setup.Errorf("%v: found no %v, expected both", setup.Name("force"), nameOfUpdate)
	case c.Update && !baseline:
		return setup.Errorf("%v: found no %v FILE, expected the file to store the scores in", nameOfUpdate, nameOfBaseline)
	case !baseline && len(floors) == 0:
		return ErrNoLimits
	case s.System != "" && !baseline:
		return setup.Errorf("%v: found no %v, expected both", setup.Name("system"), nameOfBaseline)
	}
	s.Floors, s.Margins, s.PointMargin = map[string]float64{}, map[string]float64{}, nil
	for _, measure := range slices.Sorted(maps.Keys(floors)) {
		column := ColumnOf(measure)
		if !slices.Contains(s.Columns, column) {
			return setup.Errorf("%v %s: found the measures %s in %v, expected it among them", setup.Name("floor"), measure,
				joined(s.Columns), setup.Name("measure"))
		}
		s.Floors[column] = floors[measure]
	}
	if err := c.setMargins(margins); err != nil {
		return err
	}
	for _, column := range s.Columns {
		if _, err := s.Margin(column); err != nil {
			return setup.Errorf("%w", err).
				Hinted("give %v VALUE, the largest drop of the mean that may pass", setup.Name("margin"))
		}
	}
	return nil
}

// ErrNoLimits says that a check has nothing to compare with.
var ErrNoLimits = setup.Errorf("found nothing to check against: give %v FILE or %v MEASURE=VALUE",
	nameOfBaseline, setup.Name("floor"))

// setMargins sets the margins by the names of measures, columns, PointsMargin and AllColumns.
func (c *Check) setMargins(margins map[string]float64) error {
	const name = setup.Name("margin")
	s := &c.Rules
	all, forAll := margins[AllColumns]
	if forAll {
		for _, column := range s.Columns {
			s.Margins[column] = all
		}
	}
	for _, measure := range slices.Sorted(maps.Keys(margins)) {
		x := margins[measure]
		switch column := ColumnOf(measure); {
		case x < 0:
			return setup.Errorf("%v: found %v, expected 0 or more", name, x)
		case measure == AllColumns:
		case slices.Contains(s.Columns, column):
			s.Margins[column] = x
		case measure == PointsMargin:
			s.PointMargin = &x
		default:
			return setup.Errorf("%v %s: found the measures %s in %v, expected it among them, or %s", name, measure,
				joined(s.Columns), setup.Name("measure"), PointsMargin)
		}
	}
	if s.PointMargin != nil && forAll {
		return setup.Errorf("%v: found a value for all measures and %s=%v, expected one of the two", name, PointsMargin,
			*s.PointMargin)
	}
	return nil
}

func joined(names []string) string { return strings.Join(names, ", ") }
