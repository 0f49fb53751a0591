package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/metric"
)

// mostPairs is how many tests of a question are printed as text.
const mostPairs = 45

// signature names all that the numbers depend on beside the scores.
func (r *correlationReport) signature() string {
	s := metric.NewSignature("wrd-correlate")
	if r.interval != intervalNone || r.compare != "" {
		s = s.With("samples", fmt.Sprint(r.samples)).With("seed", fmt.Sprint(r.seed))
	}
	s = s.With("interval", r.interval).With("confidence", fmt.Sprint(r.confidence))
	over := "auto"
	if r.over != "" {
		over = string(r.over)
	}
	s = s.With("resample", over)
	if r.compare != "" {
		s = s.With("test", string(r.compare)).With("alpha", fmt.Sprint(r.alpha))
	}
	average, undefined := "macro", undefinedSkip
	if r.spec.Micro {
		average = "micro"
	}
	if r.spec.UndefinedAsZero {
		undefined = undefinedZero
	}
	s = s.With("average", average).With("undefined", undefined)
	switch {
	case r.learnt != nil:
		s = s.With("epsilon", "learned")
	case r.spec.EpsilonKnown:
		s = s.With("epsilon", fmt.Sprint(r.spec.Epsilon))
	}
	if r.spec.Threshold > 0 {
		s = s.With("least", fmt.Sprint(r.spec.Threshold))
	}
	return s.String()
}

func (r *correlationReport) writeJSON(w io.Writer) error {
	pairs := []rivalPair{}
	for _, rivalry := range r.rivalries {
		pairs = append(pairs, rivalry.pairs...)
	}
	negated := []string{}
	for m, lower := range r.lower {
		if lower {
			negated = append(negated, r.measures[m])
		}
	}
	return writeJSON(w, struct {
		Signature  string           `json:"signature"`
		Scores     []string         `json:"score_signatures,omitempty"`
		Seed       uint64           `json:"seed"`
		Samples    int              `json:"samples"`
		Confidence float64          `json:"confidence"`
		Negated    []string         `json:"negated"`
		Rows       []correlationRow `json:"rows"`
		Pairs      []rivalPair      `json:"pairs"`
		Warnings   []string         `json:"warnings"`
	}{r.signature(), r.signatures, r.seed, r.samples, r.confidence, negated, r.rows, pairs, append([]string{}, r.warnings...)})
}

// write prints a table with a row for each value, the tests, and what the tables cannot say.
func (r *correlationReport) write(w io.Writer, format string) error {
	if format == "latex" {
		return writeGrid(w, format, r.table(), r.named(), r.signature())
	}
	columns := writeColumns
	if format == "markdown" {
		columns = writeMarkdown
	}
	if err := columns(w, r.table(), r.named()); err != nil {
		return err
	}
	for i := range r.rivalries {
		fmt.Fprintf(w, "\n%s\n", r.rivalries[i].title(len(r.groups), len(r.humans)))
		if format == "markdown" {
			fmt.Fprintln(w)
		}
		if err := columns(w, r.rivalries[i].table(r.confidence), 2); err != nil {
			return err
		}
		if more := len(r.rivalries[i].pairs) - mostPairs; more > 0 {
			fmt.Fprintf(w, "… and %d more pairs: --format json lists them.\n", more)
		}
	}
	if notes := r.notes(); len(notes) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(notes, "\n"))
	}
	signature := r.signature()
	if format == "markdown" {
		signature = "`" + signature + "`"
	}
	_, err := fmt.Fprintf(w, "\n%s\n", signature)
	return err
}

// named is how many columns of the table hold words.
func (r *correlationReport) named() int {
	n := 4
	if len(r.groups) > 1 {
		n++
	}
	if len(r.humans) > 1 {
		n++
	}
	return n
}

// table lists the cells. Columns that would say the same in each row are left out.
func (r *correlationReport) table() [][]string {
	several := func(n int, cell string) []string {
		if n < 2 {
			return nil
		}
		return []string{cell}
	}
	ranked := slices.ContainsFunc(r.rows, func(row correlationRow) bool { return row.Rank != nil })
	rank := func(cell string) []string {
		if !ranked {
			return nil
		}
		return []string{cell}
	}
	header := slices.Concat(several(len(r.groups), "group"), several(len(r.humans), "human"), []string{"level", "averaging", "statistic", "measure", "value"},
		[]string{intervalTitle(r.confidence), "p"}, rank("rank"), []string{"systems", "segments", "scores"})
	rows := [][]string{header}
	for i := range r.rows {
		row := &r.rows[i]
		place := absent
		if row.Rank != nil {
			place = fmt.Sprint(*row.Rank)
		}
		statistic := row.Statistic
		if row.Epsilon != nil && *row.Epsilon != 0 {
			statistic += fmt.Sprintf(" (ties to %.4g)", *row.Epsilon)
		}
		rows = append(rows, slices.Concat(several(len(r.groups), row.Group), several(len(r.humans), row.Human),
			[]string{row.Level, row.Averaging, statistic, row.Measure, number(row.Value), interval(row.CILow, row.CIHigh), probability(row.PValue)}, rank(place),
			[]string{fmt.Sprint(row.Systems), fmt.Sprint(row.Segments), fmt.Sprint(row.Scores)}))
	}
	return rows
}

// notes say what the tables cannot.
func (r *correlationReport) notes() (notes []string) {
	for m, lower := range r.lower {
		if lower {
			notes = append(notes, r.measures[m]+" goes down as texts get better: its scores were negated.")
		}
	}
	for _, rivalry := range r.rivalries[:min(len(r.rivalries), 1)] {
		test := "By " + testName(r.compare) + " better is better than worse with that p, one-sided"
		if slices.ContainsFunc(rivalry.pairs, func(p rivalPair) bool { return p.Exact }) {
			test += ", over all swaps where they are few"
		}
		notes = append(notes, test+fmt.Sprintf("; measures of one rank cannot be told apart at %v.", r.alpha))
	}
	return append(notes, r.absentNotes()...)
}

// absentNotes say why values and intervals are absent, or not to be trusted, one line for each reason at a level.
func (r *correlationReport) absentNotes() (notes []string) {
	type key struct{ what, group, level, averaging, measure, reason string }
	var order []key
	statistics := map[key][]string{}
	for i := range r.rows {
		row := &r.rows[i]
		k := key{"no value of", row.Group, row.Level, row.Averaging, row.Measure, row.Reason}
		switch {
		case row.Value == nil:
		case row.CILow == nil:
			k.what, k.reason = "no interval of", row.Without
		default:
			k.what, k.reason = "interval of", row.Without
		}
		if k.reason == "" {
			continue
		}
		if statistics[k] == nil {
			order = append(order, k)
		}
		if !slices.Contains(statistics[k], row.Statistic) {
			statistics[k] = append(statistics[k], row.Statistic)
		}
	}
	for _, k := range order {
		notes = append(notes, fmt.Sprintf("%s%s %s for %s (%s, %s): %s.", prefixed(k.group), k.what, k.measure, joined(statistics[k]), k.level, k.averaging, k.reason))
	}
	return notes
}

// title says what the tests of a question are about.
func (r *rivalryReport) title(groups, humans int) string {
	title := fmt.Sprintf("%s, %s, %s", r.Level, r.averaging(), r.spec.Statistic)
	if humans > 1 {
		title = r.Human + ", " + title
	}
	if groups > 1 {
		title = r.Group + ", " + title
	}
	return title + ":"
}

// table lists the tests of a question.
func (r *rivalryReport) table(confidence float64) [][]string {
	bootstrapped := slices.ContainsFunc(r.pairs, func(p rivalPair) bool { return p.CILow != nil })
	rows := [][]string{{"better", "worse", "difference", "p"}}
	if bootstrapped {
		rows[0] = append(rows[0], intervalTitle(confidence))
	}
	for _, pair := range r.pairs[:min(len(r.pairs), mostPairs)] {
		row := []string{pair.Better, pair.Worse, number(pair.Difference), probability(pair.PValue)}
		if pair.Reason != "" {
			row[3] = pair.Reason
		}
		if bootstrapped {
			row = append(row, interval(pair.CILow, pair.CIHigh))
		}
		rows = append(rows, row)
	}
	return rows
}

// writeFiles writes correlations.parquet and a plot of each measure.
func (r *correlationReport) writeFiles(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s: found a file, expected a folder for results", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: the folder for results cannot be made: %w", dir, errors.Unwrap(err))
	}
	if err := writeFile(filepath.Join(dir, "correlations.parquet"), func(w io.Writer) error {
		return parquet.WriteCorrelations(w, r.signature(), r.records())
	}); err != nil {
		return err
	}
	panels := r.panels()
	if len(panels) == 0 {
		return nil
	}
	return writeFile(filepath.Join(dir, "correlations.svg"), func(w io.Writer) error {
		return plot.WriteScatter(w, "svg", r.humans[0], "measure, higher is better", panels)
	})
}

// records returns the rows of correlations.parquet.
func (r *correlationReport) records() (records []parquet.Correlation) {
	text := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	for i := range r.rows {
		row := &r.rows[i]
		records = append(records, parquet.Correlation{Measure: row.Measure, HumanName: row.Human, Level: row.Level, Averaging: row.Averaging, Statistic: row.Statistic,
			Value: row.Value, CILow: row.CILow, CIHigh: row.CIHigh, PValue: row.PValue, Systems: int64(row.Systems), Segments: int64(row.Segments),
			Group: text(row.Group), Reason: text(row.Reason), Epsilon: row.Epsilon})
	}
	return records
}

// panels returns a plot of each measure in each group against the first human scores: a point for each system with its name, or for
// each segment if there is one system only.
func (r *correlationReport) panels() (panels []plot.Panel) {
	for i := range r.groups {
		g := &r.groups[i]
		for m, measure := range r.measures {
			panel := plot.Panel{Title: prefixed(g.name) + measure, Fit: true}
			for s, system := range g.systems {
				human, scores := g.humans[0].Row(s), g.measures[m].Row(s)
				var x, y float64
				n := 0
				for k := range human {
					if math.IsNaN(human[k]) || math.IsNaN(scores[k]) {
						continue
					}
					n++
					x, y = x+human[k], y+scores[k]
					if len(g.systems) == 1 {
						panel.X, panel.Y = append(panel.X, human[k]), append(panel.Y, scores[k])
					}
				}
				if len(g.systems) > 1 && n > 0 {
					panel.X, panel.Y, panel.Labels = append(panel.X, x/float64(n)), append(panel.Y, y/float64(n)), append(panel.Labels, system)
				}
			}
			if len(panel.X) > 0 {
				panels = append(panels, panel)
			}
		}
	}
	return panels
}
