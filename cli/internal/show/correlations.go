package show

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// mostPairs is how many tests of a question are printed as text.
const mostPairs = 45

// Correlations are what evaluation.Correlate found, with what it was asked.
type Correlations struct {
	*evaluation.CorrelateReport
	Settings  evaluation.CorrelateSettings
	Judgments *evaluation.Judgments
}

// Advice words all that the user should know of the report.
func (o *Correlations) Advice() []string {
	list := append([]string{}, o.Warnings...)
	if left := o.LeftOut.String(); left != "" {
		list = append(list, left+", as mt-metrics-eval does; --include-human correlates all")
	}
	if o.Undocumented > 0 && o.drawsSegments() {
		list = append(list, Undocumented(o.Undocumented, len(o.Judgments.Segments))+"resampled alone")
	}
	for _, negative := range o.Negative {
		advice := "--lower-is-better " + negative.Measure + " if it is a distance"
		if negative.LowerIsBetter {
			advice = "it is taken to be a distance; are the human scores errors or penalties?"
		}
		list = append(list, negative.String()+": "+advice)
	}
	return list
}

// negated lists the measures whose scores were negated.
func (o *Correlations) negated() []string {
	list := []string{}
	for _, measure := range o.Judgments.Measures {
		if measure.LowerIsBetter {
			list = append(list, measure.Name)
		}
	}
	return list
}

func (o *Correlations) writeJSON(w io.Writer) error {
	var signatures []string
	for _, measure := range o.Judgments.Measures {
		if s := measure.Signature; s != "" && !slices.Contains(signatures, s) {
			signatures = append(signatures, s)
		}
	}
	return render.JSON(w, struct {
		Signature  string                   `json:"signature"`
		Scores     []string                 `json:"score_signatures,omitempty"`
		Settings   Settings                 `json:"settings,omitempty"`
		Seed       uint64                   `json:"seed"`
		Samples    int                      `json:"samples"`
		Confidence float64                  `json:"confidence"`
		Unit       evaluation.Unit          `json:"units"`
		LeftOut    evaluation.LeftOut       `json:"left_out"`
		Negated    []string                 `json:"negated"`
		Rows       []evaluation.Correlation `json:"rows"`
		Pairs      []evaluation.MetricPair  `json:"pairs"`
		Warnings   []string                 `json:"warnings"`
	}{o.Signature, signatures, SettingsOf(o.Judgments.Measures), o.Settings.Seed, o.Settings.Draws, o.Settings.Confidence, o.Unit, o.LeftOut, o.negated(),
		o.Rows,
		append([]evaluation.MetricPair{}, o.Pairs...), o.Advice()})
}

// Write prints a table with a row for each value, the tests, and what the tables cannot say, as text, Markdown or LaTeX;
// or all of it as JSON.
func (o *Correlations) Write(w io.Writer, format string) error {
	if format == "json" {
		return o.writeJSON(w)
	}
	if format == "latex" {
		return render.Grid(w, format, o.table(), o.named(), o.Signature)
	}
	columns, text, signature, prose := render.Columns, visible.Text, o.Signature, render.Prose
	if format == "markdown" {
		columns, text, signature, prose = render.Markdown, render.MarkdownText, render.Code(signature), render.Lines
	}
	if err := columns(w, o.table(), o.named()); err != nil {
		return err
	}
	for _, pairs := range o.comparisons() {
		fmt.Fprintf(w, "\n%s\n", text(o.title(pairs[0].Question)))
		if format == "markdown" {
			fmt.Fprintln(w)
		}
		if err := columns(w, o.pairTable(pairs), 2); err != nil {
			return err
		}
		if more := len(pairs) - mostPairs; more > 0 {
			fmt.Fprintf(w, "… and %d more pairs: --format json lists them.\n", more)
		}
	}
	if notes := o.notes(); len(notes) > 0 {
		fmt.Fprintln(w)
		for _, note := range notes {
			prose(w, text(note))
		}
	}
	return render.Lines(w, "", signature)
}

// comparisons returns the tests of each question.
func (o *Correlations) comparisons() (list [][]evaluation.MetricPair) {
	for rest := o.Pairs; len(rest) > 0; {
		n := slices.IndexFunc(rest, func(p evaluation.MetricPair) bool { return p.Question != rest[0].Question })
		if n < 0 {
			n = len(rest)
		}
		list, rest = append(list, rest[:n]), rest[n:]
	}
	return list
}

// named is how many columns of the table hold words.
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

// table lists the cells. Columns that would say the same in each row are left out.
func (o *Correlations) table() [][]string {
	several := func(n int, cell string) []string {
		if n < 2 {
			return nil
		}
		return []string{cell}
	}
	ranked := slices.ContainsFunc(o.Rows, func(row evaluation.Correlation) bool { return row.Rank != nil })
	rank := func(cell string) []string {
		if !ranked {
			return nil
		}
		return []string{cell}
	}
	header := slices.Concat(several(len(o.Groups), "group"), several(len(o.Humans), "human"),
		[]string{"level", "averaging", "statistic", "measure", "value", render.IntervalTitle(o.Settings.Confidence), "p"},
		rank("rank"), []string{"systems", "segments", "scores"})
	rows := [][]string{header}
	for i := range o.Rows {
		row := &o.Rows[i]
		place := render.Absent
		if row.Rank != nil {
			place = fmt.Sprint(*row.Rank)
		}
		statistic := string(row.Statistic)
		if row.Epsilon != nil && *row.Epsilon != 0 {
			statistic += fmt.Sprintf(" (ties to %.4g)", *row.Epsilon)
		}
		rows = append(rows, slices.Concat(several(len(o.Groups), row.Group), several(len(o.Humans), row.Human),
			[]string{string(row.Level), string(row.Averaging), statistic, row.Measure,
				render.Number(row.Value), render.Interval(row.CILow, row.CIHigh), render.Probability(row.PValue)}, rank(place),
			[]string{fmt.Sprint(row.Systems), fmt.Sprint(row.Segments), fmt.Sprint(row.Scores)}))
	}
	return rows
}

// notes say what the tables cannot.
func (o *Correlations) notes() (notes []string) {
	for _, measure := range o.negated() {
		notes = append(notes, measure+" goes down as texts get better: its scores were negated.")
	}
	if comparisons := o.comparisons(); len(comparisons) > 0 {
		test := "p by " + comparisons[0][0].Test + ", one-sided: whether the measure under better agrees with people " +
			"better than the one under worse"
		if slices.ContainsFunc(comparisons[0], func(p evaluation.MetricPair) bool { return p.Exact }) {
			test += ", over all swaps where they are few"
		}
		notes = append(notes, test+fmt.Sprintf("; measures of one rank cannot be told apart at %v.", o.Settings.Alpha))
	}
	if (o.Settings.Interval != evaluation.IntervalNone || o.Settings.Compare != "") && o.drawsSegments() {
		notes = append(notes, o.unitNote())
	}
	return append(notes, o.absentNotes()...)
}

// Undocumented begins to say that segments are drawn because so many of them have no document.
func Undocumented(without, segments int) string {
	return fmt.Sprintf("%d of %d segments %s no document, so segments are ", without, segments, wording.Have(without))
}

// drawsSegments says whether segments, or their documents, are drawn for any value: elsewhere what a level correlates is.
func (o *Correlations) drawsSegments() bool {
	return slices.ContainsFunc(o.Rows, func(row evaluation.Correlation) bool {
		return row.Level == evaluation.LevelSegment || row.Level == evaluation.LevelSystem
	})
}

// unitNote says what was drawn and permuted in place of inputs.
func (o *Correlations) unitNote() string {
	if o.Unit == evaluation.UnitDocument {
		return "Segments of a document depend on each other: documents were drawn whole."
	}
	note := "Segments were taken as independent"
	if o.Settings.Unit == evaluation.UnitAuto {
		note += ", as not all of them have a document (a column doc)"
	}
	return note + "."
}

// absentNotes say why values, intervals and p are absent, one line for each reason at a level.
func (o *Correlations) absentNotes() (notes []string) {
	type key struct {
		what, group string
		level       evaluation.Level
		averaging   agreement.Averaging
		measure     string
		reason      string
	}
	var order []key
	statistics := map[key][]string{}
	for i := range o.Rows {
		row := &o.Rows[i]
		for _, absent := range [][2]string{{"no value of", row.Reason}, {"no interval of", row.Without},
			{"no p of", row.WithoutP}} {
			k := key{absent[0], row.Group, row.Level, row.Averaging, row.Measure, absent[1]}
			if k.reason == "" {
				continue
			}
			if statistics[k] == nil {
				order = append(order, k)
			}
			if !slices.Contains(statistics[k], string(row.Statistic)) {
				statistics[k] = append(statistics[k], string(row.Statistic))
			}
		}
	}
	for _, k := range order {
		notes = append(notes, fmt.Sprintf("%s%s %s for %s (%s, %s): %s.",
			prefixed(k.group), k.what, k.measure, strings.Join(statistics[k], ", "), k.level, k.averaging, k.reason))
	}
	return notes
}

// title says what the tests of a question are about.
func (o *Correlations) title(q evaluation.Question) string {
	title := fmt.Sprintf("%s, %s, %s", q.Level, q.Averaging, q.Statistic)
	if len(o.Humans) > 1 {
		title = q.Human + ", " + title
	}
	if len(o.Groups) > 1 {
		title = q.Group + ", " + title
	}
	return title + ":"
}

// pairTable lists the tests of a question.
func (o *Correlations) pairTable(pairs []evaluation.MetricPair) [][]string {
	bootstrapped := slices.ContainsFunc(pairs, func(p evaluation.MetricPair) bool { return p.CILow != nil })
	rows := [][]string{{"better", "worse", "difference", "p"}}
	if bootstrapped {
		rows[0] = append(rows[0], render.IntervalTitle(o.Settings.Confidence))
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

// prefixed is how a message begins that concerns a group.
func prefixed(group string) string {
	if group == "" {
		return ""
	}
	return group + ": "
}

// Draw draws what Panels returns as SVG.
func (o *Correlations) Draw(w io.Writer, panels []plot.Plot) error {
	return plot.WriteSVG(w, "Scores against "+o.Humans[0], panels...)
}

// Panels returns a plot of each measure in each group against the first human scores: a point for each system with
// its name, or for each segment if there is one system only.
func (o *Correlations) Panels() (panels []plot.Plot) {
	for _, s := range o.Judgments.Scatters() {
		panels = append(panels, plot.Scatter{
			Title: prefixed(s.Group) + s.Measure, XLabel: o.Humans[0], YLabel: "measure, higher is better",
			X: s.Human, Y: s.Scores, Names: s.Systems, Fit: true,
		})
	}
	return panels
}
