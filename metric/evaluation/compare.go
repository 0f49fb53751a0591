package evaluation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
)

// A Unit is what tests and intervals take as independent of each other, and tests draw.
type Unit string

const (
	UnitAuto     Unit = ""          // documents where every segment has one, else segments
	UnitDocument Unit = "documents" // whole documents, whose segments depend on each other
	UnitSegment  Unit = "segments"
)

// CompareSettings say how systems are compared. The zero value compares all pairs by approximate randomisation.
type CompareSettings struct {
	Baseline string               // the system that every other is compared with; "" means that all pairs are
	Unit     Unit                 // that is taken as independent
	Tests    significance.Options // how tests are done. Compare itself sets Documents, Pairs and Done
	Progress Progress             // shows how far the work is; nil shows nothing
}

// An UnknownSystemError says that CompareSettings.Baseline is no system of the scores.
type UnknownSystemError struct {
	System  string
	Systems []string // that there are
}

func (e *UnknownSystemError) Error() string {
	return fmt.Sprintf("found the baseline %q, expected one of: %s", e.System, strings.Join(e.Systems, ", "))
}

// A GroupsError says that segments are of several groups, whose scores have no common mean.
type GroupsError struct{ Group, Other string }

func (e *GroupsError) Error() string {
	return fmt.Sprintf("found the groups of segments %q and %q, expected one", e.Group, e.Other)
}

// A DocumentsError says that documents cannot be drawn, as segments have none.
type DocumentsError struct{ Without, Segments int } // segments without a document, and all

func (e *DocumentsError) Error() string {
	if e.Without == e.Segments {
		return "found no documents"
	}
	return fmt.Sprintf("found %d of %d segments without a document, expected one for each", e.Without, e.Segments)
}

// Compare compares the mean scores of systems on the same segments, by each column of scores. Every pair is compared on
// the segments that both systems have a score for; p-values are corrected for the number of pairs. So another system
// changes nothing about a pair but its corrected p-value, what follows from that, and what a test would detect. There is
// one exception, where Tests.Draws is 0: with many pairs, from 26 on at alpha 0.05, the p-values that fewer than 20
// draws reach are computed more finely, from the same draws; see significance.Options.WithDraws. Where there are
// human scores, the report has JudgedOrders, too.
//
// It fails with a *GroupsError, an *UnknownSystemError or a *DocumentsError if the scores are not what the settings
// need, with an *agreement.TooManyPairsError if there are more than agreement.MaxPairs pairs, with an error that names
// the column if a system has no score or a pair no segment in common or, wrapping an *agreement.TooManyError, if there
// are too many differences for an exact test, and with an error that wraps ctx.Err() when ctx ends. Equal input and
// seed give an equal report.
func Compare(ctx context.Context, settings CompareSettings, scores *Scores) (*CompareReport, error) {
	if err := oneGroup(scores.Segments); err != nil {
		return nil, err
	}
	asked := settings
	settings.Tests = settings.Tests.WithDefaults()
	c := &comparing{CompareSettings: settings, segments: scores.Segments, references: scores.References}
	if err := c.orderSystems(scores.Systems); err != nil {
		return nil, err
	}
	if err := c.chooseUnit(); err != nil {
		return nil, err
	}
	c.Tests = c.Tests.WithDraws(len(c.Tests.Pairs))
	report := c.newReport()
	report.Warnings = ReadingWarnings(scores.Read...)
	var done atomic.Int64
	c.Tests.Done = &done
	total := int64(len(scores.Columns)) * int64(len(c.systems)+len(c.Tests.Pairs)) * int64(max(1, c.Tests.Draws))
	defer c.Progress.Start("comparing", func() (int64, int64) { return done.Load(), total })()
	for _, column := range scores.Columns {
		column.Grid = rowsOf(column.Grid, c.order)
		if err := c.checkShared(ctx, column); err != nil {
			return nil, fmt.Errorf("column %s: %w", column.Name, err)
		}
		comparison, err := significance.Compare(ctx, column.Grid, c.Tests)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", column.Name, err)
		}
		report.Measures = append(report.Measures, c.compared(column, comparison))
	}
	report.Warnings = append(report.Warnings, c.drawsWarnings(report)...)
	var err error
	report.Judged, err = JudgedOrders(ctx, asked, scores)
	return report, err
}

// comparing is a comparison on its way.
type comparing struct {
	CompareSettings
	systems  []string // the baseline first
	order    []int    // of systems, as rows of the scores
	segments []Segment
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
	if c.Unit, c.undocumented, err = drawnUnit(c.Unit, c.segments); c.Unit == UnitDocument {
		c.Tests.Documents = documents(c.segments).of
	}
	return err
}

// checkShared rejects a system without scores, and pairs that share no segment.
func (c *comparing) checkShared(ctx context.Context, column Column) error {
	for i, name := range c.systems {
		if !shareSegment(column.Grid, i, i) {
			return fmt.Errorf("found no score of system %s", name)
		}
	}
	for _, pair := range c.Tests.Pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !shareSegment(column.Grid, pair[0], pair[1]) {
			return fmt.Errorf("found no segment that systems %s and %s both have a score for",
				c.systems[pair[1]], c.systems[pair[0]])
		}
	}
	return nil
}

// shareSegment reports whether there is a segment that two systems both have a score for.
func shareSegment(grid agreement.Grid, a, b int) bool {
	for j := range grid.Segments {
		if !math.IsNaN(grid.At(a, j)) && !math.IsNaN(grid.At(b, j)) {
			return true
		}
	}
	return false
}
