package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// usualMargin is the margin of our own measures where nobody says one: a hundredth of the range of a similarity.
const usualMargin = 0.01

// checkSettings say what is tested, and when it fails.
type checkSettings struct {
	agreement.CompareOptions
	columns  []string           // that are tested, the first one first in all lists
	floors   map[string]float64 // of columns
	margins  map[string]float64 // of all columns
	baseline string             // a path, "" for none
	system   string             // of the baseline, "" for that of the same name
	worst    int
	update   bool
	force    bool
}

func readCheckSettings(c *cli.Context) (s *checkSettings, err error) {
	s = &checkSettings{
		baseline: c.String("baseline"), system: c.String("system"), worst: c.Int("worst"), update: c.Bool("update"), force: c.Bool("force"),
	}
	if s.CompareOptions, err = testSettings(c); err != nil {
		return s, err
	}
	switch {
	case s.worst < 0:
		return s, fmt.Errorf("--worst: found %d, expected 0 or more", s.worst)
	case s.force && !s.update:
		return s, errors.New("--force: found no --update, which it is about")
	case s.update && s.baseline == "":
		return s, errors.New("--update: found no --baseline FILE, expected the file to store the scores in")
	case s.baseline == "" && len(c.StringSlice("floor")) == 0:
		return s, &hintedError{errors.New("found nothing to check against: give --baseline FILE or --floor MEASURE=VALUE"), helpLine(c)}
	case s.system != "" && s.baseline == "":
		return s, errors.New("--system: found no --baseline, whose system it names")
	}
	if err := s.readColumns(c); err != nil {
		return s, err
	}
	return s, s.readMargins(c)
}

// readColumns reads --measure and --floor. Of stored scores any column will do.
func (s *checkSettings) readColumns(c *cli.Context) error {
	if c.String("results") == "" {
		measures, err := measuresOf(c)
		if err != nil {
			return err
		}
		for _, m := range measures {
			s.columns = append(s.columns, m.Main().String())
		}
	} else {
		for name := range strings.SplitSeq(c.String("measure"), ",") {
			s.columns = append(s.columns, columnOf(name))
		}
	}
	floors, err := valuesOf("floor", c.StringSlice("floor"))
	if err != nil {
		return err
	}
	s.floors = map[string]float64{}
	for _, f := range floors {
		if f.name == "" {
			return fmt.Errorf("--floor: found %v, expected measure=value", f.value)
		}
		column := columnOf(f.name)
		s.floors[column] = f.value
		if !slices.Contains(s.columns, column) {
			return fmt.Errorf("--floor %s: found the measures %s in --measure, expected it among them", f.name, strings.Join(s.columns, ", "))
		}
	}
	return nil
}

// columnOf returns the column that a measure is judged by: bertscore_f1 for bertscore. Any other name is that of a column.
func columnOf(name string) string {
	for _, m := range metric.Measures() {
		if name == string(m) {
			return m.Main().String()
		}
	}
	return name
}

// readMargins gives each column its margin.
func (s *checkSettings) readMargins(c *cli.Context) error {
	margins, err := valuesOf("margin", c.StringSlice("margin"))
	if err != nil {
		return err
	}
	s.margins = map[string]float64{}
	for _, column := range s.columns {
		if isOwnColumn(column) {
			s.margins[column] = usualMargin
		}
	}
	for _, m := range margins { // one without a name holds for all that have none of their own
		if m.name == "" {
			for _, column := range s.columns {
				s.margins[column] = m.value
			}
		}
	}
	for _, m := range margins {
		switch column := columnOf(m.name); {
		case m.value < 0:
			return fmt.Errorf("--margin: found %v, expected 0 or more", m.value)
		case m.name == "":
		case !slices.Contains(s.columns, column):
			return fmt.Errorf("--margin %s: found the measures %s in --measure, expected it among them", m.name, strings.Join(s.columns, ", "))
		default:
			s.margins[column] = m.value
		}
	}
	for _, column := range s.columns {
		if _, ok := s.margins[column]; !ok {
			return &hintedError{fmt.Errorf("found no margin for %s, whose scale wrd does not know", column), "give --margin VALUE, the largest drop of the mean that may pass"}
		}
	}
	return nil
}

// isOwnColumn says whether a column is one that wrd computes.
func isOwnColumn(name string) bool {
	return slices.ContainsFunc(metric.Measures(), func(m metric.Measure) bool {
		return slices.ContainsFunc(m.Columns(), func(column metric.Column) bool { return column.String() == name })
	})
}

// A namedValue is name=value, or a value alone.
type namedValue struct {
	name  string
	value float64
}

func valuesOf(flag string, args []string) (list []namedValue, err error) {
	for _, arg := range args {
		name, number, ok := strings.Cut(arg, "=")
		if !ok {
			name, number = "", arg
		}
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || ok && name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected a number, or measure=number", flag, arg)
		}
		for _, other := range list {
			if other.name == name {
				return nil, fmt.Errorf("--%s: found %s twice", flag, arg)
			}
		}
		list = append(list, namedValue{name, value})
	}
	return list, nil
}
