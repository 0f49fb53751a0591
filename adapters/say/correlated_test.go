package say_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

func TestCorrelatedWarnings(t *testing.T) {
	const spa = agreement.StatisticSPA
	for _, c := range []struct {
		name string
		of   correlate.Warning
		want string
	}{
		{"one segment without a document", correlate.Warning{Kind: correlate.WarningNoUnit, Level: correlate.LevelDoc, N: 1, Of: 12},
			"1 of 12 segments has no document and is left out at level doc"},
		{"segments of a group without a domain", correlate.Warning{Kind: correlate.WarningNoUnit, Group: "en-de",
			Level: correlate.LevelDomain, N: 3, Of: 1200},
			"en-de: 3 of 1200 segments have no domain and are left out at level domain"},
		{"raters", correlate.Warning{Kind: correlate.WarningRatersTooLong, Group: "g", Statistic: spa, N: 20, Of: 1000},
			"g: the agreement of raters is not computed by spa: 1000 draws of 20 comparisons of scores each would take too long"},
		{"tests", correlate.Warning{Kind: correlate.WarningComparedTooLong, Statistic: spa, N: 20, Of: 1000},
			"measures are not compared with each other by spa: 1000 draws of 20 comparisons of scores each would take too long"},
		{"thresholds", correlate.Warning{Kind: correlate.WarningBestThresholds},
			"measures are compared with each other with the best thresholds on these scores, not with the learned ones"},
		{"shared outputs", correlate.Warning{Kind: correlate.WarningSharedOutputs, Group: "g", N: 7},
			"g: measures are compared with each other on the 7 outputs that all of them and people scored"},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := &correlate.Report{Warned: []correlate.Warning{c.of}}
			say.Correlated(report)
			if !slices.Equal(report.Warnings, []string{c.want}) {
				t.Errorf("found %q\nwant  %q", report.Warnings, c.want)
			}
		})
	}
}

func TestCorrelatedReasons(t *testing.T) {
	type reason = correlate.Reason
	few := reason{Kind: correlate.ReasonStated, Stated: agreement.Reason{Kind: agreement.ReasonFewScores}}
	inGroup, unlearned, both := few, few, reason{Kind: correlate.ReasonTooLong, N: 3, Of: 2, Unlearned: true, OfGroup: true}
	inGroup.OfGroup, unlearned.Unlearned = true, true
	for _, c := range []struct {
		name      string
		statistic agreement.Statistic
		of        reason
		want      string
	}{
		{"a number", "", reason{}, ""},
		{"as agreement says", "", few, "fewer than two scores"},
		{"of a group without a name", "", inGroup, "no value in : fewer than two scores"},
		{"to learn from", "", unlearned, "no threshold could be learned: fewer than two scores"},
		{"both", agreement.StatisticAccEq, both, "no value in : no threshold could be learned: it takes 3 comparisons of scores, " +
			"and more than 2 would take too long; a given threshold needs none"},
		{"too long", agreement.StatisticSPAMidP, reason{Kind: correlate.ReasonTooLong, N: 30, Of: 20},
			"it takes 30 comparisons of scores, and more than 20 would take too long; pairwise_accuracy needs none"},
		{"other groups", "", reason{Kind: correlate.ReasonOtherGroups},
			"no threshold was learned, as the scores to learn it from have several groups and none of that name"},
		{"no unit", "", reason{Kind: correlate.ReasonNoUnit},
			"no threshold was learned, as the scores to learn it from have no doc of any segment"},
		{"some groups", "", reason{Kind: correlate.ReasonSomeGroups, N: 1, Of: 2}, "computed in only 1 of 2 groups"},
		{"draws", "", reason{Kind: correlate.ReasonDrawsTooLong, N: 5, Of: 1000},
			"1000 draws of 5 comparisons of scores each would take too long"},
		{"few scores", "", reason{Kind: correlate.ReasonFewScores, N: 3},
			"Fisher's interval needs 4 scores or more (Kendall 5), found 3"},
		{"perfect", "", reason{Kind: correlate.ReasonPerfect}, "a perfect correlation shows no spread"},
		{"not Fisher's", "", reason{Kind: correlate.ReasonNotFisher},
			"Fisher's is for Pearson, Spearman and Kendall of independent scores"},
		{"raters, not Fisher's", "", reason{Kind: correlate.ReasonRatersFisher},
			"agreement among raters has intervals by the bootstrap only"},
		{"many raters", "", reason{Kind: correlate.ReasonManyRaters, N: 9, Of: 8},
			"there are 9 raters, and all pairs of more than 8 would take long to draw"},
		{"no draws", "", reason{Kind: correlate.ReasonNoDraws},
			"a mean over groups has one where all of them have draws of the bootstrap"},
		{"few for p", "", reason{Kind: correlate.ReasonFewForP, N: 2}, "p needs 3 independent scores or more, found 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			row := correlate.Correlation{Level: correlate.LevelDoc, Statistic: c.statistic}
			value, interval, p := row, row, row
			value.NoValue, interval.NoInterval, p.NoP = c.of, c.of, c.of
			report := &correlate.Report{Rows: []correlate.Correlation{value, interval, p}}
			say.Correlated(report)
			for i, row := range report.Rows {
				want := [3]string{}
				want[i] = c.want
				if got := [3]string{row.Reason, row.Without, row.WithoutP}; got != want {
					t.Errorf("found %q\nwant  %q", got, want)
				}
			}
		})
	}
}

func TestNegative(t *testing.T) {
	n := correlate.NegativeCorrelation{Correlation: correlate.Correlation{Group: "g", Measure: "wrd", Human: "mqm",
		Level: correlate.LevelSystem, Statistic: agreement.StatisticPearson, Value: new(-0.71239)}}
	if got, want := say.Negative(n), "g: wrd correlates strongly negatively with mqm (pearson -0.712 at system level)"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestAbsence(t *testing.T) {
	output := func(system string, segment evaluation.Segment) evaluation.Output {
		return evaluation.Output{System: system, Segment: segment}
	}
	one, two := evaluation.Segment{ID: "1"}, evaluation.Segment{ID: "2", Group: "g"}
	for _, c := range []struct {
		name string
		of   evaluation.Absence
		want string
	}{
		{"all named", evaluation.Absence{Column: "h", Human: true, Absent: 2, Of: 6,
			Examples: []evaluation.Output{output("s", two), output("t", two)}},
			"h: no score for 2 of 6 outputs that a measure scored: system s, segment g:2; system t, segment g:2"},
		{"one of one", evaluation.Absence{Column: "k", Human: true, Absent: 1, Of: 1, Examples: []evaluation.Output{output("t", one)}},
			"k: no score for 1 of 1 output that a measure scored: system t, segment 1"},
		{"some named", evaluation.Absence{Column: "n", Absent: 4, Of: 5,
			Examples: []evaluation.Output{output("s", one), output("s", two), output("t", one)}},
			"n: no score for 4 of 5 outputs that people judged: system s, segment 1; system s, segment g:2; system t, segment 1; …"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say.Absence(c.of); got != c.want {
				t.Errorf("found %q\nwant  %q", got, c.want)
			}
		})
	}
}

func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		name string
		of   evaluation.LeftOut
		want string
	}{
		{"none", evaluation.LeftOut{}, ""},
		{"outliers alone", evaluation.LeftOut{Outliers: []string{"b"}}, ""},
		{"one", evaluation.LeftOut{Human: []string{"refA"}, Outliers: []string{"b"}}, "left out the system refA, taken to be human"},
		{"two", evaluation.LeftOut{Human: []string{"refA", "refB"}}, "left out the systems refA, refB, taken to be human"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say.LeftOut(c.of); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
