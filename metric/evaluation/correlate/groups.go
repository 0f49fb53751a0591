package correlate

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// judgments are Judgments made ready: split into groups, and with all scores going up as texts get better.
type judgments struct {
	humans, measures []string
	lower            []bool // of measures: their scores were negated
	raters           int
	groups           []judgedGroup
}

// A judgedGroup is a set of segments with the systems that have scores there. The grids have one shape.
type judgedGroup struct {
	name             string // "" if there are no groups
	number           uint64 // from 0; groups draw from streams of their own
	systems          []string
	rows             []int // the systems' numbers in the Judgments, ascending
	segments         []evaluation.Segment
	humans, measures []agreement.Grid
	raters           []agreement.Grid
}

// split makes the groups of segments, in order of appearance, each with the systems that people and a measure scored
// there.
func split(j *evaluation.Judgments) judgments {
	s := judgments{raters: len(j.Raters)}
	humans := j.People()
	for _, column := range humans {
		s.humans = append(s.humans, column.Name)
	}
	for _, column := range j.Measures {
		s.measures, s.lower = append(s.measures, column.Name), append(s.lower, column.LowerIsBetter)
	}
	var names []string
	members := map[string][]int{} // the segments of each group
	for k, segment := range j.Segments {
		if members[segment.Group] == nil {
			names = append(names, segment.Group)
		}
		members[segment.Group] = append(members[segment.Group], k)
	}
	for _, name := range names {
		columns := members[name]
		g := judgedGroup{name: name, number: uint64(len(s.groups))}
		for i, system := range j.Systems {
			if slices.ContainsFunc(columns, func(k int) bool {
				return anyScore(humans, i, k) && anyScore(j.Measures, i, k)
			}) {
				g.rows, g.systems = append(g.rows, i), append(g.systems, system)
			}
		}
		for _, k := range columns {
			g.segments = append(g.segments, j.Segments[k])
		}
		g.humans, g.measures = parts(humans, g.rows, columns), parts(j.Measures, g.rows, columns)
		g.raters = parts(j.Raters, g.rows, columns)
		s.groups = append(s.groups, g)
	}
	return s
}

// groupNames lists the names of the groups.
func (s *judgments) groupNames() (names []string) {
	for i := range s.groups {
		names = append(names, s.groups[i].name)
	}
	return names
}

// A Scatter holds the points of a plot of a measure against human scores in one group, of which both go up as texts
// get better: the means of the systems over the segments that have both scores, or the scores of the segments if
// there is one system only.
type Scatter struct {
	Group, Measure string
	Systems        []string  // of each point; nil if the points are segments
	Human, Scores  []float64 // of each point
}

// Scatters returns the points of each measure in each group against the first human scores, as far as there are some.
func Scatters(j *evaluation.Judgments) (list []Scatter) {
	split := split(j)
	for i := range split.groups {
		g := &split.groups[i]
		for m, measure := range split.measures {
			s := Scatter{Group: g.name, Measure: measure}
			for i, system := range g.systems {
				human, scores := bothScored(g.humans[0].Row(i), g.measures[m].Row(i))
				switch {
				case len(g.systems) == 1:
					s.Human, s.Scores = human, scores
				case len(human) > 0:
					s.Systems = append(s.Systems, system)
					s.Human, s.Scores = append(s.Human, plainMean(human)), append(s.Scores, plainMean(scores))
				}
			}
			if len(s.Human) > 0 {
				list = append(list, s)
			}
		}
	}
	return list
}

// bothScored leaves out what one side has no score for.
func bothScored(human, scores []float64) (h, s []float64) {
	for k := range human {
		if !math.IsNaN(human[k]) && !math.IsNaN(scores[k]) {
			h, s = append(h, human[k]), append(s, scores[k])
		}
	}
	return h, s
}

func plainMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// parts returns some rows and columns of scores, which go up as texts get better.
func parts(list []evaluation.Column, rows, columns []int) (grids []agreement.Grid) {
	for i := range list {
		grids = append(grids, list[i].Part(rows, columns))
	}
	return grids
}

// anyScore says whether one of the columns has a score for an output.
func anyScore(columns []evaluation.Column, system, segment int) bool {
	return slices.ContainsFunc(columns, func(c evaluation.Column) bool { return !math.IsNaN(c.Grid.At(system, segment)) })
}
