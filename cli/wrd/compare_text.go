package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// undecided stands where no difference can be shown.
const undecided = "~"

// compactFrom is from how many systems on the first table of all pairs leaves p and n to the second, to stay readable.
const compactFrom = 5

// write writes a table with a column for each system, one with a line for each pair, and what they mean.
func (r *comparisonReport) write(w io.Writer, format string) error {
	out := bufio.NewWriter(w)
	if err := r.writeTable(out, format, r.overview(), 1); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if err := r.writeTable(out, format, r.details(), 2); err != nil {
		return err
	}
	fmt.Fprintln(out)
	prefix, separator := "", "\n"
	switch format {
	case "markdown":
		separator = "  \n" // ends a line, not a paragraph
	case "latex":
		prefix = "% "
	}
	lines := append(r.legend(), r.footnoteLines()...)
	for _, line := range append(lines, r.signatures()...) {
		if format == "markdown" {
			line = inMarkdown.Replace(line)
		}
		fmt.Fprint(out, prefix, line, separator)
	}
	return out.Flush()
}

// writeTable writes one table in a format.
func (r *comparisonReport) writeTable(w io.Writer, format string, rows [][]string, leftAligned int) error {
	switch format {
	case "markdown":
		return writeMarkdown(w, rows, leftAligned)
	case "latex":
		return writeLaTeX(w, rows, leftAligned)
	}
	alignMarks(rows)
	return writeColumns(w, rows, leftAligned)
}

// alignMarks makes room for footnote marks in all cells of a column, so that numbers stay below each other.
func alignMarks(rows [][]string) {
	for k := 1; k < len(rows[0]); k++ {
		room := 0
		for _, row := range rows {
			if k < len(row) {
				room = max(room, uniseg.StringWidth(row[k])-uniseg.StringWidth(withoutMark(row[k])))
			}
		}
		for _, row := range rows {
			if k < len(row) && row[k] != "" {
				row[k] += strings.Repeat(" ", room-(uniseg.StringWidth(row[k])-uniseg.StringWidth(withoutMark(row[k]))))
			}
		}
	}
}

// withoutMark returns a cell without the raised numbers at its end.
func withoutMark(cell string) string { return strings.TrimRight(cell, "⁰¹²³⁴⁵⁶⁷⁸⁹ ") }

// overview has a column for each system, the baseline first: its mean, and how it differs from others.
func (r *comparisonReport) overview() [][]string {
	rows := [][]string{append([]string{""}, r.systems...)}
	for m, measure := range r.measures {
		means := []string{measure.name}
		for i, system := range measure.Systems {
			mean := fmt.Sprintf("%.4f", system.Mean)
			if r.drawn(measure, i) > 1 {
				mean += fmt.Sprintf(" ±%.4f", (system.Interval.High-system.Interval.Low)/2)
			}
			means = append(means, marked(mean, r.notes.mark(systemCell(m, i))))
		}
		rows = append(rows, means)
		for against := range r.systems {
			row := make([]string, len(r.systems)+1)
			row[0] = "  against " + r.systems[against]
			some := false
			for i, d := range measure.Differences {
				if d.B == against {
					row[d.A+1] = marked(r.cell(d), r.notes.mark(pairCell(m, i)))
					some = true
				}
			}
			if some {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// marked puts a footnote mark behind a cell.
func marked(cell, mark string) string {
	if mark == "" {
		return cell
	}
	return cell + " " + mark
}

// cell says how a system differs from another.
func (r *comparisonReport) cell(d agreement.Difference) string {
	cell := undecided
	if d.Significant {
		cell = r.delta(d)
	}
	if r.baseline == "" && len(r.systems) >= compactFrom {
		return cell
	}
	p := probability(&d.Adjusted)
	if !strings.HasPrefix(p, "<") {
		p = "=" + p
	}
	return fmt.Sprintf("%s (p%s n=%d)", cell, p, d.Segments)
}

// delta writes a difference that was shown.
func (r *comparisonReport) delta(d agreement.Difference) string {
	interval := r.intervalOf(d)
	half := (interval.High - interval.Low) / 2
	if !r.percent {
		return fmt.Sprintf("%+.4f ±%.4f", d.Mean, half)
	}
	base := math.Abs(d.MeanB)
	if base == 0 {
		return absent
	}
	return fmt.Sprintf("%+.2f%% ±%.2f%%", 100*d.Mean/base, 100*half/base)
}

// intervalOf returns the interval that the user wants, or the percentile interval where there is no other.
func (r *comparisonReport) intervalOf(d agreement.Difference) agreement.Interval {
	if r.interval == intervalBCa && d.BCa != nil {
		return *d.BCa
	}
	return d.Percentile
}

// details has a line for each pair.
func (r *comparisonReport) details() [][]string {
	header := []string{"system", "against", "difference", fmt.Sprintf("%g%% interval", 100*r.Confidence), "p", "corrected p",
		"better/equal/worse", "P(better)", "d_z", "detectable"}
	if !r.corrected() {
		header = append(header[:5], header[6:]...)
	}
	if len(r.measures) > 1 {
		header = append([]string{"measure"}, header...)
	}
	rows := [][]string{header}
	for m, measure := range r.measures {
		for i, d := range measure.Differences {
			better, worse, superiority := d.Wins, d.Losses, d.Superiority
			if measure.lower {
				better, worse, superiority = worse, better, 1-superiority
			}
			span := absent
			if interval := r.intervalOf(d); d.Units > 1 {
				span = signedInterval(&interval.Low, &interval.High)
			}
			row := []string{r.systems[d.A], r.systems[d.B], fmt.Sprintf("%+.4f", d.Mean), span, probability(&d.P), probability(&d.Adjusted),
				fmt.Sprintf("%d/%d/%d", better, d.Ties, worse), fmt.Sprintf("%.3f", superiority), effect(d.CohenDz), number(d.Detectable)}
			if !r.corrected() {
				row = append(row[:5], row[6:]...)
			}
			if len(r.measures) > 1 {
				row = append([]string{measure.name}, row...)
			}
			row[len(row)-1] = marked(row[len(row)-1], r.notes.mark(pairCell(m, i)))
			rows = append(rows, row)
		}
	}
	return rows
}

// effect writes a size of effect.
func effect(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%+.3f", *x)
}

// legend says what the tables show.
func (r *comparisonReport) legend() (lines []string) {
	for _, measure := range r.measures {
		which := "higher"
		if measure.lower {
			which = "lower"
		}
		lines = append(lines, fmt.Sprintf("%s: %s is better.", measure.name, which))
	}
	units := 0
	for _, measure := range r.measures {
		for _, d := range measure.Differences {
			units = max(units, d.Units)
		}
	}
	lines = append(lines,
		fmt.Sprintf("%s: no difference shown at alpha %g. ± is half the width of the %g%% interval, from %d resamples of the %s (%d).",
			undecided, r.Alpha, 100*r.Confidence, r.Draws, r.units(), units),
		"p: "+r.testName()+r.correctionName()+".",
		fmt.Sprintf("better/equal/worse counts segments; detectable is the smallest difference that a test of these %s finds in 80%% of cases.", r.units()))
	return lines
}

// testName describes the tests that were done.
func (r *comparisonReport) testName() string {
	done := map[agreement.Test]bool{}
	for _, measure := range r.measures {
		for _, d := range measure.Differences {
			done[d.Test] = true
		}
	}
	draws := fmt.Sprintf(", %d draws, seed %d", r.Draws, r.Seed)
	var tests []string
	for _, test := range agreement.Tests() {
		if !done[test] {
			continue
		}
		switch test {
		case agreement.TestRandomisation:
			tests = append(tests, "paired approximate randomisation"+draws)
		case agreement.TestBootstrap:
			tests = append(tests, "paired bootstrap as in sacreBLEU, whose p is too small (docs/compare.md)"+draws)
		case agreement.TestExact:
			tests = append(tests, "exact paired permutation test")
		case agreement.TestWilcoxon:
			tests = append(tests, "Wilcoxon's signed-rank test")
		}
	}
	return strings.Join(tests, "; ")
}

// corrected says whether p-values are corrected at all.
func (r *comparisonReport) corrected() bool {
	return r.Correction != agreement.CorrectionNone && len(r.Pairs) > 1
}

// correctionName describes the correction.
func (r *comparisonReport) correctionName() string {
	if len(r.Pairs) < 2 {
		return ""
	}
	switch r.Correction {
	case agreement.CorrectionHolm:
		return fmt.Sprintf("; corrected for %d pairs by Holm's method", len(r.Pairs))
	case agreement.CorrectionBH:
		return fmt.Sprintf("; corrected for %d pairs by Benjamini and Hochberg's method", len(r.Pairs))
	}
	return fmt.Sprintf("; not corrected for %d pairs", len(r.Pairs))
}

// footnoteLines are the footnotes with their numbers.
func (r *comparisonReport) footnoteLines() (lines []string) {
	for i, text := range r.notes.texts {
		lines = append(lines, raised(i+1)+" "+text)
	}
	return lines
}

// signatures are those of the scores, and what else the result depends on.
func (r *comparisonReport) signatures() (lines []string) {
	for _, measure := range r.measures {
		if signature := measure.signature; signature != "" && (len(lines) == 0 || lines[len(lines)-1] != signature) {
			lines = append(lines, signature)
		}
	}
	return append(lines, r.testSignature())
}

// testSignature is one line with all that the numbers depend on besides the scores.
func (r *comparisonReport) testSignature() string {
	return metric.NewSignature("compare").
		With("test", string(r.Test)).
		With("samples", fmt.Sprint(r.Draws)).
		With("seed", fmt.Sprint(r.Seed)).
		With("units", r.units()).
		With("interval", r.interval).
		With("level", fmt.Sprint(r.Confidence)).
		With("correction", string(r.Correction)).
		With("alpha", fmt.Sprint(r.Alpha)).
		String()
}
