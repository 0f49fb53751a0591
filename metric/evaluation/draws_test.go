package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// With many pairs the draws are the same, and say more by their halves: the report says so. A pair whose difference 20
// draws reach or more has the p-value that it has alone, and progress ends at its end.
func TestManyPairs(t *testing.T) {
	scores := manySystems(rand.New(rand.NewPCG(5, 6)), 9, 60, 5)
	var done, total int64
	report, err := compare.Run(t.Context(), compare.Design{
		Tests: significance.Options{Seed: 3},
		Progress: func(_ string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
			return func() { done, total = position() }
		}}, scores)
	if err != nil {
		t.Fatal(err)
	}
	if done != total || total != (9+36)*10_000 {
		t.Errorf("progress ends at %d of %d", done, total)
	}
	if report.Draws != 10_000 || !report.Halves || !strings.Contains(report.Signature, "|samples:10000x10000|") {
		t.Errorf("%d draws, halves %v, %s", report.Draws, report.Halves, report.Signature)
	}
	finer := 0
	for _, pair := range report.Measures[0].Pairs {
		among := []string{pair.System, pair.Against}
		two := *scores
		two.Systems, two.Columns = among, slices.Clone(scores.Columns)
		var values []float64
		for _, name := range among {
			values = append(values, scores.Columns[0].Grid.Row(slices.Index(scores.Systems, name))...)
		}
		two.Columns[0].Grid = agreement.Grid{Systems: 2, Segments: 60, Values: values}
		alone, err := compare.Run(t.Context(), compare.Design{Baseline: pair.Against,
			Tests: significance.Options{Seed: 3}}, &two)
		if err != nil {
			t.Fatal(err)
		}
		want := alone.Measures[0].Pairs[0]
		if want.P < 21./10_001 {
			finer++
			if pair.Draws != 100_020_000 || pair.P == want.P {
				t.Errorf("%s and %s: p %v of %d", pair.System, pair.Against, pair.P, pair.Draws)
			}
			want.P, want.Draws = pair.P, pair.Draws
		}
		want.Adjusted, want.Significant, want.Verdict, want.Detectable = pair.Adjusted, pair.Significant, pair.Verdict,
			pair.Detectable
		if diff := cmp.Diff(want, pair); diff != "" {
			t.Errorf("-alone +among others:\n%s", diff)
		}
	}
	if finer < 8 {
		t.Errorf("%d pairs by halves, want those of the best system at least", finer)
	}
}

// A check of many systems by several measures finds the one that got worse.
func TestCheckOfManySystems(t *testing.T) {
	parts.Need(t, parts.Thorough)
	const systems, segments = 180, 40
	rng := rand.New(rand.NewPCG(9, 9))
	sideOf := func(drop float64) *check.Version {
		in := &check.Version{Scores: *manySystems(rng, systems, segments, -drop)}
		in.Name = fmt.Sprint("side ", drop)
		for _, name := range []string{"second", "third"} {
			column := manySystems(rng, systems, segments, 0).Columns[0]
			column.Name = name
			in.Columns = append(in.Columns, column)
		}
		return in
	}
	settings := check.Rules{Margins: map[string]float64{"score": 0, "second": 0, "third": 0}}
	before, now := sideOf(0), sideOf(12)
	report, err := check.Run(t.Context(), settings, before, now)
	if err != nil {
		t.Fatal(err)
	}
	var regressions []string
	for _, test := range report.Tests {
		if test.Verdict == check.Regression {
			regressions = append(regressions, test.System+" "+test.Measure)
		}
	}
	if len(report.Tests) != 3*systems || !slices.Equal(regressions, []string{"s0 score"}) || !report.Halves ||
		report.Draws != 10_000 || report.Tests[0].Draws != 100_020_000 {
		t.Errorf("regressions %q of %d, %d draws, halves %v", regressions, len(report.Tests), report.Draws, report.Halves)
	}
	settings.Tests.Draws = 10_000
	if report, err = check.Run(t.Context(), settings, before, now); err != nil {
		t.Fatal(err)
	}
	least, sufficient, few := significance.Options{Test: report.Test, Draws: report.Draws, Halves: report.Halves,
		Alpha: report.Alpha, Correction: report.Correction}.TooFew(len(report.Tests))
	if !few || math.Abs(least-0.054) > 1e-5 || sufficient != 215_999 {
		t.Errorf("too few %v, a p of %v at least, %d are enough", few, least, sufficient)
	}
	mean := func(r check.Reason) bool { return r.Question == check.AboutMean }
	if slices.ContainsFunc(report.Reasons, mean) {
		t.Errorf("%s with whole draws", report.Verdict)
	}
}
