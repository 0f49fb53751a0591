package compare

import (
	"fmt"
	"math"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// drawsWarnings says that there are too few draws for so many pairs, if any pair needs them.
func (c *comparing) drawsWarnings(r *Report) []string {
	for _, measure := range r.Measures {
		for _, pair := range measure.Pairs {
			if pair.Draws > 0 {
				return c.Tests.FewDraws(len(measure.Pairs), "pair")
			}
		}
	}
	return nil
}

// missing names the segments without a score.
func (c *comparing) missing(row []float64) []evaluation.Segment {
	missing := []evaluation.Segment{}
	for j, x := range row {
		if math.IsNaN(x) {
			missing = append(missing, c.segments[j])
		}
	}
	return missing
}

// systemWarnings says what is odd about the scores of a system.
func (c *comparing) systemWarnings(s *SystemReport, row []float64, ties float64) []string {
	warnings := []string{}
	if n := len(s.Missing); n > 0 {
		warnings = append(warnings, fmt.Sprintf("%s has no score for %d of %s: %s %s", s.System, n,
			wording.Counted(len(row), "segment"), wording.Plural(n, "segment"), wording.FirstFew(s.Missing)))
	}
	if s.Segments > 1 && sameScores(row, ties) {
		warnings = append(warnings, odd.Scores.See(s.System+" has the same score for all segments"))
	}
	return warnings
}

// sameScores says whether all scores that there are are equal.
func sameScores(row []float64, ties float64) bool {
	first := math.NaN()
	for _, x := range row {
		if math.IsNaN(first) {
			first = x
		}
		if math.Abs(x-first) > ties {
			return false
		}
	}
	return true
}

// pairWarnings says why the comparison of a pair shows less than it seems to.
func (c *comparing) pairWarnings(p *Pair) []string {
	warnings := []string{}
	if n := len(c.segments); p.Segments < n {
		warnings = append(warnings,
			fmt.Sprintf("only %d of %d segments %s scores of both systems", p.Segments, n, wording.Have(p.Segments)))
	}
	switch {
	case p.Equal == p.Segments:
		warnings = append(warnings, odd.P.See("both systems have the same scores"))
	case p.LeastP > c.Tests.Alpha:
		warnings = append(warnings, odd.P.See(
			fmt.Sprintf("too few %s that differ: with them no test can give a p below %.4g", c.Unit, p.LeastP)))
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
