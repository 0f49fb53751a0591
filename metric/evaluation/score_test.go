package evaluation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"pgregory.net/rapid"
)

// systems are the names of the systems of corpora.
var systems = []string{"a", "b", "c", "d"}

// line returns a segment of all systems, whose words depend on its number.
func line(segment int) metric.Line {
	words := []string{"cat", "dog", "mat", "the", "runs", "zork", "under", "table"}
	text := func(i int) string {
		var b strings.Builder
		for range i % 7 {
			b.WriteString(words[i%len(words)] + " ")
			i = i*31%1009 + 1
		}
		return b.String()
	}
	line := metric.Line{References: []string{text(segment + 5)}}
	for i := range systems {
		line.Candidates = append(line.Candidates, text(3*segment+i))
	}
	return line
}

// corpus holds n segments of some of the systems, with the scores of another program.
func corpus(n int, chosen ...int) evaluation.Corpus {
	next := make([]int, len(chosen))
	c := evaluation.Corpus{
		References: 1,
		Lines: func(yield func(metric.Line, error) bool) {
			for segment := range n {
				all := line(segment)
				some := metric.Line{References: all.References}
				for _, i := range chosen {
					some.Candidates = append(some.Candidates, all.Candidates[i])
				}
				if !yield(some, nil) {
					return
				}
			}
		},
		External: evaluation.ExternalScores{Names: []string{"COMET"}, Next: func(_ metric.Line, system int, scores []float64) error {
			scores[0] = float64(chosen[system]) + 1/float64(next[system]+1)
			next[system]++
			return nil
		}},
	}
	for _, i := range chosen {
		c.Systems = append(c.Systems, systems[i])
	}
	return c
}

func newScorer(t testing.TB, options metric.Options) *metric.Scorer {
	t.Helper()
	scorer, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	return scorer
}

func score(t testing.TB, scorer *metric.Scorer, c evaluation.Corpus) *evaluation.Summary {
	t.Helper()
	summary, err := evaluation.Score(context.Background(), scorer, c, evaluation.ScoreOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

// The summary sums up what the sink is given.
func TestScoreSumsUp(t *testing.T) {
	scorer := newScorer(t, metric.Options{
		Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore}, Empty: metric.EmptySkip, Certify: true,
	})
	c := corpus(200, 1, 3)
	var sums, counts [2]float64
	var ok, words, oov [2]int64
	var gap float64
	next := int64(0)
	summary, err := evaluation.Score(context.Background(), scorer, c, evaluation.ScoreOptions{},
		func(l evaluation.ScoredLine) error {
			want := line(int(l.Segment))
			if l.Segment != next || l.References[0] != want.References[0] || l.Candidates[1] != want.Candidates[3] {
				t.Fatalf("segment %d holds %v, want segment %d: %v", l.Segment, l.Line, next, want)
			}
			next++
			for i := range l.Results {
				r := &l.Results[i]
				if distance, scored := r.Value(metric.WRD); scored {
					sums[i] += distance
					counts[i]++
				}
				if r.Status == metric.OK {
					ok[i]++
				}
				words[i] += int64(r.CandidateTokens)
				oov[i] += int64(r.CandidateOOV)
				gap = max(gap, r.Gap)
				if want := float64([]int{1, 3}[i]) + 1/float64(next); l.External[i][0] != want {
					t.Errorf("segment %d, system %d: external score %v, want %v", l.Segment, i, l.External[i][0], want)
				}
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	columns := []string{"wrd", "wrd_similarity", "bertscore_p", "bertscore_r", "bertscore_f1", "COMET"}
	if !slices.Equal(summary.Columns, columns) {
		t.Errorf("columns %v, want %v", summary.Columns, columns)
	}
	if want := scorer.Signature(1).With("scores", "COMET").String(); summary.Signature != want {
		t.Errorf("signature %s, want %s", summary.Signature, want)
	}
	if summary.LargestGap != gap || gap == 0 {
		t.Errorf("largest gap %g, want %g", summary.LargestGap, gap)
	}
	for i, system := range summary.Systems {
		wrd := system.Scores["wrd"]
		if math.Abs(*wrd.Mean-sums[i]/counts[i]) > 1e-12 || wrd.Segments != int64(counts[i]) || system.Segments != 200 {
			t.Errorf("%s: mean %v of %d in %d segments, want %v of %v in 200",
				system.System, *wrd.Mean, wrd.Segments, system.Segments, sums[i]/counts[i], counts[i])
		}
		if !(*wrd.CILow < *wrd.Mean && *wrd.Mean < *wrd.CIHigh) || wrd.Undefined != 200-wrd.Segments ||
			wrd.Undefined == 0 {
			t.Errorf("%s: %+v", system.System, wrd)
		}
		mean, some := summary.Mean(system.System, metric.WRD)
		low, high, both := summary.Interval(system.System, metric.WRD)
		if !some || !both || mean != *wrd.Mean || low != *wrd.CILow || high != *wrd.CIHigh {
			t.Errorf("%s: mean %v, %v, interval %v to %v, %v; want those of %+v", system.System, mean, some, low, high, both, wrd)
		}
		coverage := float64(words[i]-oov[i]) / float64(words[i])
		if system.Status[metric.OK] != ok[i] || *system.Coverage.Candidate != coverage || oov[i] == 0 {
			t.Errorf("%s: status %v, coverage %v; want %d, %v",
				system.System, system.Status, *system.Coverage.Candidate, ok[i], coverage)
		}
	}
}

// What a summary does not have is not 0.
func TestSummaryWithout(t *testing.T) {
	summary := &evaluation.Summary{Systems: []evaluation.SystemSummary{
		{System: "empty", Scores: map[string]evaluation.MeanScore{"wrd": {}}},
	}}
	for _, system := range []string{"empty", "another"} {
		for _, column := range []metric.Column{metric.WRD, metric.Add} {
			if _, ok := summary.Mean(system, column); ok {
				t.Errorf("%s has a mean of %s", system, column)
			}
			if _, _, ok := summary.Interval(system, column); ok {
				t.Errorf("%s has an interval of %s", system, column)
			}
		}
	}
}

// Numbers depend neither on the workers nor on the other systems, to the last bit.
func TestScoreIndependence(t *testing.T) {
	scorer := newScorer(t, metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureWMD}})
	const segments = 150
	alone := make([]evaluation.SystemSummary, len(systems))
	for i := range systems {
		alone[i] = score(t, scorer, corpus(segments, i)).Systems[0]
	}
	all := []int{0, 1, 2, 3}
	rapid.Check(t, func(t *rapid.T) {
		chosen := rapid.Permutation(all).Draw(t, "systems")[:rapid.IntRange(1, len(all)).Draw(t, "how many")]
		summary, err := evaluation.Score(context.Background(), scorer, corpus(segments, chosen...),
			evaluation.ScoreOptions{Workers: rapid.IntRange(0, 5).Draw(t, "workers")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, i := range chosen {
			if !reflect.DeepEqual(summary.Systems[k], alone[i]) {
				t.Fatalf("%+v, alone %+v", summary.Systems[k], alone[i])
			}
		}
	})
}

func TestScoreErrors(t *testing.T) {
	broken := errors.New("broken")
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	says := func(want string) func(error) bool {
		return func(err error) bool { return strings.Contains(err.Error(), want) }
	}
	withLine := func(bad metric.Line, err error) func(*evaluation.Corpus) {
		return func(c *evaluation.Corpus) {
			good := c.Lines
			c.Lines = func(yield func(metric.Line, error) bool) {
				for line := range good {
					if !yield(line, nil) {
						return
					}
				}
				yield(bad, err)
			}
		}
	}
	for _, c := range []struct {
		name     string
		change   func(*evaluation.Corpus)
		settings evaluation.ScoreOptions
		sink     evaluation.LineSink
		want     func(error) bool
	}{
		{"of the lines", withLine(metric.Line{}, broken), evaluation.ScoreOptions{}, nil, is(broken)},
		{"of the sink", nil, evaluation.ScoreOptions{}, func(line evaluation.ScoredLine) error {
			if line.Segment == 3 {
				return broken
			}
			return nil
		}, is(broken)},
		{"of external scores", func(c *evaluation.Corpus) {
			c.External.Next = func(metric.Line, int, []float64) error { return broken }
		}, evaluation.ScoreOptions{}, nil, is(broken)},
		{"of a segment", withLine(metric.Line{Candidates: []string{"cat", ""}, References: []string{"cat"}}, nil),
			evaluation.ScoreOptions{}, nil, func(err error) bool {
				failed, ok := errors.AsType[*metric.SegmentError](err)
				return ok && failed.Segment == 20 && failed.System == 1
			}},
		{"too few candidates", withLine(metric.Line{Candidates: []string{"cat"}, References: []string{"cat"}}, nil),
			evaluation.ScoreOptions{}, nil, says("segment 21: found 1 candidates, expected one of each of 2 systems")},
		{"too many references",
			withLine(metric.Line{Candidates: []string{"cat", "dog"}, References: []string{"cat", "cat"}}, nil),
			evaluation.ScoreOptions{}, nil, says("segment 21: found 2 references, expected 1")},
		{"no segments", func(c *evaluation.Corpus) { c.Lines = func(func(metric.Line, error) bool) {} },
			evaluation.ScoreOptions{}, nil, is(evaluation.ErrNoSegments)},
		{"confidence", nil, evaluation.ScoreOptions{Confidence: 1}, nil, says("found the confidence 1, expected")},
	} {
		t.Run(c.name, func(t *testing.T) {
			scorer := newScorer(t, metric.Options{Empty: metric.EmptyError})
			corpus := corpus(20, 0, 1)
			corpus.Lines = func(yield func(metric.Line, error) bool) {
				for range 20 {
					if !yield(metric.Line{Candidates: []string{"cat", "dog"}, References: []string{"mat"}}, nil) {
						return
					}
				}
			}
			if c.change != nil {
				c.change(&corpus)
			}
			summary, err := evaluation.Score(context.Background(), scorer, corpus, c.settings, c.sink)
			if err == nil || !c.want(err) || summary != nil {
				t.Errorf("got %v, %v", summary, err)
			}
		})
	}
}

// When the context ends, so does the work, and its progress is shown no more: synctest waits for every goroutine.
func TestScoreCancel(t *testing.T) {
	scorer := newScorer(t, metric.Options{})
	synctest.Test(t, func(t *testing.T) {
		c := corpus(1<<40, 0)
		c.Position = func() (done, total int64) { return 0, 0 }
		var shown []string
		settings := evaluation.ScoreOptions{Workers: 2, Progress: func(what string, _ evaluation.Counts, _ func() (done, total int64)) func() {
			shown = append(shown, what)
			return func() { shown = append(shown, "stop") }
		}}
		ctx, cancel := context.WithCancel(t.Context())
		_, err := evaluation.Score(ctx, scorer, c, settings, func(line evaluation.ScoredLine) error {
			if line.Segment == 1000 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || !slices.Equal(shown, []string{"scoring", "stop"}) {
			t.Errorf("got %v, shown %v", err, shown)
		}
	})
}

// As JSON a summary is what wrd score prints: absent numbers are null, and only what was seen has a status.
func TestSummaryJSON(t *testing.T) {
	scorer := newScorer(t, metric.Options{Empty: metric.EmptySkip})
	empty := metric.Line{Candidates: []string{""}, References: []string{""}}
	c := evaluation.Corpus{Systems: []string{"a"}, References: 1, Lines: lines(empty)}
	got, err := json.Marshal(score(t, scorer, c))
	if err != nil {
		t.Fatal(err)
	}
	const absent = `{"mean":null,"stddev":null,"ci_low":null,"ci_high":null}`
	want := fmt.Sprintf(`{"signature":%q,"measures":["wrd"],"units":"segments","systems":[{"system":"a","segments":1,`+
		`"scores":{"wrd":%s,"wrd_similarity":%s},"coverage":{"candidate":null,"reference":null},"status":{"both_empty":1}}]}`,
		scorer.Signature(1).String(), absent, absent)
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A system's human score is the mean over the segments that people judged, and absent where they judged none.
func TestHumanMeans(t *testing.T) {
	line := func(human ...float64) metric.Line {
		return metric.Line{Candidates: []string{"a", "b", "c"}, References: []string{"a"}, Human: human}
	}
	nobody := math.NaN()
	of := func(names []string, list ...metric.Line) evaluation.Corpus {
		return evaluation.Corpus{Systems: []string{"a", "b", "c"}, References: 1, Humans: names, Lines: lines(list...)}
	}
	two := []string{"fluency", "adequacy"}
	means := func(c evaluation.Corpus) (got [][]float64) {
		for _, system := range score(t, newScorer(t, metric.Options{}), c).Systems {
			var means []float64
			for _, x := range system.Humans {
				if x == nil {
					x = &nobody
				}
				means = append(means, *x)
			}
			got = append(got, means)
		}
		return got
	}
	for name, c := range map[string]struct {
		corpus evaluation.Corpus
		want   [][]float64
	}{
		"one score":          {of(nil, line(1, nobody, nobody), line(4, 3, nobody)), [][]float64{{2.5}, {3}, {nobody}}},
		"two scores":         {of(two, line(1, nobody, nobody, 7, 8, 9), line(4, 3, nobody, 8, nobody, 0)), [][]float64{{2.5, 7.5}, {3, 8}, {nobody, 4.5}}},
		"a line without any": {of(two, line(), line(4, 3, nobody, 8, nobody, 0)), [][]float64{{4, 8}, {3, nobody}, {nobody, 0}}},
		"nobody was asked":   {of(nil, line(), line()), [][]float64{{nobody}, {nobody}, {nobody}}},
	} {
		if diff := cmp.Diff(c.want, means(c.corpus), cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	_, err := evaluation.Score(t.Context(), newScorer(t, metric.Options{}), of(two, line(1, 2, 3)), evaluation.ScoreOptions{}, nil)
	if err == nil || err.Error() != "segment 1: found 3 human scores, expected 6: of each of 3 systems by fluency, adequacy" {
		t.Errorf("three scores for two columns: %v", err)
	}
}

// Collect keeps the scores that the sink is given.
func TestCollect(t *testing.T) {
	scorer := newScorer(t, metric.Options{
		Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore}, Empty: metric.EmptySkip,
	})
	c := corpus(100, 2, 0)
	want := [2][]float64{}
	scores, err := evaluation.Collect(context.Background(), scorer, c, evaluation.ScoreOptions{},
		func(line evaluation.ScoredLine) error {
			for i := range line.Results {
				x, ok := line.Results[i].Value(metric.BERTScoreF1)
				if !ok {
					x = math.NaN()
				}
				want[i] = append(want[i], x)
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(scores.Systems, []string{"c", "a"}) {
		t.Errorf("systems %v, want c and a", scores.Systems)
	}
	if n := len(scores.Segments); n != 100 || scores.Segments[n-1].String() != "100" {
		t.Errorf("found %d segments, want 100, called by their numbers", n)
	}
	wrd, f1 := scores.Columns[0], scores.Columns[1]
	if wrd.Name != "wrd" || !wrd.LowerIsBetter || f1.Name != "bertscore_f1" || f1.LowerIsBetter {
		t.Errorf("columns %q and %q", wrd.Name, f1.Name)
	}
	if want := scorer.Signature(1).String(); f1.Signature != want {
		t.Errorf("signature %s, want %s", f1.Signature, want)
	}
	absent := 0
	for i := range want {
		if !slices.EqualFunc(f1.Grid.Row(i), want[i], sameNumber) {
			t.Errorf("system %d: %v, want %v", i, f1.Grid.Row(i), want[i])
		}
		for _, x := range want[i] {
			if math.IsNaN(x) {
				absent++
			}
		}
	}
	if absent == 0 {
		t.Error("no segment lacks a score: the test is blind")
	}
	_, err = evaluation.Collect(context.Background(), scorer, corpus(0, 1), evaluation.ScoreOptions{}, nil)
	if !errors.Is(err, evaluation.ErrNoSegments) {
		t.Errorf("no segments: got %v", err)
	}
}

// What Collect returns is what Compare takes.
func TestCollectAndCompare(t *testing.T) {
	scorer := newScorer(t, metric.Options{})
	scores, err := evaluation.Collect(context.Background(), scorer, corpus(60, 0, 1, 2), evaluation.ScoreOptions{},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	settings := compare.Design{Tests: significance.Options{Draws: 100}}
	report, err := compare.Run(context.Background(), settings, scores)
	if err != nil || len(report.Measures) != 1 || len(report.Measures[0].Pairs) != 3 {
		t.Fatalf("got %+v, %v", report, err)
	}
}

// sameNumber says whether x and y are equal or both NaN.
func sameNumber(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
