package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// The files of Correlate.Output.
const (
	CorrelationsFile = "correlations.parquet" // which a page of the same folder shows
	CorrelationsPlot = "correlations.svg"
)

// Correlate asks how well measures agree with people, by tables or by scores in memory.
type Correlate struct {
	Design                   correlate.Design
	Tables                   Tables
	Learned                  Tables                // what the threshold of ties is learned on; no tables for Tables
	Humans, Measures, Raters []string              // columns; no measures stand for all others
	Judgments                *evaluation.Judgments // in place of tables
	Output                   string                // a folder for CorrelationsFile and CorrelationsPlot, "" for none
	Plot                     string                // a file for a plot, "" for none
}

// Correlated is the record of Correlate.
type Correlated struct {
	Signature  string                  `json:"signature"`
	Scores     []string                `json:"score_signatures,omitempty"` // of the measures
	Settings   fmt.Stringer            `json:"settings,omitempty"`         // of their scores
	Seed       uint64                  `json:"seed"`
	Samples    int                     `json:"samples"`
	Confidence float64                 `json:"confidence"`
	Unit       evaluation.Unit         `json:"units"`    // that was drawn
	LeftOut    evaluation.LeftOut      `json:"left_out"` // systems
	Negated    []string                `json:"negated"`  // measures, as lower is better
	Rows       []correlate.Correlation `json:"rows"`
	Pairs      []correlate.MetricPair  `json:"pairs"`
	Sentences  []string                `json:"sentences"` // which measure agrees best
	Warnings   []string                `json:"warnings"`

	Report    *correlate.Report     `json:"-"`
	Judgments *evaluation.Judgments `json:"-"` // without the systems that are left out
}

// Run correlates. It fails as correlate.Run does.
func (c Correlate) Run(ctx context.Context, h Host) (*Correlated, error) {
	c.Design.Progress = h.Progress
	judgments := c.Judgments
	if judgments == nil {
		var err error
		if judgments, err = c.read(h, c.Tables); err != nil {
			return nil, err
		}
	}
	if c.Learned.Tables != nil {
		var err error
		c.Humans, c.Measures = columnNames(judgments.Humans), columnNames(judgments.Measures)
		if c.Design.EpsilonFrom, err = c.read(h, c.Learned); err != nil {
			return nil, err
		}
	}
	if c.Design.Compare != "" && len(judgments.Measures) == 1 {
		return nil, setup.Errorf("%v: found the measure %s only, expected two or more", setup.Name("compare"),
			judgments.Measures[0].Name)
	}
	report, err := correlate.Run(ctx, c.Design, judgments)
	if unknown, ok := errors.AsType[*correlate.NoUnitsError](err); ok && c.Judgments == nil {
		return nil, setup.Errorf("%v %s: found no %[2]s of any segment, expected a column %[2]s (%[3]v %[2]s=NAME names it)",
			setup.Name("level"), unknown.Level, setup.Name("columns"))
	}
	if err != nil {
		return nil, err
	}
	say.Correlated(report)
	chosen, _ := judgments.Chosen(c.Design.IncludeHuman, c.Design.Outliers)
	record := recordOf(report, chosen, h)
	if c.Output != "" {
		if err := record.writeTo(ctx, c.Output); err != nil {
			return nil, err
		}
	}
	if c.Plot == "" {
		return record, nil
	}
	panels := record.panels()
	if len(panels) == 0 {
		h.notify(c.Plot + ": there is nothing to draw, so it is not written")
		return record, nil
	}
	return record, file.Write(ctx, c.Plot, func(w io.Writer) error { return record.draw(w, panels) })
}

// recordOf returns the record of a report about judgments.
func recordOf(r *correlate.Report, chosen *evaluation.Judgments, h Host) *Correlated {
	record := &Correlated{Signature: r.Signature, Settings: SettingsOf(chosen.Measures), Seed: r.Design.Seed,
		Samples: r.Design.Draws, Confidence: r.Design.Confidence, Unit: r.Unit, LeftOut: r.LeftOut, Negated: []string{},
		Rows: r.Rows, Pairs: append([]correlate.MetricPair{}, r.Pairs...), Sentences: say.Plain(say.Correlations(r)),
		Warnings: adviceOf(r, chosen, h), Report: r, Judgments: chosen}
	for _, measure := range chosen.Measures {
		if s := measure.Signature; s != "" && !slices.Contains(record.Scores, s) {
			record.Scores = append(record.Scores, s)
		}
		if measure.LowerIsBetter {
			record.Negated = append(record.Negated, measure.Name)
		}
	}
	return record
}

// adviceOf words all that the user should know of a report.
func adviceOf(r *correlate.Report, chosen *evaluation.Judgments, h Host) []string {
	list := append([]string{}, r.Warnings...)
	if left := say.LeftOut(r.LeftOut); left != "" {
		list = append(list, left+", as mt-metrics-eval does; "+h.named("include_human")+" includes all")
	}
	if r.Undocumented > 0 && DrawsSegments(r) {
		list = append(list, say.Undocumented(r.Undocumented, len(chosen.Segments))+"resampled alone")
	}
	lower := h.named("lower_is_better")
	for _, negative := range r.Negative {
		advice := lower + " " + negative.Measure + " if it is a distance"
		if negative.LowerIsBetter {
			advice = "it is taken to be a distance"
		}
		if slices.Contains(columnNames(chosen.Humans), negative.Human) {
			advice += ", " + lower + " " + negative.Human + " if that is a penalty"
		}
		list = append(list, say.Negative(negative)+": "+advice)
	}
	return list
}

// DrawsSegments says whether segments, or their documents, are drawn for any value: elsewhere what a level correlates
// is.
func DrawsSegments(r *correlate.Report) bool {
	return slices.ContainsFunc(r.Rows, func(row correlate.Correlation) bool {
		return row.Level == correlate.LevelSegment || row.Level == correlate.LevelSystem
	})
}

// read reads tables, and reports the scores that they lack.
func (c *Correlate) read(h Host, tables Tables) (*evaluation.Judgments, error) {
	asked := slices.Concat(c.Humans, c.Measures, c.Raters)
	var needed []string
	if people := len(c.Humans) + len(c.Raters); people > 0 && len(c.Measures) > 0 {
		needed = slices.Clone(asked)
		slices.Sort(needed)
		needed = slices.Compact(needed)
	}
	for i := range tables.Tables {
		layout := &tables.Tables[i].Layout
		*layout = layout.Asking(asked...)
	}
	t, err := h.JoinTables(tables, needed)
	if err != nil {
		return nil, err
	}
	if by := t.JoinedBy(); by != "" && len(tables.Tables) > 1 {
		h.notify("the tables are joined by " + by)
	}
	j, err := t.Judgments(c.Humans, c.Measures, c.Raters, tables.Lower)
	if err != nil {
		return nil, err
	}
	chosen, _ := j.Chosen(c.Design.IncludeHuman, c.Design.Outliers)
	for _, absence := range chosen.Absences() {
		h.notify(say.Absence(absence))
	}
	return j, nil
}

func columnNames(columns []evaluation.Column) (names []string) {
	for _, column := range columns {
		names = append(names, column.Name)
	}
	return names
}

// writeTo writes CorrelationsFile and CorrelationsPlot. If one cannot be written, neither replaces an old one.
func (c *Correlated) writeTo(ctx context.Context, dir string) error {
	if err := parquet.MakeFolder(dir); err != nil {
		return err
	}
	run := parquet.Run{Signature: c.Signature}
	if c.Settings != nil {
		run.Settings = c.Settings.String()
	}
	rows, err := file.WriteAside(ctx, filepath.Join(dir, CorrelationsFile), func(w io.Writer) error {
		return parquet.WriteCorrelations(w, run, c.Rows)
	})
	if err != nil {
		return err
	}
	defer rows.Abort()
	panels := c.panels()
	if len(panels) == 0 {
		return rows.Commit()
	}
	plots, err := file.WriteAside(ctx, filepath.Join(dir, CorrelationsPlot), func(w io.Writer) error {
		return c.draw(w, panels)
	})
	if err != nil {
		return err
	}
	defer plots.Abort()
	if err := rows.Commit(); err != nil {
		return err
	}
	return plots.Commit()
}

// draw draws panels as SVG.
func (c *Correlated) draw(w io.Writer, panels []plot.Plot) error {
	return plot.WriteSVG(w, "Scores against "+c.Report.Humans[0], panels...)
}

// panels returns a plot of each measure in each group against the first human scores: a point for each system with its
// name, or for each segment if there is one system only.
func (c *Correlated) panels() (panels []plot.Plot) {
	for _, s := range correlate.Scatters(c.Judgments) {
		title := s.Measure
		if s.Group != "" {
			title = s.Group + ": " + title
		}
		panels = append(panels, plot.Scatter{Title: title, XLabel: c.Report.Humans[0], YLabel: "measure, higher is better",
			X: s.Human, Y: s.Scores, Names: s.Systems, Fit: true})
	}
	return panels
}
