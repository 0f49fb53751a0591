package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// A Table is what people see of a result: cells below a header, and what they mean. Terminals, notebooks and papers draw it.
type Table struct {
	Rows     [][]string `json:"rows"`     // the header first
	Texts    int        `json:"texts"`    // how many columns are words, before the others
	People   []string   `json:"people"`   // what human scores say
	Note     string     `json:"note"`     // on the columns
	Warnings []string   `json:"warnings"` // numbered as in cells
}

// Ranking has a line for each measure and system of a comparison, in the order of the report: its mean, and its difference
// from the baseline or, where all pairs were compared, from the best system, with the clusters that the tests part.
func Ranking(r *compare.Report) Table {
	several, clustered := len(r.Measures) > 1, r.Baseline == nil && len(r.Systems) > 2
	title := []string{"system", r.Measures[0].Measure, "difference", fmt.Sprintf("%.6g%% interval", 100*r.Confidence), "p"}
	var before []string
	if several {
		before, title[1] = append(before, "measure"), "mean"
	}
	if clustered {
		before = append(before, "cluster")
	}
	var notes wording.Footnotes
	rows := [][]string{append(slices.Clone(before), title...)}
	for i := range r.Measures {
		measure := &r.Measures[i]
		cluster := map[string]string{}
		for k, names := range measure.Clusters() {
			for _, name := range names {
				cluster[name] = fmt.Sprint(k + 1)
			}
		}
		first := firstOf(r, measure)
		for k := range measure.Systems {
			system := &measure.Systems[k]
			var row []string
			if several {
				row = append(row, measure.Measure)
			}
			if clustered {
				row = append(row, cluster[system.System])
			}
			mean := wording.Score(system.Mean)
			if system.CILow != nil {
				mean += fmt.Sprintf(" ±%.4f", (*system.CIHigh-*system.CILow)/2)
			}
			row = append(row, system.System, notes.Mark(mean, system.Warnings), "", "", "")
			if pair := measure.Of(system.System, first); pair != nil {
				span := "-"
				if pair.CILow != nil {
					span = wording.Signed(*pair.CILow) + " to " + wording.Signed(*pair.CIHigh)
				}
				copy(row[len(row)-3:], []string{wording.Signed(pair.Difference), span,
					notes.Mark(wording.Probability(pair.Adjusted), pair.Warnings)})
			}
			rows = append(rows, row)
		}
	}
	return Table{rows, len(before) + 1, Plain(JudgedNotes(r.Judged, true)), rankingNote(r), append([]string{}, notes.Lines()...)}
}

// Points says what a column of points is.
const Points = "points: 0 for unrelated texts, 100 for equal ones"

// firstOf is the system that the others are held against.
func firstOf(r *compare.Report, measure *compare.ColumnReport) string {
	if r.Baseline != nil {
		return *r.Baseline
	}
	return measure.ByMean()[0].System
}

// rankingNote says what the columns of a ranking mean.
func rankingNote(r *compare.Report) string {
	var lower, higher []string
	for _, measure := range r.Measures {
		if measure.LowerIsBetter {
			lower = append(lower, measure.Measure)
		} else {
			higher = append(higher, measure.Measure)
		}
	}
	from := "the best"
	if r.Baseline != nil {
		from = *r.Baseline
	}
	return fmt.Sprintf("%s. difference: from %s, negative is worse. ±: half the %g%% interval. p: %s.", Better(lower, higher),
		from, 100*r.Confidence, Tests(r, false))
}

// Better says which way measures go of which lower, or higher, is better.
func Better(lower, higher []string) string {
	switch {
	case higher == nil:
		return "Lower is better"
	case lower == nil:
		return "Higher is better"
	}
	return fmt.Sprintf("Better: lower %s; higher %s", wording.Listed(lower), wording.Listed(higher))
}

// BestFirst returns the report with its systems in the order of their means by the first measure, the baseline before them.
func BestFirst(r *compare.Report) *compare.Report {
	first := &r.Measures[0]
	order := slices.Clone(first.Systems)
	slices.SortStableFunc(order, func(a, b compare.SystemReport) int {
		switch {
		case r.Baseline != nil && (a.System == *r.Baseline) != (b.System == *r.Baseline):
			if a.System == *r.Baseline {
				return -1
			}
			return 1
		case first.LowerIsBetter:
			return cmp.Compare(a.Mean, b.Mean)
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	var names []string
	for _, system := range order {
		names = append(names, system.System)
	}
	return r.InOrder(names)
}

// Tests describes the tests that were done, with their draws if that is asked for, and the correction.
func Tests(r *compare.Report, draws bool) string {
	done := map[significance.Test]bool{}
	for _, measure := range r.Measures {
		for _, pair := range measure.Pairs {
			done[pair.Test] = true
		}
	}
	drew := ""
	if draws {
		drew = Drawn("draws", r.Draws, r.Halves, r.Seed)
	}
	var tests []string
	for _, test := range significance.Tests() {
		if !done[test] {
			continue
		}
		switch test {
		case significance.TestRandomisation:
			tests = append(tests, "paired approximate randomisation"+drew)
		case significance.TestBootstrap:
			tests = append(tests, "paired bootstrap as in sacreBLEU, whose p is too small (docs/compare.md)"+drew)
		case significance.TestExact:
			tests = append(tests, "exact paired permutation test")
		case significance.TestWilcoxon:
			tests = append(tests, "Wilcoxon's signed-rank test")
		}
	}
	return strings.Join(tests, "; ") + corrected(r)
}

// Drawn says how tests draw, after their name.
func Drawn(what string, draws int, halves bool, seed uint64) string {
	line := fmt.Sprintf(", %d %s", draws, what)
	if halves {
		line += ", whose halves are combined where p is small"
	}
	return line + fmt.Sprintf(", seed %d", seed)
}

// corrected describes the correction.
func corrected(r *compare.Report) string {
	pairs := len(r.Measures[0].Pairs)
	if pairs < 2 {
		return ""
	}
	switch r.Correction {
	case significance.CorrectionHolm:
		return fmt.Sprintf(", corrected for %d pairs (Holm)", pairs)
	case significance.CorrectionBH:
		return fmt.Sprintf(", corrected for %d pairs (Benjamini and Hochberg)", pairs)
	}
	return fmt.Sprintf(", not corrected for %d pairs", pairs)
}
