package evaluation_test

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// judgedLine is line with human scores of some systems for two of three segments, and with a document for all.
func judgedLine(segment int) metric.Line {
	l := line(segment)
	if segment%3 != 0 {
		l.Human = []float64{float64(segment % 5), nan, float64(segment % 7), float64(segment % 2)}
	} else {
		l.Human = []float64{nan, nan, nan, nan}
	}
	l.Doc = string(rune('a' + segment/4))
	return l
}

// What Score says of people's order is what Compare says of the scores that Collect keeps.
func TestScoreSaysWhatCompareSays(t *testing.T) {
	scorer, err := metric.NewScorer(metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureDynaMax}})
	if err != nil {
		t.Fatal(err)
	}
	corpus := func() evaluation.Corpus {
		humans := []string{"fluency", "adequacy", "nobody"}
		return evaluation.Corpus{Systems: systems, References: 1, Humans: humans, Lines: func(yield func(metric.Line, error) bool) {
			for i := range 40 {
				l := judgedLine(i)
				l.References = l.References[:1]
				l.Human = slices.Concat(l.Human, []float64{float64(i % 3), 1, float64(i % 2), nan}, []float64{nan, nan, nan, nan})
				if !yield(l, nil) {
					return
				}
			}
		}}
	}
	settings := evaluation.ScoreOptions{Seed: 5}
	summary, err := evaluation.Score(t.Context(), scorer, corpus(), settings, nil)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := evaluation.Collect(t.Context(), scorer, corpus(), settings, nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := compare.Run(t.Context(), compare.Design{Tests: significance.Options{Seed: 5}}, scores)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(report.Judged, summary.Judged); diff != "" {
		t.Errorf("Score says otherwise (-Compare +Score):\n%s", diff)
	}
	var of []string
	for _, o := range summary.Judged {
		of = append(of, o.Human+" "+o.Measure+" -"+strings.Join(o.Unjudged, ","))
	}
	want := []string{"fluency wrd -b", "fluency dynamax -b", "adequacy wrd -d", "adequacy dynamax -d"}
	if !slices.Equal(of, want) ||
		summary.Judged[0].Scored != 120 ||
		summary.Judged[0].Outputs != 78 || summary.Judged[0].Unit != evaluation.UnitDocument {
		t.Errorf("found %q, want %q: %+v", of, want, summary.Judged)
	}
}

// Beyond what Score keeps it says so.
func TestTooManyJudged(t *testing.T) {
	summary := &evaluation.Summary{Systems: []evaluation.SystemSummary{{System: "a"}, {System: "b"}}}
	l := evaluation.ScoredLine{Line: metric.Line{Human: []float64{1, 2}}, Results: make([]metric.Result, 2)}
	orders, err := evaluation.JudgedAfter(1<<22-3, []metric.Measure{metric.MeasureWRD}, l, summary)
	if err != nil {
		t.Fatal(err)
	}
	if want := evaluation.NoOrderTooMany; len(orders) != 1 || orders[0].NoOrder != want {
		t.Errorf("found %+v, want %s", orders, want)
	}
}
