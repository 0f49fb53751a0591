package correlate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// without leaves systems out by hand.
func without(j *evaluation.Judgments, left ...string) *evaluation.Judgments {
	part := *j
	part.Systems, part.HumanSystems = nil, nil
	take := func(columns []evaluation.Column) (taken []evaluation.Column) {
		for _, c := range columns {
			grid := agreement.Grid{Segments: c.Grid.Segments}
			for i, system := range j.Systems {
				if !slices.Contains(left, system) {
					grid.Systems++
					grid.Values = append(grid.Values, c.Grid.Row(i)...)
				}
			}
			c.Grid = grid
			taken = append(taken, c)
		}
		return taken
	}
	for _, system := range j.Systems {
		if !slices.Contains(left, system) {
			part.Systems = append(part.Systems, system)
		}
	}
	part.Humans, part.Measures, part.Raters = take(j.Humans), take(j.Measures), take(j.Raters)
	return &part
}

// Human systems, as far as they are known or called as references are, and outliers are as if they had no rows.
func TestSystemsLeftOut(t *testing.T) {
	for _, c := range []struct {
		name            string
		systems         []string
		human           []string // nil: not known
		include         bool
		outliers        []string
		left, leftHuman []string
	}{
		{name: "none", systems: []string{"a", "b", "c", "d"}},
		{name: "by name", systems: []string{"a", "refA", "c", "ref"}, leftHuman: []string{"refA", "ref"}},
		{name: "other names", systems: []string{"reference", "ref-2", "Refs", "my ref"}},
		{name: "all have such names", systems: []string{"refA", "refB", "refC", "refD"}},
		{name: "known", systems: []string{"a", "refA", "c", "Human-A"}, human: []string{"Human-A"},
			leftHuman: []string{"Human-A"}},
		{name: "known that there is none", systems: []string{"a", "refA", "c", "d"}, human: []string{}},
		{name: "included", systems: []string{"a", "refA", "c", "d"}, include: true},
		{name: "outliers", systems: []string{"a", "b", "c", "d"}, outliers: []string{"d", "b"}, left: []string{"b", "d"}},
		{name: "both", systems: []string{"a", "refA", "c", "d"}, outliers: []string{"c"}, left: []string{"c"},
			leftHuman: []string{"refA"}},
		{name: "human outlier", systems: []string{"a", "refA", "c", "d"}, include: true, outliers: []string{"refA"},
			left: []string{"refA"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judged(5, 4, 14, []string{"x", "y"}, 1, 2, 2)
			j.Systems, j.HumanSystems = c.systems, c.human
			design := asking{IncludeHuman: c.include, Outliers: c.outliers, Draws: 20, Compare: agreement.MetricTestPermBoth}
			found := run(t, design, j)
			if !slices.Equal(found.LeftOut.Human, c.leftHuman) || !slices.Equal(found.LeftOut.Outliers, c.left) {
				t.Errorf("left out %v, expected the human %q and the outliers %q", found.LeftOut, c.leftHuman, c.left)
			}
			byHand := run(t, asking{IncludeHuman: true, Draws: 20, Compare: agreement.MetricTestPermBoth},
				without(j, slices.Concat(c.left, c.leftHuman)...))
			if inJSON(t, found.Rows) != inJSON(t, byHand.Rows) || inJSON(t, found.Pairs) != inJSON(t, byHand.Pairs) {
				t.Error("the numbers are not those without these systems")
			}
			if len(found.Rows) == 0 || found.Rows[0].Systems == 0 {
				t.Error("nothing was correlated")
			}
		})
	}
}

// What is learned elsewhere is learned without them, too.
func TestEpsilonIsLearnedWithoutHumanSystems(t *testing.T) {
	j, from := judged(5, 4, 14, []string{""}, 1, 2, 0), judged(6, 4, 14, []string{""}, 1, 2, 0)
	from.Systems[2] = "refA"
	design := asking{Statistics: statistics{"acc_eq"}, Interval: correlate.IntervalNone, EpsilonFrom: from}
	found := run(t, design, j)
	design.EpsilonFrom = without(from, "refA")
	if inJSON(t, found.Rows) != inJSON(t, run(t, design, j).Rows) {
		t.Error("epsilon is not that without the reference")
	}
}

func TestSystemsLeftOutRefusals(t *testing.T) {
	for _, c := range []struct {
		name, want      string
		human, outliers []string
	}{
		{"an unknown outlier", `outliers: found "x", which is no system, expected some of: system0, system1`, nil,
			[]string{"x"}},
		{"an unknown human system", `human systems: found "x", which is no system`, []string{"x"}, nil},
		{"all", "found no system besides those that are left out: system0, system1; expected one or more",
			[]string{"system0"}, []string{"system1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judged(5, 2, 8, []string{""}, 1, 1, 0)
			j.HumanSystems = c.human
			_, err := correlate.Run(t.Context(), asking{Outliers: c.outliers}, j)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found %v, expected %s", err, c.want)
			}
		})
	}
}
