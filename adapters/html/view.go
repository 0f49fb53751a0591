package html

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/lazy"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"count": wording.Count[int]}).Parse(page))
})

// A view is what the template of the page shows.
type view struct {
	Title      string
	Signatures []string
	Facts      []string // in sentences
	Headline   template.HTML
	Answers    []answer
	said       [questions][]template.HTML
	Chart      chartView
	Human      string // what the column of human scores in the chart is called
	Dependence []template.HTML
	Warnings   []string
	Notices    []string
	Columns    []string
	Systems    []systemView
	Coverage   bool // whether it is known
	OfSource   bool // whether that of sources is
	Tests      []testView
	Pairs      []pairView
	Legend     []string // of the pairs
	Statuses   []string
	Status     []countView
	States     []findingView // statuses that are not ok
	Findings   []findingView
	Intervals  string // what the intervals of means are
	Pictures   []template.HTML
	More       []picturesView
	Kinds      []kindRow // of texts, for the pair
	Buckets    []bucketsView
	Words      *wordsView // nil if there are none
	Orders     []orderView
	Agreement  []agreementView
	Scatters   []template.HTML // of the systems by human scores
	Rows       []rowView
	Examples   [2]string // the systems that rows are examples of, "" where they are the worst
	Shown      string    // which rows
	Main       string    // column
}

type systemView struct {
	Name                         string
	Outputs                      int
	Means                        []systemMean
	Candidate, Reference, Source string // coverage
}

type meanView struct{ Mean, Interval string }

// A systemMean is a mean of a system, in points, too, "" where these are not known.
type systemMean struct {
	meanView
	Points string
}

type pairView struct {
	Column, System, Against, Verdict, Difference, Interval, P, Counts string
}

// A testView is a test of a check.
type testView struct {
	System, Column, Against, Before, Now, Difference, Interval, P, Counts, Verdict, Reason string
}

type countView struct {
	System string
	Counts []int
}

type agreementView struct{ Measure, Human, Level, Statistic, Value, Interval string }

// An orderView says how a measure and people order the systems.
type orderView struct{ Measure, Human, ByMeasure, ByPeople, Shown, Alike, Interval string }

type rowView struct {
	ID      string
	Source  string // "" for none
	Text    string // the reference
	Outputs []outputView
}

type outputView struct{ System, Score, Text string }

// rowsWithoutScript is how many segments can be read where no script runs.
const rowsWithoutScript = 50

// longestCell is how many characters of a text they show.
const longestCell = 400

func newView(r *Report) (*view, error) {
	v := &view{Title: visible.Text(cmp.Or(r.Title, titleOf(r))), Signatures: visibleAll(r.Signatures),
		Warnings: visibleAll(warnings(r)), Notices: visibleAll(r.Notices), Main: visible.Text(r.Columns[0].Name)}
	for _, column := range r.Columns {
		v.Columns = append(v.Columns, columnTitle(r, column))
	}
	for _, said := range say.Dependence(r.Dependence) {
		v.Dependence = append(v.Dependence, marked([]wording.Sentence{said}))
	}
	v.facts(r)
	v.verdict(r)
	v.systems(r)
	v.tests(r)
	v.pairs(r)
	v.findings(r)
	v.Intervals = fmt.Sprintf("No interval: that needs two %s or more.", r.Unit)
	if slices.ContainsFunc(r.Systems, func(s inspection.System) bool {
		return slices.ContainsFunc(s.Means, func(m evaluation.MeanScore) bool { return m.CILow != nil })
	}) {
		v.Intervals = fmt.Sprintf("Intervals: %s, of the mean over independent %s.", percentage(r.Confidence), r.Unit)
	}
	for _, c := range r.Correlations {
		v.Agreement = append(v.Agreement, agreementView{visible.Text(c.Measure), visible.Text(c.Human), string(c.Level),
			strings.ReplaceAll(string(c.Statistic), "_", " "), number(c.Value), span(c.CILow, c.CIHigh, number)})
	}
	v.buckets(r)
	v.words(r)
	v.rows(r)
	return v, v.pictures(r)
}

// titleOf names what a page is about: the systems, of many the first by mean, and the files.
func titleOf(r *Report) string {
	var names []string
	for _, i := range r.ByMean() {
		names = append(names, r.Systems[i].System)
	}
	what := wording.Counted(len(r.All), "segment")
	if len(r.Inputs) > 0 {
		what = strings.Join(r.Inputs, ", ")
	}
	switch n := len(names); {
	case n == 2:
		return names[0] + " and " + names[1] + ": " + what
	case n > mostNamed+1:
		names = append(names[:mostNamed], fmt.Sprintf("%d more", n-mostNamed))
	}
	return strings.Join(names, ", ") + ": " + what
}

// columnTitle names a column and says which way is better.
func columnTitle(r *Report, c evaluation.Column) string {
	switch {
	case c.Name == r.Human && !evaluation.IsHuman(c.Name):
		return visible.Text(c.Name) + " (human)"
	case c.LowerIsBetter:
		return visible.Text(c.Name) + " (lower is better)"
	}
	return visible.Text(c.Name)
}

func (v *view) facts(r *Report) {
	v.Facts = append(v.Facts, fmt.Sprintf("%s, %s.", wording.Counted(len(r.Systems), "system"), wording.Counted(len(r.All), "segment")))
	if r.Worst > 0 {
		v.Shown = fmt.Sprintf(
			"%s of %s are listed: the %s with the worst %s, and %s at random. All else is of all segments.",
			wording.Count(len(r.Rows)),
			wording.Counted(len(r.All), "segment"),
			wording.Count(r.Worst),
			v.Main,
			wording.Count(r.Sampled),
		)
	}
	aligned := slices.ContainsFunc(r.Rows, func(row inspection.Row) bool {
		return slices.ContainsFunc(row.Outputs, func(o inspection.Output) bool { return len(o.Alignment) > 0 })
	})
	if aligned && r.Chosen > 0 {
		which := "those with the worst " + v.Main
		if len(r.Systems) > 2 {
			which = "those of the two systems that are side by side first, the worst, and those of segments on which systems differ most"
		} else if len(r.Systems) > 1 {
			which += ", and those of segments on which systems differ most"
		}
		v.Shown = strings.TrimSpace(fmt.Sprintf("%s Alignments are shown for at most %s: %s.", v.Shown,
			wording.Counted(r.Chosen, "output"), which))
	}
	v.Facts = append(v.Facts, visibleAll(r.Remarks)...)
	if !r.Texts {
		v.Facts = append(v.Facts, "The input has no texts.")
	}
}

// minus writes the signs of negative numbers in a text as minus signs.
func minus(text string) string { return hyphened().ReplaceAllString(text, "$1−$2") }

var hyphened = lazy.Regexp(`(^|[\s(])-(\d)`)

// The next few write numbers as the tables of the command do.

func number(x *float64) string {
	if x == nil {
		return "–"
	}
	return minus(wording.Score(*x))
}

func signed(x *float64) string {
	if x == nil {
		return "–"
	}
	return minus(wording.Signed(*x))
}

func span(low, high *float64, write func(*float64) string) string {
	if low == nil || high == nil {
		return "–"
	}
	return write(low) + " to " + write(high)
}

// counts writes better, equal and worse.
func counts(list ...int) string {
	var parts []string
	for _, n := range list {
		parts = append(parts, wording.Count(n))
	}
	return strings.Join(parts, "/")
}

func percent(x *float64) string {
	if x == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100**x)
}

func (v *view) systems(r *Report) {
	for _, s := range r.Systems {
		row := systemView{Name: visible.Text(s.System), Outputs: s.Outputs, Candidate: percent(s.Coverage.Candidate),
			Reference: percent(s.Coverage.Reference), Source: percent(s.Coverage.Source)}
		if row.Outputs == 0 { // the texts were not read
			row.Outputs = len(r.All)
		}
		for _, m := range s.Means {
			mean := systemMean{meanView: meanView{number(m.Mean), span(m.CILow, m.CIHigh, number)}}
			if m.Points != nil {
				mean.Points = wording.Points(*m.Points)
			}
			row.Means = append(row.Means, mean)
		}
		v.Systems = append(v.Systems, row)
		v.Coverage = v.Coverage || s.Coverage.Candidate != nil || s.Coverage.Reference != nil
		v.OfSource = v.OfSource || s.Coverage.Source != nil
	}
}

func (v *view) tests(r *Report) {
	if r.Check == nil {
		return
	}
	for i, t := range r.Check.Tests {
		difference, limits := t.Difference()
		row := testView{System: visible.Text(t.System), Column: visible.Text(t.Measure), Against: visible.Text(t.Against),
			Before: number(&t.Baseline), Now: number(&t.Candidate), Difference: signed(&difference),
			Interval: span(limits.CILow, limits.CIHigh, signed), P: wording.Probability(t.Adjusted),
			Counts: counts(t.Better, t.Equal, t.Worse), Verdict: string(t.Verdict)}
		if t.BaselineSystem != "" && t.BaselineSystem != t.System {
			row.Against += " " + visible.Text(t.BaselineSystem)
		}
		if i < len(r.CheckReasons) {
			row.Reason = visible.Text(r.CheckReasons[i])
		}
		v.Tests = append(v.Tests, row)
	}
	if r.CheckMethod != "" {
		v.Legend = append(v.Legend, visible.Text(r.CheckMethod))
	}
}

// warnings are those of the texts and those of the tests, each once.
func warnings(r *Report) []string {
	list, above := slices.Clone(r.Warnings), say.Plain(say.Dependence(r.Dependence))
	add := func(more []string) {
		for _, warning := range more {
			if !slices.Contains(list, warning) && !slices.Contains(above, warning) {
				list = append(list, warning)
			}
		}
	}
	if r.Comparison != nil {
		add(r.Comparison.Warnings)
	}
	if r.Check != nil {
		add(r.Check.Warnings)
	}
	return list
}

// mostWarned is how many pairs a warning names.
const mostWarned = 4

func (v *view) pairs(r *Report) {
	c := r.Comparison
	if c == nil {
		return
	}
	var warnings []string
	warned := map[string][]string{} // the pairs that a warning is about
	for _, column := range c.Measures {
		for _, p := range column.Pairs {
			row := pairView{Column: visible.Text(column.Measure), System: visible.Text(p.System),
				Against: visible.Text(p.Against), Verdict: string(p.Verdict), Difference: signed(&p.Difference),
				Interval: span(p.CILow, p.CIHigh, signed), P: wording.Probability(p.Adjusted),
				Counts: counts(p.Better, p.Equal, p.Worse)}
			if p.Verdict == significance.Undecided {
				row.Verdict = "not significant"
			}
			v.Pairs = append(v.Pairs, row)
			for _, warning := range p.Warnings {
				if warned[warning] == nil {
					warnings = append(warnings, warning)
				}
				warned[warning] = append(warned[warning], fmt.Sprintf("%s of %s and %s", column.Measure, p.System, p.Against))
			}
		}
	}
	for _, warning := range warnings {
		pairs := warned[warning]
		if more := len(pairs) - mostWarned; more > 0 {
			pairs = append(pairs[:mostWarned], fmt.Sprintf("and %d more", more))
		}
		v.Legend = append(v.Legend, visible.Text(warning+": "+strings.Join(pairs, ", ")))
	}
	intervals := ""
	if slices.ContainsFunc(v.Pairs, func(p pairView) bool { return p.Interval != span(nil, nil, nil) }) {
		intervals = fmt.Sprintf("; intervals at %g%%, which take %s as independent", 100*c.Confidence, c.Unit)
	}
	v.Legend = slices.Insert(v.Legend, 0, fmt.Sprintf("The verdict is that of %s at alpha %g%s%s.", testsDone(c), c.Alpha,
		correctedBy(c), intervals), wording.Sign("system", "against"))
	for _, column := range c.Measures {
		known := slices.ContainsFunc(column.Pairs, func(p compare.Pair) bool { return p.Agree != nil })
		if column.People != "" && known {
			v.Legend = append(v.Legend, "people: "+column.People)
			break
		}
	}
	v.Signatures = append(v.Signatures, visible.Text(c.Signature))
}

// testsDone names the tests of a comparison: an exact one takes the place of draws where it is quicker.
func testsDone(c *compare.Report) string {
	var names []string
	for _, test := range significance.Tests() {
		if slices.ContainsFunc(c.Measures, func(m compare.ColumnReport) bool {
			return slices.ContainsFunc(m.Pairs, func(p compare.Pair) bool { return p.Test == test })
		}) {
			names = append(names, string(test))
		}
	}
	if len(names) == 1 && names[0] == string(significance.TestExact) {
		return "an exact test"
	}
	return "a " + strings.Join(names, " or ") + " test"
}

// correctedBy says by what p-values are corrected, where they are.
func correctedBy(c *compare.Report) string {
	if len(c.Measures[0].Pairs) < 2 {
		return ""
	}
	switch c.Correction {
	case significance.CorrectionHolm:
		return ", p corrected by Holm's method"
	case significance.CorrectionBH:
		return ", p corrected by Benjamini and Hochberg's method"
	}
	return ", p not corrected"
}

// rows are those that can be read without a script: examples of the pair, or the worst by the first column.
func (v *view) rows(r *Report) {
	column := r.Columns[0]
	systems, order := r.Pair, r.Examples()
	if order == nil {
		systems = nil
		for i := range r.Systems {
			systems = append(systems, i)
		}
		order = worstRows(r)
	} else {
		v.Examples = [2]string{visible.Text(r.Systems[r.Pair[0]].System), visible.Text(r.Systems[r.Pair[1]].System)}
	}
	for _, i := range order[:min(len(order), rowsWithoutScript)] {
		row := &r.Rows[i]
		shown := rowView{ID: clipped(row.Segment.String(), longestCell), Source: clipped(row.Source, longestCell)}
		if len(row.References) > 0 {
			shown.Text = clipped(row.References[0], longestCell)
		}
		for _, k := range systems {
			output := outputView{
				System: visible.Text(r.Systems[k].System),
				Text:   clipped(row.Outputs[k].Candidate, longestCell),
				Score:  "–",
			}
			if x := column.Grid.At(k, row.Place); !math.IsNaN(x) {
				output.Score = number(&x)
			}
			shown.Outputs = append(shown.Outputs, output)
		}
		v.Rows = append(v.Rows, shown)
	}
}

// worstRows returns the places of the rows, those first of which the worst output is worst by the first column.
func worstRows(r *Report) []int {
	column := r.Columns[0]
	bad := func(i int) float64 {
		worst := math.Inf(-1)
		for k := range r.Systems {
			x := column.Grid.At(k, r.Rows[i].Place)
			if !column.LowerIsBetter {
				x = -x
			}
			if x > worst { // never NaN
				worst = x
			}
		}
		return worst
	}
	order := make([]int, len(r.Rows))
	badness := make([]float64, len(r.Rows))
	for i := range order {
		order[i], badness[i] = i, bad(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(badness[b], badness[a]) })
	return order
}

// clipped returns the beginning of a text as it is shown.
func clipped(text string, longest int) string {
	n := 0
	for i := range text {
		if n++; n > longest {
			return visible.Text(text[:i]) + "…"
		}
	}
	return visible.Text(text)
}
