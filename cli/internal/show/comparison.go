package show

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// compactFrom is from how many systems on the matrix of all pairs leaves p and n to the list of pairs, to stay readable.
const compactFrom = 5

// matrixUpTo is how many systems are shown as a matrix of all pairs unless somebody asks for it.
const matrixUpTo = 8

// Layout says how people see a comparison.
type Layout struct {
	Order   Order
	Details bool // all that is known of each pair, an example, and what the columns mean
	Percent bool // among details, differences of the matrix are in percent of the mean of the other system
	Matrix  bool // among details, the matrix of all pairs of any number of systems
	Digits  int  // of means where a row for each system is all that is asked for, see say.SystemTable
}

// A comparison shows a report of compare.Run.
type comparison struct {
	*compare.Report
	Layout
	notes wording.Footnotes
}

// Comparison writes who is better in a sentence for each measure, and a line for each system with its difference from the
// baseline, or from the best one; among details all pairs. Without them, other formats have the table of say.Systems.
func Comparison(w io.Writer, format string, compared *jobs.Compared, layout Layout) error {
	if format == "json" {
		return render.JSON(w, compared)
	}
	r := &comparison{Report: layout.Order.comparison(compared.Report), Layout: layout}
	if !r.Details && format != "text" {
		table := say.Systems(r.Report, compared.People)
		return table.Write(w, format, r.Digits)
	}
	out := render.NewPage(w)
	writeProse(out, format, r.headlines(), markup.MarkdownText)
	ranking := say.Ranking(r.Report)
	tables := []cellTable{{ranking.Rows, ranking.Texts}}
	legend := append([]string{ranking.Note + " --details shows more (docs/compare.md)."}, ranking.Warnings...)
	if r.Details {
		if err := writeExample(out, format, r.Measures[0].Example); err != nil {
			return err
		}
		r.numberWarnings()
		tables, legend = r.tables(), r.legend()
	}
	for _, t := range tables {
		fmt.Fprintln(out)
		if err := render.MarkedTable(out, format, t.cells, t.leftAligned); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	prose := slices.Concat(ranking.People, legend, r.notes.Lines())
	if format == "text" { // of which the warnings are told beside it, and signatures are not broken
		render.Prose(out, prose...)
		render.Lines(out, r.signatures()...)
		return out.Flush()
	}
	writeProse(out, format, append(prose, r.Warnings...), markup.MarkdownText)
	writeProse(out, format, r.signatures(), markup.Code)
	return out.Flush()
}

// writeProse writes lines in one of the formats of tables; inMarkdown writes one in Markdown.
func writeProse(out io.Writer, format string, lines []string, inMarkdown func(string) string) {
	prefix, separator := "", "\n"
	switch format {
	case "text":
		render.Prose(out, lines...)
		return
	case "markdown":
		separator = "  \n" // ends a line, not a paragraph
	case "latex":
		prefix = "% "
	}
	for _, line := range lines {
		if line = visible.Text(line); format == "markdown" {
			line = inMarkdown(line)
		}
		fmt.Fprint(out, prefix, line, separator)
	}
}

// headlines say who is better by each measure, and among details where that is.
func (r *comparison) headlines() (lines []string) {
	for i, measure := range r.Measures {
		lines = append(lines, strings.Join(say.Plain(say.Headline(r.Report, measure.Measure)), " "))
		if i == 0 && r.Details { // one answer to why is enough for a terminal
			lines = append(lines, measure.Why...)
		}
	}
	return lines
}

// writeExample shows the texts of an example, each on a line that ends where the terminal does.
func writeExample(out *render.Page, format string, example *evaluation.Example) error {
	if example == nil {
		return nil
	}
	var rows [][]string
	for _, given := range [][2]string{{"source", example.Source}, {"reference", example.Reference}} {
		if given[1] != "" {
			rows = append(rows, []string{"", given[0], given[1]})
		}
	}
	if rows == nil {
		rows = [][]string{{"", "", ""}}
	}
	rows[0][0] = "segment " + example.Segment.String()
	for _, output := range example.Outputs {
		score := render.Number(&output.Score)
		if output.Human != nil {
			score += fmt.Sprintf(", people %.4g", *output.Human)
		}
		rows = append(rows, []string{output.System, score, output.Candidate})
	}
	if format == "text" {
		return render.Clipped(out, rows)
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%s, %s: %s", row[0], row[1], row[2]))
	}
	writeProse(out, format, lines, markup.MarkdownText)
	return nil
}

// A cellTable is a table with a header.
type cellTable struct {
	cells       [][]string
	leftAligned int
}

// tables are the matrix, unless there are too many systems for it, and the list of pairs.
func (r *comparison) tables() (tables []cellTable) {
	if r.Matrix || len(r.Systems) <= matrixUpTo {
		tables = append(tables, cellTable{r.overview(), 1})
	}
	return append(tables, cellTable{r.details(), 2})
}

// mean writes the mean of a system, and half the width of its interval.
func (r *comparison) mean(system *compare.SystemReport) string {
	mean := render.Number(&system.Mean)
	if system.CILow != nil {
		mean = render.PlusMinus(&system.Mean, system.CILow, system.CIHigh)
	}
	return r.notes.Mark(mean, system.Warnings)
}

// numberWarnings numbers the warnings in the order of the report.
func (r *comparison) numberWarnings() {
	for _, measure := range r.Measures {
		for _, system := range measure.Systems {
			r.notes.Mark("", system.Warnings)
		}
		for _, pair := range measure.Pairs {
			r.notes.Mark("", pair.Warnings)
		}
	}
}

// overview has a column for each system, the baseline first: its mean, and how it differs from others.
func (r *comparison) overview() [][]string {
	rows := [][]string{append([]string{""}, r.Systems...)}
	columns := make(map[string]int, len(r.Systems))
	for i, system := range r.Systems {
		columns[system] = i + 1
	}
	for _, measure := range r.Measures {
		means := []string{measure.Measure}
		for i := range measure.Systems {
			means = append(means, r.mean(&measure.Systems[i]))
		}
		rows = append(rows, means)
		against := map[string][]string{} // the row of each system that others are compared with
		for _, pair := range measure.Pairs {
			row := against[pair.Against]
			if row == nil {
				row = make([]string, len(r.Systems)+1)
				row[0] = "  against " + pair.Against
				against[pair.Against] = row
			}
			row[columns[pair.System]] = r.notes.Mark(r.cell(&pair), pair.Warnings)
		}
		for _, system := range r.Systems {
			if row := against[system]; row != nil {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// cell says how a system differs from another.
func (r *comparison) cell(pair *compare.Pair) string {
	cell := string(significance.Undecided)
	if pair.Significant {
		cell = r.delta(pair)
	}
	if r.Baseline == nil && len(r.Systems) >= compactFrom {
		return cell
	}
	p := render.Probability(&pair.Adjusted)
	if !strings.HasPrefix(p, "<") {
		p = "=" + p
	}
	return fmt.Sprintf("%s (p%s n=%d)", cell, p, pair.Segments)
}

// delta writes a difference that was shown, and half the width of its interval.
func (r *comparison) delta(pair *compare.Pair) string {
	half := (*pair.CIHigh - *pair.CILow) / 2 // there is one, as one unit shows no difference
	if !r.Percent {
		return fmt.Sprintf("%s ±%.4f", render.Signed(&pair.Difference), half)
	}
	base := math.Abs(pair.AgainstMean)
	if base == 0 {
		return render.Absent
	}
	return fmt.Sprintf("%+.2f%% ±%.2f%%", 100*pair.Difference/base, 100*half/base)
}

// details has a line for each pair.
func (r *comparison) details() [][]string {
	header := []string{"system", "against", "difference", "percent", render.IntervalTitle(r.Confidence), "p", "corrected p",
		"better/equal/worse", "P(better)", "d_z", "detectable"}
	rows := [][]string{r.detail("measure", header)}
	for _, measure := range r.Measures {
		for _, pair := range measure.Pairs {
			row := r.detail(measure.Measure, []string{pair.System, pair.Against, render.Signed(&pair.Difference),
				percent(&pair), render.SignedInterval(pair.CILow, pair.CIHigh), render.Probability(&pair.P), render.Probability(&pair.Adjusted),
				fmt.Sprintf("%d/%d/%d", pair.Better, pair.Equal, pair.Worse),
				render.Share(pair.PBetter), render.Effect(pair.CohenDz),
				r.notes.Mark(render.Number(pair.Detectable), pair.Warnings)})
			rows = append(rows, row)
		}
	}
	return rows
}

// percent writes a difference as a share of the mean of the other system.
func percent(pair *compare.Pair) string {
	if pair.AgainstMean == 0 {
		return render.Absent
	}
	return fmt.Sprintf("%+.2f%%", 100*pair.Difference/math.Abs(pair.AgainstMean))
}

// detail leaves the corrected p out of a line where nothing is corrected, and puts the measure before it where there are
// several.
func (r *comparison) detail(measure string, row []string) []string {
	if !r.corrected() {
		row = append(row[:6], row[7:]...)
	}
	if len(r.Measures) > 1 {
		row = append([]string{measure}, row...)
	}
	return row
}

// legend says what the tables show, and first what that means to people where it is known.
func (r *comparison) legend() (lines []string) {
	if people := r.ofPeople(); people != "" {
		lines = append(lines, "people: "+people)
	}
	units := 0
	for _, measure := range r.Measures {
		which := "higher"
		if measure.LowerIsBetter {
			which = "lower"
		}
		lines = append(lines, fmt.Sprintf("%s: %s is better.", measure.Measure, which))
		for _, pair := range measure.Pairs {
			units = max(units, pair.Units)
		}
	}
	lines = append(lines, wording.Sign("system", "against"), "percent: the difference as a share of the mean of against.", fmt.Sprintf("~: not significant at alpha %g.", r.Alpha))
	if units > 1 {
		lines = append(lines, fmt.Sprintf("±: half the %s, which takes the %d %s as independent.", render.IntervalTitle(r.Confidence), units, r.Unit))
	}
	return append(lines, "p: "+say.Tests(r.Report, true)+".",
		"better/equal/worse: segments; P(better): (better + equal/2) / segments; d_z: mean difference / its standard deviation.",
		fmt.Sprintf("detectable: the least difference that such a test of these %s finds in 80%% of cases.", r.Unit))
}

// ofPeople says what differences mean to people by the first measure of which somebody expects it.
func (r *comparison) ofPeople() string {
	for _, measure := range r.Measures {
		if measure.People != "" {
			return measure.People
		}
	}
	return ""
}

// corrected says whether p-values are corrected at all.
func (r *comparison) corrected() bool {
	return r.Correction != significance.CorrectionNone && len(r.Measures[0].Pairs) > 1
}

// signatures are those of the scores and of the tests.
func (r *comparison) signatures() (lines []string) {
	for _, measure := range r.Measures {
		if s := measure.Signature; s != nil && (len(lines) == 0 || lines[len(lines)-1] != *s) {
			lines = append(lines, *s)
		}
	}
	return append(lines, r.Signature)
}
