package agreement

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// An Averaging says how a grid falls into groups that are correlated one by one.
type Averaging string

// The averagings, by the names of mt-metrics-eval.
const (
	AverageNone Averaging = "none" // one correlation over all scores
	AverageItem Averaging = "item" // one over the systems for each segment, averaged
	AverageSys  Averaging = "sys"  // one over the segments for each system, averaged
)

// Averagings lists all averagings.
func Averagings() []Averaging { return []Averaging{AverageNone, AverageItem, AverageSys} }

// A sample is a grid of human scores and one of a metric, whole or resampled.
type sample struct {
	systems, segments int
	human, metric     []float64 // row-major; NaN for a gap
	// Which system and segment of the whole sample each row and column is drawn from; nil if each is itself.
	rows, columns []int
	whole         *sample
}

func newSample(human, metric Grid) sample {
	if human.Systems != metric.Systems || human.Segments != metric.Segments {
		panic("agreement: the grids differ in shape")
	}
	return sample{systems: human.Systems, segments: human.Segments, human: human.Values, metric: metric.Values}
}

// A group is what one correlation is computed of: the scores that both sides have.
type group struct {
	human, metric []float64 // of one length, finite
	// copies is how many pairs consist of one item drawn twice. Such a pair is tied by everyone, and says nothing of
	// how well metric and people agree.
	copies int
}

// A grouper splits samples into groups, and keeps the memory for it.
type grouper struct {
	values []float64
	used   int // of values
	list   []group
	seen   []int // how often each source was met in the group at hand
}

// split returns the groups, views that the next call overwrites. Some may be empty.
func (g *grouper) split(s *sample, by Averaging) []group {
	cells := s.systems * s.segments
	if len(g.values) < 2*cells {
		g.values = make([]float64, 2*cells)
	}
	g.list, g.used = g.list[:0], 0
	switch by {
	case AverageNone:
		g.gather(s, 0, 1, cells)
	case AverageSys:
		for i := range s.systems {
			g.gather(s, i*s.segments, 1, s.segments)
		}
	case AverageItem:
		for j := range s.segments {
			g.gather(s, j, s.segments, s.systems)
		}
	default:
		panic("agreement: no such averaging: " + string(by))
	}
	return g.list
}

// gather appends the group of n cells that begins at from and takes every step-th cell.
func (g *grouper) gather(s *sample, from, step, n int) {
	group := group{copies: g.copies(s, from, step, n)}
	human, metric := g.values[g.used:g.used+n:g.used+n], g.values[g.used+n:g.used+2*n:g.used+2*n]
	g.used += 2 * n
	both := 0
	for k := range n {
		h, m := s.human[from+k*step], s.metric[from+k*step]
		if math.IsNaN(h) || math.IsNaN(m) {
			continue
		}
		human[both], metric[both] = h, m
		both++
	}
	group.human, group.metric = human[:both], metric[:both]
	g.list = append(g.list, group)
}

// copies counts the pairs of cells of a group that are drawn from one cell.
func (g *grouper) copies(s *sample, from, step, n int) (pairs int) {
	if s.rows == nil {
		return 0
	}
	if cells := s.whole.systems * s.whole.segments; len(g.seen) < cells {
		g.seen = make([]int, cells)
	}
	source := func(k int) int {
		cell := from + k*step
		if math.IsNaN(s.human[cell]) || math.IsNaN(s.metric[cell]) {
			return -1
		}
		return s.rows[cell/s.segments]*s.whole.segments + s.columns[cell%s.segments]
	}
	for k := range n {
		if at := source(k); at >= 0 {
			pairs += g.seen[at]
			g.seen[at]++
		}
	}
	for k := range n {
		if at := source(k); at >= 0 {
			g.seen[at] = 0
		}
	}
	return pairs
}

// systemMeans returns a sample with one column, the means of the segments that both people and metric scored. The
// columns of a resampled grid then no longer matter.
func (s *sample) systemMeans() sample {
	means := sample{systems: s.systems, segments: 1, human: make([]float64, s.systems),
		metric: make([]float64, s.systems)}
	if s.rows != nil {
		means.rows, means.columns = s.rows, []int{0}
		means.whole = &sample{systems: s.whole.systems, segments: 1}
	}
	for i := range s.systems {
		var human, metric unitsums.Neumaier
		both := 0
		for j := range s.segments {
			h, m := s.human[i*s.segments+j], s.metric[i*s.segments+j]
			if !math.IsNaN(h) && !math.IsNaN(m) {
				human.Add(h)
				metric.Add(m)
				both++
			}
		}
		means.human[i], means.metric[i] = math.NaN(), math.NaN()
		if both > 0 {
			means.human[i], means.metric[i] = human.Value()/float64(both), metric.Value()/float64(both)
		}
	}
	return means
}
