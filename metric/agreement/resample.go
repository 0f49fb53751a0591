package agreement

import (
	"context"
	"sync"

	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
)

// drawnAtOnce is about how many numbers a worker draws before it sums up: long enough to outweigh taking turns, short
// enough to stay in the cache.
const drawnAtOnce = 1 << 16

// bootstrapSums draws units with replacement, as often as there are units, and returns the sums of each column for each
// sample, column after column. The positions are those of rng.choice(units, (samples, units)) with NumPy's default_rng(seed), so
// that one seed draws the same as sacreBLEU.
func bootstrapSums(ctx context.Context, p panel, o CompareOptions) ([]float64, error) {
	random := numpy.NewRandom(o.Seed)
	draw := func(indices []int32) { random.Choice(p.units, indices) }
	return resample(ctx, p, o, max(1, drawnAtOnce/p.units), draw, func(sums []float64, indices []int32) {
		for _, i := range indices {
			row := p.row(int(i))
			sums := sums[:len(row)]
			for k, x := range row {
				sums[k] += x
			}
		}
	})
}

// exchangedSums gives each unit a random sign and returns the sums of each column for each sample, column after column. The
// difference of two of them is that of the systems' sums after exchanging the units with a minus. The signs are those
// of rng.integers(2, size=(samples, units), dtype=bool), as in sacreBLEU.
func exchangedSums(ctx context.Context, p panel, o CompareOptions) ([]float64, error) {
	random := numpy.NewRandom(o.Seed)
	// A multiple of 32 samples needs a whole number of 32-bit words, so that cutting the draw into blocks changes no
	// bit.
	rows := 32 * max(1, drawnAtOnce/p.units/32)
	return resample(ctx, p, o, rows, random.Bools, func(sums []float64, plus []bool) {
		for i, plus := range plus {
			sign := -1
			if plus {
				sign = 1
			}
			row := p.row(i)
			sums := sums[:len(row)]
			for k, x := range row {
				sums[k] += float64(float64(sign) * x)
			}
		}
	})
}

// resample draws one T a unit for each sample, and adds up each sample's sums in zeros. Workers draw a block of samples in turn,
// in the order of the stream, and sum up side by side: so the bits do not depend on their number.
func resample[T any](ctx context.Context, p panel, o CompareOptions, rows int, draw func([]T),
	add func(sums []float64, drawn []T)) ([]float64, error) {
	out := make([]float64, p.columns*o.Draws)
	var turn sync.Mutex
	next := 0
	take := func(buffer []T) (from, to int) {
		turn.Lock()
		defer turn.Unlock()
		from, to = next, min(next+rows, o.Draws)
		draw(buffer[:(to-from)*p.units])
		next = to
		return from, to
	}
	var workers sync.WaitGroup
	for range crew(o.Workers, (o.Draws+rows-1)/rows) {
		workers.Go(func() {
			buffer, sums := make([]T, rows*p.units), make([]float64, p.columns)
			for ctx.Err() == nil {
				from, to := take(buffer)
				if from == to {
					return
				}
				for r := from; r < to; r++ {
					clear(sums)
					add(sums, buffer[(r-from)*p.units:][:p.units])
					for column, sum := range sums {
						out[column*o.Draws+r] = sum
					}
				}
			}
		})
	}
	workers.Wait()
	return out, ctx.Err()
}
