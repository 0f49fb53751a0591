package agreement

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// A cohort is the systems and pairs that can be compared on one set of segments. Without gaps there is one.
type cohort struct {
	segments []int // ascending
	alone    []int // systems that have scores for these segments and no others
	pairs    []int // indices of pairs that share these segments and no others
}

// cohorts sorts systems and pairs by their segments, the first system's first.
func cohorts(scores Grid, pairs [][2]int) (list []*cohort) {
	known := map[string]*cohort{}
	find := func(a, b int) *cohort {
		mask := make([]byte, scores.Segments)
		var segments []int
		for j := range mask {
			if !math.IsNaN(scores.At(a, j)) && !math.IsNaN(scores.At(b, j)) {
				mask[j] = 1
				segments = append(segments, j)
			}
		}
		g := known[string(mask)]
		if g == nil {
			g = &cohort{segments: segments}
			known[string(mask)] = g
			list = append(list, g)
		}
		return g
	}
	for system := range scores.Systems {
		g := find(system, system)
		g.alone = append(g.alone, system)
	}
	for i, pair := range pairs {
		g := find(pair[0], pair[1])
		g.pairs = append(g.pairs, i)
	}
	return list
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

// A panel holds the scores of a cohort as they are resampled: a row for each unit, which is a segment or a document,
// with the sum of each system's scores of the unit and, last, the number of its segments.
type panel struct {
	units, columns int       // columns is the number of systems and one
	sums           []float64 // units×columns, row-major
}

func newPanel(scores Grid, segments, systems, documents []int) panel {
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

// A drawing is what a cohort's resampling gave: for each sample the sums of each column, row-major.
type drawing struct {
	panel
	totals    []float64
	resampled []float64 // by the bootstrap
	exchanged []float64 // by random signs; nil if no test needs them
}

// addCohort compares what one cohort holds.
func (c *Comparison) addCohort(ctx context.Context, scores Grid, g *cohort, o CompareOptions) error {
	systems := g.systems(o.Pairs)
	if len(g.segments) == 0 {
		if len(g.alone) > 0 {
			return fmt.Errorf("agreement: found no score of system %d", g.alone[0])
		}
		pair := o.Pairs[g.pairs[0]]
		return fmt.Errorf("agreement: found no segment that systems %d and %d both have a score for", pair[0], pair[1])
	}
	d := drawing{panel: newPanel(scores, g.segments, systems, o.Documents)}
	d.totals = d.panel.totals()
	var err error
	if d.resampled, err = bootstrapSums(ctx, d.panel, o); err != nil {
		return err
	}
	if o.Test == TestRandomisation && len(g.pairs) > 0 && !enumerable(d.units, o.Draws) {
		if d.exchanged, err = exchangedSums(ctx, d.panel, o); err != nil {
			return err
		}
	}
	column := func(system int) int { return slices.Index(systems, system) }
	for _, system := range g.alone {
		c.Systems[system] = d.systemMean(column(system), o)
	}
	for _, i := range g.pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		a, b := o.Pairs[i][0], o.Pairs[i][1]
		difference, err := d.difference(column(a), column(b), o)
		if err != nil {
			return err
		}
		difference.A, difference.B = a, b
		for _, j := range g.segments {
			difference.count(scores.At(a, j), scores.At(b, j))
		}
		difference.Superiority = (float64(difference.Wins) + float64(difference.Ties)/2) / float64(difference.Segments)
		c.Differences[i] = difference
	}
	return nil
}

// count adds one segment to wins, ties and losses.
func (d *Difference) count(a, b float64) {
	d.Segments++
	switch {
	case a > b:
		d.Wins++
	case a < b:
		d.Losses++
	default:
		d.Ties++
	}
}
