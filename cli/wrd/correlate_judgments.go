package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// readJudgments reads tables, and reports the scores that they lack. The columns are those that flags name, or those
// of like, if it is not nil.
func readJudgments(c *cli.Context, settings evaluation.CorrelateSettings, files []string, like *evaluation.Judgments) (
	*evaluation.Judgments, error) {
	humans, err := columnList(c, humanFlag.Name, "columns")
	if err != nil {
		return nil, err
	}
	measures, err := columnList(c, correlatedFlag.Name, "columns")
	if err != nil {
		return nil, err
	}
	raters, err := columnList(c, ratersFlag.Name, "columns")
	if err != nil {
		return nil, err
	}
	if len(raters) == 1 {
		return nil, fmt.Errorf("--%s: found %s only, expected two or more", ratersFlag.Name, raters[0])
	}
	if like != nil {
		humans, measures = columnNames(like.Humans), columnNames(like.Measures)
	}
	if len(humans) == 0 && raters == nil {
		return nil, args.Missing(c, "found no human scores: give --human COLUMN")
	}
	var needed []string
	if len(measures) > 0 {
		needed = slices.Concat(humans, measures, raters)
		slices.Sort(needed)
		needed = slices.Compact(needed)
	}
	t, err := flags.JoinTables(c, files, needed)
	if err != nil {
		return nil, err
	}
	if len(files) > 1 {
		flags.Notify(c)("the tables are joined by " + t.JoinedBy())
	}
	if len(measures) == 0 {
		people := slices.Concat(humans, raters)
		measures = slices.DeleteFunc(t.Columns(), func(name string) bool { return slices.Contains(people, name) })
		if len(measures) == 0 {
			return nil, fmt.Errorf("found no measure besides the human scores %s, expected at least one",
				strings.Join(people, ", "))
		}
	}
	for _, name := range measures {
		if slices.Contains(humans, name) {
			return nil, fmt.Errorf("--%s: found %s, which is --%s too", correlatedFlag.Name, name, humanFlag.Name)
		}
	}
	j, err := judgmentsOf(c, t, humans, measures, raters)
	if err != nil {
		return nil, err
	}
	chosen, _ := j.Chosen(settings)
	for _, absence := range chosen.Absences() {
		flags.Notify(c)(absence.String())
	}
	return j, nil
}

// judgmentsOf takes the columns out of a table. If there are no columns of raters, it takes the raters of the rows.
func judgmentsOf(c *cli.Context, t *scores.Table, humans, measures, raters []string) (
	j *evaluation.Judgments, err error) {
	j = &evaluation.Judgments{Systems: t.Systems, Segments: t.Segments, HumanSystems: t.HumanSystems}
	if j.Humans, err = flags.TabledColumns(c, t, humans); err != nil {
		return nil, err
	}
	if j.Measures, err = flags.TabledColumns(c, t, measures); err != nil {
		return nil, err
	}
	if j.Raters, err = flags.TabledColumns(c, t, raters); err != nil {
		return nil, err
	}
	for _, people := range [][]evaluation.Column{j.Humans, j.Raters} {
		for i := range people {
			people[i].LowerIsBetter = false // --lower-is-better concerns measures
		}
	}
	if raters == nil && len(t.Raters) > 1 && len(humans) == 1 {
		for _, rater := range t.Raters {
			grid, err := t.RaterGrid(humans[0], rater)
			if err != nil {
				return nil, err
			}
			j.Raters = append(j.Raters, evaluation.Column{Name: rater, Grid: grid})
		}
	}
	return j, nil
}

func columnNames(columns []evaluation.Column) (names []string) {
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return names
}

// columnList reads a flag that lists the names of columns, or of something else.
func columnList(c *cli.Context, flag, of string) (list []string, err error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	for name := range strings.SplitSeq(c.String(flag), ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected names of %s with commas between them",
				flag, c.String(flag), of)
		}
		if slices.Contains(list, name) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag, name)
		}
		list = append(list, name)
	}
	return list, nil
}
