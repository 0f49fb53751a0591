package say_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// repeated returns a mean for each of some systems as scores of n segments that go up and down by the same on all of them.
func repeated(n int, means ...float64) (rows [][]float64) {
	for _, mean := range means {
		row := make([]float64, n)
		for k := range row {
			row[k] = mean + float64(k*7%5) - 2
		}
		rows = append(rows, row)
	}
	return rows
}

// unsure moves every other score of some rows far up and the others down, so that no difference is shown.
func unsure(rows [][]float64) [][]float64 {
	for i, row := range rows {
		for k := range row {
			row[k] += float64(1-2*(k%2)) * float64(i) * 100
		}
	}
	return rows
}

// unscored takes scores away.
func unscored(rows [][]float64, gone func(system, segment int) bool) [][]float64 {
	for i := range rows {
		for k := range rows[i] {
			if gone(i, k) {
				rows[i][k] = math.NaN()
			}
		}
	}
	return rows
}

// withHuman returns scores of a measure x and human scores.
func withHuman(t testing.TB, lower bool, measure, human [][]float64) *evaluation.Scores {
	t.Helper()
	s := &evaluation.Scores{Segments: evaluation.Numbered(len(measure[0]))}
	for i := range measure {
		s.Systems = append(s.Systems, string(rune('a'+i)))
	}
	column := func(name string, lower bool, rows [][]float64) evaluation.Column {
		grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
		if err != nil {
			t.Fatal(err)
		}
		return evaluation.Column{Name: name, LowerIsBetter: lower, Grid: grid}
	}
	s.Columns = []evaluation.Column{column("x", lower, measure)}
	s.Humans = []evaluation.Column{column("human", false, human)}
	return s
}

// What is said of people, for each situation, by hand.
func TestJudged(t *testing.T) {
	few := compare.Design{} // 6 segments: 2 of 64 exchanges give a difference as large, p = 0.03125
	for _, c := range []struct {
		name           string
		lower          bool
		measure, human [][]float64
		change         func(*evaluation.Scores)
		settings       compare.Design
		want           string
	}{
		{"the bests agree", false, repeated(6, 3, 2, 1), repeated(6, 9, 7, 8), nil, few,
			"People rank a first, too, but not significantly. Pairs of systems in the same order: 2 of 3, 67%."},
		{"the bests agree, and all else", false, repeated(6, 3, 2, 1), repeated(6, 9, 8, 7), nil, few,
			"People rank a first, too, but not significantly. Pairs of systems in the same order: 3 of 3, 100%."},
		{"the bests agree, and people's lead is shown", false, repeated(10, 3, 2, 1), repeated(10, 9, 7, 8), nil, few,
			"People agree that a is best. Pairs of systems in the same order: 2 of 3, 67%."},
		{"people's lead is shown but over the next", false, repeated(10, 3, 2, 1),
			[][]float64{repeated(10, 9)[0], unsure(repeated(10, 8, 8))[1], repeated(10, 1)[0]}, nil, few,
			"People agree that a is best (tied with b by people). Pairs of systems in the same order: 3 of 3, 100%."},
		{"lower is better", true, repeated(6, 1, 2, 3), repeated(6, 9, 7, 8), nil, few,
			"People rank a first, too, but not significantly. Pairs of systems in the same order: 2 of 3, 67%."},
		{"the bests differ, and people's difference is shown", false, repeated(10, 3, 2, 1), repeated(10, 7, 9, 5), nil, few,
			"People put b first, 2nd of 3 by x; x puts a first, 2nd of 3 by people. Pairs of systems in the same order: 2 of 3, 67%."},
		{"lower is better, and the bests differ", true, repeated(10, 1, 2, 3), repeated(10, 7, 9, 5), nil, few,
			"People put b first, 2nd of 3 by x; x puts a first, 2nd of 3 by people. Pairs of systems in the same order: 2 of 3, 67%."},
		{"the bests differ, but people's difference is not shown: p is tripled for three pairs", false, repeated(6, 3, 2, 1),
			repeated(6, 7, 9, 5), nil, few,
			"People rank b first, 2nd of 3 by x (too few segments to test). Pairs of systems in the same order: 2 of 3, 67%."},
		{"nobody wants p to be corrected", false, repeated(6, 3, 2, 1), repeated(6, 7, 9, 5), nil,
			compare.Design{Tests: significance.Options{Correction: significance.CorrectionNone}},
			"People put b first, 2nd of 3 by x; x puts a first, 2nd of 3 by people. Pairs of systems in the same order: 2 of 3, 67%."},
		{"the order is reversed", false, repeated(10, 4, 3, 2, 1), repeated(10, 1, 2, 3, 4), nil, few,
			"People put d first, 4th of 4 by x; x puts a first, 4th of 4 by people. Pairs of systems in the same order: 0 of 6, 0%."},
		{"the measure ties its bests, and people prefer one of them", false, repeated(6, 3, 3, 1), repeated(6, 7, 9, 5), nil, few,
			"People rank b first, too, but not significantly (tied with a by x). Pairs of systems in the same order: 2 of 3, 67%."},
		{"people tie their bests, and one is the measure's", false, repeated(6, 3, 2, 1), repeated(6, 9, 9, 5), nil, few,
			"People rank a first, too, but not significantly (tied with b by people). Pairs of systems in the same order: 2 of 3, 67%."},
		{"both tie some", false, repeated(6, 3, 3, 1, 1), repeated(6, 5, 9, 9, 1), nil, few,
			"People rank b first, too, but not significantly (tied with c by people, with a by x). Pairs of systems in the same order: 2 of 6, 33%."},
		{"both tie their bests, which differ", false, repeated(10, 3, 3, 1, 1), repeated(10, 5, 4, 9, 9), nil, few,
			"People put c and d first, 3rd and 3rd of 4 by x; x puts a and b first, 3rd and 4th of 4 by people. Pairs of systems in the same order: 1 of 6, 17%."},
		{"people tie all", false, repeated(6, 3, 2, 1), repeated(6, 5, 5, 5), nil, few,
			"People give all 3 systems the same mean."},
		{"human scores are equal everywhere", false, repeated(6, 3, 2, 1),
			[][]float64{slices.Repeat([]float64{4}, 6), slices.Repeat([]float64{4}, 6), slices.Repeat([]float64{4}, 6)}, nil, few,
			"People give all 3 systems the same mean."},
		{"the measure ties all", false, repeated(6, 3, 3, 3), repeated(6, 5, 6, 4), nil, few,
			"People rank b first; x gives all 3 systems the same mean."},
		{"rounding alone tells means apart", false, repeated(6, 3, 2, 1),
			[][]float64{{.1, .2, .3, .4, .5, .6}, {.6, .5, .4, .3, .2, .1 + 1e-16}, {.15, .15, .3, .4, .5, .6}}, nil, few,
			"People give all 3 systems the same mean."},
		{"two systems, alike", true, repeated(6, 1, 2), repeated(6, 5, 4), nil, few,
			"People agree that a is best."},
		{"two systems, the other way round", true, repeated(6, 1, 2), repeated(6, 4, 5), nil, few,
			"People put b first, 2nd of 2 by x; x puts a first, 2nd of 2 by people."},
		{"two systems, the other way round, by chance", true, repeated(6, 1, 2), unsure(repeated(6, 4, 5)), nil, few,
			// Differences of 101 and -99, three times each: 18 of the 64 sums are nearer to 0 than 6.
			"People rank b first, 2nd of 2 by x (not significant, p = 0.7188)."},
		{"two systems, tied by people", false, repeated(6, 1, 2), repeated(6, 4, 4), nil, few,
			"People give both systems the same mean."},
		{"two systems, tied by the measure", false, repeated(6, 1, 1), repeated(6, 4, 5), nil, few,
			"People rank b first; x gives both systems the same mean."},
		{"one segment", false, [][]float64{{3}, {2}, {1}}, [][]float64{{7}, {9}, {5}}, nil, few,
			"People rank b first, 2nd of 3 by x (too few segments to test). Pairs of systems in the same order: 2 of 3, 67%."},
		{"people judged one segment of many", false, repeated(6, 3, 2, 1),
			unscored(repeated(6, 9, 7, 8), func(_, k int) bool { return k != 4 }), nil, few,
			"People rank a first, too, but not significantly. Pairs of systems in the same order: 2 of 3, 67%. People judged 3 of 18 outputs."},
		{"no judged system", false, repeated(6, 3, 2, 1), unscored(repeated(6, 9, 7, 8), func(int, int) bool { return true }),
			nil, few, "There is no ranking by people: people judged no output that x scored."},
		{"one judged system", false, repeated(6, 3, 2, 1), unscored(repeated(6, 9, 7, 8), func(i, _ int) bool { return i != 1 }),
			nil, few, "There is no ranking by people: people judged one system only, b."},
		{"the measure's best is not judged", false, repeated(6, 3, 2, 1),
			unscored(repeated(6, 9, 7, 8), func(i, _ int) bool { return i == 0 }), nil, few,
			"People put c first, 2nd of 2 by x; x puts b first, 2nd of 2 by people. Not judged: a."},
		{"the two bests were judged on different segments", false, repeated(6, 3, 2, 1),
			unscored(repeated(6, 7, 9, 5), func(i, k int) bool { return i == 0 && k < 3 || i == 1 && k >= 3 }), nil, few,
			"People rank b first, 2nd of 3 by x (not tested: no segment was judged of both). Pairs of systems in the " +
				"same order: 2 of 3, 67%. People judged 12 of 18 outputs."},
		{"people prefer the other of two where both were judged", false, repeated(12, 3, 2, 1),
			unscored([][]float64{{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0}, {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 99, 99},
				{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, func(i, k int) bool { return i == 0 && k >= 10 }), nil, few,
			"People rank b first, 2nd of 3 by x (but prefer a on the segments judged of both, p = 0.0039). Pairs of " +
				"systems in the same order: 2 of 3, 67%. People judged 34 of 36 outputs."},
		{"references are left out", false, repeated(6, 3, 2, 9), repeated(6, 7, 6, 9),
			func(s *evaluation.Scores) { s.Systems = []string{"a", "b", "refA"} }, few,
			"People agree that a is best. Left out as human: refA."},
		{"people who wrote are named", false, repeated(6, 3, 2, 9), repeated(6, 7, 6, 9),
			func(s *evaluation.Scores) { s.HumanSystems = []string{"c"} }, few,
			"People agree that a is best. Left out as human: c."},
		{"human scores with a name", false, repeated(6, 3, 2, 1), repeated(6, 9, 7, 8),
			func(s *evaluation.Scores) { s.Humans[0].Name = "coherence" }, few,
			"People (coherence) rank a first, too, but not significantly. Pairs of systems in the same order: 2 of 3, 67%."},
		{"an exact test of too many segments", false, repeated(60, 3, 2, 1), repeated(60, 7, 9, 5), nil,
			compare.Design{Tests: significance.Options{Test: significance.TestExact}},
			"People rank b first, 2nd of 3 by x (not tested: an exact test takes too long with 60 differences that " +
				"are not zero). Pairs of systems in the same order: 2 of 3, 67%."},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := withHuman(t, c.lower, c.measure, c.human)
			if c.change != nil {
				c.change(s)
			}
			orders, err := evaluation.JudgedOrders(t.Context(), c.settings.Unit, c.settings.Tests, s)
			if err != nil || len(orders) != 1 {
				t.Fatalf("found %d orders, want one: %v", len(orders), err)
			}
			say.Judged(orders)
			if got := strings.Join(orders[0].Sentences, " "); got != c.want {
				t.Errorf("found\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Why there is no order and no test, which a record has beside its sentences.
func TestJudgedReasons(t *testing.T) {
	ranked := func(d evaluation.JudgedDifference) evaluation.JudgedOrder {
		return evaluation.JudgedOrder{Measure: "x", Human: "human", Pairs: 1, BestByMeasure: []string{"a"}, BestByPeople: []string{"b"},
			Systems:    []evaluation.JudgedSystem{{System: "b", Rank: 2, HumanRank: 1}, {System: "a", Rank: 1, HumanRank: 2}},
			Difference: &d}
	}
	one := []evaluation.JudgedSystem{{System: "b"}}
	for _, c := range []struct {
		name        string
		of          evaluation.JudgedOrder
		want, first string
	}{
		{"nothing judged", evaluation.JudgedOrder{Human: "human", Measure: "x", NoOrder: evaluation.NoOrderUnjudged},
			"people judged no output that x scored", "There is no ranking by people: people judged no output that x scored."},
		{"nothing judged of a measure without a name", evaluation.JudgedOrder{Human: "mqm", NoOrder: evaluation.NoOrderUnjudged},
			"people judged no output that the measure scored",
			"There is no ranking by people (mqm): people judged no output that the measure scored."},
		{"one system", evaluation.JudgedOrder{Human: "human", Measure: "x", Systems: one, NoOrder: evaluation.NoOrderOfOne},
			"people judged one system only, b", "There is no ranking by people: people judged one system only, b."},
		{"too many", evaluation.JudgedOrder{Human: "human", Measure: "x", NoOrder: evaluation.NoOrderTooMany},
			"there are too many human scores to keep in memory",
			"There is no ranking by people: there are too many human scores to keep in memory."},
		{"too many systems to test", ranked(evaluation.JudgedDifference{Untested: evaluation.UntestedSystems}),
			"people judged too many systems to test each against each",
			"People rank b first, 2nd of 2 by x (not tested: people judged too many systems to test each against each)."},
		{"too long", ranked(evaluation.JudgedDifference{Untested: evaluation.UntestedExact, NotZero: 60}),
			"an exact test takes too long with 60 differences that are not zero",
			"People rank b first, 2nd of 2 by x (not tested: an exact test takes too long with 60 differences that are not zero)."},
		{"no common segment", ranked(evaluation.JudgedDifference{Untested: evaluation.UntestedApart}),
			"no segment was judged of both", "People rank b first, 2nd of 2 by x (not tested: no segment was judged of both)."},
		{"tested", ranked(evaluation.JudgedDifference{Adjusted: 0.5, Verdict: significance.Undecided}), "",
			"People rank b first, 2nd of 2 by x (not significant, p = 0.5000)."},
	} {
		t.Run(c.name, func(t *testing.T) {
			orders := []evaluation.JudgedOrder{c.of}
			say.Judged(orders)
			o := orders[0]
			got, other := o.Reason, ""
			if o.Difference != nil {
				got, other = o.Difference.Reason, o.Reason
			}
			if got != c.want || other != "" || o.Sentences[0] != c.first {
				t.Errorf("found %q, %q, %q\nwant %q, %q", got, other, o.Sentences[0], c.want, c.first)
			}
		})
	}
}
