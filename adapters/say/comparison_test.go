package say_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// What is said of systems a, b, c … with these means, lower is better, where some pairs are not significant.
func TestHeadline(t *testing.T) {
	type open [2]string
	report := func(baseline string, means []float64, undecided ...open) *compare.Report {
		c := compare.ColumnReport{Measure: "m", Direction: evaluation.Direction{LowerIsBetter: true}}
		r := &compare.Report{Confidence: 0.95, Alpha: 0.05}
		for i, mean := range means {
			name := string(rune('a' + i))
			r.Systems = append(r.Systems, name)
			c.Systems = append(c.Systems, compare.SystemReport{System: name, Mean: mean})
			for k, against := range r.Systems[:i] {
				if baseline != "" && against != baseline {
					continue
				}
				p := compare.Pair{System: name, Against: against, Difference: means[k] - mean, Segments: 9, Better: 9, Adjusted: 0.00001,
					Verdict: significance.Better}
				if p.Difference < 0 {
					p.Verdict = significance.Worse
				}
				for _, o := range undecided {
					if o == (open{against, name}) {
						p.Verdict, p.Adjusted = significance.Undecided, 0.5
					}
				}
				c.Pairs = append(c.Pairs, p)
			}
		}
		if baseline != "" {
			r.Baseline = &baseline
		}
		r.Measures = []compare.ColumnReport{c}
		return r
	}
	same := report("", []float64{1, 1}, open{"a", "b"})
	same.Measures[0].Pairs[0].Equal = 9
	ranks := report("", []float64{1, 1}, open{"a", "b"})
	ranks.Measures[0].Pairs[0].Significant = true
	for _, c := range []struct {
		name   string
		report *compare.Report
		want   string
	}{
		{"better", report("", []float64{1, 2}), "a is significantly better than b by m: +1.0000, p < 0.0001."},
		{"the second is better", report("", []float64{2, 1}), "b is significantly better than a by m: +1.0000, p < 0.0001."},
		{"undecided", report("", []float64{1, 2}, open{"a", "b"}), "a and b do not differ significantly by m: +1.0000, p = 0.5000."},
		{"the same scores", same, "b and a have the same m in each segment."},
		{"ranks alone", ranks, "b and a have the same mean m, though the test finds the ranks of the differences uneven."},
		{"a best of three", report("", []float64{2, 1, 4}),
			"b is best of 3 systems by m, significantly better than a, the next: +1.0000, p < 0.0001."},
		{"two lead", report("", []float64{1, 2, 4}, open{"a", "b"}),
			"a and b tie for first of 3 systems by m; a is significantly better than c, the next: +3.0000, p < 0.0001."},
		{"none differs from the best", report("", []float64{1, 2, 4}, open{"a", "b"}, open{"a", "c"}), "a, b and c tie for first by m."},
		{"some are better than a baseline", report("a", []float64{2, 1, 4}),
			"1 of 2 systems is significantly better than a by m: the best is b, +1.0000, p < 0.0001."},
		{"none is better than a baseline", report("a", []float64{1, 2, 4}, open{"a", "b"}),
			"No system is significantly better than a by m, and 1 of 2 is worse: the best is b, -1.0000, p = 0.5000."},
		{"none differs from a baseline", report("a", []float64{2, 1, 3}, open{"a", "b"}, open{"a", "c"}),
			"No system differs significantly from a by m: the best is b, +1.0000, p = 0.5000."},
	} {
		if got := strings.Join(say.Plain(say.Headline(c.report, "m")), " "); got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
	if said := say.Headline(same, "other"); said != nil {
		t.Errorf("of a measure that was not compared: %v", said)
	}
}

// Systems are held against the best one, or the baseline, and stand as the report has them.
func TestRanking(t *testing.T) {
	worse := compare.Pair{System: "b", Against: "a", Difference: -0.02, Adjusted: 0.00002,
		ConfidenceLimits: evaluation.ConfidenceLimits{CILow: new(-0.03), CIHigh: new(-0.01)},
		Verdict:          significance.Worse, Test: significance.TestExact, Warnings: []string{"w"}}
	r := &compare.Report{Confidence: 0.9, Systems: []string{"b", "a"}, Measures: []compare.ColumnReport{{Measure: "m",
		Systems: []compare.SystemReport{{System: "b", Mean: 0.3}, {System: "a", Mean: 0.32,
			ConfidenceLimits: evaluation.ConfidenceLimits{CILow: new(0.31), CIHigh: new(0.35)}}},
		Pairs: []compare.Pair{worse}}}}
	got := say.Ranking(say.BestFirst(r))
	var lines []string
	for _, row := range got.Rows {
		lines = append(lines, strings.Join(row, "|"))
	}
	want := "system|m|difference|90% interval|p\na|0.3200 ±0.0200|||\nb|0.3000|-0.0200|-0.0300 to -0.0100|<0.0001 ¹"
	if said := strings.Join(lines, "\n"); said != want || strings.Join(got.Warnings, "") != "¹ w" ||
		got.Note != "Higher is better. difference: from the best, negative is worse. ±: half the 90% interval. p: exact paired "+
			"permutation test." {
		t.Errorf("got %s\n%+v", said, got)
	}
}
