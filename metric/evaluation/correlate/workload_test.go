package correlate

import (
	"context"
	"errors"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

// What is planned is what the pieces take together: whole at the end, whatever they counted themselves.
func TestWorkload(t *testing.T) {
	r := &correlating{
		Design: Design{
			Levels:     []Level{LevelSegment, LevelSystem},
			Averagings: []agreement.Averaging{agreement.AverageNone},
			Statistics: []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSPA},
			Interval:   IntervalAuto,
			Draws:      100,
			Compare:    agreement.MetricTestPermBoth,
		},
		judgments: judgments{
			humans:   []string{"h"},
			measures: []string{"a", "b", "c"},
			raters:   2,
			groups:   []judgedGroup{{systems: []string{"s", "t"}}},
		},
	}
	// Pearson at two levels, soft pairwise accuracy at one: each three values, three pairs, and two raters in both
	// directions, with themselves against the others. Pearson's values have a permutation test next to the bootstrap.
	if got, want := r.planned(), int64((2*(6+3+8)+(3+3+4))*100); got != want {
		t.Errorf("planned %d draws, want %d", got, want)
	}
	r.Interval, r.Compare = IntervalNone, ""
	if got, want := r.planned(), int64(3*(3+4)); got != want {
		t.Errorf("without draws: planned %d, want %d", got, want)
	}

	w := workload{total: 30}
	if err := w.step(t.Context(), 10, func() error { w.done.Add(3); return nil }); err != nil {
		t.Fatal(err)
	}
	if done, total := w.position(); done != 10 || total != 30 {
		t.Errorf("after a piece of 10: %d of %d, want 10 of 30", done, total)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.step(ctx, 10, func() error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: error %v, want %v", err, context.Canceled)
	}
}
