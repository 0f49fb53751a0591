package agreement

import (
	"context"
	"math"
	"sync"

	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
)

// drawnAtOnce is about how many numbers a worker draws before it sums up: long enough to outweigh taking turns, short
// enough to stay in the cache.
const drawnAtOnce = 1 << 16

// bootstrapSums draws units with replacement, as often as there are units, and returns the sums of each column for each
// sample, column after column. The positions are those of rng.choice(units, (samples, units)) with NumPy's
// default_rng(seed), so that one seed draws the same as sacreBLEU.
func bootstrapSums(ctx context.Context, p panel, o CompareOptions) ([]float64, error) {
	random := numpy.NewRandom(o.Seed)
	draw := func(indices []int32) { random.Choice(p.units, indices) }
	return resample(ctx, p, o, p.columns, max(1, drawnAtOnce/p.units), draw, func(sums []float64, indices []int32) {
		for ; len(indices) > 0; indices, sums = indices[p.units:], sums[p.columns:] {
			for _, i := range indices[:p.units] {
				row := p.row(int(i))
				sums := sums[:len(row)]
				for k, x := range row {
					sums[k] += x
				}
			}
		}
	})
}

// exchangedSums gives each unit a random sign and returns the sums of each column for each sample, column after column.
// The difference of two of them is that of the systems' sums after exchanging the units with a minus. The signs are those
// of rng.integers(2, size=(samples, units), dtype=bool), as in sacreBLEU.
func exchangedSums(ctx context.Context, p panel, o CompareOptions) ([]float64, error) {
	random := numpy.NewRandom(o.Seed)
	// A multiple of 32 samples needs a whole number of 32-bit words, so that cutting the draw into blocks changes no
	// bit.
	rows := 32 * max(1, drawnAtOnce/p.units/32)
	columns := p.columns - 1 // the sizes of units are not exchanged
	of := make([][]float64, columns)
	for k := range of {
		of[k] = make([]float64, p.units)
		for i := range of[k] {
			of[k][i] = p.row(i)[k]
		}
	}
	return resample(ctx, p, o, columns, rows, random.Bits, func(sums []float64, plus []uint8) {
		for ; len(plus) > 0; plus, sums = plus[min(4*p.units, len(plus)):], sums[min(4*columns, len(sums)):] {
			for k := 0; k < columns; k += 2 {
				var signed [4][2]float64
				addSigned(&signed, of[k], of[min(k+1, columns-1)], plus)
				for r := range min(4, len(sums)/columns) {
					copy(sums[r*columns+k:(r+1)*columns], signed[r][:])
				}
			}
		}
	})
}

// addSigned adds up two columns with the signs of up to four samples, which begin one after another in plus: 1 for +,
// 0 for −. Eight sums at a time need not wait for each other.
func addSigned(sums *[4][2]float64, x, y []float64, plus []uint8) {
	n := len(x)
	y = y[:n]
	first := plus[:n]
	second, third, fourth := first, first, first
	switch len(plus) / n {
	case 3:
		second, third = plus[n:2*n], plus[2*n:3*n]
	case 2:
		second = plus[n : 2*n]
	case 1:
	default:
		second, third, fourth = plus[n:2*n], plus[2*n:3*n], plus[3*n:4*n]
	}
	var a, b, c, d [2]float64
	for i, v := range x {
		u, v := math.Float64bits(v), math.Float64bits(y[i])
		sign := ^uint64(first[i]) << 63 // the sign bit of a number, to be changed
		a[0] += math.Float64frombits(u ^ sign)
		a[1] += math.Float64frombits(v ^ sign)
		sign = ^uint64(second[i]) << 63
		b[0] += math.Float64frombits(u ^ sign)
		b[1] += math.Float64frombits(v ^ sign)
		sign = ^uint64(third[i]) << 63
		c[0] += math.Float64frombits(u ^ sign)
		c[1] += math.Float64frombits(v ^ sign)
		sign = ^uint64(fourth[i]) << 63
		d[0] += math.Float64frombits(u ^ sign)
		d[1] += math.Float64frombits(v ^ sign)
	}
	*sums = [4][2]float64{a, b, c, d}
}

// resample draws one T a unit for each sample. add gets what was drawn for several samples, and sums of so many columns
// for each of them, row-major, which are zero. Workers draw a block of samples in turn, in the order of the stream, and
// sum up side by side: so the bits do not depend on their number.
func resample[T any](ctx context.Context, p panel, o CompareOptions, columns, rows int, draw func([]T),
	add func(sums []float64, drawn []T)) ([]float64, error) {
	out := make([]float64, columns*o.Draws)
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
			buffer, sums := make([]T, rows*p.units), make([]float64, rows*columns)
			for ctx.Err() == nil {
				from, to := take(buffer)
				if from == to {
					return
				}
				clear(sums)
				add(sums[:(to-from)*columns], buffer[:(to-from)*p.units])
				for i, sum := range sums[:(to-from)*columns] {
					out[i%columns*o.Draws+from+i/columns] = sum
				}
				count(o.Done, (to-from)*o.counted)
			}
		})
	}
	workers.Wait()
	return out, ctx.Err()
}
