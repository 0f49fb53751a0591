package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric/agreement"
)

// mostRaters is up to how many raters the ceiling has an interval: their pairs are drawn one by one.
const mostRaters = 8

// addCeilings adds what the raters say of each other. Of two raters the others are the other.
func (r *correlationReport) addCeilings(c *cli.Context, q *question, g *judgedGroup, at leveller) error {
	if len(g.raters) < 2 || q.Human != r.humans[0] {
		return nil
	}
	raters := make([]agreement.Grid, len(g.raters))
	for i, grid := range g.raters {
		raters[i], _ = at(grid, grid)
	}
	ceiling := q.spec.Ceiling(raters)
	var draws [2]agreement.Distribution
	over := r.overFor(q.spec, len(g.systems))
	if r.interval != intervalNone && r.interval != intervalFisher && len(raters) <= mostRaters {
		var err error
		b := agreement.GridBootstrap{Draws: r.samples, Over: over, Seed: r.seed + g.number, Workers: r.threads, Done: &r.work.done}
		if draws[0], draws[1], err = q.spec.BootstrapCeiling(c.Context, raters, b); err != nil {
			return err
		}
	}
	for kind, value := range []agreement.Value{ceiling.Pairs, ceiling.LeaveOut} {
		if kind == 1 && len(raters) == 2 {
			break
		}
		row := q.row([]string{"one rater against another", "one rater against the others"}[kind])
		row.Ceiling = true
		row.set(value, agreement.Spec{})
		row.Systems, row.Segments = len(g.systems), len(g.segments)
		switch row.draws = draws[kind]; {
		case !value.Defined || r.interval == intervalNone:
		case r.interval == intervalFisher:
			row.Without = "agreement among raters has intervals by the bootstrap only"
		case row.draws == nil:
			row.Without = fmt.Sprintf("there are %d raters, and all pairs of more than %d would take long to draw", len(raters), mostRaters)
		default:
			row.setDraws(r.confidence, "bootstrap "+string(over))
		}
		r.rows = append(r.rows, row)
	}
	return nil
}
