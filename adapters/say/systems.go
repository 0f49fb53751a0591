package say

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/wordrotator/wrd/internal/markup"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// A SystemTable has a row for each system and a column for each measure, as papers have it.
type SystemTable struct {
	Systems    []string      `json:"systems"`
	Columns    []SystemMeans `json:"columns"`
	Clusters   []int         `json:"clusters"` // by the first column, counted from 1; nil without
	Caption    []string      `json:"caption"`  // sentences
	Signatures []string      `json:"signatures"`
}

// SystemMeans are the means of the systems by one measure, in the order of SystemTable.Systems.
type SystemMeans struct {
	Name string `json:"name"`
	evaluation.Direction
	Means   []*float64 `json:"means"`   // nil without scores
	Best    []bool     `json:"best"`    // the best mean and those not shown to be worse; nil where not all pairs were compared
	Differs []bool     `json:"differs"` // shown to differ from the baseline; nil without one
}

// The formats of a SystemTable.
const (
	FormatLaTeX    = "latex"
	FormatMarkdown = "markdown"
	FormatCSV      = "csv"
)

// DefaultDigits is how many significant digits the means of a SystemTable have, except as CSV, which has all.
const DefaultDigits = 3

// MostDigits is how many significant digits a number has.
const MostDigits = 17

// SystemFormats are the formats of a SystemTable.
func SystemFormats() []string { return []string{FormatMarkdown, FormatLaTeX, FormatCSV} }

// Systems returns the table of a comparison, in the order of the report, with what people say as compare.People has it.
func Systems(r *compare.Report, people []compare.ColumnReport) SystemTable {
	t := SystemTable{Systems: r.Systems, Signatures: []string{}}
	for i := range r.Measures {
		t.add(r, &r.Measures[i])
		if s := r.Measures[i].Signature; s != nil && !slices.Contains(t.Signatures, *s) {
			t.Signatures = append(t.Signatures, *s)
		}
	}
	for i := range people {
		t.add(r, &people[i])
	}
	t.Signatures = append(t.Signatures, r.Signature)
	first := &r.Measures[0]
	t.Caption = append(t.opening(r.Segments), t.marks(r)...)
	if r.Baseline == nil && len(r.Systems) > 2 {
		t.Clusters = make([]int, len(r.Systems))
		for k, names := range first.Clusters() {
			for _, name := range names {
				t.Clusters[slices.Index(t.Systems, name)] = k + 1
			}
		}
		t.Caption = append(t.Caption, fmt.Sprintf("Cluster, by %s: each system is significantly better than all of later clusters.",
			first.Measure))
	}
	t.Caption = append(t.Caption, fmt.Sprintf("Tests: %s; %s are taken as independent.", Tests(r, true), r.Unit))
	return t
}

// SystemsOf returns the table of a summary, which tests nothing.
func SystemsOf(s *evaluation.Summary) SystemTable {
	t := SystemTable{Signatures: []string{s.Signature}}
	for _, system := range s.Systems {
		t.Systems = append(t.Systems, system.System)
	}
	add := func(name string, lower bool, mean func(*evaluation.SystemSummary) *float64) {
		column := SystemMeans{Name: name, Direction: evaluation.Direction{LowerIsBetter: lower}}
		for i := range s.Systems {
			column.Means = append(column.Means, mean(&s.Systems[i]))
		}
		t.Columns = append(t.Columns, column)
	}
	of := func(name string) func(*evaluation.SystemSummary) *float64 {
		return func(s *evaluation.SystemSummary) *float64 { return s.Scores[name].Mean }
	}
	for _, measure := range s.Measures {
		add(measure.Main().String(), measure.Main().Distance(), of(measure.Main().String()))
	}
	for _, name := range s.External {
		add(name, slices.Contains(evaluation.LowerColumns(), name), of(name))
	}
	for k, name := range s.Humans {
		mean := func(s *evaluation.SystemSummary) *float64 { return s.Humans[k] }
		if slices.ContainsFunc(s.Systems, func(s evaluation.SystemSummary) bool { return mean(&s) != nil }) {
			add(name, false, mean)
		}
	}
	t.Caption = t.opening(int(s.Systems[0].Segments))
	return t
}

// add adds the column of a measure.
func (t *SystemTable) add(r *compare.Report, c *compare.ColumnReport) {
	leaders := c.Leaders()
	column := SystemMeans{Name: c.Measure, Direction: c.Direction}
	for _, name := range t.Systems {
		i := slices.IndexFunc(c.Systems, func(s compare.SystemReport) bool { return s.System == name })
		var mean *float64
		if i >= 0 {
			mean = &c.Systems[i].Mean
		}
		column.Means = append(column.Means, mean)
		if leaders != nil {
			column.Best = append(column.Best, slices.Contains(leaders, name))
		}
		if r.Baseline != nil && len(c.Pairs) > 0 {
			pair := c.Of(name, *r.Baseline)
			column.Differs = append(column.Differs, pair != nil && pair.Significant)
		}
	}
	t.Columns = append(t.Columns, column)
}

// opening says what the numbers are.
func (t *SystemTable) opening(segments int) []string {
	down, up := "", ""
	for _, column := range t.Columns {
		if column.LowerIsBetter {
			down = "↓: lower is better."
		} else {
			up = "↑: higher is better."
		}
	}
	said := []string{fmt.Sprintf("Means of %s on %s.", wording.Counted(len(t.Systems), "system"), wording.Counted(segments, "segment"))}
	return append(said, slices.DeleteFunc([]string{down, up}, func(s string) bool { return s == "" })...)
}

// marks says what is set off.
func (t *SystemTable) marks(r *compare.Report) []string {
	if r.Baseline != nil {
		return []string{fmt.Sprintf("*: differs significantly from %s (alpha %g).", *r.Baseline, r.Alpha)}
	}
	return []string{fmt.Sprintf("Bold: the best, and those not significantly worse (alpha %g).", r.Alpha)}
}

// Check fails for a table whose columns have not a value for each system.
func (t *SystemTable) Check() error {
	n := len(t.Systems)
	fits := func(values int, absent bool) bool { return values == n || absent }
	for _, c := range t.Columns {
		if !fits(len(c.Means), false) || !fits(len(c.Best), c.Best == nil) || !fits(len(c.Differs), c.Differs == nil) {
			return fmt.Errorf("column %s: expected a value for each of %s", wording.Clip(c.Name), wording.Counted(n, "system"))
		}
	}
	if !fits(len(t.Clusters), t.Clusters == nil) {
		return fmt.Errorf("clusters: expected one for each of %s", wording.Counted(n, "system"))
	}
	return nil
}

// Write writes the table in one of SystemFormats; digits are significant ones, 0 for the default.
func (t *SystemTable) Write(w io.Writer, format string, digits int) error {
	if digits == 0 {
		digits = DefaultDigits
	}
	number, arrow, absent := func(x float64) string { return wording.Significant(x, digits) }, true, "–"
	if format == FormatCSV {
		number, arrow, absent = func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }, false, ""
	}
	drawn := markup.Table{Header: []string{"system"}, Code: t.Signatures,
		Caption: append(slices.Clone(t.Caption), wording.Plural(len(t.Signatures), "Signature")+":")}
	for _, system := range t.Systems {
		drawn.Rows = append(drawn.Rows, []markup.Cell{{Text: system}})
	}
	for _, column := range t.Columns {
		drawn.Header = append(drawn.Header, column.header(arrow))
		for i, mean := range column.Means {
			cell := markup.Cell{Text: absent}
			if mean != nil {
				cell = markup.Cell{Text: number(*mean), Bold: column.Best != nil && column.Best[i]}
				if arrow && column.Differs != nil && column.Differs[i] {
					cell.Text += "*"
				}
			}
			drawn.Rows[i] = append(drawn.Rows[i], cell)
		}
	}
	if t.Clusters != nil {
		drawn.Header = append(drawn.Header, "cluster")
		for i, cluster := range t.Clusters {
			drawn.Rows[i] = append(drawn.Rows[i], markup.Cell{Text: fmt.Sprint(cluster)})
		}
	}
	switch format {
	case FormatCSV:
		return drawn.CSV(w)
	case FormatLaTeX:
		return drawn.LaTeX(w)
	case FormatMarkdown:
		return drawn.Markdown(w)
	}
	return fmt.Errorf("format: found %q, expected one of: %s", format, wording.List(SystemFormats()))
}

// header is the name of a column, with the direction in which it gets better.
func (c *SystemMeans) header(arrow bool) string {
	switch {
	case !arrow:
		return c.Name
	case c.LowerIsBetter:
		return c.Name + " ↓"
	}
	return c.Name + " ↑"
}
