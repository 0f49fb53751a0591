package evaluation

import (
	"math"
	"slices"
	"strings"
)

// LeftOut names the systems that people and a measure scored, but that were not correlated.
type LeftOut struct {
	Human    []string `json:"human"`    // whose texts people wrote
	Outliers []string `json:"outliers"` // that the settings name
}

// isReferenceName says whether a system is called as test sets of mt-metrics-eval call references: ref, or ref and a
// letter.
func isReferenceName(system string) bool {
	letter, ok := strings.CutPrefix(system, "ref")
	return ok && (letter == "" || len(letter) == 1 && 'a' <= letter[0]|0x20 && letter[0]|0x20 <= 'z')
}

// humanSystems returns the systems whose texts people wrote: those that are known, or else those that are called as
// references are, unless all are.
func (j *Judgments) humanSystems() (names []string) {
	if j.HumanSystems != nil {
		return j.HumanSystems
	}
	for _, system := range j.Systems {
		if isReferenceName(system) {
			names = append(names, system)
		}
	}
	if len(names) == len(j.Systems) {
		return nil
	}
	return names
}

// Chosen returns the judgments without the systems that are left out, outliers and, unless they are included, those whose
// texts people wrote, and which of those have scores. The judgments stay as they are.
func (j *Judgments) Chosen(includeHuman bool, outliers []string) (*Judgments, LeftOut) {
	left := LeftOut{[]string{}, []string{}}
	var human []string
	if !includeHuman {
		human = j.humanSystems()
	}
	var rows []int
	chosen := *j
	chosen.Systems = nil
	for i, system := range j.Systems {
		outlier := slices.Contains(outliers, system)
		switch {
		case !outlier && !slices.Contains(human, system):
			rows, chosen.Systems = append(rows, i), append(chosen.Systems, system)
		case !j.scored(i):
		case outlier:
			left.Outliers = append(left.Outliers, system)
		default:
			left.Human = append(left.Human, system)
		}
	}
	if len(rows) == len(j.Systems) {
		return j, left
	}
	for _, columns := range []*[]Column{&chosen.Humans, &chosen.Measures, &chosen.Raters} {
		*columns = slices.Clone(*columns)
		for i := range *columns {
			(*columns)[i].Grid = (*columns)[i].Grid.Rows(rows)
		}
	}
	return &chosen, left
}

// scored says whether people and a measure scored some output of a system.
func (j *Judgments) scored(system int) bool {
	people := j.People()
	for k := range j.Segments {
		if scored(people, system, k) && scored(j.Measures, system, k) {
			return true
		}
	}
	return false
}

// scored says whether one of the columns has a score for an output.
func scored(columns []Column, system, segment int) bool {
	return slices.ContainsFunc(columns, func(c Column) bool { return !math.IsNaN(c.Grid.At(system, segment)) })
}
