package correlate_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Which interval a value has, and whether it has a p.
func TestCorrelateIntervals(t *testing.T) {
	one, three := judged(1, 1, 12, []string{""}, 1, 1, 0), judged(1, 3, 12, []string{""}, 1, 1, 0)
	six, short := judged(1, 6, 12, []string{""}, 1, 1, 0), judged(1, 6, 11, []string{""}, 1, 1, 0)
	for _, test := range []struct {
		name      string
		of        *evaluation.Judgments
		kind      correlate.IntervalKind
		level     correlate.Level
		averaging agreement.Averaging
		statistic agreement.Statistic
		resample  agreement.Resampled
		want      string
		p         bool
		without   correlate.ReasonKind
	}{
		{"independent segments", one, "", "segment", "none", "pearson", "", "fisher", true, ""},
		{"independent systems", six, "", "system", "none", "kendall_b", "", "fisher", true, ""},
		{"too few systems for Fisher's", three, "", "system", "none", "pearson", "", "", true, "few scores"},
		{"segments of several systems", six, "", "segment", "none", "pearson", "", "bootstrap both", true, ""},
		{"segments of few systems", three, "", "segment", "none", "pearson", "", "bootstrap inputs", true, ""},
		{"averages over segments", six, "", "segment", "item", "pearson", "", "bootstrap inputs", true, ""},
		{"averages over few segments", short, "", "segment", "item", "pearson", "", "", true, "stated"},
		{"averages over systems", six, "", "segment", "sys", "spearman", "", "bootstrap both", true, ""},
		{"an accuracy of systems", six, "", "system", "none", "acc23", "", "bootstrap both", false, ""},
		{"an accuracy", six, "", "segment", "item", "acc_eq", "", "bootstrap inputs", false, ""},
		{"bootstrap that is asked for", one, "bootstrap", "segment", "none", "pearson", "inputs", "bootstrap inputs",
			true, ""},
		{"one system that is resampled", one, "bootstrap", "segment", "none", "pearson", "systems", "", true, "stated"},
		{"what is drawn that is asked for", six, "", "segment", "item", "pearson", "both", "bootstrap both", true, ""},
		{"Fisher's of what is not independent", six, "fisher", "segment", "none", "pearson", "", "", false, "not fisher"},
		{"none", six, "none", "system", "none", "pearson", "", "", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			row := run(t, asking{
				Levels: levels{test.level}, Averagings: averagings{test.averaging},
				Statistics: statistics{test.statistic},
				Interval:   test.kind, Resample: test.resample, Draws: 40, Unit: evaluation.UnitSegment,
			}, test.of).Rows[0]
			if row.Interval != test.want || (row.CILow == nil) != (test.want == "") || (row.PValue != nil) != test.p {
				t.Errorf("got %s, want %q", inJSON(t, row), test.want)
			}
			if row.NoInterval.Kind != test.without {
				t.Errorf("reason %+v, want %q", row.NoInterval, test.without)
			}
		})
	}
}

// Groups draw from streams of their own: one that is there twice has other draws the second time.
func TestGroupsDrawApart(t *testing.T) {
	once := judged(1, 3, 12, []string{"a"}, 1, 1, 0)
	twice := &evaluation.Judgments{Systems: once.Systems, Segments: slices.Clone(once.Segments)}
	for _, segment := range once.Segments {
		segment.Group = "b"
		twice.Segments = append(twice.Segments, segment)
	}
	doubled := func(c evaluation.Column) evaluation.Column {
		var values []float64
		for i := range c.Grid.Systems {
			values = append(append(values, c.Grid.Row(i)...), c.Grid.Row(i)...)
		}
		return evaluation.Column{Name: c.Name, Grid: gridOf(twice, values)}
	}
	twice.Humans = []evaluation.Column{doubled(once.Humans[0])}
	twice.Measures = []evaluation.Column{doubled(once.Measures[0])}
	rows := run(t, asking{
		Levels: levels{"segment"}, Averagings: averagings{"none"}, Statistics: statistics{"pearson"}, Draws: 50,
	}, twice).Rows
	if *rows[0].Value != *rows[1].Value || *rows[0].CILow == *rows[1].CILow {
		t.Errorf("one group twice: %s", inJSON(t, rows[:2]))
	}
}

// At the level of documents, means over the segments that have both scores are correlated, compared, and asked of
// raters.
func TestCorrelateDocuments(t *testing.T) {
	j := judged(4, 5, 12, []string{""}, 1, 2, 2)
	j.Segments[4].Doc = "" // of the document of segments 5 and 6
	design := asking{
		Levels: levels{"doc"}, Averagings: averagings{"none"}, Statistics: statistics{"pearson"}, Interval: "none",
		Compare: agreement.MetricTestPermBoth, Draws: 20,
	}
	report := run(t, design, j)
	if want := (correlate.Warning{Kind: correlate.WarningNoUnit, Level: correlate.LevelDoc, N: 1,
		Of: 12}); !slices.Contains(report.Warned, want) {
		t.Errorf("warnings %+v", report.Warned)
	}
	unit := []int{0, 0, 1, 1, -1, 2, 3, 3, 4, 4, 5, 5}
	spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageNone}
	human := j.Humans[0].Grid
	for m, measure := range j.Measures {
		if want := spec.Correlate(agreement.Collapse(human, measure.Grid, unit,
			6)); *report.Rows[m].Value != want.Value {
			t.Errorf("%s: want %v", inJSON(t, report.Rows[m]), want)
		}
	}
	first, _ := agreement.Collapse(j.Raters[0].Grid, j.Raters[0].Grid, unit, 6)
	second, _ := agreement.Collapse(j.Raters[1].Grid, j.Raters[1].Grid, unit, 6)
	want := spec.Ceiling([]agreement.Grid{first, second}).Pairs
	if row := report.Rows[2]; *row.Value != want.Value || row.Scores != want.Scores {
		t.Errorf("%s: want %+v", inJSON(t, row), want)
	}
	common := agreement.CommonCells(human, j.Measures[0].Grid, j.Measures[1].Grid)
	a := spec.Correlate(agreement.Collapse(common, j.Measures[0].Grid, unit, 6))
	b := spec.Correlate(agreement.Collapse(common, j.Measures[1].Grid, unit, 6))
	if got := *report.Pairs[0].Difference; math.Abs(got-math.Abs(a.Value-b.Value)) > 1e-12 {
		t.Errorf("difference %v, want that of %v and %v", got, a.Value, b.Value)
	}
}

// Measures that scored the same outputs are compared without a warning.
func TestCorrelateComparesWithoutWarning(t *testing.T) {
	j := judged(1, 3, 10, []string{""}, 1, 2, 0)
	for cell, v := range j.Measures[0].Grid.Values {
		if math.IsNaN(v) {
			j.Measures[1].Grid.Values[cell] = v
		} else if math.IsNaN(j.Measures[1].Grid.Values[cell]) {
			j.Measures[1].Grid.Values[cell] = v
		}
	}
	design := asking{Statistics: statistics{"pearson"}, Interval: "none", Compare: agreement.MetricTestPermBoth,
		Draws: 20}
	if report := run(t, design, j); len(report.Pairs) == 0 || len(report.Warned) > 0 {
		t.Errorf("%d pairs, warnings %+v", len(report.Pairs), report.Warned)
	}
}

// A threshold of ties concerns the statistics that have one.
func TestCorrelateEpsilon(t *testing.T) {
	j := judged(1, 3, 10, []string{""}, 1, 1, 0)
	design := asking{Levels: levels{"segment"}, Averagings: averagings{"none"}, Interval: "none"}
	design.Statistics = slices.DeleteFunc(agreement.Statistics(), agreement.Statistic.OfSystems)
	without := run(t, design, j).Rows
	design.Epsilon = new(0.6)
	for i, row := range run(t, design, j).Rows {
		calibrates := row.Statistic.Calibrates()
		if changed := *row.Value != *without[i].Value; changed != calibrates || (row.Epsilon != nil) != calibrates {
			t.Errorf("%s, without a threshold %v", inJSON(t, row), *without[i].Value)
		}
	}
}

// What a value rests on is counted: soft pairwise accuracy uses the segments that all systems have both scores of.
func TestCorrelateCounts(t *testing.T) {
	gap := math.NaN()
	j := &evaluation.Judgments{
		Systems:  []string{"s", "t", "u"},
		Segments: []evaluation.Segment{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}},
	}
	j.Humans = []evaluation.Column{{Name: "h", Grid: gridOf(j, []float64{
		1, 2, 3, 4,
		2, gap, 1, 1,
		3, 5, gap, gap})}}
	j.Measures = []evaluation.Column{{Name: "m", Grid: gridOf(j, []float64{
		1, 1, 2, gap,
		3, 1, 2, gap,
		gap, 1, 1, 1})}}
	var got []string
	for _, row := range run(t, asking{
		Levels: levels{"segment", "system"}, Averagings: averagings{"item"}, Statistics: statistics{"pearson", "spa"},
		Interval: "none",
	}, j).Rows {
		got = append(got, fmt.Sprintf("%s %s: %d systems, %d segments, %d scores, %d groups and %d without a value",
			row.Level, row.Statistic, row.Systems, row.Segments, row.Scores, row.Groups, row.Skipped))
	}
	want := []string{
		"segment pearson: 3 systems, 3 segments, 6 scores, 1 groups and 3 without a value",
		"system pearson: 3 systems, 3 segments, 3 scores, 1 groups and 0 without a value",
		"system spa: 3 systems, 0 segments, 0 scores, 0 groups and 0 without a value",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
