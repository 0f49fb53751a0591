package significance

import (
	"context"
	"math"
	"sync"

	"github.com/wordrotator/wrd/metric/agreement/internal/numpy"
	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
)

// drawnAtOnce is about how many numbers a worker draws before it sums up: long enough to outweigh taking turns, short
// enough to stay in the cache.
const drawnAtOnce = 1 << 16

// A stream returns the sums of each column for each of the next so many samples, column after column: all columns of the
// first part of each sample, then those of the second if there are two. It goes on in one stream, so that the bits do not
// depend on how many are drawn at once, if it is a multiple of 32.
type stream func(ctx context.Context, draws int) ([]float64, error)

// resamples draws units with replacement, as often as there are units. The positions are those of
// rng.choice(units, (samples, units)) with NumPy's default_rng(seed), so that one seed draws the same as sacreBLEU. Parts
// are the first half of what is drawn and the second.
func resamples(p panel, parts int, o Options) stream {
	random := numpy.NewRandom(o.Seed)
	draw := func(indices []int32) { random.Choice(p.units, indices) }
	add := func(sums []float64, indices []int32) {
		for ; len(indices) > 0; indices = indices[p.units:] {
			for part := range parts {
				for _, i := range indices[part*p.units/parts : (part+1)*p.units/parts] {
					row := p.row(int(i))
					sums := sums[:len(row)]
					for k, x := range row {
						sums[k] += x
					}
				}
				sums = sums[p.columns:]
			}
		}
	}
	return func(ctx context.Context, draws int) ([]float64, error) {
		return resample(ctx, p, o, draws, parts*p.columns, max(1, drawnAtOnce/p.units), draw, add)
	}
}

// exchanges gives each unit a random sign. The difference of two columns is that of the systems' sums after exchanging
// the units with a minus. The signs are those of rng.integers(2, size=(samples, units), dtype=bool), as in sacreBLEU.
// Parts are every other unit, so that both are of all places of a corpus.
func exchanges(p panel, parts int, o Options) stream {
	random := numpy.NewRandom(o.Seed)
	// A multiple of 32 samples needs a whole number of 32-bit words, so that cutting the draw into blocks changes no
	// bit.
	rows := 32 * max(1, drawnAtOnce/p.units/32)
	columns := p.columns - 1 // the sizes of units are not exchanged
	order, from := inParts(p.units, parts)
	of := make([][]float64, columns)
	for k := range of {
		of[k] = make([]float64, p.units)
		for i, unit := range order {
			of[k][i] = p.row(unit)[k]
		}
	}
	add := func(sums []float64, plus []uint8) {
		var signs [4][]uint8 // of up to four samples, in order
		if parts > 1 {
			for r := range signs {
				signs[r] = make([]uint8, p.units)
			}
		}
		for len(plus) > 0 {
			n := min(4, len(plus)/p.units)
			for r := range signs {
				drawn := plus[min(r, n-1)*p.units:][:p.units]
				if parts == 1 {
					signs[r] = drawn
					continue
				}
				for i, unit := range order {
					signs[r][i] = drawn[unit]
				}
			}
			for part := range parts {
				from, to := from[part], from[part+1]
				for k := 0; k < columns; k += 2 {
					var signed [4][2]float64
					addSigned(&signed, of[k][from:to], of[min(k+1, columns-1)][from:to], signs[0][from:to], signs[1][from:to],
						signs[2][from:to], signs[3][from:to])
					for r := range n {
						sums := sums[(r*parts+part)*columns:][:columns]
						copy(sums[k:], signed[r][:])
					}
				}
			}
			plus, sums = plus[n*p.units:], sums[n*parts*columns:]
		}
	}
	return func(ctx context.Context, draws int) ([]float64, error) {
		return resample(ctx, p, o, draws, parts*columns, rows, random.Bits, add)
	}
}

// inParts lists units so that each part is together, and where each part begins and, last, where all end.
func inParts(units, parts int) (order, from []int) {
	for part := range parts {
		from = append(from, len(order))
		for i := part; i < units; i += parts {
			order = append(order, i)
		}
	}
	return order, append(from, units)
}

// addSigned adds up two columns with the signs of four samples: 1 for +, 0 for −. Eight sums at a time need not wait for
// each other.
func addSigned(sums *[4][2]float64, x, y []float64, first, second, third, fourth []uint8) {
	n := len(x)
	y, first, second, third, fourth = y[:n], first[:n], second[:n], third[:n], fourth[:n]
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

// resample draws one T a unit for each sample, and returns the sums as a stream does. add gets what was drawn for several samples, and sums of so many columns
// for each of them, row-major, which are zero. Workers draw a block of samples in turn, in the order of the stream, and
// sum up side by side: so the bits do not depend on their number.
func resample[T any](ctx context.Context, p panel, o Options, draws, columns, rows int, draw func([]T),
	add func(sums []float64, drawn []T)) ([]float64, error) {
	out := make([]float64, columns*draws)
	var turn sync.Mutex
	next := 0
	take := func(buffer []T) (from, to int) {
		turn.Lock()
		defer turn.Unlock()
		from, to = next, min(next+rows, draws)
		draw(buffer[:(to-from)*p.units])
		next = to
		return from, to
	}
	var workers sync.WaitGroup
	for range parallel.Crew(o.Workers, (draws+rows-1)/rows) {
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
					out[i%columns*draws+from+i/columns] = sum
				}
				parallel.Count(o.Done, (to-from)*o.counted)
			}
		})
	}
	workers.Wait()
	return out, ctx.Err()
}
