package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Mismatch is a difference between scores because of which they cannot be compared.
type Mismatch string

const (
	OtherSignatures Mismatch = "signatures" // the scores were made in another way
	OtherSegments   Mismatch = "segments"
	OtherReferences Mismatch = "references"
	OtherSources    Mismatch = "sources"
)

// A MismatchError says why scores cannot be compared with those of a baseline.
type MismatchError struct {
	Of Mismatch
	// of OtherSignatures: the column, its signature in the baseline, and the name of that one's scores
	Column, Before, Baseline string
	// of OtherSegments: whether they have ids
	Named bool

	text string
}

func (e *MismatchError) Error() string { return e.text }

// A BaselineSystemError says that a baseline does not have the system to compare with.
type BaselineSystemError struct {
	System   string   // that was looked for
	Asked    bool     // it is Rules.System, not a system of the candidate
	Baseline string   // the name of its scores
	Systems  []string // that the baseline has
}

func (e *BaselineSystemError) Error() string {
	return fmt.Sprintf("found no system %q in %s, which has %s", e.System, e.Baseline, strings.Join(e.Systems, ", "))
}

// compareWithBaseline finds out which scores of the baseline belong to those of the candidate. It fails unless the
// scores of both sides mean the same: equal signatures, segments and references.
func (c *checking) compareWithBaseline(ctx context.Context) (err error) {
	if c.baseline.Err != nil {
		return c.baseline.Err
	}
	if c.before, err = columnsOf(&c.baseline.Scores, c.Columns); err != nil {
		return fmt.Errorf("baseline %w", err)
	}
	for i, column := range c.Columns {
		difference := metric.ParseSignature(c.before[i].Signature).Difference(column, c.baseline.Name,
			metric.ParseSignature(c.now[i].Signature), c.candidate.Name)
		if difference != "" {
			return &MismatchError{Of: OtherSignatures, Column: column, Before: c.before[i].Signature, Baseline: c.baseline.Name,
				text: fmt.Sprintf("the scores of %s cannot be compared, their signatures differ: %s", column, difference)}
		}
	}
	if err := c.findPlaces(); err != nil {
		return err
	}
	if c.seenBefore, err = c.baseline.look(ctx); err != nil {
		return fmt.Errorf("baseline %w", err)
	}
	if err := c.sameTexts(); err != nil {
		return err
	}
	return c.pairSystems()
}

// sameTexts fails if segments have other references than before, or other sources if a column is of them.
func (c *checking) sameTexts() error {
	references, sources := false, false
	for _, column := range c.Columns {
		references, sources = references || !metric.IsOfSource(column), sources || metric.IsOfSource(column)
	}
	before, now := c.seenBefore, c.seen
	for _, side := range []struct {
		read        bool
		of          Mismatch
		before, now []uint64
	}{
		{references, OtherReferences, before.references, now.references},
		{sources, OtherSources, before.sources, now.sources},
	} {
		switch {
		case !side.read || side.before == nil && side.now == nil:
		case side.before == nil || side.now == nil:
			c.notify(Notice{Of: NoticeOneSided, Texts: side.of})
		default:
			if err := c.same(side.of, side.before, side.now); err != nil {
				return err
			}
		}
	}
	return nil
}

// findPlaces finds each segment of the candidate in the baseline, as package pairing says. It fails if the segments are not
// the same: have other ids or, where one side has no ids, are of another number.
func (c *checking) findPlaces() error {
	before, now := c.baseline.Segments, c.candidate.Segments
	c.places = make([]int, len(now))
	mismatch := func(format string, args ...any) *MismatchError {
		return &MismatchError{Of: OtherSegments, text: "the segments are not the same: found " + fmt.Sprintf(format, args...)}
	}
	if c.baseline.ByLine != c.candidate.ByLine {
		if len(before) != len(now) {
			return mismatch("%d in %s and %d in %s", len(before), c.baseline.Name, len(now), c.candidate.Name)
		}
		for i := range c.places {
			c.places[i] = i
		}
		without, with := c.baseline.Name, c.candidate.Name
		if c.candidate.ByLine {
			without, with = with, without
		}
		c.notify(Notice{Of: NoticeByNumber, With: with, Without: without})
		return nil
	}
	at := map[string]int{}
	for i, segment := range before {
		at[segment.Key()] = i
	}
	d := pairing.Between(c.baseline.Name, c.candidate.Name)
	for i, segment := range now {
		place, ok := at[segment.Key()]
		if !ok {
			d.Only(1, int64(i), 0, segment.String())
		}
		c.places[i] = place
		delete(at, segment.Key())
	}
	for i, segment := range before {
		if _, left := at[segment.Key()]; left {
			d.Only(0, int64(i), 0, segment.String())
		}
	}
	if d.None() {
		return nil
	}
	err := mismatch("%v", d)
	err.Named = len(now) > 0 && !now[0].FromZero && !c.candidate.ByLine
	return err
}

// eachText calls visit for the texts of each output.
func (in *Version) eachText(ctx context.Context, visit func(evaluation.Texts)) error {
	if in.Texts == nil {
		return nil
	}
	for texts, err := range in.Texts {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		visit(texts)
	}
	return nil
}

// same fails if a segment has other texts of a kind than before.
func (c *checking) same(kind Mismatch, before, now []uint64) error {
	var different []evaluation.Segment
	for i, segment := range c.candidate.Segments {
		if now[i] != before[c.places[i]] {
			different = append(different, segment)
		}
	}
	if len(different) == 0 {
		return nil
	}
	return &MismatchError{Of: kind, text: pairing.OtherTexts(string(kind), different, len(now), c.baseline.Name,
		c.candidate.Name) + ": the scores cannot be compared"}
}

// pairSystems finds the system of the baseline that each system of the candidate is compared with.
func (c *checking) pairSystems() error {
	c.pairs = map[string]string{}
	before := c.baseline.Systems
	for _, system := range c.candidate.Systems {
		switch {
		case c.System != "" && slices.Contains(before, c.System):
			c.pairs[system] = c.System
		case c.System != "":
			return &BaselineSystemError{System: c.System, Asked: true, Baseline: c.baseline.Name, Systems: before}
		case slices.Contains(before, system):
			c.pairs[system] = system
		case len(before) == 1 && len(c.candidate.Systems) == 1:
			c.pairs[system] = before[0]
		default:
			return &BaselineSystemError{System: system, Baseline: c.baseline.Name, Systems: before}
		}
	}
	return nil
}

// rowBefore returns the baseline's scores of a column that a system of the candidate is compared with, by the
// candidate's segments.
func (c *checking) rowBefore(column int, system string) []float64 {
	grid := c.before[column].Grid
	from := grid.Row(slices.Index(c.baseline.Systems, c.pairs[system]))
	row := make([]float64, len(c.places))
	for i, place := range c.places {
		row[i] = from[place]
	}
	return row
}
