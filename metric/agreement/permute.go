package agreement

import (
	"context"
	"math"
	"math/rand/v2"
	"sync/atomic"
)

// A GridPermutation describes a permutation test of a statistic of a grid.
type GridPermutation struct {
	Draws   int            // how often, at least 1
	Seed    uint64         // equal seeds draw equal orders
	Workers int            // goroutines; 0 means GOMAXPROCS. Results do not depend on it
	Common  *CommonSystems // nil if no other grid that is permuted has any of the systems
	Units   Units          // what moves together

	// Done, if it is not nil, counts the draws as they are made.
	Done *atomic.Int64
}

// Permute computes a statistic after the metric's systems, and its segments, were put in random order: what it is
// where metric and people have nothing to do with each other, even if both find some systems better and some segments
// easier than others. Whole rows and columns move, so that this stays so; with few systems a metric that only orders
// systems cannot be told from chance, as it should be. Units of several rows or columns move as one, so that what the
// segments of a document have in common stays together; in the place of one of another size, a unit is repeated or
// loses some. A cell keeps its gap. [Distribution.Beyond] turns the draws
// into p. It fails only if ctx ends.
func (s Spec) Permute(ctx context.Context, human, metric Grid, p GridPermutation) (Distribution, error) {
	whole := newSample(human, metric)
	if s.byLevels() {
		return s.permuteLevels(ctx, &whole, p)
	}
	return s.permuteFormed(ctx, &whole, p)
}

// permuteLevels is Permute of a statistic of levels.
func (s Spec) permuteLevels(ctx context.Context, whole *sample, p GridPermutation) (Distribution, error) {
	levels := newLeveled(whole, s.Averaging)
	return distribution(ctx, p.Draws, p.Workers, p.Done, func() func(int) float64 {
		var d drawnGroup
		mover := newMover(p)
		return func(draw int) float64 {
			rows, columns := mover.order(whole, draw)
			return levels.permuted(s, &d, rows, columns).orNaN()
		}
	})
}

// permuteFormed is Permute in the general way, which forms the grid of each draw.
func (s Spec) permuteFormed(ctx context.Context, whole *sample, p GridPermutation) (Distribution, error) {
	return distribution(ctx, p.Draws, p.Workers, p.Done, func() func(int) float64 {
		e := newEvaluator(ctx)
		moved := *whole
		moved.metric = make([]float64, len(whole.metric))
		mover := newMover(p)
		return func(draw int) float64 {
			mover.permute(moved.metric, whole, draw)
			return e.evaluate(s, &moved).orNaN()
		}
	})
}

// A mover puts rows and columns of a grid in random order, whole units at a time.
type mover struct {
	GridPermutation
	systems, documents [][]int // nil: each row, or column, is a unit
}

func newMover(p GridPermutation) *mover {
	m := &mover{GridPermutation: p, systems: together(p.Units.Copies), documents: together(p.Units.Documents)}
	m.Common = p.Common.firsts(m.systems)
	return m
}

// permute puts the metric's scores into another order.
func (m *mover) permute(into []float64, s *sample, draw int) {
	rows, columns := m.order(s, draw)
	for i, row := range rows {
		from := s.metric[row*s.segments:][:s.segments]
		to := into[i*s.segments:][:s.segments]
		for j, column := range columns {
			to[j] = from[column]
		}
	}
}

// order returns the row, and the column, that takes the place of each. Each draw has a stream of its own, apart from
// those of the bootstrap.
func (m *mover) order(s *sample, draw int) (rows, columns []int) {
	rng := rand.New(rand.NewPCG(m.Seed, permuted|uint64(draw)))
	order := func(n int, units [][]int) []int {
		if units != nil {
			n = len(units)
		}
		return rng.Perm(n)
	}
	rows, columns = order(s.systems, m.systems), order(s.segments, m.documents)
	if m.Common != nil {
		rows = m.Common.draw(rows, draw, false)
	}
	return moved(m.systems, s.systems, rows, rng), moved(m.documents, s.segments, columns, rng)
}

// permuted marks the streams of permutations.
const permuted = 1 << 63

// Beyond returns the two-sided p-value of a value that is 0 where there is no relation, from its draws where there is
// none: the share of draws at least as far from 0, by the +1 rule. A draw without a value counts as one of them.
func (d Distribution) Beyond(value float64) (p float64) {
	least, beyond := math.Abs(value)-sameValue, 0
	for _, v := range d {
		if !(math.Abs(v) < least) { // or NaN
			beyond++
		}
	}
	return float64(beyond+1) / float64(len(d)+1)
}
