package say_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
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

func TestNegative(t *testing.T) {
	n := correlate.NegativeCorrelation{Correlation: correlate.Correlation{Group: "g", Measure: "wrd", Human: "mqm",
		Level: correlate.LevelSystem, Statistic: agreement.StatisticPearson, Value: new(-0.71239)}}
	if got, want := say.Negative(n), "g: wrd correlates strongly negatively with mqm (pearson -0.712 at system level)"; got != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
