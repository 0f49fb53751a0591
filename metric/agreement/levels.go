package agreement

import (
	"math"
	"slices"
)

// Draws of a bootstrap and permutations take the same scores again and again. So these are sorted once: each cell knows
// which of the distinct scores of its group, in ascending order, is its own: its level. A draw says how often it has
// each cell, and statistics count levels instead of sorting scores.

// leveled is a sample by levels. It does not change, so that goroutines share it.
type leveled struct {
	systems, segments int
	by                Averaging
	groups            []leveledGroup
	metric            []int32 // the level of each cell's metric score, −1 for a gap
}

type leveledGroup struct {
	cells []leveledCell // those with a human score, by it
	sides [2]leveledSide
}

// A leveledCell is a cell with its levels; metric is −1 for a gap.
type leveledCell struct{ row, column, human, metric int32 }

// A leveledSide holds the distinct scores of one side of a group, and how far they are from the mean of its cells, in
// units that make the largest distance 1.
type leveledSide struct{ scores, apart []float64 }

// byLevels says whether a statistic can be computed from levels: it is none of the means of systems, and no two scores
// are tied but equal ones.
func (s Spec) byLevels() bool {
	switch s.Statistic {
	case StatisticPearson, StatisticSpearman, StatisticKendallC:
	case StatisticAccEq:
		if !s.EpsilonKnown || s.Epsilon != 0 {
			return false
		}
	case StatisticKendallB, StatisticTau23, StatisticAcc23:
		if s.Epsilon != 0 {
			return false
		}
	default:
		return false
	}
	return !s.SystemLevel
}

func newLeveled(s *sample, by Averaging) *leveled {
	l := &leveled{systems: s.systems, segments: s.segments, by: by}
	switch by {
	case AverageItem:
		l.groups = make([]leveledGroup, s.segments)
	case AverageSys:
		l.groups = make([]leveledGroup, s.systems)
	default:
		l.groups = make([]leveledGroup, 1)
	}
	var sorter radixSorter
	l.metric, _ = l.side(s.metric, 1, &sorter)
	human, cells := l.side(s.human, 0, &sorter)
	for _, cell := range cells {
		row, column := cell/s.segments, cell%s.segments
		g := &l.groups[l.group(row, column)]
		g.cells = append(g.cells, leveledCell{int32(row), int32(column), human[cell], l.metric[cell]})
	}
	return l
}

// group returns the group of a cell.
func (l *leveled) group(row, column int) int {
	switch l.by {
	case AverageItem:
		return column
	case AverageSys:
		return row
	}
	return 0
}

// side sorts the scores of one side. It returns the level of each cell, and the cells that have a score by it.
func (l *leveled) side(scores []float64, side int, sorter *radixSorter) (levels []int32, cells []int) {
	levels = make([]int32, len(scores))
	items := sorter.begin()
	for cell, v := range scores {
		levels[cell] = -1
		if !math.IsNaN(v) {
			items = append(items, keyed{keyOf(v), cell})
		}
	}
	sorted := make([][]float64, len(l.groups)) // the scores of each group
	for _, item := range sorter.sort(items) {
		group := l.group(item.at/l.segments, item.at%l.segments)
		of, v := &l.groups[group].sides[side], scores[item.at]
		if n := len(of.scores); n == 0 || of.scores[n-1] != v {
			of.scores = append(of.scores, v)
		}
		sorted[group] = append(sorted[group], v)
		levels[item.at] = int32(len(of.scores) - 1)
		cells = append(cells, item.at)
	}
	for i := range l.groups {
		of := &l.groups[i].sides[side]
		of.apart = make([]float64, len(of.scores))
		if len(of.scores) < 2 {
			continue
		}
		level := 0
		for k, d := range deviations(sorted[i], nil) {
			if sorted[i][k] != of.scores[level] {
				level++
			}
			of.apart[level] = d
		}
	}
	return levels, cells
}

// A drawnCell says how often a draw has a cell of these levels.
type drawnCell struct{ human, metric, times int32 }

// A drawnGroup is a group of a draw, and the memory for it. It must not be shared between goroutines.
type drawnGroup struct {
	cells  []drawnCell // by human level
	sides  [2]*leveledSide
	copies int // pairs of cells that are one cell drawn twice, of which nothing is to be said

	counts [2][]int32 // how often each level was drawn
	n      int        // all in all
	ranks  [2][]float64
	tree   []int32
	seen   []int32
	starts []int32
	sorted []drawnCell
	scores [2][]float64
	exact  correlator
}

// resample fills the group with cells of g, which is drawn as often as its row times as its column, but is one group:
// those of a segment count its column once, and those of a system its row.
func (d *drawnGroup) resample(l *leveled, g *leveledGroup, rows, columns []int32) {
	d.sides = [2]*leveledSide{&g.sides[0], &g.sides[1]}
	d.cells = slices.Grow(d.cells[:0], len(g.cells))[:len(g.cells)]
	d.copies = 0
	at := 0
	for _, cell := range g.cells {
		times := int32(1)
		if l.by != AverageSys {
			times = rows[cell.row]
		}
		if l.by != AverageItem {
			times *= columns[cell.column]
		}
		d.cells[at] = drawnCell{cell.human, cell.metric, times}
		if times != 0 && cell.metric >= 0 {
			d.copies += int(times) * int(times-1) / 2
			at++
		}
	}
	d.cells = d.cells[:at]
}

// move fills the group with the cells of g, each with the metric score of the cell in the given row and column.
func (d *drawnGroup) move(l *leveled, g *leveledGroup, rows, columns []int) {
	d.sides[0], d.copies = &g.sides[0], 0
	d.cells = d.cells[:0]
	for _, cell := range g.cells {
		if level := l.metric[rows[cell.row]*l.segments+columns[cell.column]]; level >= 0 {
			d.cells = append(d.cells, drawnCell{cell.human, level, 1})
		}
	}
	if len(g.cells) > 0 {
		first := &g.cells[0]
		d.sides[1] = &l.groups[l.group(rows[first.row], columns[first.column])].sides[1]
	}
}

// share returns what the group brings to an average.
func (d *drawnGroup) share(s Spec) groupShare {
	d.n = 0
	for i := range d.cells {
		d.n += int(d.cells[i].times)
	}
	if d.n < 2 {
		return groupShare{}
	}
	v, ok := d.value(s)
	return s.shareOf(v, float64(d.n), ok)
}

func (d *drawnGroup) value(s Spec) (v float64, ok bool) {
	if s.Statistic == StatisticPearson {
		return d.pearson()
	}
	d.count()
	switch s.Statistic {
	case StatisticSpearman:
		return d.spearman()
	case StatisticKendallB:
		return d.pairs().TauB()
	case StatisticKendallC:
		c := d.pairs()
		return tauC(c.Concordant-c.Discordant, d.n, min(d.classes(0), d.classes(1)))
	case StatisticTau23:
		return d.pairs().Tau23()
	}
	return d.pairs().Acc23()
}

// farOff is the share of a sum of squares about another mean below which a variance has lost digits.
const farOff = 0.01

// pearson adds up moments about the means of the whole group. Where those of the draw are so far off that they would
// cancel, as they are where one side is constant, it computes them from the scores.
func (d *drawnGroup) pearson() (r float64, ok bool) {
	x, y := d.sides[0].apart, d.sides[1].apart
	var sx, sy, xx, yy, xy float64
	for i := range d.cells {
		cell := &d.cells[i]
		times, dx, dy := float64(cell.times), x[cell.human], y[cell.metric]
		tx, ty := float64(times*dx), float64(times*dy)
		sx += tx
		sy += ty
		xx += float64(tx * dx)
		yy += float64(ty * dy)
		xy += float64(tx * dy)
	}
	n := float64(d.n)
	vx, vy := xx-float64(sx*sx)/n, yy-float64(sy*sy)/n
	if vx <= farOff*xx || vy <= farOff*yy {
		return d.pearsonOfScores()
	}
	return min(max((xy-float64(sx*sy)/n)/math.Sqrt(vx*vy), -1), 1), true
}

func (d *drawnGroup) pearsonOfScores() (r float64, ok bool) {
	d.scores[0], d.scores[1] = d.scores[0][:0], d.scores[1][:0]
	for _, cell := range d.cells {
		for range cell.times {
			d.scores[0] = append(d.scores[0], d.sides[0].scores[cell.human])
			d.scores[1] = append(d.scores[1], d.sides[1].scores[cell.metric])
		}
	}
	return d.exact.pearson(d.scores[0], d.scores[1])
}

// count counts how often each level was drawn.
func (d *drawnGroup) count() {
	for side := range d.counts {
		d.counts[side] = zeros(d.counts[side], len(d.sides[side].scores))
	}
	human, metric := d.counts[0], d.counts[1]
	for i := range d.cells {
		cell := &d.cells[i]
		human[cell.human] += cell.times
		metric[cell.metric] += cell.times
	}
}

// classes returns how many levels of a side were drawn.
func (d *drawnGroup) classes(side int) (n int) {
	for _, count := range d.counts[side] {
		if count > 0 {
			n++
		}
	}
	return n
}

// spearman is Pearson's correlation of ranks, of which it takes twice the distance from their mean: whole numbers.
func (d *drawnGroup) spearman() (rho float64, ok bool) {
	var squares [2]float64
	for side, counts := range d.counts {
		d.ranks[side] = slices.Grow(d.ranks[side][:0], len(counts))[:len(counts)]
		below := 0
		for level, count := range counts {
			rank := float64(2*below + int(count) - d.n)
			d.ranks[side][level] = rank
			squares[side] += float64(float64(count) * rank * rank)
			below += int(count)
		}
	}
	if squares[0] == 0 || squares[1] == 0 {
		return 0, false
	}
	human, metric, products := d.ranks[0], d.ranks[1], 0.0
	for i := range d.cells {
		cell := &d.cells[i]
		products += float64(float64(cell.times) * human[cell.human] * metric[cell.metric])
	}
	return min(max(products/math.Sqrt(squares[0])/math.Sqrt(squares[1]), -1), 1), true
}

// pairs compares all pairs of cells.
func (d *drawnGroup) pairs() (c PairCounts) {
	if len(d.cells) <= few {
		c.Concordant, c.TiesBoth = d.fewPairs()
	} else {
		c.Concordant, c.TiesBoth = d.manyPairs()
	}
	c.TiesHuman = pairsWithin(d.counts[0]) - c.TiesBoth
	c.TiesMetric = pairsWithin(d.counts[1]) - c.TiesBoth
	c.Discordant = d.n*(d.n-1)/2 - c.Concordant - c.TiesHuman - c.TiesMetric - c.TiesBoth
	c.TiesBoth -= d.copies
	return c
}

// fewPairs counts concordant pairs, and those that both sides tie, by comparing all: by sign bits, as no processor
// foresees a branch.
func (d *drawnGroup) fewPairs() (concordant, ties int) {
	for i := range d.cells {
		a := &d.cells[i]
		above, equal := 0, 0
		for k := range d.cells[:i] {
			b := &d.cells[k]
			human, metric := uint32(b.human-a.human), uint32(b.metric-a.metric) // the sign bit: a has the higher score
			apart := human | metric
			above += int((human&metric)>>31) * int(b.times)
			equal += int(^(apart|-apart)>>31) * int(b.times)
		}
		times := int(a.times)
		concordant += above * times
		ties += equal*times + times*(times-1)/2
	}
	return concordant, ties
}

// manyPairs does so by walking up the levels of one side and keeping those of the other in a tree: those that are fewer,
// if they are many fewer, for they take fewer steps.
func (d *drawnGroup) manyPairs() (concordant, ties int) {
	cells, levels := d.cells, len(d.counts[1])
	flipped := 8*len(d.counts[0]) < levels
	if flipped {
		cells, levels = d.byMetric(), len(d.counts[0])
	}
	d.tree, d.seen = zeros(d.tree, levels+1), zeros(d.seen, levels)
	for from := 0; from < len(cells); {
		to, walked := from+1, cells[from].human
		for to < len(cells) && cells[to].human == walked {
			to++
		}
		for _, cell := range cells[from:to] { // with those further down, and with those of this level
			below, times := 0, int(cell.times)
			for at := cell.metric; at > 0; at &= at - 1 {
				below += int(d.tree[at])
			}
			concordant += below * times
			same := &d.seen[cell.metric]
			ties += int(*same)*times + times*(times-1)/2
			*same += cell.times
		}
		for _, cell := range cells[from:to] {
			d.seen[cell.metric] = 0
			for at := int(cell.metric) + 1; at < len(d.tree); at += at & -at {
				d.tree[at] += cell.times
			}
		}
		from = to
	}
	return concordant, ties
}

// byMetric returns the cells by metric level, with the two sides exchanged.
func (d *drawnGroup) byMetric() []drawnCell {
	d.starts = zeros(d.starts, len(d.counts[1])+1)
	for i := range d.cells {
		d.starts[d.cells[i].metric+1]++
	}
	for level := range d.counts[1] {
		d.starts[level+1] += d.starts[level]
	}
	d.sorted = slices.Grow(d.sorted[:0], len(d.cells))[:len(d.cells)]
	for _, cell := range d.cells {
		d.sorted[d.starts[cell.metric]] = drawnCell{cell.metric, cell.human, cell.times}
		d.starts[cell.metric]++
	}
	return d.sorted
}

// pairsWithin returns how many pairs share a level.
func pairsWithin(counts []int32) (pairs int) {
	for _, count := range counts {
		pairs += int(count) * int(count-1) / 2
	}
	return pairs
}

// zeros returns n zeros, in the memory of list if that suffices.
func zeros(list []int32, n int) []int32 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// resampled returns the value of a draw that has rows and columns so many times.
func (l *leveled) resampled(s Spec, d *drawnGroup, rows, columns []int32) groupMean {
	var mean groupMean
	for i := range l.groups {
		times := int32(1)
		switch l.by {
		case AverageItem:
			times = columns[i]
		case AverageSys:
			times = rows[i]
		}
		if times == 0 {
			continue
		}
		d.resample(l, &l.groups[i], rows, columns)
		share := d.share(s)
		share.weight *= float64(times)
		mean.add(share)
	}
	return mean
}

// permuted returns the value where the metric scores of the given rows and columns are in the places of others.
func (l *leveled) permuted(s Spec, d *drawnGroup, rows, columns []int) groupMean {
	var mean groupMean
	for i := range l.groups {
		d.move(l, &l.groups[i], rows, columns)
		mean.add(d.share(s))
	}
	return mean
}
