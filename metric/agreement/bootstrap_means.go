package agreement

import (
	"context"
	"math"
)

// A bootstrap of segments draws the same systems each time, so the means of a draw are sums over the units that it has:
// these are added up once, and a draw adds as many rows as it has units, not every score.

// meansOverUnits says whether a bootstrap is one of how many pairs of system means people and a metric order alike, over
// segments or documents.
func (s Spec) meansOverUnits(over Resampled) bool {
	return s.Statistic == StatisticPairwiseAccuracy && over == ResampleInputs
}

// A unitMeans holds the sums of each unit, a row of so many columns: for each system the sum of its human scores and
// that of its metric scores, and then how many there are, once if it is the same for all systems. It does not change, so
// that goroutines share it.
type unitMeans struct {
	systems, columns int
	sums             []float64
	units            int
}

func newUnitMeans(s *sample, documents [][]int) *unitMeans {
	u := &unitMeans{systems: s.systems, columns: 3 * s.systems, units: s.segments}
	if documents != nil {
		u.units = len(documents)
	}
	gaps := false
	u.sums = make([]float64, u.units*u.columns)
	add := func(unit, segment int) {
		row := u.row(unit)
		for i := range s.systems {
			h, m := s.human[i*s.segments+segment], s.metric[i*s.segments+segment]
			if math.IsNaN(h) || math.IsNaN(m) {
				gaps = true
				continue
			}
			row[2*i] += h
			row[2*i+1] += m
			row[2*s.systems+i]++
		}
	}
	for unit := range u.units {
		if documents == nil {
			add(unit, unit)
			continue
		}
		for _, segment := range documents[unit] {
			add(unit, segment)
		}
	}
	if !gaps && s.systems > 1 {
		u.dropSizes()
	}
	return u
}

// dropSizes keeps the number of scores of the first system alone, which is that of all.
func (u *unitMeans) dropSizes() {
	columns := 2*u.systems + 1
	for unit := range u.units {
		copy(u.sums[unit*columns:][:columns], u.sums[unit*u.columns:])
	}
	u.columns, u.sums = columns, u.sums[:u.units*columns]
}

func (u *unitMeans) row(unit int) []float64 { return u.sums[unit*u.columns:][:u.columns] }

// accuracy adds up the units of a draw, in the memory of total, and compares the means; NaN where fewer than two systems
// have one.
func (u *unitMeans) accuracy(drawn []int, total []float64, human, metric []float64, counter *pairCounter) float64 {
	clear(total)
	for ; len(drawn) >= 4; drawn = drawn[4:] { // four rows at a time, as the totals are what takes time
		a, b, c, d := u.row(drawn[0]), u.row(drawn[1]), u.row(drawn[2]), u.row(drawn[3])
		for k := range total {
			total[k] += (a[k] + b[k]) + (c[k] + d[k])
		}
	}
	for _, unit := range drawn {
		for k, x := range u.row(unit) {
			total[k] += x
		}
	}
	human, metric = human[:0], metric[:0]
	sizes := total[2*u.systems:]
	for i := range u.systems {
		if n := sizes[min(i, len(sizes)-1)]; n > 0 {
			human, metric = append(human, total[2*i]/n), append(metric, total[2*i+1]/n)
		}
	}
	accuracy, ok := counter.count(human, metric, 0, 0).Acc23()
	if !ok {
		return math.NaN()
	}
	return accuracy
}

// bootstrapMeans is Bootstrap of such a statistic.
func (s Spec) bootstrapMeans(ctx context.Context, whole *sample, b GridBootstrap) (Distribution, error) {
	u := newUnitMeans(whole, together(b.Units.Documents))
	return distribution(ctx, b.Draws, b.Workers, b.Done, func() func(int) float64 {
		var counter pairCounter
		var list []int
		drawer, total := newDrawer(b), make([]float64, u.columns)
		human, metric := make([]float64, 0, u.systems), make([]float64, 0, u.systems)
		return func(draw int) float64 {
			list = drawer.units(list, u.units, draw)
			return u.accuracy(list, total, human, metric, &counter)
		}
	})
}
