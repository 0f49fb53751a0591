package agreement_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// noise returns a grid of normal numbers.
func noise(t *testing.T, systems, segments int, seed uint64) agreement.Grid {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]float64, systems*segments)
	for i := range values {
		values[i] = random.NormFloat64()
	}
	g, err := agreement.NewGrid(systems, segments, values)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Counters count each draw once, and change no result.
func TestDone(t *testing.T) {
	human := noise(t, 5, 30, 1)
	metrics := []agreement.Grid{noise(t, 5, 30, 2), noise(t, 5, 30, 3), noise(t, 5, 30, 4)}
	spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageItem}

	var done atomic.Int64
	plain, err := spec.Bootstrap(t.Context(), human, metrics[0],
		agreement.GridBootstrap{Draws: 50, Over: agreement.ResampleInputs})
	if err != nil {
		t.Fatal(err)
	}
	counted, err := spec.Bootstrap(t.Context(), human, metrics[0],
		agreement.GridBootstrap{Draws: 50, Over: agreement.ResampleInputs, Done: &done})
	if err != nil {
		t.Fatal(err)
	}
	if done.Load() != 50 {
		t.Errorf("bootstrap: counted %d draws, want 50", done.Load())
	}
	for i := range plain {
		if plain[i] != counted[i] {
			t.Fatalf("draw %d: %v, counted %v", i, plain[i], counted[i])
		}
	}
	for _, c := range []struct {
		test agreement.MetricTestKind
		want int64
	}{{agreement.MetricTestPermBoth, 3 * 40}, {agreement.MetricTestBootstrap, 3 * 40}} {
		done.Store(0)
		if _, err := spec.CompareMetrics(t.Context(), human, metrics, agreement.MetricComparisonOptions{Test: c.test,
			Draws: 40, Over: agreement.ResampleInputs, Confidence: 0.95, Alpha: 0.05, Done: &done}); err != nil {
			t.Fatal(err)
		}
		if done.Load() != c.want {
			t.Errorf("%s: counted %d draws, want %d", c.test, done.Load(), c.want)
		}
	}
}

// Cancelling the context ends the work before all draws are made.
func TestCanceledWhileDrawing(t *testing.T) {
	human, metric := noise(t, 5, 30, 1), noise(t, 5, 30, 2)
	spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageItem}
	for _, c := range []struct {
		name string
		work func(ctx context.Context, done *atomic.Int64) error
	}{
		{"bootstrap", func(ctx context.Context, done *atomic.Int64) error {
			_, err := spec.Bootstrap(ctx, human, metric,
				agreement.GridBootstrap{Draws: 1 << 22, Over: agreement.ResampleInputs, Done: done})
			return err
		}},
		{"permutation", func(ctx context.Context, done *atomic.Int64) error {
			_, err := spec.PermBoth(ctx, human, metric, noise(t, 5, 30, 3),
				agreement.Permutation{Draws: 1 << 30, Done: done})
			return err
		}},
		{"comparison", func(ctx context.Context, done *atomic.Int64) error {
			_, err := significance.Compare(ctx, noise(t, 440, 10, 1), significance.Options{Draws: 1000, Done: done})
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var done atomic.Int64
			go func() {
				for done.Load() < 10 {
					if ctx.Err() != nil {
						return
					}
				}
				cancel()
			}()
			if err := c.work(ctx, &done); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want %v", err, context.Canceled)
			}
		})
	}
}

// endsAfter is a context that ends when it was asked so often whether it has.
type endsAfter struct {
	context.Context
	left atomic.Int64
}

func (e *endsAfter) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A single value that takes long is given up in its middle.
func TestCanceledInAValue(t *testing.T) {
	for _, spec := range []agreement.Spec{
		{Statistic: agreement.StatisticSPA, SystemLevel: true},
		{Statistic: agreement.StatisticSPAMidP, SystemLevel: true},
		{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageNone},
		{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageItem},
	} {
		ctx := &endsAfter{Context: t.Context()}
		ctx.left.Store(5)
		_, err := spec.CorrelateContext(ctx, noise(t, 400, 20, 1), noise(t, 400, 20, 2))
		if asked := 5 - ctx.left.Load(); !errors.Is(err, context.Canceled) || asked > 200 {
			t.Errorf("%s, %s: %v, asked %d times", spec.Statistic, spec.Averaging, err, asked)
		}
	}
}

// Comparisons are counted as by hand, for 4 systems and 5 segments.
func TestComparisons(t *testing.T) {
	for _, c := range []struct {
		spec agreement.Spec
		want int64
	}{
		{agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageNone}, 0},
		{agreement.Spec{Statistic: agreement.StatisticSPA, SystemLevel: true}, 6 * 2 * 1000},
		{agreement.Spec{Statistic: agreement.StatisticSPAMidP, SystemLevel: true, Draws: 10, Seed: 1}, 6 * 2 * 10},
		{agreement.Spec{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageNone}, 190},
		{agreement.Spec{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageItem}, 5 * 6},
		{agreement.Spec{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageSys}, 4 * 10},
		{agreement.Spec{Statistic: agreement.StatisticAccEq, SystemLevel: true, Averaging: agreement.AverageNone}, 6},
		{agreement.Spec{Statistic: agreement.StatisticAccEq, Averaging: agreement.AverageNone, EpsilonKnown: true}, 0},
	} {
		if got := c.spec.Comparisons(4, 5); got != c.want {
			t.Errorf("%+v: %d, want %d", c.spec, got, c.want)
		}
	}
}
