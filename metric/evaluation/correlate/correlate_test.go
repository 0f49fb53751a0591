package correlate_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"pgregory.net/rapid"
)

// Short names, for tables of tests.
type (
	asking     = correlate.Design
	levels     = []correlate.Level
	averagings = []agreement.Averaging
	statistics = []agreement.Statistic
)

// judged makes judgments: how good each output is, plus noise of another size for each column. People and measures
// lack some scores, but none of the first segment of a group, so that every system is one that people and a measure
// scored. The segments of a document are two.
func judged(seed uint64, systems, segments int, groups []string, humans, measures, raters int) *evaluation.Judgments {
	rng := rand.New(rand.NewPCG(seed, 1))
	j := &evaluation.Judgments{}
	for i := range systems {
		j.Systems = append(j.Systems, fmt.Sprintf("system%d", i))
	}
	for _, group := range groups {
		for k := range segments {
			segment := evaluation.Segment{Group: group, ID: fmt.Sprint(k + 1), Doc: fmt.Sprintf("doc%d", k/2)}
			j.Segments = append(j.Segments, segment)
		}
	}
	quality := make([]float64, len(j.Systems)*len(j.Segments))
	for cell := range quality {
		quality[cell] = float64(cell/len(j.Segments))/2 + rng.NormFloat64()
	}
	columns := func(name string, n int) (columns []evaluation.Column) {
		for c := range n {
			values := make([]float64, len(quality))
			for cell, q := range quality {
				values[cell] = math.Round(4*(q+rng.NormFloat64()*(0.5+float64(c)))) / 4 // some are tied
				if first := cell%len(j.Segments)%segments == 0; !first && rng.IntN(12) == 0 {
					values[cell] = math.NaN()
				}
			}
			columns = append(columns, evaluation.Column{Name: fmt.Sprint(name, c), Grid: gridOf(j, values)})
		}
		return columns
	}
	j.Humans, j.Measures, j.Raters = columns("human", humans), columns("measure", measures), columns("rater", raters)
	return j
}

func gridOf(j *evaluation.Judgments, values []float64) agreement.Grid {
	return agreement.Grid{Systems: len(j.Systems), Segments: len(j.Segments), Values: values}
}

// run is Correlate of what must not fail.
func run(t testing.TB, s asking, j *evaluation.Judgments) *correlate.Report {
	t.Helper()
	report, err := correlate.Run(t.Context(), s, j)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// What is asked, by design and shape.
func TestCorrelateQuestions(t *testing.T) {
	one, several := judged(1, 1, 6, []string{""}, 1, 1, 0), judged(1, 4, 6, []string{""}, 1, 1, 0)
	// The second group has one system only.
	mixed := judged(1, 3, 4, []string{"x-y", "z-y"}, 1, 1, 0)
	for cell := range mixed.Humans[0].Grid.Values {
		if system, segment := cell/8, cell%8; system > 0 && segment >= 4 {
			mixed.Humans[0].Grid.Values[cell] = math.NaN()
		}
	}
	usual := "segment none pearson, segment none spearman, segment none kendall_b"
	usualItem := "segment item pearson, segment item spearman, segment item kendall_b, segment item acc_eq"
	usualSystem := "system none pearson, system none spearman, system none kendall_b, " +
		"system none pairwise_accuracy, system none spa_midp"
	for _, test := range []struct {
		name   string
		design asking
		of     *evaluation.Judgments
		want   string
	}{
		{"one system", asking{}, one, usual},
		{"several systems", asking{}, several, usual + ", " + usualItem + ", " + usualSystem},
		{"averaging that is asked for, of one system",
			asking{Averagings: agreement.Averagings(), Statistics: statistics{"pearson"}}, one,
			"segment none pearson, segment item pearson, segment sys pearson"},
		{"systems that are asked for, of one", asking{Levels: levels{"system"}}, one, usualSystem},
		{"averaging is none of systems",
			asking{Levels: levels{"system"}, Averagings: averagings{"item", "sys"},
				Statistics: statistics{"pearson", "spa"}},
			several, "system none pearson, system none spa"},
		{"statistics of systems are asked at their level only",
			asking{Levels: levels{"doc", "system"}, Averagings: averagings{"sys"},
				Statistics: statistics{"spa_midp", "acc23"}},
			several, "doc sys acc23, system none spa_midp, system none acc23"},
		{"in the order that is asked for",
			asking{Levels: levels{"system", "segment"}, Averagings: averagings{"item", "none"},
				Statistics: statistics{"pdp", "spearman"}},
			several, "system none pdp, system none spearman, " +
				"segment item pdp, segment item spearman, segment none pdp, segment none spearman"},
		{"a group of several systems and one of a single system", asking{Statistics: statistics{"pearson"}}, mixed,
			"x-y: segment none pearson, x-y: segment item pearson, x-y: system none pearson, " +
				"z-y: segment none pearson, z-y: system none pearson, " +
				"mean: segment none pearson, mean: segment item pearson, mean: system none pearson"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.design.Interval = correlate.IntervalNone
			var asked []string
			for _, row := range run(t, test.design, test.of).Rows {
				q := fmt.Sprintf("%s %s %s", row.Level, row.Averaging, row.Statistic)
				if row.Group != "" {
					q = row.Group + ": " + q
				}
				asked = append(asked, q)
			}
			if got := strings.Join(asked, ", "); got != test.want {
				t.Errorf("asked\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Settings and scores that mean nothing are rejected.
func TestCorrelateRefuses(t *testing.T) {
	fine := judged(1, 2, 3, []string{""}, 1, 2, 2)
	with := func(change func(j *evaluation.Judgments)) *evaluation.Judgments {
		j := *fine
		j.Humans, j.Measures, j.Raters = slices.Clone(j.Humans), slices.Clone(j.Measures), slices.Clone(j.Raters)
		change(&j)
		return &j
	}
	for _, test := range []struct {
		name   string
		design asking
		of     *evaluation.Judgments
		want   string
	}{
		{"level", asking{Levels: levels{"word"}}, fine, `correlate: level: found "word", expected one of`},
		{"level twice", asking{Levels: levels{"doc", "doc"}}, fine, "level: found doc twice, expected it once"},
		{"averaging", asking{Averagings: averagings{"x"}}, fine, `averaging: found "x"`},
		{"statistic", asking{Statistics: statistics{"x"}}, fine, `statistic: found "x"`},
		{"statistic of systems", asking{Levels: levels{"segment"}, Statistics: statistics{"spa"}}, fine,
			"statistic spa: found the levels [segment], expected system among them"},
		{"interval", asking{Interval: "x"}, fine, `interval: found "x"`},
		{"resample", asking{Resample: "x"}, fine, `resample: found "x"`},
		{"compare", asking{Compare: "x"}, fine, `compare: found "x"`},
		{"difference", asking{LeastDifference: math.NaN()}, fine, "least difference: found NaN, expected 0 or more"},
		{"draws", asking{Draws: -1}, fine, "draws: found -1, expected 0 or more"},
		{"confidence", asking{Confidence: 95}, fine, "confidence: found 95, expected a number between 0 and 1"},
		{"alpha", asking{Alpha: 1}, fine, "alpha: found 1, expected a number between 0 and 1"},
		{"epsilon", asking{Epsilon: new(-1.0)}, fine, "epsilon: found -1, expected 0 or more"},
		{"two epsilons", asking{Epsilon: new(1.0), EpsilonFrom: fine}, fine, "epsilon: found a threshold and scores"},
		{"learning from other measures",
			asking{EpsilonFrom: with(func(j *evaluation.Judgments) { j.Measures = j.Measures[:1] })}, fine,
			"judgments to learn epsilon from: found the columns [measure0], expected measure1 among them"},
		{"learning from nothing", asking{EpsilonFrom: &evaluation.Judgments{}}, fine,
			"judgments to learn epsilon from: found no segments"},
		{"no segments", asking{}, &evaluation.Judgments{Humans: fine.Humans, Measures: fine.Measures},
			"judgments: found no segments"},
		{"no measure", asking{}, with(func(j *evaluation.Judgments) { j.Measures = nil }),
			"judgments: found no measure"},
		{"no people", asking{}, with(func(j *evaluation.Judgments) { j.Humans, j.Raters = nil, j.Raters[:1] }),
			"judgments: found no human scores"},
		{"penalties for human scores", asking{},
			with(func(j *evaluation.Judgments) { j.Raters[0].LowerIsBetter = true }),
			"judgments: column rater0: found human scores of which lower is better, expected higher"},
		{"one name for two", asking{}, with(func(j *evaluation.Judgments) { j.Measures[1].Name = "human0" }),
			"judgments: column human0: found it twice, expected it once"},
		{"shape", asking{}, with(func(j *evaluation.Judgments) {
			j.Raters[0].Grid = agreement.Grid{Systems: 3, Segments: 2, Values: make([]float64, 6)}
		}), "judgments: column rater0: found 6 scores of 3 systems on 2 segments, expected 2 × 3"},
		{"infinite", asking{}, with(func(j *evaluation.Judgments) {
			j.Measures[0].Grid = gridOf(j, []float64{1, 2, 3, 4, math.Inf(-1), 6})
		}), "judgments: column measure0: system system1, segment 2: found -Inf, expected a finite number"},
		{"no domain", asking{Levels: levels{"domain"}}, fine, "level domain: found no domain of any segment"},
	} {
		t.Run(test.name, func(t *testing.T) {
			report, err := correlate.Run(t.Context(), test.design, test.of)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if report != nil {
				t.Error("a report came with the error")
			}
		})
	}
}

// A distance is negated, in the report alone; what then is strongly negative is pointed out.
func TestCorrelateDistance(t *testing.T) {
	j := judged(5, 4, 10, []string{""}, 1, 1, 0)
	similarity := j.Measures[0].Grid
	design := asking{Draws: 50}
	plain := run(t, design, j)

	distances := make([]float64, len(similarity.Values))
	for i, v := range similarity.Values {
		distances[i] = -v
	}
	before := slices.Clone(distances)
	j.Measures[0].Grid, j.Measures[0].LowerIsBetter = gridOf(j, distances), true
	if got, want := inJSON(t, run(t, design, j).Rows), inJSON(t, plain.Rows); got != want {
		t.Errorf("as a distance:\n%s\nas a similarity:\n%s", got, want)
	}
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	if !slices.EqualFunc(distances, before, same) {
		t.Error("the scores of the caller were changed")
	}
	if len(plain.Negative) > 0 {
		t.Errorf("found %v strongly negative", plain.Negative)
	}

	j.Measures[0].LowerIsBetter = false
	negative := run(t, design, j).Negative
	if len(negative) != 1 || negative[0].LowerIsBetter || *negative[0].Value > -0.5 ||
		negative[0].Measure != "measure0" || negative[0].Human != "human0" {
		t.Errorf("a distance that is not said to be one: %v", negative)
	}
	j.Measures[0].Grid, j.Measures[0].LowerIsBetter = similarity, true
	if negative = run(t, design, j).Negative; len(negative) != 1 || !negative[0].LowerIsBetter {
		t.Errorf("a similarity that is said to be a distance: %v", negative)
	}

	// Two scores correlate perfectly, one way or the other.
	j = &evaluation.Judgments{Systems: []string{"s"}, Segments: []evaluation.Segment{{ID: "1"}, {ID: "2"}}}
	j.Humans = []evaluation.Column{{Name: "h", Grid: gridOf(j, []float64{1, 2})}}
	j.Measures = []evaluation.Column{{Name: "m", Grid: gridOf(j, []float64{2, 1})}}
	if report := run(t, design, j); *report.Rows[0].Value != -1 || len(report.Negative) > 0 {
		t.Errorf("two scores: %s", inJSON(t, report))
	}
}

// inJSON writes numbers so that other bits are another text.
func inJSON(t rapid.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The threshold of acc_eq is learned on other scores, from the columns of the same names, in the group of the same
// name or the only one.
func TestCorrelateLearnsEpsilon(t *testing.T) {
	design := asking{
		Statistics: statistics{"acc_eq"}, Levels: levels{"segment"}, Averagings: averagings{"none"}, Interval: "none",
	}
	here := judged(1, 3, 8, []string{"a", "b"}, 1, 2, 0)
	other := judged(2, 3, 8, []string{"b", "a"}, 1, 2, 0)
	best := run(t, design, other) // rows of b, then of a, then means
	slices.Reverse(other.Measures)

	learning := design
	learning.EpsilonFrom = other
	rows := run(t, learning, here).Rows
	for i, from := range []int{2, 3, 0, 1} {
		if *rows[i].Epsilon != *best.Rows[from].Epsilon {
			t.Errorf("%s: want the threshold %v", inJSON(t, rows[i]), *best.Rows[from].Epsilon)
		}
		given := design
		given.Epsilon = rows[i].Epsilon
		if want := run(t, given, here).Rows[i]; *rows[i].Value != *want.Value {
			t.Errorf("%s: with that threshold given %v", inJSON(t, rows[i]), *want.Value)
		}
	}

	for _, test := range []struct {
		name   string
		from   *evaluation.Judgments
		level  correlate.Level
		reason correlate.Reason
	}{
		{"one group of another name", judged(3, 3, 8, []string{"c"}, 1, 2, 0), "segment", correlate.Reason{}},
		{"several groups of other names", judged(3, 3, 8, []string{"c", "d"}, 1, 2, 0), "segment",
			correlate.Reason{Kind: correlate.ReasonOtherGroups}},
		{"no documents", withoutDocs(judged(3, 3, 8, []string{"a", "b"}, 1, 2, 0)), "doc",
			correlate.Reason{Kind: correlate.ReasonNoUnit}},
		{"one score", judged(3, 1, 1, []string{""}, 1, 2, 0), "segment",
			correlate.Reason{Kind: correlate.ReasonStated, Stated: agreement.Reason{Kind: agreement.ReasonFewScores}, Unlearned: true}},
	} {
		learning.EpsilonFrom, learning.Levels = test.from, levels{test.level}
		row := run(t, learning, here).Rows[0]
		if row.NoValue != test.reason || (row.Value == nil) != (test.reason.Kind != "") {
			t.Errorf("%s: value %v, reason %+v, want %+v", test.name, row.Value, row.NoValue, test.reason)
		}
	}
}

func withoutDocs(j *evaluation.Judgments) *evaluation.Judgments {
	for i := range j.Segments {
		j.Segments[i].Doc = ""
	}
	return j
}

// Three systems that people and a measure order alike in ten groups are three systems: no order of them shows a
// relation. If each group has systems of its own, ten groups do show one.
func TestMeansOfGroupsWithTheSameSystems(t *testing.T) {
	const groups, segments = 10, 4
	for _, c := range []struct {
		name        string
		same        bool
		least, most float64 // of p
	}{{"the same systems", true, 1. / 6, 1}, {"others in each group", false, 0, 0.01}} {
		rng := rand.New(rand.NewPCG(5, 6))
		j := &evaluation.Judgments{}
		for k := range groups * segments {
			j.Segments = append(j.Segments, evaluation.Segment{Group: fmt.Sprint(k / segments)})
		}
		for i := range 3 * groups {
			if c.same && i == 3 {
				break
			}
			j.Systems = append(j.Systems, fmt.Sprint(i))
		}
		var columns [2][]float64
		for i := range j.Systems {
			for k := range j.Segments {
				for side := range columns {
					score := float64(i%3) + 0.3*rng.NormFloat64()
					if !c.same && i/3 != k/segments {
						score = math.NaN()
					}
					columns[side] = append(columns[side], score)
				}
			}
		}
		j.Humans = []evaluation.Column{{Name: "people", Grid: gridOf(j, columns[0])}}
		j.Measures = []evaluation.Column{{Name: "measure", Grid: gridOf(j, columns[1])}}
		report := run(t, asking{Statistics: statistics{"pearson", "kendall_b"}, Averagings: agreement.Averagings(),
			Draws: 499}, j)
		asked := 0
		for _, row := range report.Rows {
			if row.Group != "mean" || row.Averaging == agreement.AverageSys {
				continue
			}
			asked++
			if row.PValue == nil || *row.PValue < c.least-0.04 || *row.PValue > c.most {
				t.Errorf("%s, %s %s %s: %s", c.name, row.Level, row.Averaging, row.Statistic, inJSON(t, row))
			}
		}
		if asked != 6 {
			t.Errorf("%s: %d means, want 6", c.name, asked)
		}
	}
}

// The mean over groups is that of their values, and its interval that of the means of their draws.
func TestCorrelateMeansOfGroups(t *testing.T) {
	design := asking{Statistics: statistics{"pearson"}, Levels: levels{"segment"}, Averagings: averagings{"none"},
		Draws: 200}
	j := judged(1, 3, 12, []string{"a", "b"}, 1, 1, 0)
	report := run(t, design, j)
	if !slices.Equal(report.Groups, []string{"a", "b"}) || len(report.Rows) != 3 {
		t.Fatalf("groups %v, rows %v", report.Groups, report.Rows)
	}
	a, b, mean := report.Rows[0], report.Rows[1], report.Rows[2]
	want := (*a.Value + *b.Value) / 2
	if mean.Group != "mean" || *mean.Value != want || mean.Scores != a.Scores+b.Scores || mean.Groups != 2 {
		t.Errorf("%s, want the value %v", inJSON(t, mean), want)
	}
	// Groups draw from streams of their own, so the mean varies less than each of them does on average.
	width := func(row correlate.Correlation) float64 { return *row.CIHigh - *row.CILow }
	if w := width(mean); w <= 0 || w >= (width(a)+width(b))/2 || *mean.CILow > *mean.Value ||
		*mean.CIHigh < *mean.Value {
		t.Errorf("interval from %v to %v around %v", *mean.CILow, *mean.CIHigh, *mean.Value)
	}

	for k := range 12 { // of b only the first output is left
		for i := range 3 {
			if cell := i*24 + 12 + k; cell > 12 {
				j.Humans[0].Grid.Values[cell] = math.NaN()
			}
		}
	}
	design.Averagings = nil
	rows := run(t, design, j).Rows
	var reasons []correlate.Reason
	for _, row := range rows {
		if row.Group == "mean" && row.Value == nil {
			reasons = append(reasons, row.NoValue)
		}
	}
	if !slices.Equal(reasons, []correlate.Reason{{Kind: correlate.ReasonStated, Stated: agreement.Reason{Kind: agreement.ReasonFewScores},
		OfGroup: true, Group: "b"},
		{Kind: correlate.ReasonSomeGroups, N: 1, Of: 2}}) {
		t.Errorf("reasons %+v", reasons)
	}
}

// The agreement of raters follows the measures, once: with the first human scores.
func TestCorrelateRaters(t *testing.T) {
	design := asking{Statistics: statistics{"pearson"}, Levels: levels{"segment"}, Averagings: averagings{"none"},
		Draws: 30}
	crowd := "many raters 9 8"
	ceilings := func(report *correlate.Report) (list []string) {
		for _, row := range report.Rows {
			if row.Ceiling {
				why := row.Interval
				if r := row.NoInterval; r.Kind != "" {
					why += fmt.Sprintf("%s %d %d", r.Kind, r.N, r.Of)
				}
				list = append(list, row.Human+": "+row.Measure+", "+why)
			}
		}
		return list
	}
	for _, test := range []struct {
		name     string
		of       *evaluation.Judgments
		interval correlate.IntervalKind
		want     []string
	}{
		{"two", judged(1, 2, 9, []string{""}, 2, 1, 2), "",
			[]string{"human0: one rater against another, bootstrap inputs"}},
		{"three, of more systems", judged(1, 5, 9, []string{""}, 0, 1, 3), "",
			[]string{"mean of raters: one rater against another, bootstrap both",
				"mean of raters: one rater against the others, bootstrap both"}},
		{"one", judged(1, 2, 9, []string{""}, 1, 1, 1), "", nil},
		{"fisher", judged(1, 2, 9, []string{""}, 1, 1, 2), correlate.IntervalFisher,
			[]string{"human0: one rater against another, raters fisher 0 0"}},
		{"nine", judged(1, 2, 9, []string{""}, 1, 1, 9), "",
			[]string{"human0: one rater against another, " + crowd, "human0: one rater against the others, " + crowd}},
	} {
		design.Interval = test.interval
		if got := ceilings(run(t, design, test.of)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Measures are compared on the outputs that all of them and people scored; the rows are ranked if every pair has a
// test.
func TestCorrelateCompares(t *testing.T) {
	j := judged(1, 3, 30, []string{""}, 1, 3, 0)
	design := asking{
		Statistics: statistics{"pearson"}, Levels: levels{"segment"}, Averagings: averagings{"none"}, Interval: "none",
		Compare: agreement.MetricTestPermBoth, Draws: 300,
	}
	report := run(t, design, j)
	if len(report.Pairs) != 3 || len(report.Warned) != 1 || report.Warned[0].Kind != correlate.WarningSharedOutputs ||
		report.Warned[0].N <= 0 || report.Warned[0].N >= 90 {
		t.Fatalf("pairs %+v, warnings %+v", report.Pairs, report.Warned)
	}
	for _, pair := range report.Pairs {
		if pair.Test != "perm_both" || pair.CILow != nil || *pair.Difference < 0 ||
			*pair.PValue <= 0 || *pair.PTwoSided < *pair.PValue {
			t.Errorf("%s", inJSON(t, pair))
		}
	}
	// The noise of the columns grows.
	if rows := report.Rows; rows[0].Rank == nil || *rows[0].Rank != 1 || *rows[2].Rank <= *rows[0].Rank {
		t.Errorf("ranks of %s", inJSON(t, rows))
	}

	design.Statistics, design.Compare = statistics{"kendall_b"}, agreement.MetricTestWilliams
	report = run(t, design, j)
	pair := report.Pairs[0]
	if len(report.Pairs) != 3 || pair.PValue != nil || pair.NoTest.Kind == "" || report.Rows[0].Rank != nil {
		t.Errorf("Williams' test of Kendall's tau: %s", inJSON(t, report))
	}

	design.Compare = agreement.MetricTestPermBoth
	j.Measures = j.Measures[:1]
	if report = run(t, design, j); len(report.Pairs) != 0 || report.Rows[0].Rank != nil {
		t.Errorf("one measure: %s", inJSON(t, report))
	}
}
