package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// Compared fills in what a reader should know of the numbers of a report of compare.Run, and where systems differ.
func Compared(r *compare.Report) {
	r.Warnings = append(Reading(r.Read...), r.Warnings...)
	for i := range r.Measures {
		c := &r.Measures[i]
		for k := range c.Systems {
			c.Systems[k].Warnings = systemWarnings(r, &c.Systems[k])
		}
		for k := range c.Pairs {
			c.Pairs[k].Warnings = pairWarnings(r, &c.Pairs[k])
		}
		c.Why, c.People = why(c), preferences(c)
	}
	if n := drawnPairs(r); n > 0 {
		options := significance.Options{Test: r.Test, Draws: r.Draws, Halves: r.Halves, Alpha: r.Alpha, Correction: r.Correction}
		r.Warnings = append(r.Warnings, fewDraws(options, n, "pair")...)
	}
}

// drawnPairs is how many pairs are compared by a measure of which one needs draws, 0 if none does.
func drawnPairs(r *compare.Report) int {
	for _, measure := range r.Measures {
		for _, pair := range measure.Pairs {
			if pair.Draws > 0 {
				return len(measure.Pairs)
			}
		}
	}
	return 0
}

// checkWarnings fills in what a reader should know of the numbers of a report of check.Run.
func checkWarnings(r *check.Report) {
	for i := range r.Tests {
		t := &r.Tests[i]
		t.Sentence = Preference(&t.Preference)
		if said := t.Said(); t.Agree == nil && said != "" {
			r.PeopleUnknown = cmp.Or(r.PeopleUnknown, said)
		}
	}
	if slices.ContainsFunc(r.Tests, func(t check.Test) bool { return t.Draws > 0 }) {
		options := significance.Options{Test: r.Test, Draws: r.Draws, Halves: r.Halves, Alpha: r.Alpha, Correction: r.Correction}
		r.Warnings = append(r.Warnings, fewDraws(options, len(r.Tests), "test")...)
	}
}

// fewDraws says in a sentence which p-values so many tests of what is named cannot give as they draw too little, and how
// many draws would do; nil where they draw enough.
func fewDraws(o significance.Options, tests int, what string) []string {
	least, sufficient, few := o.TooFew(tests)
	if !few {
		return nil
	}
	corrected := ""
	if o.Correction != significance.CorrectionNone && tests > 1 {
		corrected = "corrected "
	}
	warning := fmt.Sprintf("%d samples are few for %d %s: the smallest %sp that they can give is %.2g, and alpha is %v",
		o.Draws, tests, wording.Plural(tests, what), corrected, least, o.Alpha)
	if sufficient > 0 {
		warning += fmt.Sprintf("; %d are enough, and the default has enough", sufficient)
	}
	return []string{warning}
}

// systemWarnings says what is odd about the scores of a system.
func systemWarnings(r *compare.Report, s *compare.SystemReport) []string {
	warnings := []string{}
	if n := len(s.Missing); n > 0 {
		warnings = append(warnings, fmt.Sprintf("%s has no score for %d of %s: %s %s", s.System, n,
			wording.Counted(r.Segments, "segment"), wording.Plural(n, "segment"), wording.FirstFew(s.Missing)))
	}
	if s.Constant {
		warnings = append(warnings, odd.Scores.See(s.System+" has the same score for all segments"))
	}
	return warnings
}

// pairWarnings says why the comparison of a pair shows less than it seems to.
func pairWarnings(r *compare.Report, p *compare.Pair) []string {
	warnings := []string{}
	if p.Segments < r.Segments {
		warnings = append(warnings,
			fmt.Sprintf("only %d of %d segments %s scores of both systems", p.Segments, r.Segments, wording.Have(p.Segments)))
	}
	switch {
	case p.Equal == p.Segments:
		warnings = append(warnings, odd.P.See("both systems have the same scores"))
	case p.LeastP > r.Alpha:
		warnings = append(warnings, odd.P.See(
			fmt.Sprintf("too few %s that differ: with them no test can give a p below %.4g", r.Unit, p.LeastP)))
	case p.Test == significance.TestBootstrap && p.CohenDz == nil:
		warnings = append(warnings, "all differences are equal: the bootstrap sees no spread, prefer another test")
	}
	if p.Significant && p.Difference == 0 {
		warnings = append(warnings, "the means are equal: the test finds the ranks of the differences uneven")
	}
	switch {
	case p.Units == 1 && p.Segments > 1:
		warnings = append(warnings, "all segments are in one document: there is no interval")
	case p.Units == 1:
		warnings = append(warnings, "one segment: there is no interval")
	}
	return warnings
}

// why says where the two systems of a headline differ: by domain, and without an example in which segments most.
func why(c *compare.ColumnReport) (said []string) {
	lead := &c.Lead
	var ahead, behind []string
	for _, d := range lead.Domains {
		part := fmt.Sprintf("%s %s", cmp.Or(d.Name, "none"), wording.Signed(d.Mean))
		if d.Mean < 0 {
			behind = append(behind, part)
		} else {
			ahead = append(ahead, part)
		}
	}
	if ahead != nil {
		said = append(said, fmt.Sprintf("%s's lead over %s by domain: %s.", lead.First, lead.Second, strings.Join(ahead, ", ")))
	}
	if behind != nil {
		said = append(said, fmt.Sprintf("%s is behind %s in the domains: %s.", lead.First, lead.Second, strings.Join(behind, ", ")))
	}
	if lead.Ahead == nil || c.Example != nil {
		return said
	}
	in := func(s *compare.Standing) string {
		return fmt.Sprintf("segment %s (%s, %s)", s.Segment, wording.Score(s.First), wording.Score(s.Second))
	}
	furthest := fmt.Sprintf("%s is furthest ahead of %s in %s", lead.First, lead.Second, in(lead.Ahead))
	if lead.Behind != nil {
		furthest += " and furthest behind in " + in(lead.Behind)
	}
	furthest += "."
	if lead.NoTexts {
		furthest += " Compare texts, or a file with them, to see an example."
	}
	return append(said, furthest)
}
