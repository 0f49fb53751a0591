package check

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/points"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Rules say what a check tests and when it fails. The zero value tests all columns of the candidate, if they
// are columns of wrd.
type Rules struct {
	// Columns are the columns that are tested. The worst segments are those of the first one. nil means all of the
	// candidate's.
	Columns []string
	// Margins are the largest drops of the mean that pass, each in the units of its column, 0 or more.
	Margins map[string]float64
	// PointMargin is the margin of the columns that Margins does not have, in points, 0 or more, see points.Of. It is an
	// error if these are not known. nil means UsualPoints where they are, elsewhere the UsualMargin of the column.
	PointMargin *float64
	// Floors are the worst means that pass, of columns that are tested. They need no baseline.
	Floors map[string]float64
	// System names the system of the baseline that all systems are compared with. "" means the one of the same name,
	// or the only one.
	System string
	// Tests says how tests are done. Check itself sets Documents, Pairs, Ties and Family.
	Tests significance.Options
	// RequireConclusive makes an inconclusive test fail the check.
	RequireConclusive bool
	// MaxBroken is how many outputs of each system may be newly broken, see BrokenOutputs. nil means none, and that nobody
	// wants to hear of it where broken outputs cannot be told.
	MaxBroken *BrokenLimit
	// Worst is how many segments of each system are listed that got worse most, of those that are not newly broken, and
	// how many newly broken outputs of each kind.
	Worst int

	// New says that a baseline is wanted but there is none yet.
	New bool
	// Force makes the check pass whatever comes out, also where the baseline cannot be compared with: the report says
	// why, and only floors are tested.
	Force bool

	// Scoring returns the options by which the worst segments of the candidate are aligned with their references. It
	// is called once, and only where there are such texts. nil leaves alignments out.
	Scoring func() (metric.Options, error)
	// ScoringName is what messages call these options if the scores of the candidate may have been made in another
	// way: if so, alignments are left out. "" means that the scores were made by these very options.
	ScoringName string

	// Notify, unless it is nil, is told what could not be looked at.
	Notify func(Notice)
}

// A Version is one side of a check: scores, and the texts that they were given to.
type Version struct {
	evaluation.Scores
	// Texts are in any order, with systems and segments called as in Scores. They are read more than once. nil means
	// that there are none.
	Texts iter.Seq2[evaluation.Texts, error]
	// Lines says that segment i of each system is line i, counted from 0, of a file of its texts.
	Lines bool
	// Err says why the scores of a baseline could not be read, of which nothing but Name is known then. Like any other
	// reason not to compare with a baseline it is an error unless Rules.Force is set.
	Err error
}

// references returns the first ones, as in Scores, of the texts if the scores have none.
func (in *Version) references() (references []string, err error) {
	if in.References != nil || in.Texts == nil {
		return in.References, nil
	}
	for t, err := range in.Texts {
		if err != nil {
			return nil, err
		}
		if len(t.References) > 0 {
			references = append(references, t.References[0])
		}
		if len(references) == reading.JudgedReferences {
			break
		}
	}
	return references, nil
}

// Run finds out whether the outputs of systems got worse than a baseline by more than a margin and beyond chance,
// and whether they are worse than floors. baseline is nil where there is none. Every system and column is tested by
// itself, paired by segment or, where all segments have a document, by document; p-values are corrected for the
// number of tests. So another system changes nothing about a system but the corrected p-values and what follows from
// them, with the exception that Compare has for many tests. It also fails a system of which more outputs are newly
// broken than MaxBroken says, see BrokenOutputs.
//
// It fails with a *WordlessError if references or sources have no words (see reading.RefuseWordless), with a
// *MismatchError or a *BaselineSystemError if the baseline cannot be compared with, with a *MarginError if a column needs
// a margin, and with ctx.Err() when ctx ends. Equal input and seed give an equal report, whose sentences adapters/say makes.
func Run(ctx context.Context, rules Rules, baseline, candidate *Version) (*Report, error) {
	c := &checking{Rules: rules, baseline: baseline, candidate: candidate}
	if err := reading.RefuseWordless(candidate.Read); err != nil {
		return nil, err
	}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	c.report = &Report{From: evaluation.From(candidate.Segments), Read: candidate.Read,
		New: rules.New, Signature: c.now[0].Signature, Test: c.Tests.Test, Correction: c.Tests.Correction,
		Seed: c.Tests.Seed, Alpha: c.Tests.Alpha, Tests: []Test{}, Worst: []WorseSegment{},
		Broken: []BrokenOutputs{}, RequireConclusive: rules.RequireConclusive, Force: rules.Force,
		Lines: candidate.Lines, SourcesScored: slices.ContainsFunc(c.Columns, metric.IsOfSource),
	}
	var err error
	if c.seen, err = candidate.look(ctx); err != nil {
		return nil, err
	}
	if baseline != nil {
		c.report.Baseline = baseline.Name
		err = c.compareWithBaseline(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && rules.Force:
		c.baseline, c.seenBefore, c.report.Forced, c.report.ForcedBy = nil, nil, err.Error(), err
	case err != nil:
		return nil, err
	}
	if err := c.countBroken(ctx); err != nil {
		return nil, err
	}
	if err := c.test(ctx); err != nil {
		return nil, err
	}
	for _, system := range candidate.Systems {
		c.concludeTogether(system)
	}
	for i := range c.report.Broken {
		b := &c.report.Broken[i]
		c.concludeBroken(b, c.broken[slices.Index(c.candidate.Systems, b.System)])
	}
	if err := c.addBrokenTexts(ctx); err != nil {
		return nil, err
	}
	c.concludeTests()
	if c.baseline != nil {
		if err := c.listWorst(ctx); err != nil {
			return nil, err
		}
	}
	c.report.Reasons, c.report.Noticed = c.reasons(), c.notices()
	c.report.Verdict = c.report.verdict()
	return c.report, nil
}

// checking is a check on its way.
type checking struct {
	Rules
	baseline, candidate *Version
	report              *Report
	now                 []*evaluation.Column    // of the candidate, one for each of Columns
	before              []*evaluation.Column    // of the baseline
	places              []int                   // for each segment of the candidate its place in the baseline
	pairs               map[string]string       // for each system that of the baseline
	scales              map[string]points.Scale // by column, where points are known
	inPoints            map[string]*float64     // the margins that are in points, as they are
	seen, seenBefore    *seenTexts              // of the candidate and of the baseline, which is nil until it was looked at
	broken              [][]BrokenKind          // of each system, how each output is newly broken, "" where it is not
}

// prepare fills in what the rules do not say, and checks them.
func (c *checking) prepare() (err error) {
	if c.Columns == nil {
		for _, column := range c.candidate.Columns {
			c.Columns = append(c.Columns, column.Name)
		}
	}
	if len(c.Columns) == 0 {
		return fmt.Errorf("%s: found no column of scores, expected at least one", c.candidate.Name)
	}
	if c.now, err = columnsOf(&c.candidate.Scores, c.Columns); err != nil {
		return err
	}
	for _, column := range c.Columns {
		if _, err := c.Margin(column); err != nil {
			return err
		}
	}
	for _, column := range slices.Sorted(maps.Keys(c.Floors)) {
		if !slices.Contains(c.Columns, column) {
			return fmt.Errorf("floor of %s: found no such column among those that are tested, expected one of: %s",
				column, strings.Join(c.Columns, ", "))
		}
	}
	if err := c.MaxBroken.check(); err != nil {
		return err
	}
	if c.Worst < 0 {
		return fmt.Errorf("found %d worst segments to list, expected 0 or more", c.Worst)
	}
	c.Tests = c.Tests.WithDefaults()
	if known := significance.Corrections(); !slices.Contains(known, c.Tests.Correction) {
		return fmt.Errorf("found the correction %q, expected one of %v", c.Tests.Correction, known)
	}
	return nil
}

// setMargins fills in the margin of each column, in its units, and finds out what it is in points.
func (c *checking) setMargins(references []string) (err error) {
	given := c.Margins
	c.Margins, c.scales, c.inPoints = map[string]float64{}, map[string]points.Scale{}, map[string]*float64{}
	for _, column := range c.now {
		scale, known := points.Of(column.Name, column.Signature, references)
		if known {
			c.scales[column.Name] = scale
		}
		_, own := given[column.Name]
		inPoints := c.PointMargin
		if inPoints == nil && known {
			inPoints = new(UsualPoints)
		}
		switch {
		case own || inPoints == nil:
			c.Margins[column.Name], err = Rules{Margins: given}.Margin(column.Name)
		case !(*inPoints >= 0):
			err = &MarginError{Column: column.Name, Given: true, Margin: *inPoints}
		case !known:
			err = &MarginError{Column: column.Name, InPoints: true}
		default:
			c.inPoints[column.Name] = inPoints
			c.Margins[column.Name] = scale.Width(*inPoints)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// columnsOf returns the columns of the given names.
func columnsOf(s *evaluation.Scores, names []string) ([]*evaluation.Column, error) {
	list := make([]*evaluation.Column, len(names))
	for i, name := range names {
		k := slices.IndexFunc(s.Columns, func(c evaluation.Column) bool { return c.Name == name })
		if k < 0 {
			return nil, fmt.Errorf("%s: found no column %q of scores", s.Name, name)
		}
		list[i] = &s.Columns[k]
		g := list[i].Grid
		if g.Systems != len(s.Systems) || g.Segments != len(s.Segments) || len(g.Values) != g.Systems*g.Segments {
			return nil, fmt.Errorf("%s: column %q: found scores of %d systems × %d segments, expected %d × %d",
				s.Name, name, g.Systems, g.Segments, len(s.Systems), len(s.Segments))
		}
	}
	return list, nil
}

// UsualPoints is the margin where nobody says one and points are known. The 95 % interval of a drop between two systems,
// by 400 outputs of WMT21 is-en, WMT23 he-en and WMT24 en-cs and of SummEval, is ±0.7 to ±1.7 points, and up to ±2 with
// n-grams. From equal systems it is within 3 points in 95 of 100 cases where it is ±1.6, and in 84 where it is ±2.
const UsualPoints = 3.

// ownMargin is the margin of our own measures where nobody says one and points are not known: a hundredth of the range of a
// similarity.
const ownMargin = 0.01

// UsualMargin returns the default margin of a column where points are not known: 0.01 for the columns of wrd. Other columns
// have none, as their scale is unknown.
func UsualMargin(column string) (margin float64, ok bool) {
	return ownMargin, isOwnColumn(column)
}

// Margin returns the margin of a column where points are not known, or a *MarginError if it has none or one that is negative.
func (s Rules) Margin(column string) (float64, error) {
	margin, ok := s.Margins[column]
	if !ok {
		margin, ok = UsualMargin(column)
	}
	if !ok || !(margin >= 0) {
		return 0, &MarginError{Column: column, Given: ok, Margin: margin}
	}
	return margin, nil
}

// A MarginError says that a column has no margin, or one that cannot be used.
type MarginError struct {
	Column   string
	Given    bool
	Margin   float64
	InPoints bool // it was asked for in points, which are not known for the column
}

func (e *MarginError) Error() string {
	if e.Given {
		return fmt.Sprintf("margin of %s: found %v, expected 0 or more", e.Column, e.Margin)
	}
	if e.InPoints {
		return fmt.Sprintf("found a margin in points, which are not known for %s with these settings and references, expected one in "+
			"the units of %[1]s", e.Column)
	}
	return fmt.Sprintf("found no margin for %s, whose scale wrd does not know", e.Column)
}

// isOwnColumn says whether a column is one that wrd computes.
func isOwnColumn(name string) bool {
	return slices.ContainsFunc(metric.Measures(), func(m metric.Measure) bool {
		return slices.ContainsFunc(m.Columns(), func(column metric.Column) bool { return column.String() == name })
	})
}
