package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// meanOfRaters is what the mean of several raters is called where no column holds it.
const meanOfRaters = "mean of raters"

// judgments are scores of outputs, by people and by measures.
type judgments struct {
	humans, measures []string
	lower            []bool // of measures: their scores are negated, so that more is better
	raters           []string
	groups           []judgedGroup
	signatures       []string // of the measures, those that are known, each once
}

// A judgedGroup is a set of segments with the systems that have scores there. The grids have one shape.
type judgedGroup struct {
	name             string // "" if there are no groups
	number           uint64 // from 0; groups draw from streams of their own
	systems          []string
	segments         []evaluation.Segment
	humans, measures []agreement.Grid
	raters           []agreement.Grid
}

// openJudgments reads tables. Names that are not given by flags are those of like, if it is not nil.
func openJudgments(c *cli.Context, files []string, like *judgments) (*judgments, error) {
	j := &judgments{}
	var err error
	var raterColumns []string
	if j.humans, err = columnList(c, "human"); err != nil {
		return nil, err
	}
	if j.measures, err = columnList(c, "measure"); err != nil {
		return nil, err
	}
	if raterColumns, err = columnList(c, "raters"); err != nil {
		return nil, err
	}
	if len(raterColumns) == 1 {
		return nil, fmt.Errorf("--raters: found %s only, expected two or more", raterColumns[0])
	}
	if like != nil {
		j.humans, j.measures = like.humans, like.measures
		if slices.Contains(j.humans, meanOfRaters) {
			j.humans = nil
		}
	}
	if len(j.humans) == 0 && raterColumns == nil {
		return nil, &hintedError{errors.New("found no human scores: give --human COLUMN"), helpLine(c)}
	}
	var needed []string
	if len(j.measures) > 0 {
		needed = slices.Concat(j.humans, j.measures, raterColumns)
		slices.Sort(needed)
		needed = slices.Compact(needed)
	}
	t, err := joinTables(c, files, needed)
	if err != nil {
		return nil, err
	}
	if len(j.measures) == 0 {
		for _, name := range t.Columns() {
			if !slices.Contains(j.humans, name) && !slices.Contains(raterColumns, name) {
				j.measures = append(j.measures, name)
			}
		}
		if len(j.measures) == 0 {
			return nil, fmt.Errorf("found no measure beside the human scores %s, expected at least one", strings.Join(slices.Concat(j.humans, raterColumns), ", "))
		}
	}
	for _, name := range j.measures {
		if slices.Contains(j.humans, name) {
			return nil, fmt.Errorf("--measure: found %s, which is --human too", name)
		}
		j.lower = append(j.lower, lowerIsBetter(c, name))
		if signature := t.Signature(name); signature != "" && !slices.Contains(j.signatures, signature) {
			j.signatures = append(j.signatures, signature)
		}
	}
	whole, err := j.gridsOf(t, raterColumns)
	if err != nil {
		return nil, err
	}
	for _, notice := range j.absences(whole) {
		notify(c)(notice)
	}
	j.split(whole)
	return j, nil
}

// columnList reads a flag that lists columns.
func columnList(c *cli.Context, flag string) (list []string, err error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	for name := range strings.SplitSeq(c.String(flag), ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected names of columns with commas between them", flag, c.String(flag))
		}
		if slices.Contains(list, name) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag, name)
		}
		list = append(list, name)
	}
	return list, nil
}

// gridsOf reads all grids of a table. A measure of which lower is better is negated.
func (j *judgments) gridsOf(t *table.Table, raterColumns []string) (*judgedGroup, error) {
	g := &judgedGroup{systems: t.Systems, segments: t.Segments}
	read := func(names []string) (grids []agreement.Grid, err error) {
		for _, name := range names {
			grid, err := t.Grid(name)
			if err != nil {
				return nil, err
			}
			grids = append(grids, grid)
		}
		return grids, nil
	}
	var err error
	if g.humans, err = read(j.humans); err != nil {
		return nil, err
	}
	if g.measures, err = read(j.measures); err != nil {
		return nil, err
	}
	for i, lower := range j.lower {
		if lower {
			for k := range g.measures[i].Values {
				g.measures[i].Values[k] *= -1
			}
		}
	}
	if g.raters, err = read(raterColumns); err != nil {
		return nil, err
	}
	j.raters = raterColumns
	if raterColumns == nil && len(t.Raters) > 1 && len(j.humans) == 1 {
		j.raters = t.Raters
		for _, rater := range t.Raters {
			grid, err := t.RaterGrid(j.humans[0], rater)
			if err != nil {
				return nil, err
			}
			g.raters = append(g.raters, grid)
		}
	}
	if len(j.humans) == 0 {
		j.humans, g.humans = []string{meanOfRaters}, []agreement.Grid{agreement.MeanGrid(g.raters)}
	}
	return g, nil
}

// absences says which outputs some column has no score for.
func (j *judgments) absences(g *judgedGroup) (notices []string) {
	has := func(grids []agreement.Grid, cell int) bool {
		return slices.ContainsFunc(grids, func(grid agreement.Grid) bool { return !math.IsNaN(grid.Values[cell]) })
	}
	tell := func(name string, grid agreement.Grid, among string, counts func(cell int) bool) {
		of, examples := 0, []string(nil)
		absent := 0
		for cell, v := range grid.Values {
			if !counts(cell) {
				continue
			}
			of++
			if math.IsNaN(v) {
				absent++
				if len(examples) < 3 {
					examples = append(examples, fmt.Sprintf("system %s, segment %v", g.systems[cell/grid.Segments], g.segments[cell%grid.Segments]))
				}
			}
		}
		if absent > 0 {
			if absent > len(examples) {
				examples = append(examples, "…")
			}
			notices = append(notices, fmt.Sprintf("%s: no score for %d of %d outputs that %s: %s", name, absent, of, among, strings.Join(examples, "; ")))
		}
	}
	for i, name := range j.humans {
		tell(name, g.humans[i], "a measure scored", func(cell int) bool { return has(g.measures, cell) })
	}
	for i, name := range j.measures {
		tell(name, g.measures[i], "people judged", func(cell int) bool { return has(g.humans, cell) })
	}
	return notices
}

// split makes the groups of segments, in order of appearance, each with the systems that people and a measure scored there.
func (j *judgments) split(whole *judgedGroup) {
	var groups []string
	columns := map[string][]int{}
	for k, segment := range whole.segments {
		if columns[segment.Group] == nil {
			groups = append(groups, segment.Group)
		}
		columns[segment.Group] = append(columns[segment.Group], k)
	}
	for _, name := range groups {
		var rows []int
		for i := range whole.systems {
			if slices.ContainsFunc(columns[name], func(k int) bool {
				at := func(grid agreement.Grid) bool { return !math.IsNaN(grid.At(i, k)) }
				return slices.ContainsFunc(whole.humans, at) && slices.ContainsFunc(whole.measures, at)
			}) {
				rows = append(rows, i)
			}
		}
		group := judgedGroup{name: name, number: uint64(len(j.groups))}
		for _, i := range rows {
			group.systems = append(group.systems, whole.systems[i])
		}
		for _, k := range columns[name] {
			group.segments = append(group.segments, whole.segments[k])
		}
		for _, list := range []struct {
			to   *[]agreement.Grid
			from []agreement.Grid
		}{{&group.humans, whole.humans}, {&group.measures, whole.measures}, {&group.raters, whole.raters}} {
			for _, grid := range list.from {
				*list.to = append(*list.to, part(grid, rows, columns[name]))
			}
		}
		j.groups = append(j.groups, group)
	}
}

// part returns some rows and columns of a grid.
func part(grid agreement.Grid, rows, columns []int) agreement.Grid {
	p := agreement.Grid{Systems: len(rows), Segments: len(columns)}
	for _, i := range rows {
		for _, k := range columns {
			p.Values = append(p.Values, grid.At(i, k))
		}
	}
	return p
}

// units numbers the documents or domains of a group. A segment of none has −1.
func (g *judgedGroup) units(level string) (of []int, count, without int) {
	numbers := map[string]int{}
	for _, segment := range g.segments {
		name := segment.Doc
		if level == levelDomain {
			name = segment.Domain
		}
		if name == "" {
			of, without = append(of, -1), without+1
			continue
		}
		number, ok := numbers[name]
		if !ok {
			number = len(numbers)
			numbers[name] = number
		}
		of = append(of, number)
	}
	return of, len(numbers), without
}
