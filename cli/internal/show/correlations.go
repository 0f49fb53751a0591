package show

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// mostPairs is how many tests of a question are printed as text.
const mostPairs = 45

// Correlations are what correlate.Run found.
type Correlations struct {
	*correlate.Report
	record *jobs.Correlated
}

// CorrelationsOf returns what a record shows to people.
func CorrelationsOf(record *jobs.Correlated) *Correlations {
	return &Correlations{record.Report, record}
}

// Write prints which measure agrees best, a table for each level, the tests, and what the tables cannot say, as text or
// Markdown; one table as LaTeX; or all of it as JSON.
func (o *Correlations) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		return render.JSON(w, o.record)
	case "latex":
		rows := [][]string{}
		for _, t := range o.tables() {
			rows = append(rows, o.rows(t, true)[min(len(rows), 1):]...) // one header
		}
		return render.Grid(w, format, rows, o.named(), o.Signature)
	}
	columns, text, signature, prose := render.Columns, visible.Text, o.Signature, render.Prose
	if format == "markdown" {
		columns, text, signature, prose = markup.Markdown, markup.MarkdownText, markup.Code(signature), render.Lines
	}
	heading := func(title string) {
		fmt.Fprintf(w, "\n%s\n", text(title))
		if format == "markdown" {
			fmt.Fprintln(w)
		}
	}
	for _, sentence := range o.record.Sentences {
		prose(w, text(sentence))
		if format == "markdown" {
			fmt.Fprintln(w)
		}
	}
	for _, t := range o.tables() {
		heading(o.titleOf(t))
		if err := columns(w, o.rows(t, false), 2); err != nil {
			return err
		}
	}
	for _, pairs := range o.comparisons() {
		heading(o.title(pairs[0].Question))
		if err := columns(w, o.pairTable(pairs), 2); err != nil {
			return err
		}
		if more := len(pairs) - mostPairs; more > 0 {
			fmt.Fprintf(w, "… and %d more pairs: --format json lists them.\n", more)
		}
	}
	if note := o.note(); note != "" {
		fmt.Fprintln(w)
		prose(w, text(note))
	}
	return render.Lines(w, "", signature)
}

// comparisons returns the tests of each question.
func (o *Correlations) comparisons() (list [][]correlate.MetricPair) {
	for rest := o.Pairs; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(p correlate.MetricPair) bool { return p.Question != rest[0].Question })
		if n < 0 {
			n = len(rest)
		}
		list, rest = append(list, rest[:n]), rest[n:]
	}
	return list
}

// tables splits the rows into those of a group, a column of human scores, a level and an averaging. In each the measures
// stand by their values of a statistic, the best first, and after them those without one and the raters.
func (o *Correlations) tables() (tables [][]correlate.Correlation) {
	type key struct {
		group, human string
		level        correlate.Level
		averaging    agreement.Averaging
	}
	places := map[key]int{}
	for _, row := range o.Rows {
		k := key{row.Group, row.Human, row.Level, row.Averaging}
		place, known := places[k]
		if !known {
			place = len(tables)
			places[k], tables = place, append(tables, nil)
		}
		tables[place] = append(tables[place], row)
	}
	for _, rows := range tables {
		statistics := map[agreement.Statistic]int{}
		for _, row := range rows {
			if _, known := statistics[row.Statistic]; !known {
				statistics[row.Statistic] = len(statistics)
			}
		}
		badness := func(row correlate.Correlation) float64 {
			switch {
			case row.Ceiling:
				return math.Inf(1)
			case row.Value == nil:
				return math.MaxFloat64
			}
			return -*row.Value
		}
		slices.SortStableFunc(rows, func(a, b correlate.Correlation) int {
			return cmp.Or(cmp.Compare(statistics[a.Statistic], statistics[b.Statistic]), cmp.Compare(badness(a), badness(b)))
		})
	}
	return tables
}

// titleOf says what a table of tables is of.
func (o *Correlations) titleOf(rows []correlate.Correlation) string {
	row := rows[0]
	title := o.where(row.Group, row.Human, row.Level, row.Averaging)
	if sameCounts(rows) {
		title += fmt.Sprintf(": %s, %s, %s", wording.Counted(row.Systems, "system"),
			wording.Counted(row.Segments, "segment"), wording.Counted(row.Scores, "score"))
	}
	return title
}

// where names a group and a column of human scores, if there are others, a level and an averaging.
func (o *Correlations) where(group, human string, level correlate.Level, averaging agreement.Averaging) string {
	where := fmt.Sprintf("%s level, averaging %s", level, averaging)
	if level == correlate.LevelSystem { // of which there is one correlation
		where = string(level) + " level"
	}
	if len(o.Humans) > 1 {
		where = human + ", " + where
	}
	if len(o.Groups) > 1 {
		where = group + ", " + where
	}
	return where
}

// sameCounts says whether all rows correlate as many systems, segments and scores.
func sameCounts(rows []correlate.Correlation) bool {
	return !slices.ContainsFunc(rows, func(row correlate.Correlation) bool {
		return row.Systems != rows[0].Systems || row.Segments != rows[0].Segments || row.Scores != rows[0].Scores
	})
}

// named is how many columns of words rows has with whereabouts.
func (o *Correlations) named() int {
	n := 4
	if len(o.Groups) > 1 {
		n++
	}
	if len(o.Humans) > 1 {
		n++
	}
	return n
}

// rows lists the cells of a table below a header, with columns of what titleOf says if that is asked for; counts that
// differ have columns in any case.
func (o *Correlations) rows(table []correlate.Correlation, whereabouts bool) [][]string {
	only := func(condition bool, cells ...string) []string {
		if !condition {
			return nil
		}
		return cells
	}
	groups, humans := whereabouts && len(o.Groups) > 1, whereabouts && len(o.Humans) > 1
	ranked := slices.ContainsFunc(o.Rows, func(row correlate.Correlation) bool { return row.Rank != nil })
	counted := whereabouts || !sameCounts(table)
	cells := [][]string{slices.Concat(only(groups, "group"), only(humans, "human"),
		only(whereabouts, "level", "averaging"),
		[]string{"statistic", "measure", "value", render.IntervalTitle(o.Design.Confidence), "p"},
		only(ranked, "rank"), only(counted, "systems", "segments", "scores"))}
	for i := range table {
		row := &table[i]
		place := render.Absent
		if row.Rank != nil {
			place = fmt.Sprint(*row.Rank)
		}
		statistic := string(row.Statistic)
		if row.Epsilon != nil && *row.Epsilon > metric.Rounding { // below, it ties what rounding took apart
			statistic += fmt.Sprintf(" (ties to %.4g)", *row.Epsilon)
		}
		cells = append(cells, slices.Concat(only(groups, row.Group), only(humans, row.Human),
			only(whereabouts, string(row.Level), string(row.Averaging)),
			[]string{statistic, row.Measure,
				render.Number(row.Value), render.Interval(row.CILow, row.CIHigh), render.Probability(row.PValue)},
			only(ranked, place), only(counted, fmt.Sprint(row.Systems), fmt.Sprint(row.Segments), fmt.Sprint(row.Scores))))
	}
	return cells
}

// note says in one line what the tables cannot.
func (o *Correlations) note() string {
	var parts []string
	if negated := o.record.Negated; len(negated) > 0 {
		parts = append(parts, "Negated, as lower is better: "+strings.Join(negated, ", "))
	}
	if comparisons := o.comparisons(); len(comparisons) > 0 {
		parts = append(parts, fmt.Sprintf("p of pairs: %s, one-sided; measures of one rank tie at %v", comparisons[0][0].Test,
			o.Design.Alpha))
	}
	if (o.Design.Interval != correlate.IntervalNone || o.Design.Compare != "") && jobs.DrawsSegments(o.Report) {
		parts = append(parts, "Resampled: "+string(o.Unit))
	}
	for _, of := range [...]struct {
		averaging agreement.Averaging
		is        string
	}{{agreement.AverageNone, "all outputs together"}, {agreement.AverageItem, "the mean of segments"},
		{agreement.AverageSys, "the mean of systems"}} {
		if slices.ContainsFunc(o.Rows, func(row correlate.Correlation) bool {
			return row.Averaging == of.averaging && row.Level != correlate.LevelSystem
		}) {
			parts = append(parts, fmt.Sprintf("averaging %s: %s", of.averaging, of.is))
		}
	}
	for _, of := range [...]struct {
		statistic agreement.Statistic
		is        string
	}{
		{agreement.StatisticAccEq, "share of pairs of outputs in people's order, ties included"},
		{agreement.StatisticAcc23, "share of pairs of outputs in people's order"},
		{agreement.StatisticPairwiseAccuracy, "share of pairs of systems in people's order"},
		{agreement.StatisticSPA, "share of pairs of systems in people's order, by p-values"},
		{agreement.StatisticSPAMidP, "share of pairs of systems in people's order, by p-values"},
	} {
		if slices.ContainsFunc(o.Rows, func(row correlate.Correlation) bool { return row.Statistic == of.statistic }) {
			parts = append(parts, fmt.Sprintf("%s: %s", of.statistic, of.is))
		}
	}
	if absent := o.absent(); absent != nil {
		parts = append(parts, "-: "+strings.Join(absent, "; "))
	}
	if parts == nil {
		return ""
	}
	return strings.Join(parts, ". ") + "."
}

// absent says why values, intervals and p are absent, each reason once.
func (o *Correlations) absent() (list []string) {
	for _, what := range []struct {
		of     string
		reason func(row *correlate.Correlation) string
	}{
		{"no value: ", func(row *correlate.Correlation) string { return row.Reason }},
		{"no interval: ", func(row *correlate.Correlation) string { return row.Without }},
		{"no p: ", func(row *correlate.Correlation) string { return row.WithoutP }},
	} {
		var reasons []string
		for i := range o.Rows {
			if reason := what.reason(&o.Rows[i]); reason != "" && !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
		if reasons != nil {
			list = append(list, what.of+strings.Join(reasons, ", or "))
		}
	}
	return list
}

// title says what the tests of a question are about.
func (o *Correlations) title(q correlate.Question) string {
	return fmt.Sprintf("%s, %s:", o.where(q.Group, q.Human, q.Level, q.Averaging), q.Statistic)
}

// pairTable lists the tests of a question.
func (o *Correlations) pairTable(pairs []correlate.MetricPair) [][]string {
	bootstrapped := slices.ContainsFunc(pairs, func(p correlate.MetricPair) bool { return p.CILow != nil })
	rows := [][]string{{"better", "worse", "difference", "p"}}
	if bootstrapped {
		rows[0] = append(rows[0], render.IntervalTitle(o.Design.Confidence))
	}
	for _, pair := range pairs[:min(len(pairs), mostPairs)] {
		row := []string{pair.Better, pair.Worse, render.Number(pair.Difference), render.Probability(pair.PValue)}
		if pair.Reason != "" {
			row[3] = pair.Reason
		}
		if bootstrapped {
			row = append(row, render.Interval(pair.CILow, pair.CIHigh))
		}
		rows = append(rows, row)
	}
	return rows
}
