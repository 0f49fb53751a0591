package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Design says how systems are compared. The zero value compares all pairs by approximate randomisation.
type Design struct {
	Baseline string               // the system that every other is compared with; "" means that all pairs are
	Unit     evaluation.Unit      // that is taken as independent
	Tests    significance.Options // how tests are done. Compare itself sets Documents, Pairs, Ties and Done
	Progress evaluation.Progress  // shows how far the work is; nil shows nothing
}

// An UnknownSystemError says that Design.Baseline is no system of the scores.
type UnknownSystemError struct {
	System  string
	Systems []string // that there are
}

func (e *UnknownSystemError) Error() string {
	return fmt.Sprintf("found the baseline %q, expected one of: %s", e.System, strings.Join(e.Systems, ", "))
}

// Run compares the mean scores of systems on the same segments, by each column of scores. Every pair is compared on
// the segments that both systems have a score for; p-values are corrected for the number of pairs. So another system
// changes nothing about a pair but its corrected p-value, what follows from that, and what a test would detect. There is
// one exception, where Tests.Draws is 0: with many pairs, from 26 on at alpha 0.05, the p-values that fewer than 20
// draws reach are computed more finely, from the same draws; see significance.Options.WithDraws. Where there are
// human scores, the report has JudgedOrders, too.
//
// It fails with a *GroupsError, an *UnknownSystemError or a *DocumentsError if the scores are not what the design
// needs, with an *agreement.TooManyPairsError if there are more than agreement.MaxPairs pairs, with an error that names
// the column if a system has no score or a pair no segment in common or, wrapping an *agreement.TooManyError, if there
// are too many differences for an exact test, and with an error that wraps ctx.Err() when ctx ends. Equal input and
// seed give an equal report.
func Run(ctx context.Context, design Design, scores *evaluation.Scores) (*Report, error) {
	if err := scores.OneGroup(); err != nil {
		return nil, err
	}
	asked := design
	design.Tests = design.Tests.WithDefaults()
	c := &comparing{Design: design, segments: scores.Segments, references: scores.References}
	if err := c.orderSystems(scores.Systems); err != nil {
		return nil, err
	}
	if err := c.chooseUnit(); err != nil {
		return nil, err
	}
	c.Tests = c.Tests.WithDraws(len(c.Tests.Pairs))
	report := c.newReport()
	report.Read, report.Dependence = scores.Read, scores.Dependence
	var done atomic.Int64
	c.Tests.Done = &done
	total := int64(len(scores.Columns)) * int64(len(c.systems)+len(c.Tests.Pairs)) * int64(max(1, c.Tests.Draws))
	defer c.Progress.Start("comparing", evaluation.CountsNothing, func() (int64, int64) { return done.Load(), total })()
	for _, column := range scores.Columns {
		column.Grid = column.Grid.Rows(c.order)
		if err := c.checkShared(ctx, column); err != nil {
			return nil, fmt.Errorf("column %s: %w", column.Name, err)
		}
		c.Tests.Ties = column.Ties()
		comparison, err := significance.Compare(ctx, column.Grid, c.Tests)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", column.Name, err)
		}
		report.Measures = append(report.Measures, c.compared(column, comparison))
	}
	if err := report.explain(scores); err != nil {
		return nil, err
	}
	var err error
	report.Judged, err = evaluation.JudgedOrders(ctx, asked.Unit, asked.Tests, scores)
	return report, err
}

// comparing is a comparison on its way.
type comparing struct {
	Design
	systems  []string // the baseline first
	order    []int    // of systems, as rows of the scores
	segments []evaluation.Segment
	// references are the first ones, as in Scores.
	references []string
	// undocumented counts the segments without a document where only some have none, and so none is drawn whole.
	undocumented int
}

// orderSystems puts the baseline first and lists the pairs: each system with those before it, or with the baseline.
func (c *comparing) orderSystems(systems []string) error {
	if len(systems) < 2 {
		return fmt.Errorf("found %s, expected two or more to compare", systemsFound(systems))
	}
	for i := range systems {
		c.order = append(c.order, i)
	}
	if c.Baseline != "" {
		i := slices.Index(systems, c.Baseline)
		if i < 0 {
			return &UnknownSystemError{c.Baseline, systems}
		}
		c.order = slices.Insert(slices.Delete(c.order, i, i+1), 0, i)
	}
	for _, i := range c.order {
		c.systems = append(c.systems, systems[i])
	}
	pairs := len(systems) * (len(systems) - 1) / 2
	if c.Baseline != "" {
		pairs = len(systems) - 1
	}
	if pairs > significance.MaxPairs {
		return &significance.TooManyPairsError{Systems: len(systems), Pairs: pairs}
	}
	c.Tests.Pairs = make([][2]int, 0, pairs)
	for against := range systems {
		if against > 0 && c.Baseline != "" {
			break
		}
		for system := against + 1; system < len(systems); system++ {
			c.Tests.Pairs = append(c.Tests.Pairs, [2]int{system, against})
		}
	}
	return nil
}

func systemsFound(systems []string) string {
	if len(systems) == 0 {
		return "no system"
	}
	return "one system, " + systems[0]
}

// chooseUnit decides whether documents or segments are drawn.
func (c *comparing) chooseUnit() (err error) {
	c.Tests.Documents = nil
	if c.Unit, c.undocumented, err = c.Unit.Drawn(c.segments); c.Unit == evaluation.UnitDocument {
		c.Tests.Documents, _ = evaluation.Documents(c.segments)
	}
	return err
}

// checkShared rejects a system without scores, and pairs that share no segment.
func (c *comparing) checkShared(ctx context.Context, column evaluation.Column) error {
	for i, name := range c.systems {
		if !column.Grid.Share(i, i) {
			return fmt.Errorf("found no score of system %s", name)
		}
	}
	for _, pair := range c.Tests.Pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !column.Grid.Share(pair[0], pair[1]) {
			return fmt.Errorf("found no segment that systems %s and %s both have a score for",
				c.systems[pair[1]], c.systems[pair[0]])
		}
	}
	return nil
}
