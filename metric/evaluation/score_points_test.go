package evaluation_test

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/internal/sentences"
	"github.com/wordrotator/wrd/metric/evaluation/points"
)

// Results have the points of the first measure, those of the summary's mean, where the first references say which scale is
// theirs, and none elsewhere.
func TestScorePoints(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  metric.Options
		texts    []string
		unasked  bool // whether the first references cannot be had
		known    bool
		measures []metric.Measure
	}{
		{name: "English", texts: sentences.English, known: true},
		{name: "a similarity first", texts: sentences.English, known: true,
			measures: []metric.Measure{metric.MeasureWRDRecall, metric.MeasureWRD}},
		{name: "Czech by English vectors", texts: sentences.Czech},
		{name: "other settings", options: metric.Options{MassPower: new(0.5)}, texts: sentences.English},
		{name: "a stream", texts: sentences.English, unasked: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.options.Measures = c.measures
			scorer := newScorer(t, c.options)
			main := scorer.Measures()[0].Main()
			corpus := evaluation.Corpus{Systems: []string{"a"}, References: 1, Lines: shifted(c.texts)}
			if !c.unasked {
				corpus.FirstReferences = func(most int) []string { return c.texts[:min(most, len(c.texts))] }
			}
			columns := corpus.Columns(scorer)
			if want := len(scorer.Measures()[0].Columns()); slices.Contains(columns, metric.Points) != c.known ||
				c.known && columns[want] != metric.Points || len(scorer.Columns()) == len(columns) == c.known {
				t.Errorf("found the columns %s, points expected after %d: %v", fmt.Sprint(columns), want, c.known)
			}
			var mean float64
			summary, err := evaluation.Score(t.Context(), scorer, corpus, evaluation.ScoreOptions{}, func(l evaluation.ScoredLine) error {
				value, _ := l.Results[0].Value(main)
				got, ok := l.Results[0].Value(metric.Points)
				mean += got / float64(len(c.texts))
				scale, known := points.Of(main.String(), scorer.Signature(1).String(), c.texts)
				if ok != c.known || ok && (!known || got != scale.Points(value)) {
					t.Errorf("segment %d: found %v (%v), expected %v", l.Segment, got, ok, scale.Points(value))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := summary.Systems[0].Scores[main.String()].Points; c.known && math.Abs(*got-mean) > 1e-9 {
				t.Errorf("found the mean %v, expected %v", *got, mean)
			}
			if _, ok := summary.Systems[0].Scores["points"]; ok {
				t.Error("points have a mean of their own")
			}
		})
	}
}

// shifted yields each text as the candidate for the next one.
func shifted(texts []string) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		for i := range texts {
			line := metric.Line{Candidates: texts[i : i+1], References: []string{texts[(i+1)%len(texts)]}}
			if !yield(line, nil) {
				return
			}
		}
	}
}
