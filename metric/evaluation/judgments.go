package evaluation

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// Names of columns of human scores.
const (
	UsualHuman   = "human"          // the default
	MeanOfRaters = "mean of raters" // of several raters, where no column holds it
)

// LowerColumns are the columns that are known to go down as texts get better: distances of ours, and TER.
func LowerColumns() (list []string) {
	for _, m := range metric.Measures() {
		for _, column := range m.Columns() {
			if column.Distance() {
				list = append(list, column.String())
			}
		}
	}
	return append(list, "TER")
}

// judgmentNames may stand before or behind human in the name of a column of human scores.
var judgmentNames = []string{"", "s", "score", "scores", "rating", "ratings", "judgment", "judgments", "judgement", "judgements",
	"eval", "evaluation", "assessment", "mean", "meanscore", "avg", "avgscore", "average", "averagescore", "z", "zscore", "da", "mqm",
	"esa", "sqm"}

// NearHuman says whether a column has a name near to that of human scores, in any letters: Human, human_score, score_human.
func NearHuman(name string) bool {
	if name == UsualHuman {
		return false
	}
	bare := lettersOf(name)
	before, human := strings.CutSuffix(bare, UsualHuman)
	behind, human2 := strings.CutPrefix(bare, UsualHuman)
	return human && slices.Contains(judgmentNames, before) || human2 && slices.Contains(judgmentNames, behind)
}

// lettersOf returns a name in small letters without blanks, hyphens, underscores and a number at its end.
func lettersOf(name string) string {
	bare := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	return strings.TrimRight(bare, "0123456789")
}

// MaybeHuman says whether a column may well hold human scores by its name, which other columns have, too: DA, MQM score,
// human_fluency.
func MaybeHuman(name string) bool {
	bare := lettersOf(name)
	for _, more := range []string{"mean", "avg", "average", "raw", "z"} {
		bare = strings.TrimSuffix(strings.TrimPrefix(bare, more), more)
	}
	for _, more := range []string{"scores", "score"} {
		bare = strings.TrimSuffix(bare, more)
	}
	return slices.Contains([]string{"da", "mqm", "esa", "sqm", "directassessment", "humanadequacy", "humanfluency",
		"humancoherence", "humanconsistency", "humanrelevance", "humanquality"}, bare)
}

// IsHuman says whether a column holds human scores by its name: human, or a member of an object of that name.
func IsHuman(name string) bool { return name == UsualHuman || strings.HasPrefix(name, UsualHuman+".") }

// Judgments are scores of the outputs of systems, by people and by measures. All grids are len(Systems) ×
// len(Segments), NaN where there is no score, and hold no infinite number.
type Judgments struct {
	Systems  []string
	Segments []Segment
	Humans   []Column // human scores, of which more is better; nil for the mean of the raters
	Measures []Column // at least one; the scores of those of which lower is better are negated
	Raters   []Column // of single raters, which say how well people agree among themselves; nil if there are none
	// HumanSystems are those whose texts people wrote, such as references that were scored as systems. nil, where that
	// is not known, means those that are called as mt-metrics-eval calls references: ref, refA, refb; unless all are.
	HumanSystems []string
}

// Check returns an error if the judgments are not as they are described.
func (j *Judgments) Check() error {
	switch {
	case len(j.Segments) == 0:
		return ErrNoSegments
	case len(j.Measures) == 0:
		return errors.New("found no measure, expected one or more")
	case len(j.Humans) == 0 && len(j.Raters) < 2:
		return errors.New("found no human scores, expected some, or two raters or more")
	}
	names := map[string]bool{}
	for _, column := range slices.Concat(j.Humans, j.Measures) {
		if names[column.Name] {
			return fmt.Errorf("column %s: found it twice, expected it once", column.Name)
		}
		names[column.Name] = true
	}
	for _, column := range slices.Concat(j.Humans, j.Raters) {
		if column.LowerIsBetter {
			return fmt.Errorf("column %s: found human scores of which lower is better, expected higher, as Column.Turned makes them", column.Name)
		}
	}
	for _, column := range slices.Concat(j.Humans, j.Measures, j.Raters) {
		grid, systems, segments := column.Grid, len(j.Systems), len(j.Segments)
		if grid.Systems != systems || grid.Segments != segments || len(grid.Values) != systems*segments {
			return fmt.Errorf("column %s: found %d scores of %d systems on %d segments, expected %d × %d",
				column.Name, len(grid.Values), grid.Systems, grid.Segments, systems, segments)
		}
		if i := slices.IndexFunc(grid.Values, func(v float64) bool { return math.IsInf(v, 0) }); i >= 0 {
			return fmt.Errorf("column %s: system %s, segment %v: found %v, expected a finite number",
				column.Name, j.Systems[i/grid.Segments], j.Segments[i%grid.Segments], grid.Values[i])
		}
	}
	return nil
}

// People returns the columns of human scores: Humans or, without them, the mean of Raters.
func (j *Judgments) People() []Column {
	if len(j.Humans) > 0 {
		return j.Humans
	}
	return []Column{{Name: MeanOfRaters, Grid: agreement.MeanGrid(grids(j.Raters))}}
}

func grids(columns []Column) []agreement.Grid {
	list := make([]agreement.Grid, len(columns))
	for i, column := range columns {
		list[i] = column.Grid
	}
	return list
}

// An Absence says that a column lacks scores of outputs that the other side scored: people for a measure, measures for
// people.
type Absence struct {
	Column   string
	Human    bool     // whether it is one of human scores
	Absent   int      // how many outputs it has no score for,
	Of       int      // of those that a measure scored, or, if it is a measure's, that people judged
	Examples []Output // the first absent ones, up to three
}

// An Output names what a system made of a segment.
type Output struct {
	System  string
	Segment Segment
}

// absenceExamples is how many outputs an Absence names.
const absenceExamples = 3

// Absences lists the columns that lack scores: of human scores those of outputs that some measure scored, of measures
// those of outputs that people judged in some column. Nothing is filled in for them.
func (j *Judgments) Absences() (list []Absence) {
	add := func(column Column, human bool, others []Column) {
		a := Absence{Column: column.Name, Human: human}
		for cell, v := range column.Grid.Values {
			system, segment := cell/len(j.Segments), cell%len(j.Segments)
			if !scored(others, system, segment) {
				continue
			}
			a.Of++
			if !math.IsNaN(v) {
				continue
			}
			a.Absent++
			if len(a.Examples) < absenceExamples {
				a.Examples = append(a.Examples, Output{j.Systems[system], j.Segments[segment]})
			}
		}
		if a.Absent > 0 {
			list = append(list, a)
		}
	}
	humans := j.People()
	for _, column := range humans {
		add(column, true, j.Measures)
	}
	for _, column := range j.Measures {
		add(column, false, humans)
	}
	return list
}
