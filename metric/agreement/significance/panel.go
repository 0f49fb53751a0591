package significance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
)

// mostTogether bounds how many systems of a cohort are drawn at once, and with them the memory. All systems of MaxPairs pairs, each with each, are fewer.
const mostTogether = 512

// A cohort is the systems and pairs that can be compared on one set of segments. Without gaps there is one.
type cohort struct {
	shared presence
	alone  []int // systems that have scores for these segments and no others
	pairs  []int // indices of pairs that share these segments and no others
}

// A presence is a set of segments, a bit for each.
type presence string

// presenceOf returns the segments that a system has a score for.
func presenceOf(row []float64) presence {
	bits := make([]byte, (len(row)+7)/8)
	for j, x := range row {
		if !math.IsNaN(x) {
			bits[j/8] |= 1 << (j % 8)
		}
	}
	return presence(bits)
}

// segments lists the set, ascending.
func (p presence) segments() (list []int) {
	for j := range 8 * len(p) {
		if p[j/8]>>(j%8)&1 == 1 {
			list = append(list, j)
		}
	}
	return list
}

// cohorts sorts systems and pairs by their segments, the first system's first.
func cohorts(ctx context.Context, scores agreement.Grid, pairs [][2]int) (list []*cohort, err error) {
	known := map[presence]*cohort{}
	find := func(shared []byte) *cohort {
		g := known[presence(shared)]
		if g == nil {
			g = &cohort{shared: presence(shared)}
			known[g.shared] = g
			list = append(list, g)
		}
		return g
	}
	scored := make([]presence, scores.Systems)
	for system := range scored {
		scored[system] = presenceOf(scores.Row(system))
		g := find([]byte(scored[system]))
		g.alone = append(g.alone, system)
	}
	shared := make([]byte, (scores.Segments+7)/8)
	for i, pair := range pairs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for k := range shared {
			shared[k] = scored[pair[0]][k] & scored[pair[1]][k]
		}
		g := find(shared)
		g.pairs = append(g.pairs, i)
	}
	return list, nil
}

// batches divides a cohort so that no part has more than mostTogether systems. The pairs stay in their order; a system
// that is in no pair of its cohort comes last.
func (g *cohort) batches(pairs [][2]int) (list []*cohort) {
	waiting := map[int]bool{} // those alone that are in no batch yet
	for _, system := range g.alone {
		waiting[system] = true
	}
	batch, has := &cohort{shared: g.shared}, map[int]bool{}
	add := func(systems ...int) {
		if fresh := len(systems); len(has)+fresh > mostTogether {
			for _, system := range systems {
				if has[system] {
					fresh--
				}
			}
			if len(has)+fresh > mostTogether {
				list = append(list, batch)
				batch = &cohort{shared: g.shared}
				clear(has)
			}
		}
		for _, system := range systems {
			has[system] = true
			if waiting[system] {
				delete(waiting, system)
				batch.alone = append(batch.alone, system)
			}
		}
	}
	for _, i := range g.pairs {
		add(pairs[i][:]...)
		batch.pairs = append(batch.pairs, i)
	}
	for _, system := range g.alone {
		if waiting[system] {
			add(system)
		}
	}
	return append(list, batch)
}

// systems returns the systems of the cohort, ascending.
func (g *cohort) systems(pairs [][2]int) []int {
	systems := slices.Clone(g.alone)
	for _, i := range g.pairs {
		systems = append(systems, pairs[i][:]...)
	}
	slices.Sort(systems)
	return slices.Compact(systems)
}

// A panel holds the scores of a cohort as they are taken: a row for each unit, which is a segment or a document,
// with the sum of each system's scores of the unit and, last, the number of its segments.
type panel struct {
	units, columns int       // columns is the number of systems and one
	sums           []float64 // units×columns, row-major
}

func newPanel(scores agreement.Grid, segments, systems, documents []int) panel {
	p := panel{columns: len(systems) + 1}
	rows := map[int]int{} // of documents, in order of appearance
	for _, j := range segments {
		row := p.units
		if documents != nil {
			if known, ok := rows[documents[j]]; ok {
				row = known
			} else {
				rows[documents[j]] = row
			}
		}
		if row == p.units {
			p.units++
			p.sums = append(p.sums, make([]float64, p.columns)...)
		}
		unit := p.row(row)
		for k, system := range systems {
			unit[k] += scores.At(system, j)
		}
		unit[len(systems)]++
	}
	return p
}

// row returns the sums of one unit, a view.
func (p panel) row(unit int) []float64 { return p.sums[unit*p.columns:][:p.columns:p.columns] }

// totals returns the sums over all units.
func (p panel) totals() []float64 {
	totals := make([]float64, p.columns)
	for unit := range p.units {
		for k, x := range p.row(unit) {
			totals[k] += x
		}
	}
	return totals
}

// addCohort compares what one cohort holds.
func (c *Comparison) addCohort(ctx context.Context, scores agreement.Grid, g *cohort, o Options) error {
	segments := g.shared.segments()
	if len(segments) == 0 {
		if len(g.alone) > 0 {
			return fmt.Errorf("agreement: found no score of system %d", g.alone[0])
		}
		pair := o.Pairs[g.pairs[0]]
		return fmt.Errorf("agreement: found no segment that systems %d and %d both have a score for", pair[0], pair[1])
	}
	for _, batch := range g.batches(o.Pairs) {
		if err := c.addBatch(ctx, scores, segments, batch, o); err != nil {
			return err
		}
	}
	return nil
}

// addBatch compares systems that are drawn at once.
func (c *Comparison) addBatch(ctx context.Context, scores agreement.Grid, segments []int, g *cohort, o Options) error {
	systems := g.systems(o.Pairs)
	column := func(system int) int { i, _ := slices.BinarySearch(systems, system); return i }
	d := drawing{panel: newPanel(scores, segments, systems, o.Documents), ties: o.Ties}
	d.totals = d.panel.totals()
	columns := make([][2]int, len(g.pairs))
	for k, i := range g.pairs {
		columns[k] = [2]int{column(o.Pairs[i][0]), column(o.Pairs[i][1])}
	}
	drawn := o
	drawn.counted = len(g.alone)
	shares, err := d.shares(ctx, columns, drawn)
	if err != nil {
		return err
	}
	if err := parallel.Each(ctx, len(g.alone), o.Workers, func() func(int) {
		return func(k int) {
			c.Systems[g.alone[k]] = d.systemMean(column(g.alone[k]), o)
			if shares == nil {
				parallel.Count(o.Done, max(1, o.Draws))
			}
		}
	}); err != nil {
		return err
	}
	// Pairs are begun in their order, so of those that fail the first is always among those that were begun.
	failed := make([]error, len(g.pairs))
	pairs, stop := context.WithCancel(ctx)
	defer stop()
	err = parallel.Each(pairs, len(g.pairs), o.Workers, func() func(int) {
		return func(k int) {
			a, b := o.Pairs[g.pairs[k]][0], o.Pairs[g.pairs[k]][1]
			var drawn *share
			if shares != nil && shares[k].of > 0 {
				drawn = &shares[k]
			}
			difference, err := d.difference(columns[k], drawn, o)
			if err != nil {
				failed[k] = err
				stop()
				return
			}
			difference.A, difference.B = a, b
			var mean agreement.Mean
			for _, j := range segments {
				mean.Add(difference.count(scores.At(a, j)-scores.At(b, j), o.Ties))
			}
			difference.CohenDz = cohenDz(&mean, d.rounding(columns[k][:]...))
			difference.Superiority =
				(float64(difference.Wins) + float64(difference.Ties)/2) / float64(difference.Segments)
			c.Differences[g.pairs[k]] = difference
			parallel.Count(o.Done, max(1, o.Draws))
		}
	})
	return cmp.Or(cmp.Or(failed...), err)
}

// count adds one segment to wins, ties and losses, and returns by how much A is above B there, 0 where they tie.
func (d *Difference) count(above, ties float64) float64 {
	d.Segments++
	switch {
	case above > ties:
		d.Wins++
	case above < -ties:
		d.Losses++
	default:
		d.Ties++
		return 0
	}
	return above
}
