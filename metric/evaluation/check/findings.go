package check

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// A Finding is something that texts show without a score, and how much more often they do than those of the baseline.
type Finding struct {
	Kind     string  `json:"kind"`       // its name, such as html
	New      int     `json:"new"`        // outputs that have it where the baseline's do not
	Gone     int     `json:"gone"`       // outputs that do not have it where the baseline's do
	Changed  int     `json:"changed"`    // outputs that are not the baseline's
	P        float64 `json:"p_value"`    // of as many between systems that are equally good, by itself
	Adjusted float64 `json:"p_adjusted"` // corrected for all kinds
	Failed   bool    `json:"failed"`     // whether it fails the check

	Where []string `json:"-"` // the first that are New: numbers of lines, or names of segments

	kind    finding.Kind
	outputs []int // that are New
}

// findingErrors and tailErrors are the shares of alpha that findings and tails have: the test of the mean keeps its own. So
// harmless outputs fail a check because of them in at most 2 of 100 cases at the usual alpha of .05.
const findingErrors, tailErrors = 0.6, 0.1

// leastFound is how many outputs fail if none are gone: 3 % of those that changed, at least three and at most five, of content,
// in which equally good outputs differ, five, and one more for each 500 that changed: among many outputs more kinds of flaws
// are frequent enough to fail by chance.
func leastFound(changed int, ofContent bool) int {
	least := 5
	if !ofContent {
		least = min(5, max(3, 3*changed/100))
	}
	return least + changed/500
}

// enough says whether at least so many are found, and so many more than are gone that a coin gives as many in at most 1 of 5, 10
// or 20 cases: of three, four or five. So what is found where two runs draw their outputs from the same systems fails seldom,
// however often these have it.
func enough(found, gone, least int) bool {
	return found >= least && finding.Chance(found, gone) <= 1.6*math.Ldexp(1, -least)
}

// leastLearned is how many scores say how far scores vary.
const leastLearned = 10

// findIn looks at the texts of a system next to those of the baseline. Outputs that are newly broken, as kinds say, have no
// other findings.
func (c *checking) findIn(ctx context.Context, b *BrokenOutputs, now, before *seenSystem, kinds []BrokenKind) error {
	given, beforeGiven := c.seen.given, c.seenBefore.given
	segments := make([]finding.Segment, len(now.outputs))
	for i := range segments {
		s := &segments[i]
		s.Now, s.Before = now.written[i], before.written[i]
		s.References, s.Source = given[i].references, given[i].source
		if s.References == nil {
			s.References = beforeGiven[c.places[i]].references
		}
		if s.Source == "" {
			s.Source = beforeGiven[c.places[i]].source
		}
	}
	found, err := finding.Look(ctx, segments)
	if err != nil {
		return err
	}
	b.looked, b.Changed = true, found.Changed
	b.Shift = found.Shift()
	for k := range finding.Kinds {
		f := Finding{Kind: finding.Kind(k).String(), kind: finding.Kind(k), Changed: found.Changed}
		for i := range segments {
			now, before := found.Now[i].Has(f.kind), found.Before[i].Has(f.kind)
			switch {
			case kinds[i] != "":
			case now && !before:
				f.New++
				f.outputs = append(f.outputs, i)
			case before && !now:
				f.Gone++
			}
		}
		if f.canFail() {
			b.testable++
		}
		if f.New > 0 {
			f.Where = c.candidate.where(f.outputs)
			f.P = f.kind.Usual(found.Loose).P(f.New, f.Gone, f.Changed)
			b.Findings = append(b.Findings, f)
		}
	}
	return nil
}

// canFail says whether there are enough outputs of a kind on both sides together that it could fail. Only those kinds count
// when p-values are corrected (Tarone 1990).
func (f *Finding) canFail() bool {
	return f.kind.NeverRight() && f.New > 0 || f.New+f.Gone >= f.least()
}

func (f *Finding) least() int { return leastFound(f.Changed, f.kind.OfContent()) }

// concludeTogether corrects the p-values of all findings of a system together, and those of all tails, and says what fails.
func (c *checking) concludeTogether(system string) {
	var found, tails []float64
	var decide, decideTails []func(adjusted float64)
	testable := 0
	for i := range c.report.Broken {
		b := &c.report.Broken[i]
		if !b.looked || b.System != system {
			continue
		}
		for k := range b.Findings {
			f := &b.Findings[k]
			if !f.canFail() {
				f.Adjusted = 1
				continue
			}
			found = append(found, f.P)
			decide = append(decide, func(adjusted float64) {
				f.Adjusted = adjusted
				f.Failed = f.New > b.Allowed &&
					(f.kind.NeverRight() || adjusted <= findingErrors*c.Tests.Alpha && enough(f.New, f.Gone, f.least()))
			})
		}
		testable += b.testable
	}
	for i := range c.report.Tests {
		if t := &c.report.Tests[i]; t.Tail != nil && t.System == system {
			tails = append(tails, t.Tail.P)
			decideTails = append(decideTails, func(adjusted float64) {
				t.Tail.Adjusted = adjusted
				t.Tail.Failed = adjusted <= tailErrors*c.Tests.Alpha && enough(t.Tail.Down, t.Tail.Up, leastFound(t.Tail.Changed, false))
			})
		}
	}
	for len(found) < testable { // kinds of which only the baseline has outputs
		found, decide = append(found, 1), append(decide, func(float64) {})
	}
	for i, adjusted := range significance.CorrectionHolm.Adjust(found) {
		decide[i](adjusted)
	}
	for i, adjusted := range significance.CorrectionHolm.Adjust(tails) {
		decideTails[i](adjusted)
	}
}

// told returns the findings that are Told.
func (b *BrokenOutputs) told() (list []Finding) {
	var failed []Finding // the most telling first
	for _, f := range b.Findings {
		if f.Failed {
			failed = append(failed, f)
		}
	}
	slices.SortStableFunc(failed, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(x.kind.Rank(), y.kind.Rank()), cmp.Compare(y.New, x.New))
	})
	covered := map[int]bool{}
	for _, f := range failed {
		more := 0
		for _, i := range f.outputs {
			if !covered[i] {
				more++
			}
		}
		if 3*more < f.New {
			continue
		}
		for _, i := range f.outputs {
			covered[i] = true
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(x, y Finding) int { return cmp.Compare(y.New, x.New) })
	return list
}

// A Tail says how many outputs fell far, and how many rose as far.
type Tail struct {
	Far      float64 `json:"far"` // the drop from which on they did
	Down     int     `json:"down"`
	Up       int     `json:"up"`
	Changed  int     `json:"changed"` // outputs whose scores differ
	P        float64 `json:"p_value"` // of as many between systems that are equally good
	Adjusted float64 `json:"p_adjusted"`
	Failed   bool    `json:"failed"`

	Where []string `json:"-"` // the first of those that fell: numbers of lines, or names of segments

	outputs []int
}

// Constants of tails. bench/gate.py measures them.
const (
	// typicalDifference is how far the scores of two equally good systems for a segment are apart, next to how far those of a
	// system are apart from segment to segment.
	typicalDifference = 1.0
	// typicalWeight is how many rises that says as much as.
	typicalWeight = 20
)

// tails are the distances that count as far, in spreads of the differences, and how usual they are.
var tails = []struct {
	spreads float64
	usual   finding.Usual
}{
	{2.5, finding.Usual{Rate: 0.015, Shape: 4, Spread: 1.5}},
	{4, finding.Usual{Rate: 0.004, Shape: 0.5, Spread: 0.7}},
}

// tailOf counts how many outputs fell far. drops are positive where an output got worse, NaN where it has no score; before
// are the scores of the baseline. It is nil where these do not say how far scores vary.
func tailOf(drops, before []float64, margin float64) *Tail {
	var scores []float64
	sum, rises, changed := 0.0, 0.0, 0
	for i, d := range drops {
		if math.IsNaN(d) {
			continue
		}
		scores = append(scores, before[i])
		if d != 0 {
			changed++
		}
		if d < 0 {
			sum += d * d
			rises++
		}
	}
	if changed == 0 || len(scores) < leastLearned {
		return nil
	}
	own := typicalDifference * spreadOf(scores)
	if own == 0 {
		return nil
	}
	spread := math.Sqrt((sum + typicalWeight*own*own) / (rises + typicalWeight))
	var best *Tail
	for _, far := range tails {
		t := &Tail{Far: max(margin, far.spreads*spread), Changed: changed}
		for i, d := range drops {
			switch {
			case d >= t.Far:
				t.Down++
				t.outputs = append(t.outputs, i)
			case d <= -t.Far:
				t.Up++
			}
		}
		t.P = min(1, float64(len(tails))*far.usual.P(t.Down, t.Up, changed))
		if best == nil || t.P < best.P {
			best = t
		}
	}
	return best
}

// spreadOf returns the standard deviation that a normal distribution with the same quartiles has.
func spreadOf(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return (values[len(values)*3/4] - values[len(values)/4]) / 1.349
}
