package significance_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// So many systems are drawn a part at a time: each pair is what it is alone, and each is counted once.
func TestManySystems(t *testing.T) {
	const systems = 1100
	grid := noise(t, systems, 30, 1)
	for i := range systems {
		if i%3 == 0 {
			// these share no segments with each other but those of the others
			grid.Values[i*grid.Segments+i%7] = math.NaN()
		}
	}
	var done atomic.Int64
	options := significance.Options{Draws: 40, Correction: significance.CorrectionNone, Done: &done}
	for i := 1; i < systems; i++ {
		options.Pairs = append(options.Pairs, [2]int{i, 0})
	}
	got, err := significance.Compare(t.Context(), grid, options)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(options.Draws * (systems + len(options.Pairs))); done.Load() != want {
		t.Errorf("counted %d draws of systems and pairs, want %d", done.Load(), want)
	}
	for _, i := range []int{1, 2, 3, 510, 511, 512, 513, 1023, 1024, 1098, 1099} {
		two, err := agreement.NewGrid(2, grid.Segments, slices.Concat(grid.Row(i), grid.Row(0)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := significance.Compare(t.Context(), two, significance.Options{
			Draws: options.Draws, Correction: options.Correction})
		if err != nil {
			t.Fatal(err)
		}
		want.Differences[0].A, want.Differences[0].B = i, 0
		if diff := cmp.Diff(want.Differences[0], got.Differences[i-1]); diff != "" {
			t.Errorf("system %d against 0 (-alone +among many):\n%s", i, diff)
		}
		if diff := cmp.Diff(want.Systems[0], got.Systems[i]); diff != "" {
			t.Errorf("system %d (-alone +among many):\n%s", i, diff)
		}
	}
}

// More pairs than end in minutes are rejected at once, before they are listed.
func TestTooManyPairs(t *testing.T) {
	for _, systems := range []int{448, 1_000_000} {
		_, err := significance.Compare(t.Context(), noise(t, systems, 1, 1), significance.Options{Draws: 1})
		tooMany, ok := errors.AsType[*significance.TooManyPairsError](err)
		if !ok || tooMany.Pairs != systems*(systems-1)/2 {
			t.Errorf("%d systems: %v", systems, err)
		}
	}
}

// watched notices how many goroutines there are when somebody asks whether it has ended.
type watched struct {
	context.Context
	most atomic.Int64
}

func (w *watched) Err() error {
	if n := int64(runtime.NumGoroutine()); n > w.most.Load() {
		w.most.Store(n)
	}
	return w.Context.Err()
}

// Whoever asks for a million workers gets no more than the machine has use for.
func TestWorkersAreBounded(t *testing.T) {
	const asked = 1_000_000
	grid := noise(t, 3, 200, 1)
	spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageItem}
	for _, c := range []struct {
		name string
		work func(ctx context.Context) error
	}{
		{"bootstrap", func(ctx context.Context) error {
			_, err := spec.Bootstrap(ctx, grid, grid, agreement.GridBootstrap{
				Draws: 20_000, Over: agreement.ResampleInputs, Workers: asked})
			return err
		}},
		{"compare", func(ctx context.Context) error {
			_, err := significance.Compare(ctx, grid, significance.Options{Draws: 200_000, Workers: asked})
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			ctx := &watched{Context: t.Context()}
			if err := c.work(ctx); err != nil {
				t.Fatal(err)
			}
			if most := int(ctx.most.Load()); most == 0 || most > before+4*runtime.GOMAXPROCS(0) {
				t.Errorf("%d goroutines on %d cores, %d of them before", most, runtime.GOMAXPROCS(0), before)
			}
		})
	}
}

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
