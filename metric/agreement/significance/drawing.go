package significance

import (
	"context"
	"math"

	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

const (
	// mostNumbers bounds how many sums of whole samples are held at once: 64 MB. The usual draws of mostTogether systems
	// are fewer.
	mostNumbers = 1 << 23
	// mostHalved bounds how many samples are halved: their halves make fewer samples than more than MaxExact units have
	// exchanges, so that no p-value is below leastP.
	mostHalved = 1 << 19
)

// A drawing compares the systems of a panel, a column each.
type drawing struct {
	panel
	quantiles unitsums.Quantiles
	totals    []float64
	ties      float64   // Options.Ties
	only      []float64 // the sums of all samples, if they are held at once
}

// A share is what samples say of a pair: that so many of them are at least as extreme as what was observed.
type share struct{ reached, of int }

// p counts what was observed as one more sample.
func (s share) p() float64 { return float64(s.reached+1) / float64(s.of+1) }

// precise says whether p is as precise as it has to be: by enough samples, or because it is 1.
func (s share) precise() bool { return s.reached >= min(precise, s.of) }

// shares draws the samples of a test and returns a share for each pair of columns: of none where a pair needs none, and
// nil where none does.
//
// With halves a pair has two p-values: that of whole draws, and that of the halves of them where fewer than 20 whole
// ones reach what was observed. So it is one, too: let c be 21/(1 + draws), the least p that is not looked at again. If
// the systems are alike, then p ≤ u has the probability u or less, as for u < c it needs that p of halves be u or less,
// and for u ≥ c that p of whole draws be.
func (d *drawing) shares(ctx context.Context, pairs [][2]int, o Options) ([]share, error) {
	switch {
	case len(pairs) == 0:
	case o.Test == TestBootstrap:
		return d.resampledShares(ctx, pairs, o)
	case o.Test == TestRandomisation:
		return d.exchangedShares(ctx, pairs, o)
	}
	return nil, nil
}

// parts is how many parts of a draw are summed up by themselves.
func (o Options) parts() int {
	if o.Halves {
		return 2
	}
	return 1
}

// eachBlock draws all samples and visits them in blocks of as many as are held at once. Halves are in one block.
func (d *drawing) eachBlock(ctx context.Context, columns int, draw stream, o Options,
	visit func(samples) error) error {
	if d.only != nil {
		return visit(samples{d.only, columns, o.Draws})
	}
	most := o.Draws
	if !o.Halves {
		most = min(most, max(32, mostNumbers/columns/32*32))
	}
	for left := o.Draws; left > 0; left -= most {
		n := min(most, left)
		sums, err := draw(ctx, n)
		if err != nil {
			return err
		}
		if n == o.Draws {
			d.only = sums
		}
		if err := visit(samples{sums, columns, n}); err != nil {
			return err
		}
	}
	return nil
}

// samples are the sums of n samples, as a stream returns them, of so many columns for each part.
type samples struct {
	sums       []float64
	columns, n int
}

// of returns the sums of a column in a part of the samples, a view.
func (s samples) of(part, column int) []float64 {
	return s.sums[(part*s.columns+column)*s.n:][:s.n:s.n]
}

// exchangedShares counts the samples whose difference is at least the observed one, for pairs with more exchanges than can
// be enumerated. Differences that rounding takes apart count as equal.
func (d *drawing) exchangedShares(ctx context.Context, pairs [][2]int, o Options) ([]share, error) {
	var drawn []int
	for k, pair := range pairs {
		if !d.enumerable(pair, o.looked()) {
			drawn = append(drawn, k)
		}
	}
	if len(drawn) == 0 {
		return nil, nil
	}
	shares := make([]share, len(pairs))
	columns, segments := d.columns-1, d.totals[d.columns-1]
	err := d.eachBlock(ctx, columns, exchanges(d.panel, o.parts(), o), o, func(s samples) error {
		return parallel.Each(ctx, len(drawn), o.Workers, func() func(int) {
			var h halves
			return func(i int) {
				k := drawn[i]
				a, b := pairs[k][0], pairs[k][1]
				least := math.Abs(d.totals[a]-d.totals[b]) - segments*d.rounding(a, b)
				shares[k].of += s.n
				if !o.Halves {
					shares[k].reached += reaching(s.of(0, a), s.of(0, b), least)
					return
				}
				shares[k].reached += h.of(s, pairs[k], least)
				if shares[k].precise() {
					return
				}
				var observed [2]float64
				for i := range d.units {
					observed[i%2] += d.row(i)[a] - d.row(i)[b]
				}
				h.a, h.b = append(h.a, observed[0]), append(h.b, observed[1])
				// The halves of what was observed are among them, and make what was observed.
				shares[k] = share{h.reaching(least) - 1, o.looked()}
			}
		})
	})
	return shares, err
}

// reaching counts the differences of at least so much.
func reaching(first, second []float64, least float64) int {
	second = second[:len(first)]
	below := uint64(0) // counted by the sign of what is left: no processor foresees a branch
	for r, sum := range first {
		below += math.Float64bits(math.Abs(sum-second[r])-least) >> 63
	}
	return len(first) - int(below)
}

// resampledShares is sacreBLEU's: the resampled differences without their signs are moved so that their mean is 0, and
// those count that are above the observed one.
func (d *drawing) resampledShares(ctx context.Context, pairs [][2]int, o Options) ([]share, error) {
	shares, means := make([]share, len(pairs)), make([]float64, len(pairs))
	each := func(o Options, visit func(k int, s samples, differences []float64, h *halves)) error {
		return d.eachBlock(ctx, d.columns, resamples(d.panel, o.parts(), o), o, func(s samples) error {
			return parallel.Each(ctx, len(pairs), o.Workers, func() func(int) {
				var h halves
				differences := make([]float64, s.n)
				return func(k int) {
					s.meanDifferences(differences, o.parts(), pairs[k][0], pairs[k][1])
					visit(k, s, differences, &h)
				}
			})
		})
	}
	if err := each(o, func(k int, _ samples, differences []float64, _ *halves) {
		for _, x := range differences {
			means[k] += math.Abs(x)
		}
	}); err != nil {
		return nil, err
	}
	again := o
	again.Done = nil // counted already
	err := each(again, func(k int, s samples, differences []float64, h *halves) {
		a, b := pairs[k][0], pairs[k][1]
		mean, observed := means[k]/float64(o.Draws), math.Abs(d.observed(a, b))
		shares[k].of += s.n
		for _, x := range differences {
			if math.Abs(x)-mean > observed {
				shares[k].reached++
			}
		}
		if o.Halves && !shares[k].precise() {
			shares[k] = share{h.resampled(s, pairs[k], mean+observed), o.looked()}
		}
	})
	return shares, err
}

// meanDifferences computes the difference of the means of two columns in each sample of the bootstrap.
func (s samples) meanDifferences(differences []float64, parts, a, b int) {
	first, second, sizes := s.of(0, a), s.of(0, b), s.of(0, s.columns-1)
	if parts == 1 {
		for r := range differences {
			differences[r] = first[r]/sizes[r] - second[r]/sizes[r]
		}
		return
	}
	third, fourth, others := s.of(1, a), s.of(1, b), s.of(1, s.columns-1)
	for r := range differences {
		size := sizes[r] + others[r]
		differences[r] = (first[r]+third[r])/size - (second[r]+fourth[r])/size
	}
}
